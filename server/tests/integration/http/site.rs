//! A site under test: an application on a fresh database, with a clock that only tests advance.

use std::{sync::Arc, time::Duration};

use axum::{Router, body::Body};
use bytes::Bytes;
use chrono::{DateTime, TimeDelta, TimeZone, Utc};
use foundfirst::{
    accounts::Password,
    audit::Actor,
    clock::ManualClock,
    config::{Config, SiteUrl, media::MediaUrl},
    email_address::EmailAddress,
    http::{
        app::{App, Overrides},
        listener,
        pages::render::Representation,
        proxies::Peer,
        router::router,
    },
};
use http::{HeaderMap, Method, Request, Uri, header};
use http_body_util::BodyExt;
use react_ssr::{Limits, PoolConfig};
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::oneshot};
use tower::ServiceExt;

pub use crate::testing::TestDatabase;
pub(crate) use crate::testing::on_both_engines;

/// Runs each test once, as `one_engine::name`, on SQLite: for behaviour that does not depend on any statement, such as
/// methods, media types and input checks. A test is written as for [`on_both_engines`].
macro_rules! on_one_engine {
    ($($name:ident),* $(,)?) => {
        mod one_engine {
            $(#[tokio::test]
            async fn $name() {
                super::$name(super::TestDatabase::sqlite().await).await;
            })*
        }
    };
}
pub(crate) use on_one_engine;

pub const PUBLIC_URL: &str = "https://foundfirst.test";
pub const PASSWORD: &str = "correct horse battery";
pub const ADMIN: &str = "admin@foundfirst.test";
pub const READER: &str = "reader@foundfirst.test";

/// The time at which every test begins.
pub fn start() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 9, 30, 0).unwrap()
}

pub struct TestSite {
    pub app: App,
    pub clock: ManualClock,
    router: Router,
    pub data: tempfile::TempDir,
    _database: TestDatabase,
}

/// A response with its complete body.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Answer {
    /// Returns the value of a header; empty when absent.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    /// Returns the body, which must be JSON by its media type.
    #[track_caller]
    pub fn json(&self) -> Value {
        assert_eq!(self.header("content-type"), "application/json", "{} {}", self.status, self.text());
        serde_json::from_slice(&self.body).unwrap()
    }

    /// Returns the body of a response that must have this status.
    #[track_caller]
    pub fn ok(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        self.json()
    }

    /// Returns a JSON body of any media type.
    #[track_caller]
    pub fn parsed(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// Returns status, code and message of a failed call.
    #[track_caller]
    pub fn failure(&self) -> (u16, String, String) {
        let error = self.json()["error"].clone();
        let text = |key: &str| error[key].as_str().unwrap().to_owned();
        (self.status, text("code"), text("message"))
    }

    /// Returns the message for a field of a refused call.
    #[track_caller]
    pub fn field(&self, name: &str) -> String {
        assert_eq!(self.status, 422, "{}", self.text());
        self.json()["error"]["fields"][name].as_str().unwrap_or_else(|| panic!("{}", self.text())).to_owned()
    }

    pub fn cookies(&self) -> Vec<&str> {
        self.headers.get_all(header::SET_COOKIE).iter().map(|value| value.to_str().unwrap()).collect()
    }
}

impl TestSite {
    pub async fn new(database: TestDatabase) -> Self {
        Self::at(database, PUBLIC_URL).await
    }

    /// Returns a site with another public URL.
    pub async fn at(database: TestDatabase, public_url: &str) -> Self {
        Self::built(database, public_url, |_, _| {}).await
    }

    /// Returns a site with changed configuration.
    pub async fn with(database: TestDatabase, change: impl FnOnce(&mut Config, &mut Overrides)) -> Self {
        Self::built(database, PUBLIC_URL, change).await
    }

