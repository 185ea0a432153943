//! Everything a handler may use, built once.

use std::{ops::Deref, sync::Arc, time::Duration};

use lettre::message::Mailbox;
use react_ssr::{PoolConfig, RenderPool};

use crate::{
    accounts::{AccountService, service::Post},
    assets::Assets,
    bookings::{BookingService, service::Surroundings},
    clock::{Clock, Random, SystemClock, SystemRandom},
    config::Config,
    enquiries::{EnquiryService, LimitRules},
    error::AppError,
    mail::{Outbox, transport::Transport},
    media::{MediaService, Pictures},
    metrics::Metrics,
    newsletter::NewsletterService,
    pages::{content_state::ContentState, shell::Shell},
    posts::{
        PostService,
        service::PostSummary,
        views::{Card, Views, card_pictures},
    },
    render::cache::PageCache,
    storage::{Database, StorageError, content_version},
};

/// A handle to the application: cheap to clone, shared by every request.
#[derive(Clone)]
pub struct App(Arc<Inner>);

/// What [`App`] gives access to.
pub struct Inner {
    /// Checked configuration, with the brand.
    pub config: Config,
    /// Public address without a trailing slash.
    pub public_url: String,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// The database, for health checks; features use their services.
    pub database: Database,
    /// Posts.
    pub posts: PostService,
    /// Accounts and sessions.
    pub accounts: AccountService,
    /// What visitors send.
    pub enquiries: EnquiryService,
    /// The newsletter's subscribers.
    pub newsletter: NewsletterService,
    /// Calls that visitors book.
    pub bookings: BookingService,
    /// Mail on its way.
    pub outbox: Outbox,
    /// Uploaded images.
    pub media: MediaService,
    /// Which version of the content is the present one.
    pub content: ContentState,
    /// Rendered pages.
    pub cache: PageCache,
    /// React.
    pub renderer: RenderPool,
    /// The document around a rendered page.
    pub shell: Shell,
    /// The files of the front end.
    pub assets: &'static Assets,
    /// Counters.
    pub metrics: Metrics,
}

/// What tests and benchmarks replace.
pub struct Parts {
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Randomness.
    pub random: Arc<dyn Random>,
    /// Size and limits of the page renderer.
    pub renderer: PoolConfig,
    /// How much one address and one network may send.
    pub limits: LimitRules,
    /// How long the mail server may take for one answer.
    pub mail_patience: Duration,
}

impl Default for Parts {
    fn default() -> Self {
        Self {
            clock: Arc::new(SystemClock),
            random: Arc::new(SystemRandom),
            renderer: PoolConfig::default(),
            limits: LimitRules::default(),
            mail_patience: Duration::from_secs(20),
        }
    }
}

/// How many bytes of rendered pages are kept.
const CACHE_BYTES: u64 = 16 << 20;

impl Deref for App {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl App {
    /// Builds the application on an open database. `public_url` has no trailing slash.
    pub async fn new(config: Config, public_url: String, database: Database, parts: Parts) -> Result<Self, AppError> {
        let content = ContentState::new(content_version::read(database.reader()).await.map_err(StorageError::from)?);
        let posts = PostService::new(
            database.clone(),
            parts.clock.clone(),
            content.clone(),
            config.site.time_zone,
            public_url.clone(),
        );
        posts.refresh_schedule().await?;
        let media = MediaService::new(
            database.clone(),
            &config.media,
            parts.clock.clone(),
            parts.random.clone(),
            content.clone(),
        );
        let outbox = outbox(&config, &public_url, &database, &parts)?;
        let site = Arc::new(config.site.clone());
        let post = Post { outbox: outbox.clone(), site: site.clone(), public_url: public_url.clone() };
        let accounts = AccountService::new(database.clone(), parts.clock.clone(), parts.random.clone(), post)?;
        let newsletter = NewsletterService::new(
            database.clone(),
            outbox.clone(),
            parts.clock.clone(),
            parts.random.clone(),
            site.clone(),
            public_url.clone(),
        );
        let enquiries = EnquiryService::new(
            database.clone(),
            newsletter.clone(),
            outbox.clone(),
            parts.clock.clone(),
            parts.limits,
            site.clone(),
            public_url.clone(),
        );
        let bookings = BookingService::new(Surroundings {
            database: database.clone(),
            content: content.clone(),
            outbox: outbox.clone(),
            clock: parts.clock.clone(),
            random: parts.random,
            limits: parts.limits,
            site,
            public_url: public_url.clone(),
        });
        let assets = Assets::embedded();
        let renderer = RenderPool::start(assets.server_bundle(), parts.renderer)
            .map_err(|error| AppError::Internal(format!("the page renderer does not start: {error}")))?;
        let shell = Shell::new(assets, config.vite.clone()).map_err(AppError::Internal)?;
        Ok(Self(Arc::new(Inner {
            config,
            public_url,
            clock: parts.clock,
            database,
            posts,
            accounts,
            enquiries,
            newsletter,
            bookings,
            outbox,
            media,
            content,
            cache: PageCache::new(CACHE_BYTES),
            renderer,
            shell,
            assets,
            metrics: Metrics::default(),
        })))
    }

    /// Makes views of posts.
    pub fn views(&self) -> Views<'_> {
        Views { site: &self.config.site, public_url: &self.public_url, pictures: Pictures::default() }
    }

    /// Posts in a list, as pages show them: with what is known of their pictures.
    pub async fn cards(&self, posts: Vec<PostSummary>) -> Result<Vec<Card>, StorageError> {
        let pictures = self.media.pictures(card_pictures(&posts)).await?;
        Ok(self.views().with_pictures(pictures).cards(posts))
    }

    /// Whether visitors reach the site over https.
    pub fn https(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}

/// The outbox with its way out.
fn outbox(config: &Config, public_url: &str, database: &Database, parts: &Parts) -> Result<Outbox, AppError> {
    let transport = match &config.smtp {
        Some(url) => Transport::smtp(url, parts.mail_patience)
            .map_err(|error| AppError::Internal(format!("FOUNDFIRST_SMTP_URL: {error}")))?,
        None => Transport::Files(config.data_dir.join("mail")),
    };
    let site = &config.site;
    let address = site.mail_from();
    let address =
        address.parse().map_err(|error| AppError::Internal(format!("mail cannot be sent from {address}: {error}")))?;
    let from = Mailbox::new(Some(site.name.clone()), address);
    let host = public_url.split_once("://").map_or(public_url, |(_, host)| host);
    let host = host.split(':').next().unwrap_or(host);
    Ok(Outbox::new(database.clone(), transport, config.dkim.clone(), from, host, parts.clock.clone()))
}
