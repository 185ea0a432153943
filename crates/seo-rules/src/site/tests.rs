use super::*;

const HOME: &str = "https://site.test/";

fn document(title: &str, head: &str) -> Box<Document> {
    Box::new(Document::parse(&format!("<title>{title}</title>{head}<h1 id=top-of-it>{title}</h1>")))
}

fn page(path: &str, outcome: Outcome, depth: Option<u32>, links: &[&str]) -> SitePage {
    let address = |path: &str| format!("https://site.test{path}");
    let links = links
        .iter()
        .map(|link| {
            link.split_once('#').map_or((address(link), None), |(path, id)| (address(path), Some(id.to_owned())))
        })
        .collect();
    SitePage { address: address(path), outcome, depth, links, images: vec![] }
}

fn ids(pages: &[SitePage], sitemap: &[&str]) -> Vec<(String, &'static str, Level)> {
    let sitemap: Vec<String> = sitemap.iter().map(|path| format!("https://site.test{path}")).collect();
    let found = check_site(pages, &sitemap);
    found.into_iter().map(|one| (one.address.replace("https://site.test", ""), one.check.id, one.check.level)).collect()
}

#[test]
fn a_sound_site_has_no_findings() {
    let about = page("/about", Outcome::Page(document("About", "")), Some(1), &["/"]);
    let home = page("/", Outcome::Page(document("Home", "")), Some(0), &["/about#top-of-it", "/#top", "/feed.xml"]);
    let feed = page("/feed.xml", Outcome::File, Some(1), &[]);
    assert_eq!(ids(&[home, about, feed], &["/", "/about"]), []);
}

#[test]
fn each_fault_between_pages_is_named() {
    let links = ["/gone", "/a#nowhere", "/old", "/b", "/c", "/noindex"];
    let canonical = format!("<link rel=canonical href={HOME}>");
    let pages = [
        page("/", Outcome::Page(document("Home", "")), Some(0), &links),
        page("/gone", Outcome::Failed("404".to_owned()), Some(1), &[]),
        page("/a", Outcome::Page(document("Same", "<meta name=description content=D>")), Some(1), &[]),
        page("/b", Outcome::Page(document("Same", "<meta name=description content=D>")), Some(4), &[]),
        page("/c", Outcome::Page(document("Home", &canonical)), Some(1), &[]),
        page("/noindex", Outcome::Page(document("Home", "<meta name=robots content='noindex, follow'>")), Some(1), &[]),
        page("/lost", Outcome::Page(document("Lost", "")), None, &[]),
        page("/old", Outcome::Redirect("https://site.test/older".to_owned()), Some(1), &[]),
        page("/older", Outcome::Redirect("https://site.test/a".to_owned()), Some(2), &[]),
        page("/forbidden", Outcome::Skipped, Some(1), &[]),
        page("/admin", Outcome::Skipped, Some(1), &[]),
    ];
    let found = ids(&pages, &["/", "/a", "/lost", "/old", "/gone", "/noindex", "/forbidden"]);
    let expected = [
        ("/", "broken_links", Level::Bad),
        ("/", "broken_fragments", Level::Bad),
        ("/", "redirected_links", Level::Warn),
        ("/gone", "sitemap", Level::Bad),
        ("/a", "unique_title", Level::Bad),
        ("/a", "unique_description", Level::Bad),
        ("/b", "sitemap", Level::Bad),
        ("/b", "unique_title", Level::Bad),
        ("/b", "unique_description", Level::Bad),
        ("/b", "click_depth", Level::Warn),
        ("/noindex", "sitemap", Level::Bad),
        ("/lost", "orphan", Level::Bad),
        ("/old", "redirect_chain", Level::Bad),
        ("/old", "sitemap", Level::Bad),
        ("/forbidden", "sitemap", Level::Bad),
    ];
    assert_eq!(found, expected.map(|(path, id, level)| (path.to_owned(), id, level)));
}

#[test]
fn an_image_that_does_not_load_is_named_with_the_reason() {
    let whole = |path: &str| format!("https://site.test{path}");
    let paths = ["/gone.png", "/there.png", "/moved.png", "/lost.png", "/about", "/gone.png", "/not-asked.png"];
    let mut home = page("/", Outcome::Page(document("Home", "")), Some(0), &["/about"]);
    home.images = paths.map(whole).to_vec();
    let pages = [
        home,
        page("/about", Outcome::Page(document("About", "")), Some(1), &["/"]),
        page("/gone.png", Outcome::Failed("404".to_owned()), Some(1), &[]),
        page("/there.png", Outcome::File, Some(1), &[]),
        page("/moved.png", Outcome::Redirect(whole("/there.png")), Some(1), &[]),
        page("/lost.png", Outcome::Redirect(whole("/gone.png")), Some(1), &[]),
        page("/not-asked.png", Outcome::Skipped, Some(1), &[]),
    ];
    let found = check_site(&pages, &[whole("/"), whole("/about")]);
    let of_home = |id: &str| &found.iter().find(|one| one.address == HOME && one.check.id == id).unwrap().check;
    let broken = of_home("broken_images");
    let named =
        "3: https://site.test/gone.png (404), https://site.test/lost.png (404), https://site.test/about (not an image)";
    assert_eq!((broken.value.as_str(), broken.level), (named, Level::Bad));
    let moved = "2: https://site.test/moved.png, https://site.test/lost.png";
    assert_eq!(of_home("redirected_links").value, moved);
    assert!(!found.iter().any(|one| one.check.id == "broken_links"));
}
