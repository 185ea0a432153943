//! Renders pages: React's HTML, the document around it, headers and validity.

use std::{
    sync::Arc,
    time::{Duration, SystemTime},
};

use bytes::Bytes;
use chrono::{DateTime, Datelike, Utc};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use react_ssr::RenderPool;

use super::{
    MachineFile, Page,
    props::SiteProps,
    shell::{Document, Shell},
};
use crate::{
    clock::Clock,
    config::SiteUrl,
    http::{
        metrics::Metrics,
        page_cache::{CachedPage, PageCache, RenderedPage},
        render_budget::RenderBudget,
        security,
    },
    posts::{
        CategoryService, PostService,
        domain::{CATEGORIES, SECTION_TAGS},
    },
    redirects::RedirectService,
    site::CurrentSite,
    storage::content_state::{ContentState, Versions},
};

/// Pages depend on the clock only for the current year, so an hour is soon enough.
const MAX_AGE: Duration = Duration::from_hours(1);

const HTML: &str = "text/html; charset=utf-8";
const JSON: &str = "application/json";

/// The representation of a page, which the listener adds to each request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Representation {
    /// An HTML document.
    Html,
    /// JSON for in-app navigation.
    Data,
}

/// Turns pages and files into complete responses.
#[derive(Clone)]
pub struct PageRenderer {
    /// The cache of complete responses.
    pub cache: Arc<PageCache>,
    /// The limits of rendering.
    pub budget: RenderBudget,
    /// The threads that run React.
    pub renderer: Arc<RenderPool>,
    /// The document around a rendered page.
    pub shell: Arc<Shell>,
    /// Counters.
    pub metrics: Arc<Metrics>,
    /// The current version of the content.
    pub content: ContentState,
    /// The redirects for addresses that no page has.
    pub redirects: RedirectService,
    /// The posts: a category without any has no listing to redirect to.
    pub posts: PostService,
    /// The categories that redirects lead to.
    pub categories: CategoryService,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// The brand.
    pub site: CurrentSite,
    /// The site's public URL.
    pub url: SiteUrl,
    /// The version of the front end's build.
    pub assets_version: &'static str,
    /// Whether Vite's development server serves the front end, which is then rendered in the browser.
    pub development: bool,
}

/// The versions and time before a page function reads the content.
#[derive(Debug, Clone, Copy)]
pub struct Moment {
    /// The current versions.
    pub versions: Versions,
    /// The time.
    pub now: SystemTime,
    /// When the next scheduled post is published.
    next_publication: Option<SystemTime>,
}

/// A response before its headers.
struct Answer {
    status: StatusCode,
    content_type: &'static str,
    body: Bytes,
    /// Whether it was rendered completely.
    complete: bool,
    /// Until when its props are valid, if time alone changes them.
    until: Option<DateTime<Utc>>,
    /// The Content-Security-Policy, where it is not the common one.
    policy: Option<HeaderValue>,
}

impl PageRenderer {
    /// Returns the current state of the content.
    pub fn now(&self) -> Moment {
        Moment {
            // In this order: a new version is announced after its schedule.
            versions: self.content.versions(),
            next_publication: self.content.next_publication().map(SystemTime::from),
            now: self.clock.now().into(),
        }
    }

    /// Renders a page in one representation.
    pub async fn render(
        &self,
        page: &Page,
        address: &str,
        representation: Representation,
        moment: Moment,
    ) -> RenderedPage {
        let answer = match representation {
            Representation::Html => self.document(page, address).await,
            Representation::Data => self.data(page, address).await,
        };
        let mut rendered = self.finish(answer, moment);
        rendered.store &= page.is_kept;
        rendered
    }

    /// Returns the response with a file.
    pub fn file(&self, file: MachineFile, moment: Moment) -> RenderedPage {
        let MachineFile { content_type, body } = file;
        self.finish(
            Answer { status: StatusCode::OK, content_type, body, complete: true, until: None, policy: None },
            moment,
        )
    }

