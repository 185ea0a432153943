//! Library pictures on pages: sizes, variants and alternative texts.

use serde_json::{Value, json};

use super::{
    media::{png, upload},
    site::{TestDatabase, TestSite, id, on_both_engines},
};

on_both_engines![
    an_article_shows_its_pictures_with_their_sizes_and_forms,
    lists_show_thumbnails_with_their_sizes_and_forms,
    a_new_description_is_read_at_once,
];

/// Returns the props of a page.
async fn props(site: &TestSite, address: &str) -> Value {
    site.data(address, &[]).await.ok(200)["props"].clone()
}

fn srcset(media: &Value) -> String {
    let forms = media["variants"].as_array().unwrap().iter();
    let forms = forms.map(|form| format!("{} {}w", form["url"].as_str().unwrap(), form["width"]));
    let own = format!("{} {}w", media["url"].as_str().unwrap(), media["width"]);
    forms.chain([own]).collect::<Vec<_>>().join(", ")
}

async fn an_article_shows_its_pictures_with_their_sizes_and_forms(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &png(1000, 500), None).await.ok(201);
    let url = media["url"].as_str().unwrap();
    let image = format!("<p>One</p><img src=\"{url}\" alt=\"Mine\"><img src=\"/images/x.png\" alt=\"Other\">");
    let content = format!("<p>None</p><!-- pagebreak -->{image}");
    let post = json!({"title": "A", "slug": "a", "published": true, "content": content, "featured_image": url});
    staff.create(post).await;
    let second = props(&site, "/blog/a?page=2").await;
    let shown = second["post"]["content"].as_str().unwrap();
    let start = format!(
        "<p>One</p><img src=\"{url}\" alt=\"Mine\" width=\"1000\" height=\"500\" srcset=\"{}\" sizes=\"",
        srcset(&media)
    );
    assert!(shown.starts_with(&start), "{shown}");
    assert!(
        shown.ends_with("<img src=\"/images/x.png\" alt=\"Other\" loading=\"lazy\" decoding=\"async\">"),
        "{shown}"
    );
    let hero = json!({"width": 1000, "height": 500, "srcset": srcset(&media)});
    assert_eq!(second["post"]["featured_picture"], hero);
    assert!(site.get("/blog/a").await.text().contains(&format!("srcSet=\"{}\"", srcset(&media))));
    // What is stored and edited stays as it was written.
    let stored = site.get("/api/posts/a").await.ok(200);
    assert_eq!(stored["pages"][1], image.replace("Other\"", "Other\" loading=\"lazy\" decoding=\"async\""));
    assert_eq!((stored.get("thumbnail_picture"), stored.get("featured_picture")), (None, None));
}

async fn lists_show_thumbnails_with_their_sizes_and_forms(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &png(600, 400), None).await.ok(201);
    let thumbnails = [media["url"].clone(), json!("/images/x.png"), json!("/media/images/gone.png"), Value::Null];
    for (number, thumbnail) in thumbnails.iter().enumerate() {
        let slug = format!("post-{number}");
        staff.create(json!({"title": slug, "slug": slug, "published": true, "thumbnail_image": thumbnail})).await;
    }
    for address in ["/blog", "/", "/blog?search=post"] {
        let props = props(&site, address).await;
        for post in props["posts"].as_array().unwrap() {
            let expected =
                (post["slug"] == "post-0").then(|| json!({"width": 600, "height": 400, "srcset": srcset(&media)}));
            assert_eq!(post.get("thumbnail_picture"), expected.as_ref(), "{address}: {post}");
        }
    }
}

async fn a_new_description_is_read_at_once(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &png(600, 400), None).await.ok(201);
    let content = format!("<p>x</p><img src=\"{}\">", media["url"].as_str().unwrap());
    staff.create(json!({"title": "A", "slug": "a", "published": true, "content": content})).await;
    assert!(site.get("/blog/a").await.text().contains(" alt=\"\" width=\"600\""), "a file's name describes nothing");
    let one = format!("/api/admin/media/{}", id(&media));
    staff.call("PATCH", &one, &json!({"alt_text": "A chart"})).await.ok(200);
    assert!(site.get("/blog/a").await.text().contains(" alt=\"A chart\" width=\"600\""));
}
