//! Staff, managed by administrators. Nobody changes their own rights, and the site never loses its last administrator.

use uuid::Uuid;

use super::{AccountService, AppError, CurrentSession, EmailAddress, StorageError};
use crate::{
    accounts::{
        domain::Role,
        store::staff::{InvitationRecord, StaffChange, StaffRecord},
    },
    audit::Actor,
};

/// Who has admin rights, and who is invited.
#[derive(Debug, Clone)]
pub struct StaffOverview {
    /// The accounts with admin rights, by address.
    pub staff: Vec<StaffRecord>,
    /// The invitations that have not been accepted, by address.
    pub invitations: Vec<InvitationRecord>,
}

const UNKNOWN: AppError = AppError::NotFound("Could not find the requested member of staff");

impl AccountService {
    /// Returns who has admin rights and who is invited.
    pub async fn staff_overview(&self) -> Result<StaffOverview, StorageError> {
        let now = self.clock.now();
        Ok(StaffOverview { staff: self.store.staff(now).await?, invitations: self.store.invitations(now).await? })
    }

    /// Gives another member of staff a role, or removes their rights when it is None; their sessions end. Fails with
    /// `own_account` for the caller's account and with `last_administrator` when none would be left.
    pub async fn set_staff_role(
        &self,
        session: &CurrentSession,
        id: Uuid,
        role: Option<Role>,
        by: &Actor,
    ) -> Result<(), AppError> {
        if id == session.user.id {
            let message = "You can't change your own rights. Ask another administrator.";
            return Err(AppError::conflict("own_account", message));
        }
        match self.store.set_staff_role(id, role, by.at(self.clock.now())).await? {
            StaffChange::Done => Ok(()),
            StaffChange::Unknown => Err(UNKNOWN),
            StaffChange::LastAdministrator => Err(AppError::conflict(
                "last_administrator",
                "This is the last administrator. Make someone else one first.",
            )),
        }
    }

    /// Ends every session of a member of staff.
    pub async fn end_staff_sessions(&self, id: Uuid, by: &Actor) -> Result<(), AppError> {
        if self.store.end_staff_sessions(id, by.at(self.clock.now())).await? { Ok(()) } else { Err(UNKNOWN) }
    }

    /// Withdraws an invitation: its link no longer works.
    pub async fn withdraw_invitation(&self, email: &EmailAddress, by: &Actor) -> Result<(), AppError> {
        if self.store.withdraw_invitation(email, by.at(self.clock.now())).await? {
            return Ok(());
        }
        Err(AppError::NotFound("There is no invitation for this address"))
    }
}
