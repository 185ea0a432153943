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

const MISSING: &str = "Nobody on the staff has this id";

/// A member of staff.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StaffMember {
    /// UUIDv7.
    pub id: Uuid,
    /// The account's address.
    pub email: String,
    /// What it may do.
    pub role: Role,
    /// Whether signing in takes more than the password.
    pub has_second_factor: bool,
    /// When it last signed in; null before the first time.
    #[schema(required = true)]
    pub last_sign_in_at: Option<DateTime<Utc>>,
    /// The same, formatted.
    #[schema(required = true)]
    pub last_sign_in_text: Option<String>,
    /// Number of its sessions.
    pub sessions: usize,
    /// Whether it is the account of this call, whose rights somebody else changes.
    pub is_me: bool,
}

/// An invitation that waits to be accepted.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StaffInvitation {
    /// The invited address.
    pub email: String,
    /// The role that the account gets.
    pub role: Role,
    /// When it was last mailed.
    pub created_at: DateTime<Utc>,
    /// The same, formatted.
    pub created_text: String,
    /// When its link expires.
    pub expires_at: DateTime<Utc>,
    /// The same, formatted.
    pub expires_text: String,
}

/// Staff and invitations.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StaffLists {
    /// Everybody with admin rights, by address.
    pub staff: Vec<StaffMember>,
    /// The invitations that wait to be accepted, by address.
    pub invitations: Vec<StaffInvitation>,
}

/// A change of somebody's role.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct StaffRoleChange {
    /// The new role.
    pub role: Role,
}

/// An invitation to send.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct InviteBody {
    /// The address it is mailed to.
    #[serde(default)]
    #[schema(max_length = 254)]
    pub email: String,
    /// The role that the account gets.
    pub role: Role,
}

/// An invitation to withdraw.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct InvitationQuery {
    /// The invited address, in any case.
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

/// Lists staff and invitations.
#[utoipa::path(get, path = "/api/admin/staff", tag = "admin",
    responses((status = 200, body = StaffLists), (status = 403, description = "not_admin or not_administrator")))]
pub async fn list(
    Administrator { session, .. }: Administrator,
    State(accounts): State<AccountService>,
    State(site): State<Arc<Site>>,
) -> Result<Json<StaffLists>, HttpError> {
    Ok(Json(StaffLists::new(accounts.staff_overview().await?, session.user.id, site.time_zone)))
}

/// Changes the role of a member of staff, and ends their sessions.
#[utoipa::path(patch, path = "/api/admin/staff/{id}", tag = "admin", params(("id" = Uuid, Path)),
    request_body = StaffRoleChange,
    responses((status = 204), (status = 403, description = "not_admin, not_administrator or reauthentication_required"),
        (status = 409, description = "own_account or last_administrator")))]
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

/// Takes the rights of a member of staff, and ends their sessions. The account stays.
#[utoipa::path(delete, path = "/api/admin/staff/{id}", tag = "admin", params(("id" = Uuid, Path)),
    responses((status = 204), (status = 403, description = "not_admin, not_administrator or reauthentication_required"),
        (status = 409, description = "own_account or last_administrator")))]
pub async fn remove(
    Administrator { session, actor }: Administrator,
    _recent: RecentSession,
    State(accounts): State<AccountService>,
    PathText(id): PathText,
) -> Result<StatusCode, HttpError> {
    accounts.set_staff_role(&session, path_id(&id, MISSING)?, None, &actor).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends every session of a member of staff.
#[utoipa::path(delete, path = "/api/admin/staff/{id}/sessions", tag = "admin", params(("id" = Uuid, Path)),
    responses((status = 204),
        (status = 403, description = "not_admin, not_administrator or reauthentication_required")))]
pub async fn end_sessions(
    Administrator { actor, .. }: Administrator,
    _recent: RecentSession,
    State(accounts): State<AccountService>,
    PathText(id): PathText,
) -> Result<StatusCode, HttpError> {
    accounts.end_staff_sessions(path_id(&id, MISSING)?, &actor).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Mails an invitation. An address that is invited already gets a new link in place of the one before.
#[utoipa::path(post, path = "/api/admin/staff/invitations", tag = "admin", request_body = InviteBody,
    responses((status = 204), (status = 403, description = "not_admin, not_administrator or reauthentication_required"),
        (status = 409, description = "already_staff")))]
pub async fn invite(
    Administrator { actor, .. }: Administrator,
    _recent: RecentSession,
    State(accounts): State<AccountService>,
    ValidJson(InviteBody { email, role }): ValidJson<InviteBody>,
) -> Result<Response, HttpError> {
    if accounts.invite(&address(&email)?, role, &actor).await? {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let message = "This address is on the staff already";
    let fields = Fields::from([("email".to_owned(), message.to_owned())]);
    Err(AppError::Conflict { code: "already_staff", message, fields }.into())
}

/// Withdraws an invitation: its link no longer works.
#[utoipa::path(delete, path = "/api/admin/staff/invitations", tag = "admin", params(InvitationQuery),
    responses((status = 204), (status = 403, description = "not_admin, not_administrator or reauthentication_required"),
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
