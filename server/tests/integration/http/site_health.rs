//! `/api/admin/health`, its page, and the check of the site by its own router.

use std::time::Duration;

use foundfirst::{
    http::{router::router, site_fetch::SiteFetch},
    site_health::crawl::Pace,
};
use serde_json::{Value, json};

use super::site::{Staff, TestDatabase, TestSite, id, on_both_engines};

on_both_engines![
    a_check_names_broken_links_and_where_to_mend_them,
    a_change_is_checked_by_itself,
    nothing_is_known_before_the_first_check,
];

const HEALTH: &str = "/api/admin/health";
const PACE: Pace = Pace { most: 5_000, at_once: 4, pause: Duration::ZERO };

/// Runs the check that is due, as the background task does.
async fn check(site: &TestSite) {
    let due = site.app.site_health.due().await.unwrap().unwrap();
    let fetch = SiteFetch::new(router(site.app.clone()), site.app.assets);
    site.app.site_health.run(due, fetch, PACE).await.unwrap();
}

fn of_kind<'a>(health: &'a Value, kind: &str) -> Vec<&'a Value> {
    let findings = health["newest"]["findings"].as_array().unwrap();
    findings.iter().filter(|finding| finding["kind"] == kind).collect()
}

async fn ask(staff: &Staff<'_>) {
    assert_eq!(staff.call("POST", HEALTH, &Value::Null).await.status, 202);
}

async fn a_check_names_broken_links_and_where_to_mend_them(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let content = "<p>First.</p><!-- pagebreak --><p>Read <a href=\"/blog/gone\">this one</a>.</p>\
                   <p>Then <a href=\"/old\">an old one</a>, and <a href=\"/blog/zero\">another</a>.</p>\
                   <img src=\"/media/images/gone.png\" alt=\"A chart\">";
    staff.call("POST", "/api/admin/redirects", &json!({"source": "/old", "target": "/about"})).await.ok(201);
    let renamed = staff.publish("zero").await;
    staff.change(&renamed, json!({"slug": "zero-now"})).await.ok(200);
    let input = json!({"title": "One", "slug": "one", "content": content, "published": true});
    let post = staff.create(input).await;
    ask(&staff).await;
    ask(&staff).await;
    assert_eq!(staff.get(HEALTH).await.ok(200)["is_running"], true);
    site.advance(5);
    check(&site).await;
    assert!(site.app.site_health.due().await.unwrap().is_none(), "one check answers both");

    let health = staff.get(HEALTH).await.ok(200);
    assert_eq!((&health["is_running"], &health["failure"]), (&json!(false), &Value::Null));
    let newest = &health["newest"];
    assert_eq!((&newest["checked_text"], &newest["complete"]), (&json!("21 Nov 2026, 09:30"), &json!(true)));
    // Only one: links to files of the front end are not broken, although the router does not have them.
    let [broken] = of_kind(&health, "broken_links")[..] else { panic!("{newest:#}") };
    assert_eq!(broken["value"], "1: https://foundfirst.test/blog/gone (404)");
    assert_eq!(
        (&broken["url"], &broken["address"]),
        (&json!("/blog/one?page=2"), &json!("https://foundfirst.test/blog/one?page=2"))
    );
    assert_eq!((&broken["post_id"], &broken["level"]), (&json!(id(&post)), &json!("bad")));
    let [image] = of_kind(&health, "broken_images")[..] else { panic!("{newest:#}") };
    assert_eq!(image["value"], "1: https://foundfirst.test/media/images/gone.png (404)");
    assert_eq!((&image["url"], &image["post_id"]), (&json!("/blog/one?page=2"), &json!(id(&post))));
    assert_eq!(image["advice"], "Upload each image again and insert it where it was, or remove it.");
    let kinds = newest["kinds"].as_array().unwrap();
    let errors: u64 = kinds.iter().map(|kind| kind["errors"].as_u64().unwrap()).sum();
    assert_eq!(newest["errors"], errors);
    let point = json!({"checked_at": newest["checked_at"], "checked_text": newest["checked_text"],
        "errors": newest["errors"], "warnings": newest["warnings"]});
    assert_eq!(health["trend"], json!([point]));

    let page = site.data("/admin/health", &[("authorization", &staff.bearer)]).await.ok(200);
    assert_eq!((&page["component"], &page["props"]["newest"]), (&json!("admin/health"), newest));
    let missed = staff.get("/api/admin/missed-addresses").await.ok(200);
    assert_eq!(missed["addresses"], json!([]), "no reader missed them");
    let redirects = staff.get("/api/admin/redirects").await.ok(200);
    let hits: Vec<&Value> = redirects["redirects"].as_array().unwrap().iter().map(|row| &row["hits"]).collect();
    assert_eq!(hits, [0, 0], "no reader followed them");

    staff.call("DELETE", &format!("/api/admin/posts/{}", id(&post)), &Value::Null).await;
    let after = staff.get(HEALTH).await.ok(200);
    assert_eq!(of_kind(&after, "broken_links")[0]["post_id"], Value::Null, "the post can no longer be edited");
}

async fn a_change_is_checked_by_itself(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.while_serving(async {
        let staff = site.staff().await;
        staff.publish("fresh").await;
        let mut health = staff.get(HEALTH).await.ok(200);
        for _ in 0..200 {
            if !health["newest"].is_null() {
                break;
            }
            // The server's task notices changes and the passing of time without being asked.
            tokio::time::sleep(Duration::from_millis(100)).await;
            site.advance(5);
            health = staff.get(HEALTH).await.ok(200);
        }
        assert!(health["newest"]["pages"].as_u64().is_some_and(|pages| pages > 10), "{health:#}");
    })
    .await;
}

async fn nothing_is_known_before_the_first_check(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let health = staff.get(HEALTH).await.ok(200);
    assert_eq!(health, json!({"is_running": false, "failure": null, "newest": null, "trend": [], "rules": []}));
    let page = site.call("GET", "/admin/health", &[("authorization", &staff.bearer)], &Value::Null).await;
    assert!(page.status == 200 && page.text().contains("Check now"), "{}", page.text());
}
