//! Library images on pages: sizes, variants and alt text.

use serde_json::{Value, json};

use super::{
    media::{png, replace, upload},
    site::{TestDatabase, TestSite, id, on_both_engines},
};

on_both_engines![
    an_article_shows_its_pictures_with_their_sizes_and_forms,
    lists_show_thumbnails_with_their_sizes_and_forms,
    a_new_description_is_read_at_once,
    a_replaced_file_is_shown_at_once_and_everywhere,
    a_focal_point_is_kept_in_sight_wherever_the_image_is_cut_to_a_shape,
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
    // Stored content and the editor's input are unchanged.
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

async fn a_replaced_file_is_shown_at_once_and_everywhere(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &png(600, 400), None).await.ok(201);
    let url = media["url"].as_str().unwrap();
    let content = format!("<p>x</p><img src=\"{url}\" alt=\"y\">");
    let post = json!({"title": "A", "slug": "a", "published": true, "content": content, "featured_image": url, "author": "Ann"});
    let post = staff.create(post).await;
    let second = json!({"title": "B", "slug": "b", "published": true, "thumbnail_image": media["variants"][0]["url"], "author": "Ann"});
    staff.create(second).await;
    staff.call("POST", "/api/admin/authors", &json!({"name": "Ann", "portrait": url})).await.ok(201);
    let addresses = ["/blog/a", "/blog/b", "/blog", "/", "/authors/ann"];
    // A page may show a variant, whose address has the same stem.
    let former = url.trim_end_matches(".png");
    for address in addresses {
        assert!(site.get(address).await.text().contains(former), "{address}");
    }
    let replaced = replace(&staff, &media, "b.png", &png(1300, 650)).await.ok(200);
    let now = replaced["url"].as_str().unwrap();
    for address in addresses {
        let page = site.get(address).await.text().to_owned();
        assert!(page.contains(now.trim_end_matches(".png")) && !page.contains(former), "{address}: {page}");
    }
    let page = site.get("/blog/a").await.text().to_owned();
    let (_, card) = page.split_once("property=\"og:image\" content=\"").unwrap();
    assert!(card.split('"').next().unwrap().ends_with(now), "{page}");
    let shown = props(&site, "/blog/a").await;
    assert_eq!(shown["post"]["featured_picture"], json!({"width": 1300, "height": 650, "srcset": srcset(&replaced)}));
    let content = shown["post"]["content"].as_str().unwrap();
    assert!(
        content.contains(&format!("<img src=\"{now}\" alt=\"y\" width=\"1300\" height=\"650\" srcset=\"")),
        "{content}"
    );
    // The stored content is unchanged.
    let stored = staff.get(&format!("/api/admin/posts/{}", id(&post))).await.ok(200);
    assert_eq!((stored["featured_image"].as_str(), &stored["version"]), (Some(url), &post["version"]));
}

async fn a_focal_point_is_kept_in_sight_wherever_the_image_is_cut_to_a_shape(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &png(600, 400), None).await.ok(201);
    let url = media["url"].as_str().unwrap();
    let post = json!({"title": "A", "slug": "a", "published": true, "featured_image": url, "author": "Ann"});
    staff.create(post).await;
    staff.call("POST", "/api/admin/authors", &json!({"name": "Ann", "portrait": url})).await.ok(201);
    let shown = async || {
        let [home, blog, article, author] =
            ["/", "/blog", "/blog/a", "/authors/ann"].map(|address| props(&site, address));
        let (home, blog, article, author) = (home.await, blog.await, article.await, author.await);
        let admin = site.data("/admin/blog", &[("authorization", &staff.bearer)]).await.ok(200)["props"].clone();
        [
            home["posts"][0]["thumbnail_picture"].clone(),
            blog["posts"][0]["thumbnail_picture"].clone(),
            article["post"]["featured_picture"].clone(),
            author["author"]["portrait_picture"].clone(),
            admin["posts"][0]["thumbnail_picture"].clone(),
        ]
    };
    for picture in shown().await {
        assert_eq!(picture, json!({"width": 600, "height": 400, "srcset": srcset(&media)}));
    }
    let one = format!("/api/admin/media/{}", id(&media));
    staff.call("PATCH", &one, &json!({"focal_point": {"x": 12, "y": 88}})).await.ok(200);
    for picture in shown().await {
        assert_eq!(picture["focal_point"], json!({"x": 12, "y": 88}));
    }
    let article = props(&site, "/blog/a").await["post"]["author_profile"].clone();
    let card = props(&site, "/blog").await["posts"][0].clone();
    let small = &media["variants"][0]["url"];
    assert_eq!((&article["avatar"], &card["author_avatar"]), (small, small));
    let point = &json!({"x": 12, "y": 88});
    assert_eq!((&article["focal_point"], &card["author_focal_point"]), (point, point));
    for address in ["/", "/blog", "/blog/a", "/authors/ann"] {
        assert!(site.get(address).await.text().contains("focus-x-0 focus-y-100"), "{address}");
    }
}
