//! `/api/admin/staff`, its page, and what each role may do.

use std::collections::BTreeSet;

use foundfirst::{accounts::Role, audit::Actor, email_address::EmailAddress};
use serde_json::{Value, json};

use super::site::{ADMIN, PASSWORD, READER, Staff, TestDatabase, TestSite, bearer, each, id, on_both_engines};

on_both_engines![
    staff_endpoints_reject_callers_without_the_role,
    staff_pages_reject_visitors_without_the_role,
    sessions_and_pages_say_the_role,
    the_bar_has_every_page_that_a_role_may_open_and_no_other,
    staff_and_invitations_are_listed,
    somebody_is_invited_and_becomes_an_editor,
    a_role_is_changed_and_rights_are_removed,
    nobody_changes_their_own_rights,
    sessions_of_somebody_are_ended,
    changes_need_a_recent_sign_in,
    requests_that_fit_nobody_are_refused,
];

const STAFF: &str = "/api/admin/staff";
const INVITATIONS: &str = "/api/admin/staff/invitations";
pub const EDITOR: &str = "editor@foundfirst.test";
const NOBODY: &str = "019ab000-0000-7000-8000-000000000000";

/// The calls that editors may make, too. All others of `/api/admin` are for administrators.
const CALLS_OF_EDITORS: [&str; 7] = [
    "/api/admin/posts",
    "/api/admin/media",
    "/api/admin/analysis",
    "/api/admin/categories",
    "/api/admin/authors",
    "/api/admin/post-address",
    "/api/admin/health",
];

/// The pages that editors may open, too.
const PAGES_OF_EDITORS: [&str; 10] = [
    "/admin",
    "/admin/blog",
    "/admin/blog/new",
    "/admin/blog/edit/{id}",
    "/admin/account",
    "/admin/media",
    "/admin/categories",
    "/admin/authors",
    "/admin/health",
    "/admin/{*rest}",
];

impl TestSite {
    /// Creates an editor and signs in. Returns their calls.
    pub async fn editor(&self, email: &str) -> Staff<'_> {
        let address = EmailAddress::parse(email).unwrap();
        let by = Actor::command_line();
        assert!(self.app.accounts.invite(&address, Role::Editor, &by).await.unwrap());
        let token = self.mailed_token().await;
        let body = json!({"token": token, "password": PASSWORD});
        assert_eq!(self.post("/api/auth/confirm", &body).await.status, 204);
        Staff { site: self, bearer: bearer(&self.sign_in(email).await) }
    }

    /// Returns the token of the link in the newest email.
    async fn mailed_token(&self) -> String {
        let mails = self.mail().await;
        let (_, rest) = mails.last().unwrap().split_once("/auth?mode=confirm&token=").unwrap();
        rest.split_whitespace().next().unwrap().to_owned()
    }
}

impl Staff<'_> {
    /// Returns the row of a member of staff.
    async fn member(&self, email: &str) -> Value {
        let list = self.get(STAFF).await.ok(200);
        list["staff"].as_array().unwrap().iter().find(|row| row["email"] == email).unwrap().clone()
    }

    async fn is_signed_in(&self) -> bool {
        !self.get("/api/auth/session").await.ok(200)["session"].is_null()
    }
}

