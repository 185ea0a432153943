//! Offers free times, and books, moves and cancels calls.

mod staff;

use std::{net::IpAddr, sync::Arc};

use chrono::{DateTime, NaiveDate, Utc};
use uuid::Uuid;

use super::{
    calendar::{Calendar, Slot},
    domain::{self, BookingInput, BookingLimits},
    emails::EmailContext,
    store::{self, Booking, BookingStatus, BookingStore, Change, Key, NewBooking},
};
use crate::{
    audit::Actor,
    clock::Clock,
    config::host_of,
    enquiries::Verdict,
    error::AppError,
    limits::{LimitRules, Limiter, Network, wait_seconds, wait_text},
    mail::{Brand, Outbox},
    site::{CurrentSite, Site},
    storage::{Database, StorageError, content_state::ContentState},
    token::{TokenHash, is_token, new_token},
};

/// Maximum number of days whose free times are returned at once: as many as the site's settings may offer.
pub const MOST_DAYS: u64 = 31;

/// The query parameter of the link that confirms a held call.
pub const CONFIRM: &str = "confirm";

const TAKEN: AppError = AppError::conflict("slot_taken", "That time has just been taken. Please choose another.");
const REPEATED: &str = "You've already booked this time. Please check your email.";
const TOO_OFTEN: AppError = AppError::conflict(
    "too_many_changes",
    "You've moved this call too often. Please cancel it and book another, or write to us.",
);
const UNKNOWN: AppError = AppError::NotFound("No booking matches this link");
const CANCELLED: AppError =
    AppError::Gone { code: "booking_cancelled", message: "This call has been cancelled. Please book another." };
const HELD: AppError =
    AppError::conflict("booking_held", "Please confirm this call first, with the link in our email.");
const LAPSED: AppError = AppError::Gone {
    code: "booking_lapsed",
    message: "You didn't confirm this call in time, so we've released the slot. Please book another.",
};
/// Message for an address that has reached its limit of future calls.
const TOO_MANY_OPEN: &str = "You already have three calls booked with this email address. Move or cancel one, using \
                             the link in its confirmation, then book again.";
const PAST: AppError = AppError::Gone {
    code: "booking_past",
    message: "This call has started or is over, so it can no longer be changed.",
};

/// The services and settings that bookings need.
#[expect(missing_docs, reason = "the types say it")]
pub struct Dependencies {
    pub database: Database,
    pub content: ContentState,
    pub outbox: Outbox,
    pub clock: Arc<dyn Clock>,
    pub site: CurrentSite,
    pub public_url: String,
}

/// Offers free times, and books, moves and cancels calls.
#[derive(Clone)]
pub struct BookingService(Arc<Inner>);

struct Inner {
    store: BookingStore,
    limiter: Limiter,
    dependencies: Dependencies,
}

/// A call that was just booked or moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Booked {
    /// The booking's id.
    pub id: Uuid,
    /// When the call is.
    pub slot: Slot,
    /// The secret token of the visitor's link.
    pub token: String,
    /// When the hold ends, if the call is only held until the link in the email is followed.
    pub held_until: Option<DateTime<Utc>>,
}

/// Free times.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FreeSlots {
    /// In order.
    pub slots: Vec<Slot>,
    /// When they change without a booking: a hold ends, or the first is no longer offered.
    pub until: Option<DateTime<Utc>>,
}

impl BookingService {
    /// Returns a service with these dependencies.
    pub fn new(dependencies: Dependencies) -> Self {
        let store = BookingStore::new(dependencies.database.clone());
        // Several people from a company may book with one address: the limit per network applies to both.
        let limits = LimitRules::default();
        let limits = LimitRules { per_subject: limits.per_network, ..limits };
        Self(Arc::new(Inner { store, limiter: Limiter::new(limits), dependencies }))
    }

