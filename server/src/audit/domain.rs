//! The parts of an entry: an actor, an action, an object, and the changed fields before and after.

use std::net::IpAddr;

use chrono::{DateTime, Utc};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::{
    email_address::{EmailAddress, address_key},
    limits::Network,
    text::hex,
};

/// Who does something, and from which network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    pub(super) kind: ActorKind,
    pub(super) name: Option<String>,
    pub(super) network: Option<Network>,
}

/// The kind of an actor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActorKind {
    /// An account that is signed in, or that proves itself by an emailed link.
    Account,
    /// An operator on the server.
    CommandLine,
    /// The program, for scheduled work.
    Program,
    /// Anybody else.
    Visitor,
}

impl ActorKind {
    /// Returns its name in the database.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Account => "account",
            Self::CommandLine => "command line",
            Self::Program => "program",
            Self::Visitor => "visitor",
        }
    }
}

impl Actor {
    /// Returns the actor of an account.
    pub fn account(email: &str, ip: IpAddr) -> Self {
        Self { kind: ActorKind::Account, name: Some(address_key(email)), network: Some(Network::of(ip)) }
    }

    /// Returns the actor of a request without an account.
    pub fn visitor(ip: IpAddr) -> Self {
        Self::in_network(Network::of(ip))
    }

    /// Returns the actor of a request without an account, from a network.
    pub fn in_network(network: Network) -> Self {
        Self { kind: ActorKind::Visitor, name: None, network: Some(network) }
    }

    /// Returns an actor of whom nothing is known.
    pub fn unknown() -> Self {
        Self { kind: ActorKind::Visitor, name: None, network: None }
    }

    /// Returns the operator on the server.
    pub fn command_line() -> Self {
        Self { kind: ActorKind::CommandLine, name: None, network: None }
    }

    /// Returns the program.
    pub fn program() -> Self {
        Self { kind: ActorKind::Program, name: None, network: None }
    }

    /// Returns the stamp of an action of this actor at a moment.
    pub fn at(&self, moment: DateTime<Utc>) -> Stamp {
        Stamp { actor: self.clone(), at: moment }
    }
}

/// Who does something, and when. Stores take it with every change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stamp {
    /// Who.
    pub actor: Actor,
    /// When.
    pub at: DateTime<Utc>,
}

/// For tests of stores that are not about the audit log.
#[cfg(test)]
impl From<DateTime<Utc>> for Stamp {
    fn from(at: DateTime<Utc>) -> Self {
        Actor::command_line().at(at)
    }
}

macro_rules! actions {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// What was done.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Action {
            $($(#[$doc])* $name,)*
        }

        impl Action {
            /// Every action.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// Returns its name in the database and in the API.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }
        }
    };
}

actions! {
    /// An account was created.
    AccountCreated = "account.created",
    /// An invitation was mailed.
    AccountInvited = "account.invited",
    /// A session was opened.
    SignedIn = "account.signed_in",
    /// A wrong password.
    SignInFailed = "account.sign_in_failed",
    /// An account was locked for a network.
    AccountLocked = "account.locked",
    /// An invitation was withdrawn.
    InvitationWithdrawn = "account.invitation_withdrawn",
    /// Sessions were ended by their owner or an administrator.
    SessionsEnded = "account.sessions_ended",
    /// A refresh token was shown again, and its session ended.
    TokenReused = "account.token_reused",
    /// A session was ended by signing out.
    SignedOut = "account.signed_out",
    /// A second factor was added.
    FactorAdded = "account.factor_added",
    /// A second factor was removed.
    FactorRemoved = "account.factor_removed",
    /// An operator or an accepted invitation removed every second factor.
    FactorsReset = "account.factors_reset",
    /// Recovery codes were created.
    RecoveryCodesMade = "account.recovery_codes_made",
    /// A new password was set.
    PasswordChanged = "account.password_changed",
    /// A role was granted.
    RoleGranted = "account.role_granted",
    /// A role was replaced by another.
    RoleChanged = "account.role_changed",
    /// A role was revoked.
    RoleRevoked = "account.role_revoked",
    /// An account was deleted.
    AccountDeleted = "account.deleted",
    /// A request was refused for lack of rights.
    AccessRefused = "access.refused",
    /// A post was created.
    PostCreated = "post.created",
    /// A post was changed.
    PostChanged = "post.changed",
    /// A post was moved to the trash.
    PostTrashed = "post.trashed",
    /// A post was taken out of the trash.
    PostRestored = "post.restored",
    /// A post was deleted for good.
    PostDeleted = "post.deleted",
    /// An author was added.
    AuthorCreated = "author.created",
    /// An author was changed.
    AuthorChanged = "author.changed",
    /// An author was deleted.
    AuthorDeleted = "author.deleted",
    /// A category was changed.
    CategoryChanged = "category.changed",
    /// A category was merged into another.
    CategoryMerged = "category.merged",
    /// An image was uploaded.
    ImageUploaded = "image.uploaded",
    /// An image's alt text or folder was changed.
    ImageChanged = "image.changed",
    /// An image's file was replaced.
    ImageReplaced = "image.replaced",
    /// An image was deleted.
    ImageDeleted = "image.deleted",
    /// A redirect was made.
    RedirectCreated = "redirect.created",
    /// A redirect was changed.
    RedirectChanged = "redirect.changed",
    /// A redirect was deleted.
    RedirectDeleted = "redirect.deleted",
    /// A missed address was removed from the list.
    MissedAddressForgotten = "redirect.address_forgotten",
    /// The status or note of an enquiry was changed.
    EnquiryChanged = "enquiry.changed",
    /// A call was booked.
    BookingCreated = "booking.created",
    /// A held call was confirmed.
    BookingConfirmed = "booking.confirmed",
    /// A call was moved.
    BookingMoved = "booking.moved",
    /// A call was cancelled.
    BookingCancelled = "booking.cancelled",
    /// A subscriber was deleted.
    SubscriberErased = "subscriber.erased",
    /// An email was queued for another try.
    MailRetried = "mail.retried",
    /// A list was downloaded.
    ListExported = "list.exported",
    /// A person's data was downloaded.
    PersonExported = "person.exported",
    /// A person's data was erased.
    PersonErased = "person.erased",
    /// Settings of the site were changed.
    SettingsChanged = "settings.changed",
    /// A backup was made.
    BackupMade = "backup.made",
    /// A backup was restored.
    BackupRestored = "backup.restored",
}