fn is_for_editors(path: &str) -> bool {
    CALLS_OF_EDITORS
        .iter()
        .any(|start| path.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

/// Returns a path with its parameters filled in.
fn filled(path: &str) -> String {
    let parts = path.split('/').map(|part| if part.starts_with('{') { NOBODY } else { part });
    parts.collect::<Vec<_>>().join("/")
}

async fn staff_endpoints_reject_callers_without_the_role(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let editor = site.editor(EDITOR).await;
    site.account(READER, false).await;
    let reader = Staff { site: &site, bearer: bearer(&site.sign_in(READER).await) };
    let description = site.get("/api/openapi.json").await.ok(200);
    let mut seen = BTreeSet::new();
    for (path, item) in description["paths"].as_object().unwrap() {
        if !path.starts_with("/api/admin") {
            continue;
        }
        for method in item.as_object().unwrap().keys() {
            let (method, address) = (method.to_uppercase(), filled(path));
            let call = format!("{method} {path}");
            let failed = site.call(&method, &address, &[], &Value::Null).await.failure();
            assert_eq!((failed.0, failed.1.as_str()), (401, "authentication_required"), "{call}");
            let failed = reader.call(&method, &address, &Value::Null).await.failure();
            assert_eq!((failed.0, failed.1.as_str()), (403, "not_admin"), "{call}");
            let answer = editor.call(&method, &address, &Value::Null).await;
            if is_for_editors(path) {
                assert!(![401, 403].contains(&answer.status), "{call}: {}", answer.status);
            } else {
                let (status, code, message) = answer.failure();
                assert_eq!((status, code.as_str()), (403, "not_administrator"), "{call}");
                let words = "Only administrators can do this. Ask one of them, or email hello@foundfirst.example.";
                assert_eq!(message, words, "{call}");
                seen.insert(path.split('/').nth(3).unwrap().to_owned());
            }
        }
    }
    for closed in ["audit", "bookings", "enquiries", "outbox", "people", "staff", "subscribers"] {
        assert!(seen.contains(closed), "{closed} is described");
    }
}

/// Returns the routes in the source of `router::admin_pages`: axum does not list its routes.
fn staff_pages() -> Vec<&'static str> {
    let source = include_str!("../../../src/http/router.rs");
    let pages = source.split("\nfn admin_pages(").nth(1).unwrap().split("\n}\n").next().unwrap();
    pages.split(".route(").skip(1).map(|route| route.split('"').nth(1).unwrap()).collect()
}

async fn staff_pages_reject_visitors_without_the_role(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let admin = site.staff().await;
    let editor = site.editor(EDITOR).await;
    site.account(READER, false).await;
    let reader = Staff { site: &site, bearer: bearer(&site.sign_in(READER).await) };
    let pages = staff_pages();
    assert!(pages.contains(&"/admin/staff") && pages.contains(&"/admin/audit"), "{pages:?}");
    for path in pages {
        let address = filled(path);
        let nobody = site.get(&address).await;
        assert_eq!(nobody.status, 303, "{path}");
        assert!(nobody.header("location").starts_with("/auth?next="), "{path}");
        assert_eq!(reader.get(&address).await.status, 403, "{path}");
        let page = editor.get(&address).await;
        if PAGES_OF_EDITORS.contains(&path) || path == "/blog-post-manager" {
            assert_ne!(page.status, 403, "{path}");
            continue;
        }
        assert_eq!(page.status, 403, "{path}");
        assert!(page.text().contains("hello@foundfirst.example"), "{path} says whom to ask");
        let data = site.data(&address, &[("authorization", &editor.bearer)]).await.ok(403);
        assert_eq!((&data["component"], &data["props"]["me"]["role"]), (&json!("admin/restricted"), &json!("editor")));
        assert_eq!(admin.get(&address).await.status, 200, "{path}");
    }
}

async fn sessions_and_pages_say_the_role(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let admin = site.staff().await;
    let editor = site.editor(EDITOR).await;
    site.account(READER, false).await;
    assert_eq!(site.sign_in(READER).await["user"]["role"], Value::Null);
    for (staff, role) in [(&admin, "administrator"), (&editor, "editor")] {
        let session = staff.get("/api/auth/session").await.ok(200)["session"].clone();
        assert_eq!((&session["user"]["is_admin"], &session["user"]["role"]), (&json!(true), &json!(role)));
        let page = site.data("/admin/blog", &[("authorization", &staff.bearer)]).await.ok(200);
        assert_eq!(page["props"]["me"]["role"], role);
    }
}

/// Returns the paths that the bar links to, including the pages of sections.
fn linked(data: &Value) -> BTreeSet<String> {
    let sections = data["props"]["me"]["sections"].as_array().unwrap();
    let href = |link: &Value| link["href"].as_str().unwrap().to_owned();
    sections
        .iter()
        .flat_map(|section| [href(section)].into_iter().chain(section["pages"].as_array().unwrap().iter().map(href)))
        .collect()
}

async fn the_bar_has_every_page_that_a_role_may_open_and_no_other(database: TestDatabase) {
    /// Pages without a link in the bar, which are reached from others.
    const UNLINKED: [&str; 3] = ["/admin", "/admin/blog/new", "/blog-post-manager"];
    let site = TestSite::new(database).await;
    let admin = site.staff().await;
    let editor = site.editor(EDITOR).await;
    let linkable = || staff_pages().into_iter().filter(|path| !path.contains('{') && !UNLINKED.contains(path));
    for (staff, is_open) in
        [(&admin, (|_| true) as fn(&&str) -> bool), (&editor, |path| PAGES_OF_EDITORS.contains(path))]
    {
        let open: BTreeSet<String> = linkable().filter(is_open).map(str::to_owned).collect();
        let data = site.data("/admin/blog", &[("authorization", &staff.bearer)]).await.ok(200);
        assert_eq!(linked(&data), open);
        let answer = staff.get("/admin/categories").await;
        let document = answer.text();
        for path in linkable() {
            assert_eq!(document.contains(&format!("href=\"{path}\"")), open.contains(path), "{path}");
        }
    }
}

async fn staff_and_invitations_are_listed(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let admin = site.staff().await;
    site.editor(EDITOR).await;
    let body = json!({"email": " Eve@foundfirst.test ", "role": "administrator"});
    assert_eq!(admin.call("POST", INVITATIONS, &body).await.status, 204);
    let list = admin.get(STAFF).await.ok(200);
    assert_eq!(each(&list["staff"], "email"), [ADMIN, EDITOR]);
    assert_eq!(each(&list["staff"], "role"), ["administrator", "editor"]);
    let me = &list["staff"][0];
    assert_eq!((&me["is_me"], &me["has_second_factor"], &me["sessions"]), (&json!(true), &json!(false), &json!(1)));
    assert_eq!(me["last_sign_in_text"], "21 Nov 2026, 09:30");
    assert_eq!(list["staff"][1]["is_me"], false);
    let invited = &list["invitations"][0];
    assert_eq!((&invited["email"], &invited["role"]), (&json!("Eve@foundfirst.test"), &json!("administrator")));
    assert_eq!(invited["expires_text"], "28 Nov 2026, 09:30");
    let page = site.data("/admin/staff", &[("authorization", &admin.bearer)]).await.ok(200);
    assert_eq!((&page["component"], &page["props"]["staff"]), (&json!("admin/staff"), &list["staff"]));
    assert!(admin.get("/admin/staff").await.text().contains("Eve@foundfirst.test"));
}

async fn somebody_is_invited_and_becomes_an_editor(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let admin = site.staff().await;
    let invite =
        async |email: &str, role: &str| admin.call("POST", INVITATIONS, &json!({"email": email, "role": role})).await;
    assert_eq!(invite("eve@foundfirst.test", "administrator").await.status, 204);
    let first = site.mailed_token().await;
    assert_eq!(invite("eve@foundfirst.test", "editor").await.status, 204, "sent again, with another role");
    let second = site.mailed_token().await;
    let accept =
        async |token: &str| site.post("/api/auth/confirm", &json!({"token": token, "password": PASSWORD})).await.status;
    assert_eq!((accept(&first).await, accept(&second).await), (422, 204), "only the newest link works");
    assert_eq!(site.sign_in("eve@foundfirst.test").await["user"]["role"], "editor");
    let (status, code, _) = invite("EVE@foundfirst.test", "administrator").await.failure();
    assert_eq!((status, code.as_str()), (409, "already_staff"));
    assert_eq!(admin.member("eve@foundfirst.test").await["role"], "editor");

    assert_eq!(invite("bob@foundfirst.test", "editor").await.status, 204);
    let token = site.mailed_token().await;
    let address = format!("{INVITATIONS}?email=Bob%40foundfirst.test");
    assert_eq!(admin.call("DELETE", &address, &Value::Null).await.status, 204);
    assert_eq!(accept(&token).await, 422, "withdrawn");
    assert_eq!(admin.call("DELETE", &address, &Value::Null).await.failure().0, 404);
}

async fn a_role_is_changed_and_rights_are_removed(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let admin = site.staff().await;
    let editor = site.editor(EDITOR).await;
    let address = format!("{STAFF}/{}", id(&admin.member(EDITOR).await));
    assert_eq!(admin.call("PATCH", &address, &json!({"role": "administrator"})).await.status, 204);
    assert!(!editor.is_signed_in().await, "the session ended");
    let promoted = Staff { site: &site, bearer: bearer(&site.sign_in(EDITOR).await) };
    assert_eq!(promoted.get("/api/admin/enquiries").await.status, 200);
    let entries = admin.get("/api/admin/audit?action=account.role_changed").await.ok(200)["entries"].clone();
    assert_eq!((&entries[0]["actor"], &entries[0]["object"]), (&json!(ADMIN), &json!(format!("account {EDITOR}"))));
    assert_eq!(
        (&entries[0]["before"]["role"], &entries[0]["after"]["role"]),
        (&json!("editor"), &json!("administrator"))
    );

    assert_eq!(admin.call("DELETE", &address, &Value::Null).await.status, 204);
    assert!(!promoted.is_signed_in().await);
    assert_eq!(site.sign_in(EDITOR).await["user"]["is_admin"], false, "the account stays, without rights");
    assert_eq!(admin.call("DELETE", &address, &Value::Null).await.failure().0, 404);
}

async fn nobody_changes_their_own_rights(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let admin = site.staff().await;
    let address = format!("{STAFF}/{}", id(&admin.member(ADMIN).await));
    for is_last in [true, false] {
        if !is_last {
            site.account("second@foundfirst.test", true).await;
        }
        for (method, body) in [("PATCH", json!({"role": "editor"})), ("DELETE", Value::Null)] {
            let (status, code, _) = admin.call(method, &address, &body).await.failure();
            assert_eq!((status, code.as_str()), (409, "own_account"), "{method}");
        }
    }
    assert_eq!(admin.member(ADMIN).await["role"], "administrator");
    assert!(admin.is_signed_in().await);
}

async fn sessions_of_somebody_are_ended(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let admin = site.staff().await;
    let editor = site.editor(EDITOR).await;
    site.sign_in(EDITOR).await;
    let member = admin.member(EDITOR).await;
    assert_eq!(member["sessions"], 2);
    let address = format!("{STAFF}/{}/sessions", id(&member));
    assert_eq!(admin.call("DELETE", &address, &Value::Null).await.status, 204);
    assert!(!editor.is_signed_in().await && admin.is_signed_in().await);
    let entries = admin.get("/api/admin/audit?action=account.sessions_ended").await.ok(200)["entries"].clone();
    assert_eq!((&entries[0]["before"], &entries[0]["after"]), (&json!({"sessions": 2}), &json!({"sessions": 0})));
}

async fn changes_need_a_recent_sign_in(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let admin = site.staff().await;
    site.editor(EDITOR).await;
    let one = format!("{STAFF}/{}", id(&admin.member(EDITOR).await));
    site.advance(10 * 60);
    let (invited, role) = (json!({"email": "eve@foundfirst.test", "role": "editor"}), json!({"role": "administrator"}));
    let withdrawn = format!("{INVITATIONS}?email=eve%40foundfirst.test");
    let sessions = format!("{one}/sessions");
    for (method, address, body) in [
        ("POST", INVITATIONS, &invited),
        ("DELETE", withdrawn.as_str(), &Value::Null),
        ("PATCH", one.as_str(), &role),
        ("DELETE", one.as_str(), &Value::Null),
        ("DELETE", sessions.as_str(), &Value::Null),
    ] {
        let (status, code, _) = admin.call(method, address, body).await.failure();
        assert_eq!((status, code.as_str()), (403, "reauthentication_required"), "{method} {address}");
    }
    let list = admin.get(STAFF).await.ok(200);
    assert_eq!((each(&list["staff"], "role"), &list["invitations"]), (vec!["administrator", "editor"], &json!([])));
    assert_eq!(admin.call("POST", "/api/auth/reauthenticate", &json!({"password": PASSWORD})).await.status, 204);
    assert_eq!(admin.call("PATCH", &one, &role).await.status, 204);
}

async fn requests_that_fit_nobody_are_refused(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let admin = site.staff().await;
    for (email, part) in [("", "email"), ("nonsense", "email")] {
        let answer = admin.call("POST", INVITATIONS, &json!({"email": email, "role": "editor"})).await;
        assert!(answer.field("email").contains(part), "{email}");
    }
    for body in [json!({"email": "eve@foundfirst.test", "role": "king"}), json!({"email": "eve@foundfirst.test"})] {
        assert_eq!(admin.call("POST", INVITATIONS, &body).await.status, 422, "{body}");
    }
    site.account(READER, false).await;
    for unknown in [NOBODY, "nonsense"] {
        let address = format!("{STAFF}/{unknown}");
        for (method, address, body) in [
            ("PATCH", &address, json!({"role": "editor"})),
            ("DELETE", &address, Value::Null),
            ("DELETE", &format!("{address}/sessions"), Value::Null),
        ] {
            assert_eq!(admin.call(method, address, &body).await.failure().0, 404, "{method} {address}");
        }
    }
    assert_eq!(admin.call("DELETE", INVITATIONS, &Value::Null).await.failure().0, 422);
}
