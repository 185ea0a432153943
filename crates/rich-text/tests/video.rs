//! Videos on other sites in articles.

use rich_text::{Player, player_origins, render_html, sanitize};

fn html(input: &str) -> String {
    sanitize(input, &[]).html
}

#[test]
fn the_addresses_of_videos_lead_to_their_players() {
    let lines = include_str!("video-addresses.txt").lines().filter(|line| !line.starts_with('#'));
    for line in lines {
        let (address, player) = line.split_once(' ').unwrap();
        let found = Player::of(address).map(|player| player.url);
        assert_eq!(found.as_deref().unwrap_or("-"), player, "{address}");
    }
    assert_eq!(Player::of(" https://youtu.be/x\n").unwrap().host, "YouTube");
    assert_eq!(Player::of(&format!("https://youtu.be/{}", "a".repeat(101))), None);
}

#[test]
fn a_video_is_a_link_to_it_with_a_still() {
    for stored in [
        "<figure class=\"video\"><a href=\"https://youtu.be/x\" rel=\"noopener\"><img src=\"/a.webp\" alt=\"A\"></a></figure>",
        "<figure class=\"video wide\"><a href=\"https://youtu.be/x\" rel=\"noopener\">A</a><figcaption>b</figcaption></figure>",
        "<figure class=\"video\"><a href=\"https://youtu.be/x\" rel=\"noopener\"><em>A</em></a><figcaption><b>b</b></figcaption></figure>",
    ] {
        assert_eq!(html(stored), stored);
    }
}

#[test]
fn embedded_players_become_videos() {
    let video = |address: &str, title: &str| {
        format!("<figure class=\"video\"><a href=\"{address}\" rel=\"noopener\">{title}</a></figure>")
    };
    assert_eq!(
        html("<p>a</p><iframe width=560 src=\"//www.youtube.com/embed/x?rel=0\" title='A &lt;talk&gt;'>b</iframe><p>c"),
        format!("<p>a</p>{}<p>c</p>", video("https://www.youtube.com/watch?v=x", "A &lt;talk&gt;"))
    );
    assert_eq!(
        html("<p>a<iframe src=https://player.vimeo.com/video/1?h=2></iframe>b"),
        format!("<p>a</p>{}b", video("https://vimeo.com/1/2", "Video on Vimeo"))
    );
    assert_eq!(
        html("<iframe src=https://www.youtube.com/embed/x?start=90></iframe>"),
        video("https://www.youtube.com/watch?v=x&amp;t=90", "Video on YouTube")
    );
    for (before, after) in [("<p><strong>", "</strong></p>"), ("<div><span><em>", "</em></span></div>")] {
        let embedded = html(&format!("{before}<iframe src=https://youtu.be/x></iframe>{after}"));
        assert!(embedded.contains(&video("https://www.youtube.com/watch?v=x", "Video on YouTube")), "{embedded}");
    }
    assert_eq!(html("<iframe src=https://example.org/x title=a>b</iframe><iframe>"), "");
    assert_eq!(html("<iframe src=https://youtu.be/x onload=x()></iframe>").matches("onload").count(), 0);
}

#[test]
fn readers_get_the_address_of_the_player() {
    let shown = |html: &str| render_html(html, |_| None);
    let figure = "<figure class=\"video\"><a href=\"https://youtu.be/x\" rel=\"noopener\">A</a></figure>";
    let video = shown(figure);
    assert!(video.contains("data-player=\"https://www.youtube-nocookie.com/embed/x?autoplay=1\""), "{video}");
    assert!(video.contains("data-host=\"YouTube\""), "{video}");
    assert_eq!(shown(&video), video);
    assert!(player_origins(&shown(&format!("{video}{video}"))).into_iter().eq(["https://www.youtube-nocookie.com"]));
    assert!(player_origins("<p>&lt;a data-player=\"https://example.org/\"&gt;</p>").is_empty());
    for other in [figure.replace(" class=\"video\"", ""), figure.replace("youtu.be", "example.org")] {
        assert_eq!(shown(&other), other);
    }
    let forged = figure.replace("<a ", "<a data-player=\"https://example.org/\" data-host=\"x\" ");
    assert_eq!(shown(&html(&forged)), video);
    let forged = forged.replace("youtu.be", "example.org");
    assert!(!shown(&forged).contains("data-"), "{}", shown(&forged));
}
