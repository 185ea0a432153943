//! Bookings as staff use them.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::BookingService;
use crate::{
    audit::Actor,
    bookings::{
        staff_store::{BookingFilter, BookingRecord},
        store::{Booking, Change, Key},
    },
    email_address::EmailAddress,
    error::AppError,
    storage::{StorageError, keyset::BATCH},
};

impl BookingService {
    /// Returns a page of the calls, and the number of calls on all pages.
    pub async fn list(
        &self,
        filter: &BookingFilter,
        page: u64,
        per_page: u64,
    ) -> Result<(Vec<BookingRecord>, u64), StorageError> {
        let (store, now) = (&self.0.store, self.now());
        let offset = page.saturating_sub(1).saturating_mul(per_page);
        Ok((store.list(filter, now, offset, per_page).await?, store.count(filter, now).await?))
    }

    /// Returns the batch of calls after `last`, in the list's order at `now` and without emails; empty at the end.
    pub async fn batch(
        &self,
        filter: &BookingFilter,
        last: Option<&BookingRecord>,
        now: DateTime<Utc>,
    ) -> Result<Vec<BookingRecord>, StorageError> {
        self.0.store.batch(filter, last, now, BATCH).await
    }

    /// Returns every call that was booked with an address.
    pub async fn booked_by(&self, email: &EmailAddress) -> Result<Vec<BookingRecord>, StorageError> {
        self.0.store.booked_by(&email.key(), self.now()).await
    }

    /// Deletes every call that was booked with an address, and its emails. Returns the number of calls.
    pub async fn erase_booked_by(&self, email: &EmailAddress) -> Result<u64, StorageError> {
        let Some((gone, version)) = self.0.store.erase_booked_by(&email.key()).await? else { return Ok(0) };
        self.announce(version);
        Ok(gone)
    }

    /// Cancels a call on behalf of the company: the visitor gets an email, and the time can be booked again.
    pub async fn withdraw(&self, id: Uuid, by: &Actor) -> Result<(), AppError> {
        let now = self.now();
        let site = self.site();
        let mails = |booking: &Booking| self.email_context(&site, now).withdrawn(booking);
        match self.0.store.cancel(Key::Id(id), mails, by.at(now)).await? {
            Change::Unknown => Err(AppError::NotFound("Could not find the requested booking")),
            Change::Cancelled => {
                Err(AppError::Gone { code: "booking_cancelled", message: "This call has already been cancelled." })
            }
            Change::Past => Err(AppError::Gone {
                code: "booking_past",
                message: "This call has started or is over, so it can no longer be cancelled.",
            }),
            change => self.outcome(change).map(|_| ()),
        }
    }
}
