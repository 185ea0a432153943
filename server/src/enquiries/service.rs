//! Takes what visitors send: checks, judges, keeps, and has the mails sent.

use std::{net::IpAddr, sync::Arc};

use super::{
    domain::{Enquiry, EnquiryInput, EnquiryType, Verdict, check, judge},
    letters::{Letterhead, letters},
    limits::{LimitRules, Limiter},
    store::{EnquiryStore, Saved},
};
use crate::{
    clock::Clock,
    error::AppError,
    mail::{Brand, Outbox},
    newsletter::NewsletterService,
    site::Site,
    storage::{Database, StorageError},
};

/// Takes what visitors send.
#[derive(Clone)]
pub struct EnquiryService {
    store: EnquiryStore,
    newsletter: NewsletterService,
    outbox: Outbox,
    clock: Arc<dyn Clock>,
    limiter: Arc<Limiter>,
    site: Arc<Site>,
    public_url: String,
}

/// Where a message came from.
#[derive(Debug, Clone)]
pub struct Sender {
    /// The visitor's address.
    pub ip: IpAddr,
    /// Path of the page that the form stood on; empty when unknown.
    pub source_page: String,
}

impl EnquiryService {
    /// A service on `database`.
    pub fn new(
        database: Database,
        newsletter: NewsletterService,
        outbox: Outbox,
        clock: Arc<dyn Clock>,
        limits: LimitRules,
        site: Arc<Site>,
        public_url: String,
    ) -> Self {
        let limiter = Arc::new(Limiter::new(limits));
        Self { store: EnquiryStore::new(database), newsletter, outbox, clock, limiter, site, public_url }
    }

    /// Takes a message. When this answers without an error the message is kept, whatever happens afterwards.
    pub async fn submit(&self, input: &EnquiryInput, sender: &Sender) -> Result<EnquiryType, AppError> {
        let enquiry = check(input)?;
        let now = self.clock.now();
        self.limiter.take(&enquiry.email.key(), sender.ip, now).map_err(|wait| self.too_many(wait))?;
        let verdict = judge(&enquiry, input);
        if enquiry.kind == EnquiryType::Newsletter && verdict == Verdict::Genuine {
            self.newsletter.subscribe(&enquiry.email, &sender.source_page).await?;
            return Ok(enquiry.kind);
        }
        let mails = match verdict {
            Verdict::Genuine => letters(&enquiry, &sender.source_page, self.letterhead()),
            Verdict::Spam => Vec::new(),
        };
        let saved = self.store.save(&enquiry, &sender.source_page, verdict, mails, now).await?;
        self.outbox.wake();
        log(&enquiry, verdict, saved);
        Ok(enquiry.kind)
    }

    /// Forgets enquiries that are older than the site promises to keep them.
    pub async fn sweep(&self) -> Result<(), StorageError> {
        let months = chrono::Months::new(u32::from(self.site.retention_months));
        let Some(moment) = self.clock.now().checked_sub_months(months) else { return Ok(()) };
        let gone = self.store.forget(moment).await?;
        if gone > 0 {
            tracing::info!(gone, "old enquiries forgotten");
        }
        Ok(())
    }

    fn letterhead(&self) -> Letterhead<'_> {
        let Site { name, legal_name, contact_email, .. } = &*self.site;
        Letterhead { brand: Brand { name, legal_name, public_url: &self.public_url }, contact_email }
    }

    fn too_many(&self, wait: u64) -> AppError {
        let minutes = wait.div_ceil(60);
        let minutes = if minutes == 1 { "a minute".to_owned() } else { format!("{minutes} minutes") };
        AppError::TooManyRequests {
            message: format!(
                "That is a lot of messages at once. Please try again in {minutes}, or write to {}.",
                self.site.contact_email
            ),
            retry_after: wait,
        }
    }
}

fn log(enquiry: &Enquiry, verdict: Verdict, saved: Saved) {
    let kind = enquiry.kind.as_str();
    match (saved, verdict) {
        (Saved::New(id), Verdict::Genuine) => tracing::info!(%id, kind, "enquiry kept"),
        (Saved::New(id), Verdict::Spam) => tracing::info!(%id, kind, "enquiry kept as spam"),
        (Saved::Repeated(id), _) => tracing::info!(%id, kind, "enquiry sent again"),
    }
}