    /// Returns the free times of `days` days from `from` on, or from today.
    pub async fn free(&self, from: Option<NaiveDate>, days: u64) -> Result<FreeSlots, StorageError> {
        let (store, site) = (&self.0.store, self.site());
        let calendar = Calendar::new(&site);
        let (now, pause) = (self.now(), calendar.pause());
        let mut slots = calendar.offered(from.unwrap_or_else(|| calendar.today(now)), days, now);
        let (Some(first), Some(last)) = (slots.first(), slots.last()) else {
            return Ok(FreeSlots { slots, until: calendar.until(&[], now) });
        };
        let (taken, hold_ends) = store.taken(first.start - pause, last.end + pause, now).await?;
        slots.retain(|slot| !taken.iter().any(|other| slot.clashes(*other, pause)));
        let until = [calendar.until(&slots, now), hold_ends].into_iter().flatten().min();
        Ok(FreeSlots { slots, until })
    }

    /// Books a call. On success the booking and its emails are stored.
    pub async fn book(&self, input: &BookingInput, from: IpAddr) -> Result<Booked, AppError> {
        let Inner { store, limiter, .. } = &*self.0;
        let site = self.site();
        let calendar = Calendar::new(&site);
        let now = self.now();
        let valid = domain::check(input, |start| calendar.starting(start, now).is_some())?;
        let slot = calendar.starting(valid.start, now).ok_or(TAKEN)?;
        limiter.take(&valid.visitor.email.key(), from, now).map_err(|wait| self.too_many(wait))?;
        let (token, confirmation) = (new_token()?, new_token()?);
        let (id, visitor) = (Uuid::now_v7(), &valid.visitor);
        let new = NewBooking {
            id,
            slot,
            visitor,
            verdict: valid.verdict,
            is_doubtful: valid.is_doubtful,
            token: TokenHash::of(&token),
            network: Network::of(from),
            confirmation: TokenHash::of(&confirmation),
        };
        let mails = |held_until: Option<DateTime<Utc>>| match (valid.verdict, held_until) {
            (Verdict::Spam, _) => Vec::new(),
            (Verdict::Genuine, None) => self.email_context(&site, now).booked(&new.booking(), &self.manage_url(&token)),
            (Verdict::Genuine, Some(until)) => {
                let url = format!("{}?{CONFIRM}={confirmation}", self.manage_url(&token));
                vec![self.email_context(&site, now).held(&new.booking(), until, &url)]
            }
        };
        match store.book(&new, calendar.pause(), &BookingLimits::default(), mails, Actor::visitor(from).at(now)).await?
        {
            store::Booked::Made { version, held_until } => {
                self.announce(version);
                let (spam, held) = (valid.verdict == Verdict::Spam, held_until.is_some());
                tracing::info!(%id, start = %slot.start, spam, held, "call booked");
                Ok(Booked { id, slot, token, held_until })
            }
            store::Booked::Taken => Err(TAKEN),
            store::Booked::Repeated => Err(AppError::field_conflict("slot_taken", "start", REPEATED)),
            store::Booked::TooManyOpen => Err(AppError::field_conflict("too_many_open", "email", TOO_MANY_OPEN)),
            store::Booked::Refused(until) => Err(self.too_many(wait_seconds(until - now))),
        }
    }

    /// Books a held call after its link in the email was followed.
    pub async fn confirm(&self, token: &str, confirmation: &str, from: IpAddr) -> Result<(), AppError> {
        let now = self.now();
        self.count_link(token, from, now)?;
        let site = self.site();
        let mails = |booking: &Booking| self.email_context(&site, now).booked(booking, &self.manage_url(token));
        let change = self
            .0
            .store
            .confirm(&TokenHash::of(token), &TokenHash::of(confirmation), mails, Actor::visitor(from).at(now))
            .await?;
        self.outcome(change)?;
        Ok(())
    }

    /// Counts a use of a link. Text that cannot be a token belongs to no booking and is not counted.
    fn count_link(&self, token: &str, from: IpAddr, now: DateTime<Utc>) -> Result<(), AppError> {
        if !is_token(token) {
            return Err(UNKNOWN);
        }
        self.0.limiter.take(token, from, now).map_err(|wait| self.too_many(wait))
    }

    /// Returns the booking that the page of a link shows.
    pub async fn shown(&self, token: &str) -> Result<Option<Booking>, StorageError> {
        self.0.store.shown(&TokenHash::of(token)).await
    }

    /// Returns whether a call has begun.
    pub fn is_past(&self, booking: &Booking) -> bool {
        booking.slot.start <= self.now()
    }

