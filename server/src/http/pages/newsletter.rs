//! `/newsletter/confirm` and `/newsletter/unsubscribe`: the pages of the links in emails. Opening one changes nothing,
//! because email programs open links automatically; only its button does.

use axum::{body::Bytes, extract::State};
use http::{StatusCode, Uri};

use super::{
    Page, PageResult,
    key::parameter,
    link_tokens::LinkToken,
    props::{ConfirmState, NewsletterConfirmProps, NewsletterUnsubscribeProps, UnsubscribeState},
};
use crate::newsletter::{NewsletterService, State as SubscriptionState, Subscription};

/// `GET /newsletter/confirm`
pub async fn confirm(State(newsletter): State<NewsletterService>, LinkToken(token): LinkToken) -> PageResult {
    let found = newsletter.by_token(&token).await?;
    confirmation(token, found)
}

/// `POST /newsletter/confirm`: the button.
pub async fn confirmed(State(newsletter): State<NewsletterService>, uri: Uri, body: Bytes) -> PageResult {
    let token = posted(&uri, &body);
    let found = newsletter.confirm(&token).await?;
    confirmation(token, found)
}

/// `GET /newsletter/unsubscribe`
pub async fn unsubscribe(State(newsletter): State<NewsletterService>, LinkToken(token): LinkToken) -> PageResult {
    let found = newsletter.by_token(&token).await?;
    leaving(token, found)
}

/// `POST /newsletter/unsubscribe`: the button, or an email program's one-click request (RFC 8058), whose body has no
/// token.
pub async fn unsubscribed(State(newsletter): State<NewsletterService>, uri: Uri, body: Bytes) -> PageResult {
    let token = posted(&uri, &body);
    let found = newsletter.unsubscribe(&token).await?;
    leaving(token, found)
}

fn confirmation(token: String, found: Option<Subscription>) -> PageResult {
    let state = match found.as_ref().map(|subscription| subscription.state) {
        Some(SubscriptionState::Pending) => ConfirmState::Ask,
        Some(SubscriptionState::Confirmed) => ConfirmState::Confirmed,
        Some(SubscriptionState::Unsubscribed) | None => ConfirmState::Invalid,
    };
    let known = found.filter(|_| state != ConfirmState::Invalid);
    let status = if known.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
    let (token, email) = known.map(|subscription| (token, subscription.email)).unzip();
    Page::with_status(status, &NewsletterConfirmProps { state, token, email })
}

fn leaving(token: String, found: Option<Subscription>) -> PageResult {
    let state = match found.as_ref().map(|subscription| subscription.state) {
        Some(SubscriptionState::Pending | SubscriptionState::Confirmed) => UnsubscribeState::Ask,
        Some(SubscriptionState::Unsubscribed) => UnsubscribeState::Done,
        None => UnsubscribeState::Invalid,
    };
    let status = if found.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
    let (token, email) = found.map(|subscription| (token, subscription.email)).unzip();
    Page::with_status(status, &NewsletterUnsubscribeProps { state, token, email })
}

/// Returns the token of a posted form, or else of the URL.
fn posted(uri: &Uri, body: &[u8]) -> String {
    let body = std::str::from_utf8(body).unwrap_or_default();
    Some(parameter(Some(body), "token"))
        .filter(|token| !token.is_empty())
        .unwrap_or_else(|| parameter(uri.query(), "token"))
}
