//! The application: every service, built once. `FromRef` gives each handler the services in its signature, so that
//! nothing below the router knows [`App`].

use std::{ops::Deref, sync::Arc, time::Duration};

use axum::extract::FromRef;
use lettre::message::Mailbox;
use react_ssr::{PoolConfig, RenderPool};

use crate::{
    accounts::{AccountService, service::Mailer},
    audit::AuditService,
    authors::AuthorService,
    bookings::{self, BookingService},
    clock::{Clock, SystemClock},
    config::{Config, SiteUrl, host_of},
    enquiries::EnquiryService,
    error::AppError,
    http::{
        api::csp_reports::ReportLog,
        assets::{self, Assets},
        discovery::{self, PUBLIC_PAGES},
        health::{Dependencies, Probes},
        metrics::Metrics,
        page_cache::PageCache,
        pages::{render::PageRenderer, shell::Shell},
        proxies::{ProxyWatch, TrustedProxies},
        render_budget::{RenderBudget, RenderLimits},
    },
    mail::{Outbox, transport::Transport},
    media::MediaService,
    newsletter::NewsletterService,
    posts::{CategoryService, PostAnalyser, PostPresenter, PostService, UnsavedService},
    privacy::{self, PrivacyService},
    redirects::RedirectService,
    settings::SettingsService,
    site::{CurrentSite, Site},
    site_health::SiteHealthService,
    storage::{Database, StorageError, content_state::ContentState, content_version},
};

/// A handle to everything that handlers and background tasks use. Cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Services>);

/// The services and settings of [`App`].
pub struct Services {
    /// Checked configuration.
    pub config: Arc<Config>,
    /// The brand.
    pub site: CurrentSite,
    /// Settings that administrators change.
    pub settings: SettingsService,
    /// The site's public URL.
    pub url: SiteUrl,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The database; features access it through their services.
    pub database: Database,
    /// Posts.
    pub posts: PostService,
    /// Unsaved work of editors.
    pub unsaved: UnsavedService,
    /// Renders posts into views for pages and calls.
    pub presenter: PostPresenter,
    /// Categories of posts.
    pub categories: CategoryService,
    /// Authors of posts.
    pub authors: AuthorService,
    /// Accounts and sessions.
    pub accounts: AccountService,
    /// Messages from visitors.
    pub enquiries: EnquiryService,
    /// The newsletter's subscribers.
    pub newsletter: NewsletterService,
    /// Discovery calls.
    pub bookings: BookingService,
    /// Email to be delivered.
    pub outbox: Outbox,
    /// Uploaded images.
    pub media: MediaService,
    /// The audit log.
    pub audit: AuditService,
    /// Redirects and missed addresses.
    pub redirects: RedirectService,
    /// Checks of the site.
    pub site_health: SiteHealthService,
    /// Personal data, across features.
    pub privacy: PrivacyService,
    /// The current version of the content.
    pub content: ContentState,
    /// The cache of rendered pages.
    pub cache: Arc<PageCache>,
    /// The threads that run React.
    pub renderer: Arc<RenderPool>,
    /// Turns page props into responses.
    pub pages: PageRenderer,
    /// The front end's files.
    pub assets: &'static Assets,
    /// Counters.
    pub metrics: Arc<Metrics>,
    /// Errors in the proxy configuration.
    pub proxies: ProxyWatch,
    /// When a report about the Content-Security-Policy was last logged.
    pub report_log: ReportLog,
    /// The last result of the probes of `/readyz`.
    pub probes: Probes,
}

/// The dependencies that tests and benchmarks replace.
pub struct Overrides {
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// Size and limits of the page renderer.
    pub renderer: PoolConfig,
    /// Limits of rendering; None for those that fit the number of render threads.
    pub render_limits: Option<RenderLimits>,
    /// Timeout for a response of the mail server.
    pub mail_timeout: Duration,
}

impl Default for Overrides {
    fn default() -> Self {
        Self {
            clock: Arc::new(SystemClock),
            renderer: PoolConfig::default(),
            render_limits: None,
            mail_timeout: Duration::from_secs(20),
        }
    }
}

/// Maximum number of bytes of cached pages.
const CACHE_BYTES: u64 = 16 << 20;

impl Deref for App {
    type Target = Services;

    fn deref(&self) -> &Services {
        &self.0
    }
}

