//! Checks, stores and responds to messages from visitors.

use std::{net::IpAddr, sync::Arc};

use uuid::Uuid;

use super::{
    domain::{Enquiry, EnquiryInput, EnquiryType, Verdict, check, judge},
    emails::{EmailContext, emails},
    staff_store::{EnquiryChange, EnquiryFilter, EnquiryRecord},
    store::{EnquiryStore, Saved},
};
use crate::{
    audit::Actor,
    clock::Clock,
    email_address::EmailAddress,
    error::AppError,
    limits::{LimitRules, Limiter, wait_text},
    mail::{Brand, Outbox},
    newsletter::NewsletterService,
    site::{CurrentSite, Site},
    storage::{Database, StorageError, keyset::BATCH},
};

/// Maximum number of characters in a note.
pub(crate) const MAX_NOTE: usize = 5_000;

const NOTE_CHANGED: &str =
    "Somebody else has changed this note since you opened it. Copy yours, then reload the page to see theirs.";

/// Stores messages from visitors, and shows and changes them for staff.
#[derive(Clone)]
pub struct EnquiryService {
    store: EnquiryStore,
    newsletter: NewsletterService,
    outbox: Outbox,
    clock: Arc<dyn Clock>,
    limiter: Arc<Limiter>,
    site: CurrentSite,
    public_url: String,
}

/// The origin of a message.
#[derive(Debug, Clone)]
pub struct Sender {
    /// The visitor's IP address.
    pub ip: IpAddr,
    /// Path of the form's page; empty when unknown.
    pub source_page: String,
}

impl EnquiryService {
    /// Returns a service on `database`.
    pub fn new(
        database: Database,
        newsletter: NewsletterService,
        outbox: Outbox,
        clock: Arc<dyn Clock>,
        site: CurrentSite,
        public_url: String,
    ) -> Self {
        let limiter = Arc::new(Limiter::new(LimitRules::default()));
        Self { store: EnquiryStore::new(database), newsletter, outbox, clock, limiter, site, public_url }
    }

    /// Stores a message and the emails it causes.
    pub async fn submit(&self, input: &EnquiryInput, sender: &Sender) -> Result<EnquiryType, AppError> {
        let enquiry = check(input)?;
        let now = self.clock.now();
        self.limiter.take(&enquiry.email.key(), sender.ip, now).map_err(|wait| self.too_many(wait))?;
        let verdict = judge(&enquiry, input);
        if enquiry.kind == EnquiryType::Newsletter && verdict == Verdict::Genuine {
            self.newsletter.subscribe(&enquiry.email, &sender.source_page).await?;
            return Ok(enquiry.kind);
        }
        let site = self.site.get();
        let mails = match verdict {
            Verdict::Genuine => emails(&enquiry, &sender.source_page, self.email_context(&site)),
            Verdict::Spam => Vec::new(),
        };
        let saved = self.store.save(&enquiry, &sender.source_page, verdict, mails, now).await?;
        self.outbox.wake();
        log(&enquiry, verdict, saved);
        Ok(enquiry.kind)
    }

    /// Deletes enquiries that are older than the site's retention period.
    pub async fn sweep(&self) -> Result<(), StorageError> {
        let months = chrono::Months::new(u32::from(self.site.get().retention_months));
        let Some(moment) = self.clock.now().checked_sub_months(months) else { return Ok(()) };
        let gone = self.store.forget(moment).await?;
        if gone > 0 {
            tracing::info!(count = gone, "old enquiries deleted");
        }
        Ok(())
    }

    /// Returns a page of enquiries, newest first, and the number on all pages.
    pub async fn list(
        &self,
        filter: &EnquiryFilter,
        page: u64,
        per_page: u64,
    ) -> Result<(Vec<EnquiryRecord>, u64), StorageError> {
        let offset = page.saturating_sub(1).saturating_mul(per_page);
        Ok((self.store.list(filter, offset, per_page).await?, self.store.count(filter).await?))
    }

    /// Returns the batch of enquiries after `last`, newest first and without emails; empty at the end.
    pub async fn batch(
        &self,
        filter: &EnquiryFilter,
        last: Option<&EnquiryRecord>,
    ) -> Result<Vec<EnquiryRecord>, StorageError> {
        self.store.batch(filter, last, BATCH).await
    }

    /// Changes status and note. Fails with `NotFound` when there is no such enquiry, and with a conflict when somebody
    /// else has changed the note in the meantime.
    pub async fn change(&self, id: Uuid, change: &EnquiryChange, by: &Actor) -> Result<EnquiryRecord, AppError> {
        if change.note.as_ref().is_some_and(|note| note.chars().count() > MAX_NOTE) {
            return Err(AppError::invalid("note", "The note must be at most 5,000 characters"));
        }
        if change.note.as_ref().is_some_and(|note| note.contains('\0')) {
            return Err(AppError::invalid("note", "The note must not contain control characters"));
        }
        if !self.store.change(id, change, by.at(self.clock.now())).await? {
            return Err(AppError::conflict("edit_conflict", NOTE_CHANGED));
        }
        self.store.get(id).await?.ok_or(AppError::NotFound("Could not find the requested enquiry"))
    }

    /// Returns every enquiry from an address.
    pub async fn sent_by(&self, email: &EmailAddress) -> Result<Vec<EnquiryRecord>, StorageError> {
        self.store.sent_by(&email.key()).await
    }

    /// Deletes every enquiry from an address, and their emails. Returns how many there were.
    pub async fn erase_sent_by(&self, email: &EmailAddress) -> Result<u64, StorageError> {
        self.store.erase_sent_by(&email.key()).await
    }

    fn email_context<'a>(&'a self, site: &'a Site) -> EmailContext<'a> {
        let Site { name, legal_name, contact_email, .. } = site;
        EmailContext { brand: Brand { name, legal_name, public_url: &self.public_url }, contact_email }
    }

    fn too_many(&self, wait: u64) -> AppError {
        AppError::TooManyRequests {
            message: format!(
                "Too many messages have been sent from your network or with this email address. Please try again in {}, or \
                 write to {}.",
                wait_text(wait),
                self.site.get().contact_email
            ),
            retry_after: wait,
        }
    }
}

fn log(enquiry: &Enquiry, verdict: Verdict, saved: Saved) {
    let kind = enquiry.kind.as_str();
    match (saved, verdict) {
        (Saved::New(id), Verdict::Genuine) => tracing::info!(%id, kind, "enquiry stored"),
        (Saved::New(id), Verdict::Spam) => tracing::info!(%id, kind, "enquiry stored as spam"),
        (Saved::Repeated(id), _) => tracing::info!(%id, kind, "enquiry sent again"),
    }
}
