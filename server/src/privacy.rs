//! Personal data across features: exports and erases all data about a person.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    accounts::{AccountErasure, AccountService, PersonAccount},
    audit::{Action, Actor, AuditService, NewEntry, Object, store::AuditRecord},
    bookings::{BookingService, staff_store::BookingRecord},
    detached::to_the_end,
    email_address::{EmailAddress, address_key},
    enquiries::{EnquiryService, staff_store::EnquiryRecord},
    error::AppError,
    mail::{Outbox, store::MailRecord},
    newsletter::{NewsletterService, staff_store::SubscriberRecord},
    storage::StorageError,
};

/// All data stored about a person.
#[derive(Debug, Serialize, ToSchema)]
pub struct PersonData {
    /// The person's email address.
    pub email: String,
    /// The account, its sessions and failed sign-ins.
    #[serde(flatten)]
    pub account: PersonAccount,
    /// Enquiries sent from the email address.
    pub enquiries: Vec<EnquiryRecord>,
    /// Newsletter subscription. Null if there is none.
    #[schema(required = true)]
    pub subscription: Option<SubscriberRecord>,
    /// Calls booked with the email address.
    pub bookings: Vec<BookingRecord>,
    /// Emails to the person that are still stored.
    pub mails: Vec<MailRecord>,
    /// Audit log entries that name the person.
    pub audit: Vec<AuditMention>,
}

/// An audit log entry that names a person.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditMention {
    /// When the action was performed.
    pub at: DateTime<Utc>,
    /// Whether the person performed the action. Otherwise it was performed on their account or data.
    pub by_person: bool,
    /// The action, such as `post.changed`.
    pub action: String,
    /// The object of the action: its kind, followed by its id or name.
    pub object: String,
    /// The person's network. Null if someone else performed the action, or if not recorded.
    #[schema(required = true)]
    pub address: Option<String>,
}

/// The number of erased items.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Erased {
    /// Number of accounts deleted, with their sessions: 0 or 1.
    pub accounts: u64,
    /// Number of enquiries deleted, with their emails.
    pub enquiries: u64,
    /// Number of newsletter subscriptions deleted.
    pub subscriptions: u64,
    /// Number of booked calls deleted, with their emails. Their slots are available again.
    pub bookings: u64,
    /// Number of other emails to the person deleted.
    pub mails: u64,
    /// Number of emails from or to the person deleted from files.
    pub files: u64,
    /// Number of audit log entries from which the person's name and network were removed.
    pub names: u64,
    /// What was kept, and how to erase it. Null if nothing was kept.
    #[schema(required = true)]
    pub note: Option<String>,
}

/// The features that store personal data.
#[derive(Clone)]
#[expect(missing_docs, reason = "the types say it")]
pub struct Dependencies {
    pub accounts: AccountService,
    pub enquiries: EnquiryService,
    pub newsletter: NewsletterService,
    pub bookings: BookingService,
    pub outbox: Outbox,
    pub audit: AuditService,
}

/// Finds and erases personal data.
#[derive(Clone)]
pub struct PrivacyService(Dependencies);

impl PrivacyService {
    /// Returns a service over the features that store personal data.
    pub fn new(dependencies: Dependencies) -> Self {
        Self(dependencies)
    }

    /// Returns everything stored about a person.
    pub async fn export(&self, email: &EmailAddress, by: &Actor) -> Result<PersonData, AppError> {
        let Dependencies { accounts, enquiries, newsletter, bookings, outbox, audit } = &self.0;
        let entries = audit.naming(email).await?;
        let data = PersonData {
            email: email.to_string(),
            account: accounts.person(email).await?,
            enquiries: enquiries.sent_by(email).await?,
            subscription: newsletter.by_email(email).await?,
            bookings: bookings.booked_by(email).await?,
            mails: outbox.to(&email.key()).await?,
            audit: entries.into_iter().map(|entry| mention(entry, &email.key())).collect(),
        };
        audit.record(by, NewEntry::new(Action::PersonExported, Object::person(email))).await?;
        Ok(data)
    }

