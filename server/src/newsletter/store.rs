//! Stores subscribers. Tokens are stored only as hashes.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, QueryFilter, QuerySelect,
    sea_query::{Expr, OnConflict},
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::emails::CONFIRMATION;
use crate::{
    email_address::EmailAddress,
    mail::{
        Cause, NewMail,
        store::{drop_undelivered, enqueue},
    },
    storage::{
        Database, StorageError,
        entities::{newsletter_subscribers as subscribers, newsletter_tokens as tokens},
        search::search_text,
    },
    token::TokenHash,
};

/// Within this time, a second request sends no second email.
pub const ASK_AGAIN_AFTER: TimeDelta = TimeDelta::minutes(10);
/// Within this time after the owner of an address has refused a subscription, nobody can have the owner asked again.
const REFUSAL_HOLDS: TimeDelta = TimeDelta::days(1);

/// The state of a subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = SubscriberState)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Not confirmed yet.
    Pending,
    /// Receives the newsletter.
    Confirmed,
    /// Ended by the subscriber.
    Unsubscribed,
}

/// The subscription that a link's token belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscription {
    /// The address.
    pub email: String,
    /// Its state.
    pub state: State,
}

/// A request to subscribe.
#[derive(Debug, Clone, Copy)]
pub struct SubscriptionRequest<'a> {
    pub email: &'a EmailAddress,
    pub source_page: &'a str,
    pub consent: &'a str,
    /// The token of the link in the confirmation email.
    pub token: &'a TokenHash,
}

/// Reads and writes subscribers.
#[derive(Debug, Clone)]
pub struct NewsletterStore {
    pub(super) database: Database,
}

impl State {
    /// Returns its name in the database and in URLs.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Confirmed => "confirmed",
            Self::Unsubscribed => "unsubscribed",
        }
    }

    pub(super) fn parse(text: &str) -> Self {
        [Self::Pending, Self::Confirmed].into_iter().find(|state| state.as_str() == text).unwrap_or(Self::Unsubscribed)
    }
}

