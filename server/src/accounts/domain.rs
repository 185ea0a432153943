//! Validated types of accounts: users, roles, lifetimes, the rules of locks.

use std::{fmt, net::IpAddr, str::FromStr};

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::audit::Actor;

/// Somebody who can sign in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// UUIDv7.
    pub id: Uuid,
    /// As written at sign-up.
    pub email: String,
    /// Whether it may enter the admin area, that is, whether [`Self::role`] is `Some`.
    pub is_admin: bool,
    /// What it may do there; None without rights.
    pub role: Option<Role>,
    /// When the account was created.
    pub created_at: DateTime<Utc>,
}

impl User {
    /// Returns whether the account has every right.
    pub fn is_administrator(&self) -> bool {
        self.role == Some(Role::Administrator)
    }
}

/// The role of a staff account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Has every permission, including enquiries, people, staff, settings and the audit log.
    Administrator,
    /// Writes and publishes posts, and manages images.
    Editor,
}

/// The error for text that is not a role.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("a role must be administrator or editor")]
pub struct RoleError;

impl Role {
    /// Returns its name, on the command line and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Administrator => "administrator",
            Self::Editor => "editor",
        }
    }
}

impl FromStr for Role {
    type Err = RoleError;

    fn from_str(text: &str) -> Result<Self, RoleError> {
        [Self::Administrator, Self::Editor].into_iter().find(|role| role.as_str() == text).ok_or(RoleError)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How a pending account is created once its address is confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PendingKind {
    /// Somebody signed up with the address and a password.
    SignUp,
    /// An operator invited the address; the invited person chooses the password.
    Invitation,
}

/// An account that waits for its address to be confirmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingAccount {
    /// As written at sign-up or by the operator.
    pub email: String,
    /// How it is created.
    pub kind: PendingKind,
}

/// The client of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// Its IP address.
    pub ip: IpAddr,
    /// Its User-Agent.
    pub agent: String,
}

impl Caller {
    /// Returns the actor of a request without an account.
    pub fn visitor(&self) -> Actor {
        Actor::visitor(self.ip)
    }

    /// Returns the actor of a request of the account with this address.
    pub fn account(&self, email: &str) -> Actor {
        Actor::account(email, self.ip)
    }
}

/// Lifetime of a link that sets a new password.
pub const RESET_LIFETIME: TimeDelta = TimeDelta::hours(1);
/// Lifetime of a link that confirms a sign-up.
pub const SIGN_UP_LIFETIME: TimeDelta = TimeDelta::hours(24);
/// Lifetime of a link that accepts an invitation.
pub const INVITATION_LIFETIME: TimeDelta = TimeDelta::days(7);
/// Lifetime of an access token.
pub const ACCESS_LIFETIME: TimeDelta = TimeDelta::hours(1);
/// Lifetime of a refresh token.
pub const REFRESH_LIFETIME: TimeDelta = TimeDelta::days(30);
/// How long a session with admin rights lasts unused.
pub const STAFF_IDLE: TimeDelta = TimeDelta::hours(1);
/// How long after its sign-in a session with admin rights ends, used or not.
pub const STAFF_SESSION: TimeDelta = TimeDelta::hours(12);
/// How often a session's last use is recorded, so that not every request writes.
pub const USE_INTERVAL: TimeDelta = TimeDelta::minutes(1);
/// How long after signing in a session may perform actions that need a recent sign-in.
pub const RECENT_SIGN_IN: TimeDelta = TimeDelta::minutes(10);

/// Returns the number of seconds from `now` until a moment, rounded up, so that a session opened a millisecond ago has
/// its full hour. 0 when it has passed.
pub fn seconds_until(until: DateTime<Utc>, now: DateTime<Utc>) -> i64 {
    (until - now + TimeDelta::milliseconds(999)).num_seconds().max(0)
}

/// How long failures are remembered after the last one.
pub const FAILURE_MEMORY: TimeDelta = TimeDelta::hours(24);
/// Number of failures at which an account is locked for a network.
pub const LOCK_FROM: u32 = 5;
/// Number of failures from all networks above which an account's attempts are paced, since many networks attack it.
pub const PACED_FROM: i32 = 20;
/// Interval between paced attempts: 43,200 guesses a day, where a chosen password withstands a million.
pub const PACE: TimeDelta = TimeDelta::seconds(2);
/// Longest wait for a paced attempt, which is refused otherwise.
pub const LONGEST_PACE_WAIT: TimeDelta = TimeDelta::seconds(10);

/// Returns the seconds that a lock lasts after `failures` failures; 0 below the fifth.
pub fn lock_seconds(failures: u32) -> u64 {
    if failures < LOCK_FROM {
        return 0;
    }
    let doublings = (failures - LOCK_FROM + 1).min(10);
    (30_u64 << doublings).min(600)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locks_double_from_the_fifth_failure_up_to_ten_minutes() {
        let seconds: Vec<u64> = (3..=12).map(lock_seconds).collect();
        assert_eq!(seconds, [0, 0, 60, 120, 240, 480, 600, 600, 600, 600]);
        assert_eq!(lock_seconds(u32::MAX), 600);
    }

    #[test]
    fn a_session_that_was_just_opened_has_its_whole_hour() {
        let now = DateTime::UNIX_EPOCH;
        assert_eq!(seconds_until(now + ACCESS_LIFETIME, now + TimeDelta::milliseconds(40)), 3600);
        assert_eq!(seconds_until(now + ACCESS_LIFETIME, now + TimeDelta::milliseconds(1001)), 3599);
        assert_eq!(seconds_until(now, now + TimeDelta::seconds(5)), 0);
    }
}