/// What something was done to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Object {
    pub(super) kind: &'static str,
    pub(super) id: Option<String>,
    /// A person's address, which can be erased.
    pub(super) name: Option<String>,
}

impl Object {
    /// Returns an object with an id: a post, an image, an enquiry.
    pub fn thing(kind: &'static str, id: Uuid) -> Self {
        Self { kind, id: Some(id.to_string()), name: None }
    }

    /// Returns an object that has a name instead of an id, such as a list. The name must not be a person's.
    pub fn named(kind: &'static str, name: &str) -> Self {
        Self { kind, id: Some(name.to_owned()), name: None }
    }

    /// Returns the account with an address. `id` is None when there may be no such account.
    pub fn account(id: Option<Uuid>, email: &str) -> Self {
        Self { kind: "account", id: id.map(|id| id.to_string()), name: Some(address_key(email)) }
    }

    /// Returns a person by their address.
    pub fn person(email: &EmailAddress) -> Self {
        Self { kind: "person", id: None, name: Some(email.key()) }
    }
}

/// An entry to append.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEntry {
    pub(super) action: Action,
    pub(super) object: Object,
    pub(super) before: Option<Value>,
    pub(super) after: Option<Value>,
}

impl NewEntry {
    /// Returns an entry without fields.
    pub fn new(action: Action, object: Object) -> Self {
        Self { action, object, before: None, after: None }
    }

    /// Adds the fields of what was deleted.
    #[must_use]
    pub fn before(self, fields: &Value) -> Self {
        Self { before: Some(shortened(fields)), ..self }
    }

    /// Adds the fields of what was created.
    #[must_use]
    pub fn after(self, fields: &Value) -> Self {
        Self { after: Some(shortened(fields)), ..self }
    }

    /// Adds the fields that differ between two states of the object.
    #[must_use]
    pub fn changed(self, before: &Value, after: &Value) -> Self {
        let (before, after) = (differing(before, after), differing(after, before));
        Self { before: Some(before), after: Some(after), ..self }
    }
}

/// Number of characters from which text is replaced by its length and digest.
const LONG_TEXT: usize = 500;

/// Returns the fields of `one` that `other` lacks or has with a different value.
fn differing(one: &Value, other: &Value) -> Value {
    let fields = one.as_object().into_iter().flatten();
    let different = fields.filter(|(name, value)| other.get(name) != Some(value));
    Value::Object(different.map(|(name, value)| (name.clone(), short(name, value))).collect())
}

fn shortened(fields: &Value) -> Value {
    let fields = fields.as_object().into_iter().flatten();
    Value::Object(fields.map(|(name, value)| (name.clone(), short(name, value))).collect::<Map<_, _>>())
}

/// Returns a value as it appears in an entry. Content and long texts are replaced by their length and digest.
fn short(name: &str, value: &Value) -> Value {
    match value.as_str() {
        Some(text) if name == "content" || text.chars().count() > LONG_TEXT => {
            json!({ "length": text.chars().count(), "sha256": hex(&Sha256::digest(text.as_bytes())) })
        }
        _ => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_changed_fields_are_recorded() {
        let before = json!({ "title": "Old", "slug": "one", "tags": ["a"] });
        let after = json!({ "title": "New", "slug": "one", "tags": ["a", "b"] });
        let entry = NewEntry::new(Action::PostChanged, Object::thing("post", Uuid::nil())).changed(&before, &after);
        assert_eq!(entry.before, Some(json!({ "title": "Old", "tags": ["a"] })));
        assert_eq!(entry.after, Some(json!({ "title": "New", "tags": ["a", "b"] })));
    }

    #[test]
    fn of_content_and_long_texts_only_length_and_digest_are_recorded() {
        let long = "é".repeat(LONG_TEXT + 1);
        let entry = NewEntry::new(Action::PostCreated, Object::thing("post", Uuid::nil()))
            .after(&json!({ "content": "<p>Secret</p>", "schema": long, "title": "Short" }));
        let after = entry.after.unwrap();
        assert_eq!(after["title"], "Short");
        assert_eq!((&after["content"]["length"], &after["schema"]["length"]), (&json!(13), &json!(LONG_TEXT + 1)));
        assert_eq!(after["content"]["sha256"].as_str().unwrap().len(), 64);
        assert!(!after.to_string().contains("Secret"));
    }

    #[test]
    fn names_of_actions_are_unique_and_grouped() {
        let mut names: Vec<&str> = Action::ALL.iter().map(|action| action.as_str()).collect();
        assert!(names.iter().all(|name| name.split_once('.').is_some()));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Action::ALL.len());
    }
}
