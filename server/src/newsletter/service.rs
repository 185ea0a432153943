//! Double opt-in: a subscription counts once its emailed link was opened and confirmed with the button.

use std::sync::Arc;

use chrono::TimeDelta;
use uuid::Uuid;

use super::{
    emails,
    staff_store::{SubscriberFilter, SubscriberRecord},
    store::{NewsletterStore, Subscription, SubscriptionRequest},
};
use crate::{
    audit::Actor,
    clock::Clock,
    email_address::{EmailAddress, address_key},
    error::AppError,
    mail::{Brand, Outbox},
    site::{CurrentSite, Site},
    storage::{Database, StorageError, keyset::BATCH},
    token::{TokenHash, new_token},
};

/// What a subscriber was told about the use of the address. Stored with each subscription.
pub const CONSENT: &str = "The newsletter by email, once you have confirmed your address. We use your address for nothing else, and every issue has an unsubscribe link.";

/// How long an unconfirmed subscription is stored.
pub const PENDING_LIFETIME: TimeDelta = TimeDelta::days(30);

/// Subscribes and unsubscribes.
#[derive(Clone)]
pub struct NewsletterService {
    store: NewsletterStore,
    outbox: Outbox,
    clock: Arc<dyn Clock>,
    site: CurrentSite,
    public_url: String,
}

impl NewsletterService {
    /// Returns a service on `database`.
    pub fn new(
        database: Database,
        outbox: Outbox,
        clock: Arc<dyn Clock>,
        site: CurrentSite,
        public_url: String,
    ) -> Self {
        Self { store: NewsletterStore::new(database), outbox, clock, site, public_url }
    }

    /// Emails the address's owner a confirmation link. The response does not reveal whether the address was known.
    pub async fn subscribe(&self, email: &EmailAddress, source_page: &str) -> Result<(), AppError> {
        let token = new_token()?;
        let site = self.site.get();
        let Site { name, legal_name, contact_email, .. } = &*site;
        let brand = Brand { name, legal_name, public_url: &self.public_url };
        let mail = emails::confirmation(email.as_str(), &token, contact_email, brand);
        let request = SubscriptionRequest { email, source_page, consent: CONSENT, token: &TokenHash::of(&token) };
        if self.store.subscribe(request, mail, self.clock.now()).await? {
            self.outbox.wake();
            tracing::info!("confirmation of a newsletter subscription requested");
        }
        Ok(())
    }

    /// Returns the subscription that a link's token belongs to.
    pub async fn by_token(&self, token: &str) -> Result<Option<Subscription>, StorageError> {
        self.store.by_token(&TokenHash::of(token)).await
    }

    /// Confirms the subscription that a token belongs to.
    pub async fn confirm(&self, token: &str) -> Result<Option<Subscription>, StorageError> {
        self.store.confirm(&TokenHash::of(token), self.clock.now()).await
    }

    /// Ends the subscription that a token belongs to.
    pub async fn unsubscribe(&self, token: &str) -> Result<Option<Subscription>, StorageError> {
        self.store.unsubscribe(&TokenHash::of(token), self.clock.now()).await
    }

    /// Returns a page of subscribers, newest first, and the number on all pages.
    pub async fn list(
        &self,
        filter: &SubscriberFilter,
        page: u64,
        per_page: u64,
    ) -> Result<(Vec<SubscriberRecord>, u64), StorageError> {
        let offset = page.saturating_sub(1).saturating_mul(per_page);
        Ok((self.store.list(filter, offset, per_page).await?, self.store.count(filter).await?))
    }

    /// Returns the batch of subscribers after `last`, newest first; empty at the end.
    pub async fn batch(
        &self,
        filter: &SubscriberFilter,
        last: Option<&SubscriberRecord>,
    ) -> Result<Vec<SubscriberRecord>, StorageError> {
        self.store.batch(filter, last, BATCH).await
    }

    /// Returns the subscriber with this address.
    pub async fn by_email(&self, email: &EmailAddress) -> Result<Option<SubscriberRecord>, StorageError> {
        self.store.by_email(email).await
    }

    /// Deletes a subscriber and the confirmation emails to them. Returns false when there is no such subscriber.
    pub async fn erase(&self, id: Uuid, by: &Actor) -> Result<bool, StorageError> {
        // The emails first: without the subscriber, nothing would name their address.
        if let Some(subscriber) = self.store.get(id).await? {
            self.outbox.erase_kind(&address_key(&subscriber.email), emails::CONFIRMATION).await?;
        }
        self.store.erase(id, by.at(self.clock.now())).await
    }

    /// Deletes subscriptions that were never confirmed.
    pub async fn sweep(&self) -> Result<(), StorageError> {
        self.store.forget_pending(self.clock.now() - PENDING_LIFETIME).await
    }
}