    /// Returns whether a hold has ended.
    pub fn is_lapsed(&self, booking: &Booking) -> bool {
        booking.status == BookingStatus::Lapsed || booking.held_until.is_some_and(|until| until <= self.now())
    }

    /// Moves a call to the slot that begins at `start`, RFC 3339.
    pub async fn reschedule(&self, token: &str, start: &str, from: IpAddr) -> Result<Booked, AppError> {
        let (store, site) = (&self.0.store, self.site());
        let calendar = Calendar::new(&site);
        let now = self.now();
        self.count_link(token, from, now)?;
        // A missing or past booking is reported before a wrong time.
        let before = store.by_token(&TokenHash::of(token)).await?.ok_or(UNKNOWN)?;
        match before.status {
            BookingStatus::Cancelled => return Err(CANCELLED),
            BookingStatus::Lapsed => return Err(LAPSED),
            BookingStatus::Held if self.is_lapsed(&before) => return Err(LAPSED),
            BookingStatus::Held => return Err(HELD),
            BookingStatus::Booked => {}
        }
        if self.is_past(&before) {
            return Err(PAST);
        }
        let start = domain::start(start).map_err(|reason| AppError::invalid("start", reason))?;
        let to = if start == before.slot.start { Some(before.slot) } else { calendar.starting(start, now) };
        let to = to.ok_or_else(|| AppError::invalid("start", domain::NOT_OFFERED))?;
        let mails =
            |booking: &Booking| self.email_context(&site, now).moved(booking, before.slot, &self.manage_url(token));
        let change =
            store.reschedule(&TokenHash::of(token), to, calendar.pause(), mails, Actor::visitor(from).at(now)).await?;
        let booking = self.outcome(change)?;
        Ok(Booked { id: booking.id, slot: booking.slot, token: token.to_owned(), held_until: None })
    }

    /// Cancels a call for the visitor.
    pub async fn cancel(&self, token: &str, from: IpAddr) -> Result<(), AppError> {
        let now = self.now();
        self.count_link(token, from, now)?;
        let site = self.site();
        let mails = |booking: &Booking| self.email_context(&site, now).cancelled(booking);
        let change = self.0.store.cancel(Key::Link(&TokenHash::of(token)), mails, Actor::visitor(from).at(now)).await?;
        self.outcome(change)?;
        Ok(())
    }

    /// Returns the URL at which a visitor moves or cancels the call.
    pub fn manage_url(&self, token: &str) -> String {
        format!("{}/bookings/{token}", self.0.dependencies.public_url)
    }

    /// Deletes calls that are older than the site's retention period, and data that the limits no longer need.
    pub async fn sweep(&self) -> Result<(), StorageError> {
        self.0.store.forget_limits(self.now()).await?;
        let months = chrono::Months::new(u32::from(self.site().retention_months));
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
            Change::Held => Err(HELD),
            Change::Lapsed => Err(LAPSED),
            Change::Past => Err(PAST),
            Change::Taken => Err(TAKEN),
            Change::TooOften => Err(TOO_OFTEN),
        }
    }

    /// Announces the new version of the free times and the emails.
    fn announce(&self, version: i64) {
        self.0.dependencies.content.advance_availability(version);
        self.0.dependencies.outbox.wake();
    }

    fn site(&self) -> Arc<Site> {
        self.0.dependencies.site.get()
    }

    fn now(&self) -> DateTime<Utc> {
        self.0.dependencies.clock.now()
    }

    fn email_context<'a>(&'a self, site: &'a Site, now: DateTime<Utc>) -> EmailContext<'a> {
        let public_url = &self.0.dependencies.public_url;
        let Site { name, legal_name, contact_email, time_zone, bookings, .. } = site;
        EmailContext {
            brand: Brand { name, legal_name, public_url },
            contact_email,
            meeting_link: &bookings.meeting_link,
            host: host_of(public_url),
            zone: *time_zone,
            now,
        }
    }

    fn too_many(&self, wait: u64) -> AppError {
        AppError::TooManyRequests {
            message: format!(
                "Too many calls have been booked from your network or with this email address. Please try again in {}, or \
                 write to {}.",
                wait_text(wait),
                self.site().contact_email
            ),
            retry_after: wait,
        }
    }
}
