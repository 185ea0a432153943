//! Personal data across features: exports and erases what is stored about a person.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    bookings::{BookingService, staff_store::BookingRecord},
    email_address::EmailAddress,
    enquiries::{EnquiryService, staff_store::EnquiryRecord},
    error::AppError,
    mail::{Outbox, store::MailRecord},
    newsletter::{NewsletterService, staff_store::SubscriberRecord},
};

/// Everything stored about a person.
#[derive(Debug, Serialize, ToSchema)]
pub struct PersonData {
    /// The person's email address.
    pub email: String,
    /// What the person sent.
    pub enquiries: Vec<EnquiryRecord>,
    /// The newsletter subscription.
    #[schema(required = true)]
    pub subscription: Option<SubscriberRecord>,
    /// Calls that the person booked.
    pub bookings: Vec<BookingRecord>,
    /// Emails to the person that are still stored.
    pub mails: Vec<MailRecord>,
}

/// What was erased.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct Erased {
    /// Enquiries, including their emails.
    pub enquiries: u64,
    /// The newsletter's subscription: 0 or 1.
    pub subscriptions: u64,
    /// Booked calls, including their emails. Their times are free again.
    pub bookings: u64,
    /// Other emails to the person.
    pub mails: u64,
    /// Emails by or to the person that were written to files.
    pub files: u64,
}

/// Finds and erases personal data.
#[derive(Clone)]
pub struct PrivacyService {
    enquiries: EnquiryService,
    newsletter: NewsletterService,
    bookings: BookingService,
    outbox: Outbox,
}

impl PrivacyService {
    /// Returns a service over the features that store personal data.
    pub fn new(
        enquiries: EnquiryService,
        newsletter: NewsletterService,
        bookings: BookingService,
        outbox: Outbox,
    ) -> Self {
        Self { enquiries, newsletter, bookings, outbox }
    }

    /// Returns everything stored about a person.
    pub async fn export(&self, email: &EmailAddress) -> Result<PersonData, AppError> {
        Ok(PersonData {
            email: email.to_string(),
            enquiries: self.enquiries.sent_by(email).await?,
            subscription: self.newsletter.by_email(email).await?,
            bookings: self.bookings.booked_by(email).await?,
            mails: self.outbox.to(&email.key()).await?,
        })
    }

    /// Erases a person's data, including emails in files.
    pub async fn erase(&self, email: &EmailAddress) -> Result<Erased, AppError> {
        // Files first, while the rows still tell which emails concern the person.
        let mut ids: Vec<Uuid> = self.outbox.to(&email.key()).await?.into_iter().map(|mail| mail.id).collect();
        let sent = self.enquiries.sent_by(email).await?;
        ids.extend(sent.iter().flat_map(|enquiry| &enquiry.mails).map(|mail| mail.id));
        let files = self.outbox.erase_files(&email.key(), &ids).await?;
        let enquiries = self.enquiries.erase_sent_by(email).await?;
        let bookings = self.bookings.erase_booked_by(email).await?;
        let subscriptions = match self.newsletter.by_email(email).await? {
            Some(subscriber) => u64::from(self.newsletter.erase(subscriber.id).await?),
            None => 0,
        };
        let mails = self.outbox.erase_to(&email.key()).await?;
        tracing::info!(enquiries, subscriptions, bookings, mails, files, "personal data erased");
        Ok(Erased { enquiries, subscriptions, bookings, mails, files })
    }
}