    async fn built(database: TestDatabase, public_url: &str, change: impl FnOnce(&mut Config, &mut Overrides)) -> Self {
        let clock = ManualClock::new(start());
        let data = tempfile::tempdir().unwrap();
        let mut config = Config {
            listen: ([127, 0, 0, 1], 0).into(),
            public_url: None,
            data_dir: data.path().to_owned(),
            database: database.url.clone(),
            media: MediaUrl::Directory(data.path().join("media")),
            smtp: None,
            dkim: None,
            backup_recipients: None,
            breached_passwords: None,
            site: Arc::default(),
            has_site_file: false,
            metrics_listen: None,
            trusted_proxies: Arc::from(["10.0.0.0/8".parse().unwrap()]),
            vite: None,
        };
        // Longer than the default, for machines that are busy with other tests.
        let limits = Limits { call: Duration::from_secs(10), ..Limits::default() };
        let renderer = PoolConfig { workers: 1, timeout: Duration::from_secs(150), limits, ..PoolConfig::default() };
        let mut parts = Overrides { clock: Arc::new(clock.clone()), renderer, ..Overrides::default() };
        change(&mut config, &mut parts);
        let app = App::new(config, SiteUrl::new(public_url), database.open().await, parts).await.unwrap();
        Self { router: router(app.clone()), app, clock, data, _database: database }
    }

    /// Runs the listener and its background tasks during `work`.
    pub async fn while_serving(&self, work: impl Future<Output = ()>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let stopped = async {
            let _ = stopped.await;
        };
        let serving = tokio::spawn(listener::serve(self.app.clone(), listener, stopped));
        work.await;
        stop.send(()).unwrap();
        serving.await.unwrap().unwrap();
    }

    /// Returns the number of files in the library's directory.
    pub fn media_files(&self) -> usize {
        files_in(&self.data.path().join("media"))
    }

    pub fn advance(&self, seconds: i64) {
        self.clock.advance(TimeDelta::seconds(seconds));
    }

    pub async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        Answer { status: parts.status.as_u16(), headers: parts.headers, body }
    }

    /// Makes a call with headers and a JSON body, unless that is null.
    pub async fn call(&self, method: &str, address: &str, headers: &[(&str, &str)], body: &Value) -> Answer {
        self.send(request(method, address, headers, body)).await
    }

    /// Makes a call from another IP address.
    pub async fn call_from(&self, ip: [u8; 4], address: &str, headers: &[(&str, &str)], body: &Value) -> Answer {
        let mut request = request("POST", address, headers, body);
        request.extensions_mut().insert(Peer(ip.into()));
        self.send(request).await
    }

    pub async fn get(&self, address: &str) -> Answer {
        self.call("GET", address, &[], &Value::Null).await
    }

    pub async fn post(&self, address: &str, body: &Value) -> Answer {
        self.call("POST", address, &[], body).await
    }

    /// Requests a page as in-app navigation does.
    pub async fn data(&self, address: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = request("GET", address, headers, &Value::Null);
        request.extensions_mut().insert(Representation::Data);
        self.send(request).await
    }

    /// Posts a form as browsers do without JavaScript.
    pub async fn submit(&self, address: &str, fields: &str) -> Answer {
        let request = Request::builder().method(Method::POST).uri(address);
        let request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.send(request.body(Body::from(fields.to_owned())).unwrap()).await
    }

    /// Delivers due mail. Returns the emails written since the last call, in order of delivery and with unfolded
    /// lines.
    pub async fn mail(&self) -> Vec<String> {
        self.app.outbox.deliver_due().await.unwrap();
        let directory = self.data.path().join("mail");
        let found = std::fs::read_dir(&directory).into_iter().flatten().map(|entry| entry.unwrap().path());
        let mut paths: Vec<_> = found.collect();
        paths.sort();
        let read = |path: std::path::PathBuf| {
            let text = std::fs::read_to_string(&path).unwrap();
            std::fs::remove_file(path).unwrap();
            text.replace("=\r\n", "").replace("=3D", "=").replace("\r\n ", " ")
        };
        paths.into_iter().map(read).collect()
    }

    /// Returns the emails in files without deleting them, with unfolded lines.
    pub fn written_mail(&self) -> Vec<String> {
        let found = std::fs::read_dir(self.data.path().join("mail")).into_iter().flatten();
        let mut mails: Vec<String> = found
            .map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap())
            .map(|text| text.replace("=\r\n", "").replace("=3D", "=").replace("\r\n ", " "))
            .collect();
        mails.sort();
        mails
    }

    /// Creates an account.
    pub async fn account(&self, email: &str, is_admin: bool) {
        let (email, password) = (EmailAddress::parse(email).unwrap(), Password::parse(PASSWORD).unwrap());
        let by = Actor::command_line();
        self.app.accounts.create_user(&email, &password, is_admin, &by).await.unwrap();
    }

    /// Signs in. Returns the response's body.
    pub async fn sign_in(&self, email: &str) -> Value {
        self.post("/api/auth/sign-in", &json!({"email": email, "password": PASSWORD})).await.ok(200)
    }

    /// Creates an administrator and signs in.
    pub async fn staff(&self) -> Staff<'_> {
        self.account(ADMIN, true).await;
        let session = self.sign_in(ADMIN).await;
        Staff { site: self, bearer: bearer(&session) }
    }
}