impl App {
    /// Builds the application on an open database.
    pub async fn new(config: Config, url: SiteUrl, database: Database, overrides: Overrides) -> Result<Self, AppError> {
        let Overrides { clock, renderer, render_limits, mail_timeout } = overrides;
        let site = CurrentSite::new(config.site.clone());
        let public_url = url.as_str().to_owned();
        let content =
            ContentState::new(content_version::read_all(database.reader()).await.map_err(StorageError::from)?);
        let (zone, origin) = (config.site.time_zone, public_url.clone());
        let posts = PostService::new(database.clone(), clock.clone(), content.clone(), zone, origin);
        posts.refresh_schedule().await?;
        let unsaved = UnsavedService::new(database.clone(), posts.clone(), clock.clone());
        let settings =
            SettingsService::new(database.clone(), config.site.clone(), site.clone(), clock.clone(), content.clone());
        settings.refresh().await?;
        let media = MediaService::new(database.clone(), &config.media, clock.clone(), content.clone());
        let authors = AuthorService::new(database.clone(), clock.clone(), content.clone());
        let categories = CategoryService::new(database.clone(), clock.clone(), content.clone());
        let outbox = outbox(&config, &url, &database, clock.clone(), mail_timeout)?;
        let mailer = Mailer { outbox: outbox.clone(), site: site.clone(), public_url: public_url.clone() };
        let breached = config.breached_passwords.clone();
        let accounts = AccountService::new(database.clone(), clock.clone(), mailer, breached)?;
        let newsletter =
            NewsletterService::new(database.clone(), outbox.clone(), clock.clone(), site.clone(), public_url.clone());
        let enquiries = EnquiryService::new(
            database.clone(),
            newsletter.clone(),
            outbox.clone(),
            clock.clone(),
            site.clone(),
            public_url.clone(),
        );
        let bookings = BookingService::new(bookings::service::Dependencies {
            database: database.clone(),
            content: content.clone(),
            outbox: outbox.clone(),
            clock: clock.clone(),
            site: site.clone(),
            public_url,
        });
        let audit = AuditService::new(database.clone(), clock.clone(), config.site.retention_months);
        let privacy = PrivacyService::new(privacy::Dependencies {
            accounts: accounts.clone(),
            enquiries: enquiries.clone(),
            newsletter: newsletter.clone(),
            bookings: bookings.clone(),
            outbox: outbox.clone(),
            audit: audit.clone(),
        });
        let (files, icons) = (Assets::embedded(url.is_https()), discovery::icons(&config.site));
        let is_file = Arc::new(move |path: &str| files.contains(path) || icons.contains(&path));
        let redirects =
            RedirectService::new(database.clone(), clock.clone(), url.as_str().to_owned(), &PUBLIC_PAGES, is_file);
        let site_health =
            SiteHealthService::new(database.clone(), clock.clone(), content.clone(), url.as_str().to_owned());
        let rendering = (renderer, render_limits);
        let services = (redirects.clone(), posts.clone(), categories.clone());
        let (pages, assets) = page_renderer(&config, &url, &site, &content, clock.clone(), services, rendering)?;
        Ok(Self(Arc::new(Services {
            presenter: PostPresenter::new(config.site.clone(), url.clone(), media.clone(), authors.clone()),
            cache: pages.cache.clone(),
            proxies: ProxyWatch::new(TrustedProxies(config.trusted_proxies.clone()), url.clone()),
            probes: Probes::default(),
            report_log: ReportLog::default(),
            config: Arc::new(config),
            site,
            settings,
            url,
            clock,
            database,
            posts,
            categories,
            unsaved,
            authors,
            accounts,
            enquiries,
            newsletter,
            bookings,
            outbox,
            media,
            audit,
            redirects,
            site_health,
            privacy,
            content,
            renderer: pages.renderer.clone(),
            metrics: pages.metrics.clone(),
            pages,
            assets,
        })))
    }

    /// Applies a content version that was read from the database, together with its schedule and settings. On failure
    /// the current version stays, so that the next read tries again.
    pub async fn take_version(&self, version: i64) -> Result<(), StorageError> {
        if version > self.content.followed() {
            self.posts.refresh_schedule().await?;
            self.settings.refresh().await?;
            self.content.follow(version);
        }
        Ok(())
    }
}