impl NewsletterStore {
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    /// Stores the request and enqueues its confirmation email. Returns false when no email is needed: the
    /// subscription is confirmed, an email was sent recently, or the last one was answered by unsubscribing.
    pub async fn subscribe(
        &self,
        request: SubscriptionRequest<'_>,
        mail: NewMail,
        now: DateTime<Utc>,
    ) -> Result<bool, StorageError> {
        let transaction = self.database.begin_write().await?;
        let key = request.email.key();
        // Of two concurrent requests, the second waits here and finds the row of the first.
        let made = subscribers::Entity::insert(subscribers::ActiveModel {
            id: Set(Uuid::now_v7()),
            email: Set(request.email.as_str().to_owned()),
            email_key: Set(key.clone()),
            state: Set(State::Pending.as_str().to_owned()),
            source_page: Set(request.source_page.to_owned()),
            consent: Set(request.consent.to_owned()),
            search_text: Set(search_text([request.email.as_str()])),
            asked_at: Set(now),
            confirmed_at: Set(None),
            unsubscribed_at: Set(None),
            created_at: Set(now),
            updated_at: Set(now),
        })
        .on_conflict(OnConflict::column(subscribers::Column::EmailKey).do_nothing().to_owned())
        .exec_without_returning(&transaction)
        .await?;
        let row = subscribers::Entity::find()
            .filter(subscribers::Column::EmailKey.eq(key.clone()))
            // On PostgreSQL, two requests could otherwise read the same state, and undo a confirmation between them.
            .lock_exclusive()
            .one(&transaction)
            .await?
            .ok_or(DbErr::RecordNotFound(key))?;
        if made == 0 {
            let asked_just_now = row.asked_at > now - ASK_AGAIN_AFTER;
            // Refused after the last request: a subscription that was confirmed before may begin again at once.
            let was_refused = row.confirmed_at.is_none_or(|confirmed_at| confirmed_at < row.asked_at)
                && row.unsubscribed_at.is_some_and(|refused_at| refused_at > now - REFUSAL_HOLDS);
            match State::parse(&row.state) {
                State::Confirmed => return Ok(false),
                State::Pending if asked_just_now => return Ok(false),
                State::Unsubscribed if was_refused => return Ok(false),
                State::Pending | State::Unsubscribed => renew_request(&transaction, row.id, request, now).await?,
            }
        }
        tokens::Entity::insert(tokens::ActiveModel {
            token_hash: Set(request.token.to_vec()),
            subscriber_id: Set(row.id),
            created_at: Set(now),
        })
        .exec_without_returning(&transaction)
        .await?;
        enqueue(&transaction, Cause::Other, vec![mail], now).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Returns the subscription that a token belongs to.
    pub async fn by_token(&self, token: &TokenHash) -> Result<Option<Subscription>, StorageError> {
        Ok(find(self.database.reader(), token).await?.map(subscription))
    }

    /// Confirms the subscription that a token belongs to, unless it has ended, and returns its new state.
    pub async fn confirm(&self, token: &TokenHash, now: DateTime<Utc>) -> Result<Option<Subscription>, StorageError> {
        self.change(token, State::Confirmed, &[State::Pending], now).await
    }

    /// Ends the subscription that a token belongs to, and returns its new state.
    pub async fn unsubscribe(
        &self,
        token: &TokenHash,
        now: DateTime<Utc>,
    ) -> Result<Option<Subscription>, StorageError> {
        self.change(token, State::Unsubscribed, &[State::Pending, State::Confirmed], now).await
    }

    async fn change(
        &self,
        token: &TokenHash,
        to: State,
        from: &[State],
        now: DateTime<Utc>,
    ) -> Result<Option<Subscription>, StorageError> {
        let Some(row) = find(self.database.reader(), token).await? else { return Ok(None) };
        let moment = match to {
            State::Unsubscribed => subscribers::Column::UnsubscribedAt,
            State::Confirmed | State::Pending => subscribers::Column::ConfirmedAt,
        };
        let transaction = self.database.begin_write().await?;
        let changed = subscribers::Entity::update_many()
            .col_expr(subscribers::Column::State, Expr::value(to.as_str()))
            .col_expr(moment, Expr::value(now))
            .col_expr(subscribers::Column::UpdatedAt, Expr::value(now))
            .filter(subscribers::Column::Id.eq(row.id))
            .filter(subscribers::Column::State.is_in(from.iter().map(|state| state.as_str())))
            .exec(&transaction)
            .await?;
        if changed.rows_affected > 0 {
            drop_undelivered(&transaction, &row.email, CONFIRMATION).await?;
        }
        transaction.commit().await?;
        let mut subscription = subscription(row);
        if changed.rows_affected > 0 {
            subscription.state = to;
        }
        Ok(Some(subscription))
    }

    /// Deletes unconfirmed subscriptions whose last email was sent before `moment`. Those that had ended before are
    /// ended again: anybody can enter an address, and the record that its owner wants no email must stay.
    pub async fn forget_pending(&self, moment: DateTime<Utc>) -> Result<(), StorageError> {
        subscribers::Entity::update_many()
            .col_expr(subscribers::Column::State, Expr::value(State::Unsubscribed.as_str()))
            .filter(subscribers::Column::State.eq(State::Pending.as_str()))
            .filter(subscribers::Column::AskedAt.lt(moment))
            .filter(subscribers::Column::UnsubscribedAt.is_not_null())
            .exec(self.database.writer())
            .await?;
        subscribers::Entity::delete_many()
            .filter(subscribers::Column::State.eq(State::Pending.as_str()))
            .filter(subscribers::Column::AskedAt.lt(moment))
            .exec(self.database.writer())
            .await?;
        Ok(())
    }
}

async fn renew_request(
    transaction: &DatabaseTransaction,
    id: Uuid,
    request: SubscriptionRequest<'_>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    subscribers::Entity::update_many()
        .col_expr(subscribers::Column::State, Expr::value(State::Pending.as_str()))
        .col_expr(subscribers::Column::SourcePage, Expr::value(request.source_page))
        .col_expr(subscribers::Column::Consent, Expr::value(request.consent))
        .col_expr(subscribers::Column::AskedAt, Expr::value(now))
        .col_expr(subscribers::Column::UpdatedAt, Expr::value(now))
        .filter(subscribers::Column::Id.eq(id))
        .exec(transaction)
        .await?;
    Ok(())
}

async fn find(connection: &impl ConnectionTrait, token: &TokenHash) -> Result<Option<subscribers::Model>, DbErr> {
    let Some(token) = tokens::Entity::find_by_id(token.to_vec()).one(connection).await? else { return Ok(None) };
    subscribers::Entity::find_by_id(token.subscriber_id).one(connection).await
}

fn subscription(row: subscribers::Model) -> Subscription {
    Subscription { state: State::parse(&row.state), email: row.email }
}

#[cfg(test)]
mod tests;