/// Makes calls as an administrator.
pub struct Staff<'a> {
    pub site: &'a TestSite,
    /// The `Authorization` header.
    pub bearer: String,
}

impl Staff<'_> {
    pub async fn call(&self, method: &str, address: &str, body: &Value) -> Answer {
        self.site.call(method, address, &[("authorization", &self.bearer)], body).await
    }

    pub async fn get(&self, address: &str) -> Answer {
        self.call("GET", address, &Value::Null).await
    }

    /// Creates a post. Returns its JSON.
    pub async fn create(&self, input: Value) -> Value {
        self.call("POST", "/api/admin/posts", &input).await.ok(201)
    }

    /// Creates a published post with this slug.
    pub async fn publish(&self, slug: &str) -> Value {
        self.create(json!({"title": format!("Title of {slug}"), "slug": slug, "published": true})).await
    }

    /// Updates some fields of a post.
    pub async fn change(&self, post: &Value, fields: Value) -> Answer {
        let mut input = post.clone();
        for (key, value) in fields.as_object().unwrap() {
            input[key] = value.clone();
        }
        self.call("PUT", &format!("/api/admin/posts/{}", id(post)), &input).await
    }
}

/// Returns the `id` of a JSON object.
pub fn id(value: &Value) -> &str {
    value["id"].as_str().unwrap()
}

/// Returns the address of the sign-in page that leads back to a page for staff.
pub fn sign_in_before(page: &str) -> String {
    format!("/auth?next={}", page.replace('?', "%3F").replace('=', "%3D"))
}

/// Returns the `Authorization` header of a session.
pub fn bearer(session: &Value) -> String {
    format!("Bearer {}", session["access_token"].as_str().unwrap())
}

/// Returns the named field of each element of a list.
pub fn each<'a>(list: &'a Value, field: &str) -> Vec<&'a str> {
    list.as_array().unwrap().iter().map(|element| element[field].as_str().unwrap()).collect()
}

fn request(method: &str, address: &str, headers: &[(&str, &str)], body: &Value) -> Request<Body> {
    let mut request = Request::builder().method(method).uri(address.parse::<Uri>().unwrap());
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    if body.is_null() {
        return request.body(Body::empty()).unwrap();
    }
    request.header(header::CONTENT_TYPE, "application/json").body(Body::from(body.to_string())).unwrap()
}

/// Returns the number of images in a directory.
pub fn files_in(root: &std::path::Path) -> usize {
    std::fs::read_dir(root.join("images")).map_or(0, Iterator::count)
}