    async fn document(&self, page: &Page, address: &str) -> Answer {
        let site = serde_json::to_string(&self.site_props()).unwrap_or_else(|_| "{}".to_owned());
        let input = self.page_json(page, &page.props, address, "null", Some(&site));
        if self.development {
            return self.unrendered(page, &input);
        }
        let rendered = self.renderer.document(input.clone()).await;
        self.metrics.rendered(&rendered);
        for error in [rendered.head.as_ref().err(), rendered.body.as_ref().err()].into_iter().flatten() {
            tracing::error!(component = page.component, %error, "could not render a page");
        }
        let data = match &page.hydration {
            Some(props) if rendered.body.is_ok() => self.page_json(page, props, address, "null", Some(&site)),
            _ => input,
        };
        let brand = self.site.get();
        let html = self.shell.document(&Document {
            component: page.component,
            head: rendered.head.as_deref().ok(),
            fallback_title: &brand.name,
            body: rendered.body.as_deref().unwrap_or_default(),
            // Hydration does not need the head, which is in the document.
            data: &data,
        });
        let complete = rendered.head.is_ok() && rendered.body.is_ok();
        let policy = self.shell.policy(page.component).cloned();
        let policy = if page.frames.is_empty() { policy } else { security::with_frames(policy.as_ref(), &page.frames) };
        // Without its head, which says noindex then, search engines are to come back.
        let is_failure = rendered.head.is_err() && page.status.is_success();
        let status = if is_failure { StatusCode::SERVICE_UNAVAILABLE } else { page.status };
        Answer { status, content_type: HTML, body: html.into(), complete, until: page.until, policy }
    }

    /// Returns a document that the browser renders, from the sources served by Vite.
    fn unrendered(&self, page: &Page, data: &str) -> Answer {
        let brand = self.site.get();
        let fallback_title = &brand.name;
        let document = Document { component: page.component, head: None, fallback_title, body: "", data };
        let body = self.shell.document(&document).into();
        let policy = Some(HeaderValue::from_static(security::DEVELOPMENT_POLICY));
        Answer { status: page.status, content_type: HTML, body, complete: false, until: None, policy }
    }

    async fn data(&self, page: &Page, address: &str) -> Answer {
        let site = serde_json::to_string(&self.site_props()).unwrap_or_else(|_| "{}".to_owned());
        let head = self.renderer.head(self.page_json(page, &page.props, address, "null", Some(&site))).await;
        if let Err(error) = &head {
            tracing::error!(component = page.component, %error, "could not render the head of a page");
        }
        let body = self.page_json(page, &page.props, address, head.as_deref().unwrap_or("null"), None).into();
        Answer {
            status: page.status,
            content_type: JSON,
            body,
            complete: head.is_ok(),
            until: page.until,
            policy: None,
        }
    }

    fn finish(&self, answer: Answer, moment: Moment) -> RenderedPage {
        let Answer { status, content_type, body, complete, until, policy } = answer;
        let mut headers = HeaderMap::with_capacity(16);
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
        let cacheable = complete && !status.is_server_error();
        let caching = if cacheable { "public, max-age=0, must-revalidate" } else { "no-store" };
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
        if content_type == JSON || status == StatusCode::NOT_FOUND {
            headers.insert("x-robots-tag", HeaderValue::from_static("noindex"));
        }
        if status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
        }
        if let Some(policy) = policy {
            headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        }
        security::protect(&mut headers, self.url.is_https());
        let limit = moment.now + MAX_AGE;
        let until = moment.next_publication.into_iter().chain(until.map(SystemTime::from)).fold(limit, SystemTime::min);
        RenderedPage {
            page: Arc::new(CachedPage::new(status, headers, body, Some(until))),
            store: complete && matches!(status, StatusCode::OK | StatusCode::NOT_FOUND),
        }
    }

    /// Returns the page as JSON for the browser and for React.
    fn page_json(&self, page: &Page, props: &str, address: &str, head: &str, site: Option<&str>) -> String {
        let text = |value: &str| serde_json::Value::from(value).to_string();
        let mut json = format!(
            r#"{{"component":{},"props":{props},"url":{},"head":{head},"version":{}"#,
            text(page.component),
            text(address),
            text(self.assets_version),
        );
        // The policy of the document that the visitor comes from does not allow the frames.
        let needs_document = (!page.frames.is_empty()).then_some("true");
        for (name, value) in [("form", page.form.as_deref()), ("needs_document", needs_document), ("site", site)] {
            if let Some(value) = value {
                json.push_str(",\"");
                json.push_str(name);
                json.push_str("\":");
                json.push_str(value);
            }
        }
        json.push('}');
        json
    }

    fn site_props(&self) -> SiteProps {
        let site = self.site.get();
        SiteProps {
            name: site.name.clone(),
            legal_name: site.legal_name.clone(),
            strapline: site.strapline.clone(),
            founding_year: site.founding_year,
            public_url: self.url.to_string(),
            shown_host: self.url.shown_host(&site).to_owned(),
            contact_email: site.contact_email.clone(),
            year: self.clock.now().with_timezone(&site.time_zone).year(),
            time_zone: site.time_zone.name().to_owned(),
            founder: site.founder.clone(),
            social_profiles: site.social_profiles.clone(),
            categories: CATEGORIES.map(str::to_owned).to_vec(),
            section_tags: SECTION_TAGS.map(str::to_owned).to_vec(),
        }
    }
}