/// Starts the page renderer, and returns it with the assets that pages refer to.
fn page_renderer(
    config: &Config,
    url: &SiteUrl,
    site: &CurrentSite,
    content: &ContentState,
    clock: Arc<dyn Clock>,
    (redirects, posts, categories): (RedirectService, PostService, CategoryService),
    (pool, limits): (PoolConfig, Option<RenderLimits>),
) -> Result<(PageRenderer, &'static Assets), AppError> {
    let assets = Assets::embedded(url.is_https());
    let limits = limits.unwrap_or_else(|| RenderLimits::for_workers(pool.workers));
    let renderer = assets::server_bundle()
        .and_then(|bundle| RenderPool::start(bundle, pool))
        .map_err(|error| AppError::internal(format!("the page renderer did not start: {error}")))?;
    let metrics = Arc::new(Metrics::default());
    let shell = Shell::new(assets, config.vite.clone()).map_err(AppError::internal)?;
    let proxies = TrustedProxies(config.trusted_proxies.clone());
    let pages = PageRenderer {
        budget: RenderBudget::new(limits, proxies, metrics.clone()),
        cache: Arc::new(PageCache::new(CACHE_BYTES)),
        renderer: Arc::new(renderer),
        shell: Arc::new(shell),
        metrics,
        content: content.clone(),
        redirects,
        posts,
        categories,
        clock,
        site: site.clone(),
        url: url.clone(),
        assets_version: assets.version(),
        development: config.vite.is_some(),
    };
    Ok((pages, assets))
}

/// Builds the outbox with its transport.
fn outbox(
    config: &Config,
    url: &SiteUrl,
    database: &Database,
    clock: Arc<dyn Clock>,
    timeout: Duration,
) -> Result<Outbox, AppError> {
    let files = config.data_dir.join("mail");
    let transport = match &config.smtp {
        Some(url) => Transport::smtp(url, timeout, files)
            .map_err(|error| AppError::internal(format!("FOUNDFIRST_SMTP_URL: {error}")))?,
        None => Transport::files(files),
    };
    let address = config.site.mail_from();
    let address =
        address.parse().map_err(|error| AppError::internal(format!("mail cannot be sent from {address}: {error}")))?;
    let from = Mailbox::new(Some(config.site.name.clone()), address);
    Ok(Outbox::new(database.clone(), transport, config.dkim.clone(), from, host_of(url.as_str()), clock))
}

/// Lets handlers take fields of [`App`] as their state.
macro_rules! from_ref {
    ($($field:ident: $type:ty),+ $(,)?) => {
        $(impl FromRef<App> for $type {
            fn from_ref(app: &App) -> Self {
                app.$field.clone()
            }
        })+
    };
}

from_ref! {
    config: Arc<Config>,
    settings: SettingsService,
    url: SiteUrl,
    clock: Arc<dyn Clock>,
    posts: PostService,
    unsaved: UnsavedService,
    presenter: PostPresenter,
    authors: AuthorService,
    categories: CategoryService,
    accounts: AccountService,
    enquiries: EnquiryService,
    newsletter: NewsletterService,
    bookings: BookingService,
    outbox: Outbox,
    media: MediaService,
    audit: AuditService,
    redirects: RedirectService,
    site_health: SiteHealthService,
    privacy: PrivacyService,
    pages: PageRenderer,
    metrics: Arc<Metrics>,
    proxies: ProxyWatch,
    report_log: ReportLog,
}

impl FromRef<App> for PostAnalyser {
    fn from_ref(app: &App) -> Self {
        Self::new(app.posts.clone(), app.presenter.clone(), app.redirects.clone(), &PUBLIC_PAGES)
    }
}

impl FromRef<App> for Arc<Site> {
    fn from_ref(app: &App) -> Self {
        app.site.get()
    }
}

impl FromRef<App> for RenderBudget {
    fn from_ref(app: &App) -> Self {
        app.pages.budget.clone()
    }
}

impl FromRef<App> for TrustedProxies {
    fn from_ref(app: &App) -> Self {
        Self(app.config.trusted_proxies.clone())
    }
}

impl FromRef<App> for Dependencies {
    fn from_ref(app: &App) -> Self {
        Self {
            database: app.database.clone(),
            media: app.media.clone(),
            renderer: app.renderer.clone(),
            outbox: app.outbox.clone(),
            clock: app.clock.clone(),
            proxies: app.proxies.clone(),
            probes: app.probes.clone(),
        }
    }
}
