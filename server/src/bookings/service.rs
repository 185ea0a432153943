//! Offers free times, and books, moves and cancels calls.

mod staff;

use std::{net::IpAddr, sync::Arc};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, NaiveDate, Utc};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{
    calendar::{Calendar, Slot},
    domain::{self, BookingInput},
    emails::EmailContext,
    store::{Booking, BookingStatus, BookingStore, Change, Key, NewBooking, TokenHash},
};
use crate::{
    audit::Actor,
    clock::{Clock, Random},
    enquiries::Verdict,
    error::{AppError, Fields},
    limits::{LimitRules, Limiter},
    mail::{Brand, Outbox},
    site::Site,
    storage::{Database, StorageError, content_state::ContentState},
};

/// Number of days whose free times pages show and the form offers.
pub const SHOWN_DAYS: u64 = 14;

const TAKEN: AppError = AppError::Conflict {
    code: "slot_taken",
    message: "This time has just been taken. Please choose another.",
    fields: Fields::new(),
};
const UNKNOWN: AppError = AppError::NotFound("No booking belongs to this link");
const CANCELLED: AppError =
    AppError::Gone { code: "booking_cancelled", message: "This call has been cancelled. Please book another." };
const PAST: AppError =
    AppError::Gone { code: "booking_past", message: "This call is over. Please book another if you would like one." };

/// The services and settings that bookings need.
#[expect(missing_docs, reason = "the types say it")]
pub struct Dependencies {
    pub database: Database,
    pub content: ContentState,
    pub outbox: Outbox,
    pub clock: Arc<dyn Clock>,
    pub random: Arc<dyn Random>,
    pub limits: LimitRules,
    pub site: Arc<Site>,
    pub public_url: String,
}

/// Offers free times, and books, moves and cancels calls.
#[derive(Clone)]
pub struct BookingService(Arc<Inner>);

struct Inner {
    store: BookingStore,
    calendar: Calendar,
    limiter: Limiter,
    dependencies: Dependencies,
}

/// A call that was booked or moved just now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Booked {
    /// The booking's id.
    pub id: Uuid,
    /// When the call is.
    pub slot: Slot,
    /// The secret token of the visitor's link.
    pub token: String,
}

impl BookingService {
    /// Returns a service with these dependencies.
    pub fn new(dependencies: Dependencies) -> Self {
        let store = BookingStore::new(dependencies.database.clone());
        // Several people of a company may book with one address: the limit per network applies to both.
        let limits = LimitRules { per_email: dependencies.limits.per_network, ..dependencies.limits };
        let calendar = Calendar::new(&dependencies.site);
        Self(Arc::new(Inner { store, calendar, limiter: Limiter::new(limits), dependencies }))
    }

    /// Returns the rules of what can be booked.
    pub fn calendar(&self) -> &Calendar {
        &self.0.calendar
    }

    /// Returns the free times of the `days` from `from` on; None is today.
    pub async fn free(&self, from: Option<NaiveDate>, days: u64) -> Result<Vec<Slot>, StorageError> {
        let Inner { calendar, store, .. } = &*self.0;
        let (now, pause) = (self.now(), calendar.pause());
        let mut slots = calendar.offered(from.unwrap_or_else(|| calendar.today(now)), days, now);
        let (Some(first), Some(last)) = (slots.first(), slots.last()) else { return Ok(slots) };
        let taken = store.taken(first.start - pause, last.end + pause).await?;
        slots.retain(|slot| !taken.iter().any(|other| slot.clashes(*other, pause)));
        Ok(slots)
    }

    /// Books a call. On success the booking and its emails are stored.
    pub async fn book(&self, input: &BookingInput, from: IpAddr) -> Result<Booked, AppError> {
        let Inner { calendar, store, limiter, dependencies } = &*self.0;
        let now = self.now();
        let valid = domain::check(input, |start| calendar.starting(start, now).is_some())?;
        let slot = calendar.starting(valid.start, now).ok_or(TAKEN)?;
        limiter.take(&valid.visitor.email.key(), from, now).map_err(|wait| self.too_many(wait))?;
        let mut bytes = [0; 32];
        dependencies.random.fill(&mut bytes).map_err(AppError::internal)?;
        let token = URL_SAFE_NO_PAD.encode(bytes);
        let id = Uuid::now_v7();
        let visitor = &valid.visitor;
        let booking = Booking {
            id,
            status: BookingStatus::Booked,
            slot,
            name: visitor.name.clone(),
            email: visitor.email.as_str().to_owned(),
            website: visitor.website.clone(),
            message: visitor.message.clone(),
            sequence: 0,
        };
        let mails = match valid.verdict {
            Verdict::Genuine => self.email_context(now).booked(&booking, &self.manage_url(&token)),
            Verdict::Spam => Vec::new(),
        };
        let new = NewBooking { id, slot, visitor, verdict: valid.verdict, token: digest(&token) };
        let version = store.book(&new, calendar.pause(), mails, Actor::visitor(from).at(now)).await?.ok_or(TAKEN)?;
        self.announce(version);
        tracing::info!(%id, start = %slot.start, spam = valid.verdict == Verdict::Spam, "call booked");
        Ok(Booked { id, slot, token })
    }