    /// Erases a person's data, including emails in files. An account with rights stays, as does its name in the audit
    /// log. The work continues when the caller disconnects, since a partial erasure would not be logged.
    pub async fn erase(&self, email: &EmailAddress, by: &Actor) -> Result<Erased, AppError> {
        let (service, email, by) = (self.clone(), email.clone(), by.clone());
        to_the_end(async move { service.erase_whole(&email, &by).await }).await
    }

    async fn erase_whole(&self, email: &EmailAddress, by: &Actor) -> Result<Erased, AppError> {
        let Dependencies { accounts, enquiries, newsletter, bookings, outbox, audit } = &self.0;
        // Files first, while the rows still show which emails concern the person.
        let mut ids: Vec<Uuid> = outbox.to(&email.key()).await?.into_iter().map(|mail| mail.id).collect();
        let sent = enquiries.sent_by(email).await?;
        ids.extend(sent.iter().flat_map(|enquiry| &enquiry.mails).map(|mail| mail.id));
        let calls = bookings.booked_by(email).await?;
        ids.extend(calls.iter().flat_map(|call| &call.mails).map(|mail| mail.id));
        let files = outbox.erase_files(&email.key(), &ids).await?;
        let account = accounts.erase(email, by).await?;
        let booked: Vec<String> = calls.iter().map(|call| call.id.to_string()).collect();
        // Before the bookings are erased, since the log's entries are found by their ids. If a later step fails, the
        // whole erasure is repeated.
        let mut names = 0;
        if account != AccountErasure::Kept {
            names += audit.erase(email, &booked).await?;
        }
        let erased = Erased {
            accounts: u64::from(account == AccountErasure::Deleted),
            enquiries: enquiries.erase_sent_by(email).await?,
            bookings: bookings.erase_booked_by(email).await?,
            mails: outbox.erase_to(&email.key()).await?,
            subscriptions: erase_subscriptions(newsletter, email, by).await?,
            files,
            names,
            note: (account == AccountErasure::Kept).then(|| kept(email)),
        };
        // Counts only: the address of somebody who was erased must not stay in the log.
        let Erased { accounts, enquiries, subscriptions, bookings, mails, files, .. } = erased;
        let counts = json!({ "accounts": accounts, "enquiries": enquiries, "subscriptions": subscriptions,
            "bookings": bookings, "mails": mails, "files": files });
        let entry = NewEntry::new(Action::PersonErased, Object::named("person", "erased"));
        audit.record(by, entry.after(&counts)).await?;
        if account != AccountErasure::Kept {
            // The entries that the steps above have recorded.
            names += audit.erase(email, &booked).await?;
        }
        tracing::info!(%counts, names, "personal data erased");
        Ok(Erased { names, ..erased })
    }
}

/// Deletes the subscriptions of an address: one, or two if it subscribed in both forms of its domain when these still
/// counted as two addresses. Returns their number.
async fn erase_subscriptions(
    newsletter: &NewsletterService,
    email: &EmailAddress,
    by: &Actor,
) -> Result<u64, StorageError> {
    let mut gone = 0;
    while let Some(subscriber) = newsletter.by_email(email).await? {
        if !newsletter.erase(subscriber.id, by).await? {
            break;
        }
        gone += 1;
    }
    Ok(gone)
}

/// Returns the note about an account with rights.
fn kept(email: &EmailAddress) -> String {
    format!(
        "This account has admin rights, so it was kept, with its sessions and its name in the audit log. To delete it, \
         run `foundfirst admin delete {email}` on the server, then erase again."
    )
}

fn mention(entry: AuditRecord, email_key: &str) -> AuditMention {
    let AuditRecord { at, actor, action, object, address, .. } = entry;
    let by_person = actor.is_some_and(|actor| address_key(&actor) == email_key);
    AuditMention { at, by_person, action, object, address: address.filter(|_| by_person) }
}
