//! `/api/admin/staff`: who has admin rights, and who is invited. Changes need a recent sign-in.

use std::sync::Arc;

use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    accounts::{AccountService, InvitationRecord, Role, StaffRecord, service::StaffOverview},
    dates::date_time_text,
    email_address::EmailAddress,
    error::{AppError, Fields},
    http::{
        errors::HttpError,
        extract::{Administrator, PathText, RecentSession, ValidJson, ValidQuery, path_id},
    },
    site::Site,
};

const MISSING: &str = "Could not find the requested member of staff";

/// A staff account.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StaffMember {
    /// Unique identifier (UUIDv7).
    pub id: Uuid,
    /// Email address of the account.
    pub email: String,
    /// Role of the account.
    pub role: Role,
    /// Whether the account has a second factor: an authenticator app or a passkey.
    pub has_second_factor: bool,
    /// When the account last signed in. Null if never.
    #[schema(required = true)]
    pub last_sign_in_at: Option<DateTime<Utc>>,
    /// `last_sign_in_at`, formatted for display in the site's time zone. Null if never.
    #[schema(required = true)]
    pub last_sign_in_text: Option<String>,
    /// Number of active sessions.
    pub sessions: usize,
    /// Whether this is the caller's own account. Its role can be changed only by another administrator.
    pub is_me: bool,
}

/// A pending invitation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StaffInvitation {
    /// The invited email address.
    pub email: String,
    /// Role that the account gets when the invitation is accepted.
    pub role: Role,
    /// When the invitation was last sent.
    pub created_at: DateTime<Utc>,
    /// `created_at`, formatted for display in the site's time zone.
    pub created_text: String,
    /// When the invitation expires.
    pub expires_at: DateTime<Utc>,
    /// `expires_at`, formatted for display in the site's time zone.
    pub expires_text: String,
}

/// Staff accounts and pending invitations.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StaffLists {
    /// All accounts with admin rights, sorted by email address.
    pub staff: Vec<StaffMember>,
    /// Pending invitations, sorted by email address.
    pub invitations: Vec<StaffInvitation>,
}

/// A change of role.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct StaffRoleChange {
    /// The new role.
    pub role: Role,
}

/// An invitation to send.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct InviteBody {
    /// Email address to invite.
    #[serde(default)]
    #[schema(max_length = 254)]
    pub email: String,
    /// Role that the account gets when the invitation is accepted.
    pub role: Role,
}

/// Identifies an invitation.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct InvitationQuery {
    /// The invited email address, case-insensitive.
    #[param(required = true)]
    pub email: String,
}

impl StaffLists {
    /// Returns the lists for the owner of the account `me`, with times in `zone`.
    pub fn new(StaffOverview { staff, invitations }: StaffOverview, me: Uuid, zone: Tz) -> Self {
        let member = |record: StaffRecord| StaffMember {
            id: record.id,
            email: record.email,
            role: record.role,
            has_second_factor: record.has_second_factor,
            last_sign_in_at: record.last_sign_in_at,
            last_sign_in_text: record.last_sign_in_at.map(|at| date_time_text(at, zone)),
            sessions: record.sessions,
            is_me: record.id == me,
        };
        let invitation = |record: InvitationRecord| StaffInvitation {
            email: record.email,
            role: record.role,
            created_at: record.created_at,
            created_text: date_time_text(record.created_at, zone),
            expires_at: record.expires_at,
            expires_text: date_time_text(record.expires_at, zone),
        };
        Self {
            staff: staff.into_iter().map(member).collect(),
            invitations: invitations.into_iter().map(invitation).collect(),
        }
    }
}

/// Returns staff accounts and pending invitations.
#[utoipa::path(get, path = "/api/admin/staff", tag = "admin",
    responses((status = 200, body = StaffLists), (status = 403, description = "`not_admin` or `not_administrator`")))]
pub async fn list(
    Administrator { session, .. }: Administrator,
    State(accounts): State<AccountService>,
    State(site): State<Arc<Site>>,
) -> Result<Json<StaffLists>, HttpError> {
    Ok(Json(StaffLists::new(accounts.staff_overview().await?, session.user.id, site.time_zone)))
}