    /// Returns the booking that a link's token belongs to.
    pub async fn by_token(&self, token: &str) -> Result<Option<Booking>, StorageError> {
        self.0.store.by_token(&digest(token)).await
    }

    /// Returns whether a call has begun.
    pub fn is_past(&self, booking: &Booking) -> bool {
        booking.slot.start <= self.now()
    }

    /// Moves a call to the slot that begins at `start`, RFC 3339.
    pub async fn reschedule(&self, token: &str, start: &str, from: IpAddr) -> Result<Booked, AppError> {
        let Inner { calendar, store, limiter, .. } = &*self.0;
        let now = self.now();
        limiter.take(token, from, now).map_err(|wait| self.too_many(wait))?;
        // A missing or past booking is reported before a wrong time.
        let before = store.by_token(&digest(token)).await?.ok_or(UNKNOWN)?;
        if before.status == BookingStatus::Cancelled {
            return Err(CANCELLED);
        }
        if self.is_past(&before) {
            return Err(PAST);
        }
        let start = domain::start(start).map_err(|reason| AppError::invalid("start", reason))?;
        let to = if start == before.slot.start { Some(before.slot) } else { calendar.starting(start, now) };
        let to = to.ok_or_else(|| AppError::invalid("start", domain::NOT_OFFERED))?;
        let mails = |booking: &Booking| self.email_context(now).moved(booking, before.slot, &self.manage_url(token));
        let change =
            store.reschedule(&digest(token), to, calendar.pause(), mails, Actor::visitor(from).at(now)).await?;
        let booking = self.outcome(change)?;
        Ok(Booked { id: booking.id, slot: booking.slot, token: token.to_owned() })
    }

    /// Cancels a call for the visitor.
    pub async fn cancel(&self, token: &str, from: IpAddr) -> Result<(), AppError> {
        let now = self.now();
        self.0.limiter.take(token, from, now).map_err(|wait| self.too_many(wait))?;
        let mails = |booking: &Booking| self.email_context(now).cancelled(booking);
        let change = self.0.store.cancel(Key::Link(&digest(token)), mails, Actor::visitor(from).at(now)).await?;
        self.outcome(change)?;
        Ok(())
    }

    /// Returns the URL at which a visitor moves or cancels the call.
    pub fn manage_url(&self, token: &str) -> String {
        format!("{}/bookings/{token}", self.0.dependencies.public_url)
    }

    /// Deletes calls that are older than the site's retention period.
    pub async fn sweep(&self) -> Result<(), StorageError> {
        let months = chrono::Months::new(u32::from(self.0.dependencies.site.retention_months));
        let Some(moment) = self.now().checked_sub_months(months) else { return Ok(()) };
        let gone = self.0.store.forget(moment).await?;
        if gone > 0 {
            tracing::info!(count = gone, "old bookings deleted");
        }
        Ok(())
    }

    fn outcome(&self, change: Change) -> Result<Booking, AppError> {
        match change {
            Change::Made(booking, version) => {
                self.announce(version);
                tracing::info!(id = %booking.id, status = ?booking.status, "booking changed");
                Ok(booking)
            }
            Change::Unchanged(booking) => Ok(booking),
            Change::Unknown => Err(UNKNOWN),
            Change::Cancelled => Err(CANCELLED),
            Change::Past => Err(PAST),
            Change::Taken => Err(TAKEN),
        }
    }

    /// Announces the new content version and the emails.
    fn announce(&self, version: i64) {
        self.0.dependencies.content.advance(version);
        self.0.dependencies.outbox.wake();
    }

    fn now(&self) -> DateTime<Utc> {
        self.0.dependencies.clock.now()
    }

    fn email_context(&self, now: DateTime<Utc>) -> EmailContext<'_> {
        let Dependencies { site, public_url, .. } = &self.0.dependencies;
        let Site { name, legal_name, contact_email, time_zone, bookings, .. } = &**site;
        let host = public_url.split_once("://").map_or(public_url.as_str(), |(_, host)| host);
        EmailContext {
            brand: Brand { name, legal_name, public_url },
            contact_email,
            meeting_link: &bookings.meeting_link,
            host: host.split([':', '/']).next().unwrap_or(host),
            zone: *time_zone,
            now,
        }
    }

    fn too_many(&self, wait: u64) -> AppError {
        let minutes = wait.div_ceil(60);
        let minutes = if minutes == 1 { "a minute".to_owned() } else { format!("{minutes} minutes") };
        AppError::TooManyRequests {
            message: format!(
                "That is a lot of bookings at once. Please try again in {minutes}, or write to {}.",
                self.0.dependencies.site.contact_email
            ),
            retry_after: wait,
        }
    }
}

fn digest(token: &str) -> TokenHash {
    Sha256::digest(token.as_bytes()).into()
}
