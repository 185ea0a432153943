//! Stores the checks of the site, and the lease of the running one.

#[cfg(test)]
mod tests;

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ColumnTrait, DbErr, EntityTrait, ExprTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, OnConflict},
};
use uuid::Uuid;

use super::domain::{CheckSummary, SiteCheck};
use crate::storage::{
    Database, StorageError,
    entities::{
        site_check_lease::{Column as LeaseColumn, Entity as Leases, Model as LeaseRow},
        site_checks::{Column, Entity, Model},
    },
    json::{from_json, to_json},
};

/// Number of checks that are kept.
pub const KEPT: u64 = 90;

/// How far in the future a check may have begun. If it is further, the clock was wrong.
const AHEAD: TimeDelta = TimeDelta::hours(1);

/// Id of the only lease.
const LEASE: i64 = 1;

/// The running check, or the last one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// Identifies the check.
    pub token: Uuid,
    /// When it began.
    pub begun_at: DateTime<Utc>,
    /// Until when no other check may start.
    pub leased_until: DateTime<Utc>,
    /// The content version that is checked.
    pub content_version: i64,
    /// Why it failed; empty when it did not.
    pub failure: String,
}

impl Lease {
    /// Returns whether the check failed.
    pub fn has_failed(&self) -> bool {
        !self.failure.is_empty()
    }
}

/// Reads and writes checks.
#[derive(Debug, Clone)]
pub struct SiteHealthStore {
    database: Database,
}

impl SiteHealthStore {
    /// Returns a store on `database`.
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    /// Takes the lease for a new check, unless one is running or the last one started after `begun_before`. One that
    /// started more than [`AHEAD`] after the new one does not count. Returns whether it was taken.
    pub async fn take(&self, lease: &Lease, begun_before: DateTime<Utc>) -> Result<bool, StorageError> {
        let Lease { token, begun_at, leased_until, content_version, failure } = lease.clone();
        let row = LeaseRow { id: LEASE, token, begun_at, leased_until, content_version, failure };
        let free = Expr::col((Leases, LeaseColumn::LeasedUntil)).lte(begun_at);
        let rested = Expr::col((Leases, LeaseColumn::BegunAt)).lte(begun_before);
        let ahead = Expr::col((Leases, LeaseColumn::BegunAt)).gt(begun_at + AHEAD);
        let mut replace = OnConflict::column(LeaseColumn::Id);
        replace
            .update_columns([
                LeaseColumn::Token,
                LeaseColumn::BegunAt,
                LeaseColumn::LeasedUntil,
                LeaseColumn::ContentVersion,
                LeaseColumn::Failure,
            ])
            .action_and_where(free.and(rested).or(ahead));
        let insert = Leases::insert(row.into_active_model()).on_conflict(replace);
        match insert.exec_without_returning(self.database.writer()).await {
            Ok(rows) => Ok(rows == 1),
            Err(DbErr::RecordNotInserted) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the lease of the running check, or of the last one, unless it started more than [`AHEAD`] after `now`.
    pub async fn lease(&self, now: DateTime<Utc>) -> Result<Option<Lease>, StorageError> {
        let row = Leases::find_by_id(LEASE).one(self.database.reader()).await?;
        Ok(row.filter(|row| row.begun_at <= now + AHEAD).map(
            |LeaseRow { token, begun_at, leased_until, content_version, failure, .. }| Lease {
                token,
                begun_at,
                leased_until,
                content_version,
                failure,
            },
        ))
    }

    /// Extends a lease. Returns false when another check has taken it.
    pub async fn renew(&self, token: Uuid, until: DateTime<Utc>) -> Result<bool, StorageError> {
        self.end(token, until, "").await
    }

    /// Ends the lease of a check that failed.
    pub async fn fail(&self, token: Uuid, now: DateTime<Utc>, reason: &str) -> Result<bool, StorageError> {
        self.end(token, now, reason).await
    }

    async fn end(&self, token: Uuid, until: DateTime<Utc>, failure: &str) -> Result<bool, StorageError> {
        let changed = Leases::update_many()
            .col_expr(LeaseColumn::LeasedUntil, Expr::value(until))
            // PostgreSQL cannot store NUL.
            .col_expr(LeaseColumn::Failure, Expr::value(failure.replace('\0', "")))
            .filter(LeaseColumn::Token.eq(token))
            .exec(self.database.writer())
            .await?;
        Ok(changed.rows_affected == 1)
    }

    /// Stores a check and ends its lease. Deletes the findings of older checks, and the oldest checks. Returns false,
    /// and stores nothing, when another check has taken the lease.
    pub async fn save(&self, token: Uuid, check: &SiteCheck) -> Result<bool, StorageError> {
        let SiteCheck { summary, findings } = check;
        let row = Model {
            id: Uuid::now_v7(),
            checked_at: summary.checked_at,
            addresses: summary.addresses.into(),
            pages: summary.pages.into(),
            complete: summary.complete,
            errors: summary.errors.into(),
            warnings: summary.warnings.into(),
            kinds: to_json(&summary.kinds)?,
            // JSON writes NUL as an escape, which PostgreSQL can store.
            findings: Some(to_json(findings)?),
        };
        let transaction = self.database.begin_write().await?;
        let ended = Leases::update_many()
            .col_expr(LeaseColumn::LeasedUntil, Expr::value(summary.checked_at))
            .filter(LeaseColumn::Token.eq(token))
            .exec(&transaction)
            .await?;
        if ended.rows_affected == 0 {
            return Ok(false);
        }
        Entity::update_many()
            .col_expr(Column::Findings, Expr::value(None::<String>))
            .filter(Column::Findings.is_not_null())
            .exec(&transaction)
            .await?;
        Entity::insert(row.into_active_model()).exec_without_returning(&transaction).await?;
        let old = Entity::find().select_only().column(Column::Id).order_by_desc(Column::Findings.is_not_null());
        let old = old.order_by_desc(Column::CheckedAt);
        // SQLite takes an offset only after a limit.
        let old: Vec<Uuid> = old.offset(KEPT).limit(KEPT).into_tuple().all(&transaction).await?;
        if !old.is_empty() {
            Entity::delete_many().filter(Column::Id.is_in(old)).exec(&transaction).await?;
        }
        transaction.commit().await?;
        Ok(true)
    }

    /// Returns every check, oldest first. Only the newest has findings, which shows it even when the clock was wrong.
    pub async fn checks(&self) -> Result<Vec<SiteCheck>, StorageError> {
        let rows = Entity::find().order_by_asc(Column::Findings.is_not_null()).order_by_asc(Column::CheckedAt);
        let rows = rows.all(self.database.reader()).await?;
        Ok(rows.iter().map(check).collect::<Result<_, _>>()?)
    }
}

fn check(row: &Model) -> Result<SiteCheck, DbErr> {
    let number = |number: i64| u32::try_from(number).unwrap_or_default();
    let summary = CheckSummary {
        checked_at: row.checked_at,
        addresses: number(row.addresses),
        pages: number(row.pages),
        complete: row.complete,
        errors: number(row.errors),
        warnings: number(row.warnings),
        kinds: from_json(&row.kinds)?,
    };
    let findings = row.findings.as_deref().map(from_json).transpose()?.unwrap_or_default();
    Ok(SiteCheck { summary, findings })
}