/// Changes the role of a staff account.
///
/// Ends the account's sessions, unless it already has this role. The caller's own role and that of the last
/// administrator can't be changed. Requires a recent sign-in.
#[utoipa::path(patch, path = "/api/admin/staff/{id}", tag = "admin",
    params(("id" = Uuid, Path, description = "The account's id")),
    request_body = StaffRoleChange,
    responses((status = 204),
        (status = 403, description = "`not_admin`, `not_administrator` or `reauthentication_required`"),
        (status = 409, description = "`own_account` or `last_administrator`")))]
pub async fn change_role(
    Administrator { session, actor }: Administrator,
    _recent: RecentSession,
    State(accounts): State<AccountService>,
    PathText(id): PathText,
    ValidJson(change): ValidJson<StaffRoleChange>,
) -> Result<StatusCode, HttpError> {
    accounts.set_staff_role(&session, path_id(&id, MISSING)?, Some(change.role), &actor).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Revokes the admin rights of a staff account.
///
/// Ends the account's sessions. The account itself is kept. The rights of the caller and of the last administrator
/// can't be revoked. Requires a recent sign-in.
#[utoipa::path(delete, path = "/api/admin/staff/{id}", tag = "admin",
    params(("id" = Uuid, Path, description = "The account's id")),
    responses((status = 204),
        (status = 403, description = "`not_admin`, `not_administrator` or `reauthentication_required`"),
        (status = 409, description = "`own_account` or `last_administrator`")))]
pub async fn remove(
    Administrator { session, actor }: Administrator,
    _recent: RecentSession,
    State(accounts): State<AccountService>,
    PathText(id): PathText,
) -> Result<StatusCode, HttpError> {
    accounts.set_staff_role(&session, path_id(&id, MISSING)?, None, &actor).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends all sessions of a staff account.
///
/// Requires a recent sign-in.
#[utoipa::path(delete, path = "/api/admin/staff/{id}/sessions", tag = "admin",
    params(("id" = Uuid, Path, description = "The account's id")),
    responses((status = 204),
        (status = 403, description = "`not_admin`, `not_administrator` or `reauthentication_required`")))]
pub async fn end_sessions(
    Administrator { actor, .. }: Administrator,
    _recent: RecentSession,
    State(accounts): State<AccountService>,
    PathText(id): PathText,
) -> Result<StatusCode, HttpError> {
    accounts.end_staff_sessions(path_id(&id, MISSING)?, &actor).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sends an invitation by email.
///
/// The link is valid for 7 days. If the address already has a pending invitation, the new link replaces the previous
/// one. Requires a recent sign-in.
#[utoipa::path(post, path = "/api/admin/staff/invitations", tag = "admin", request_body = InviteBody,
    responses((status = 204),
        (status = 403, description = "`not_admin`, `not_administrator` or `reauthentication_required`"),
        (status = 409, description = "`already_staff`")))]
pub async fn invite(
    Administrator { actor, .. }: Administrator,
    _recent: RecentSession,
    State(accounts): State<AccountService>,
    ValidJson(InviteBody { email, role }): ValidJson<InviteBody>,
) -> Result<Response, HttpError> {
    if accounts.invite(&address(&email)?, role, &actor).await? {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let message = "This address already belongs to a member of staff";
    let fields = Fields::from([("email".to_owned(), message.to_owned())]);
    Err(AppError::Conflict { code: "already_staff", message, fields }.into())
}

/// Revokes an invitation.
///
/// The link in the email no longer works. Requires a recent sign-in.
#[utoipa::path(delete, path = "/api/admin/staff/invitations", tag = "admin", params(InvitationQuery),
    responses((status = 204),
        (status = 403, description = "`not_admin`, `not_administrator` or `reauthentication_required`"),
        (status = 404)))]
pub async fn withdraw(
    Administrator { actor, .. }: Administrator,
    _recent: RecentSession,
    State(accounts): State<AccountService>,
    ValidQuery(query): ValidQuery<InvitationQuery>,
) -> Result<StatusCode, HttpError> {
    accounts.withdraw_invitation(&address(&query.email)?, &actor).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn address(email: &str) -> Result<EmailAddress, HttpError> {
    EmailAddress::parse(email.trim()).map_err(|error| HttpError::invalid("email", error.to_string()))
}
