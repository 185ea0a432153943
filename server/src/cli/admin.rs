//! `foundfirst admin …`

mod audit;

use std::{
    io::{self, Read},
    process::ExitCode,
};

use clap::Subcommand;

use super::{Failure, open, say};
use crate::{
    accounts::{InvitationRecord, PendingKind, Role, StaffRecord, service::StaffOverview},
    audit::Actor,
    config::Config,
    email_address::EmailAddress,
};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Create an administrator; prompts for the password
    Create {
        /// Email address of the account
        email: String,
        /// Read the password from standard input instead of a prompt
        #[arg(long)]
        password_stdin: bool,
    },
    /// Email an invitation: a link that sets a password and creates a staff account
    Invite {
        /// Email address of the person
        email: String,
        /// administrator, or editor: posts, images, categories and authors, but no visitors' data
        #[arg(long, default_value_t = Role::Administrator)]
        role: Role,
    },
    /// Give a confirmed account administrator rights, and end its sessions
    Grant {
        /// Email address of the account
        email: String,
    },
    /// Remove an account's admin rights, or withdraw an invitation; its sessions continue without them
    Revoke {
        /// Email address of the account
        email: String,
    },
    /// Remove an account's authenticator app, passkeys and recovery codes, and end its sessions
    ResetFactors {
        /// Email address of the account
        email: String,
    },
    /// List everybody with admin rights and their roles, one per line, then the pending invitations
    List,
    /// Delete an account and its sessions; what it did stays in the audit log
    Delete {
        /// Email address of the account
        email: String,
    },
    /// List the newest entries of the audit log: who did what, when and from where
    Audit {
        /// Check every entry of the log; exits with 1 and prints the first one that was altered
        #[arg(long)]
        verify: bool,
    },
}

pub(super) async fn run(config: Config, command: Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Create { email, password_stdin } => {
            let email = address(&email)?;
            let password = read_password(password_stdin)?;
            let app = open(config).await?;
            let password = app.accounts.choose_password(&password, &email).await?;
            app.accounts
                .create_user(&email, &password, true, &Actor::command_line())
                .await
                .map_err(|error| Failure(format!("{email}: {error}")))?;
            say(format_args!("{email} is an administrator"));
        }
        Command::Invite { email, role } => {
            let email = address(&email)?;
            let by = Actor::command_line();
            if !open(config).await?.accounts.invite(&email, role, &by).await? {
                return Err(Failure(format!("{email} already has admin rights")));
            }
            say(format_args!("{email} is invited as {role}; the link in the email is valid for seven days"));
        }
        Command::Grant { email } => grant(config, &address(&email)?).await?,
        Command::Revoke { email } => {
            let email = address(&email)?;
            if !open(config).await?.accounts.revoke(&email, &Actor::command_line()).await.map_err(Failure::new)? {
                return Err(Failure(format!("{email} has neither admin rights nor an invitation")));
            }
            say(format_args!("{email} no longer has admin rights"));
        }
        Command::ResetFactors { email } => {
            let email = address(&email)?;
            if !open(config)
                .await?
                .accounts
                .reset_factors(&email, &Actor::command_line())
                .await
                .map_err(Failure::new)?
            {
                return Err(Failure(format!("no account has the address {email}")));
            }
            say(format_args!("{email} now signs in with the password alone; its sessions have ended"));
        }
        Command::List => {
            let StaffOverview { staff, invitations } =
                open(config).await?.accounts.staff_overview().await.map_err(Failure::new)?;
            for StaffRecord { email, role, .. } in staff {
                say(format_args!("{email} {role}"));
            }
            for InvitationRecord { email, role, expires_at, .. } in invitations {
                say(format_args!("{email} {role} (invited until {})", expires_at.format("%Y-%m-%d")));
            }
        }
        Command::Delete { email } => {
            let email = address(&email)?;
            let by = Actor::command_line();
            if !open(config).await?.accounts.delete(&email, &by).await.map_err(Failure::new)? {
                return Err(Failure(format!("no account has the address {email}")));
            }
            say(format_args!("{email} has been deleted, and its sessions have ended"));
        }
        Command::Audit { verify: false } => return audit::list(&open(config).await?).await,
        Command::Audit { verify: true } => return audit::verify(&open(config).await?).await,
    }
    Ok(ExitCode::SUCCESS)
}

async fn grant(config: Config, email: &EmailAddress) -> Result<(), Failure> {
    let app = open(config).await?;
    if app.accounts.grant(email, &Actor::command_line()).await.map_err(Failure::new)? {
        say(format_args!("{email} is an administrator; its earlier sessions have ended"));
        return Ok(());
    }
    let pending = match app.accounts.pending_of(email).await.map_err(Failure::new)? {
        Some(PendingKind::SignUp) => ": its sign-up has yet to be confirmed by email",
        Some(PendingKind::Invitation) => ": its invitation has not been accepted",
        None => "; `admin invite` sends an invitation",
    };
    Err(Failure(format!("{email} has no confirmed account{pending}")))
}

fn address(text: &str) -> Result<EmailAddress, Failure> {
    EmailAddress::parse(text).map_err(|_| Failure(format!("\"{text}\" is not an email address")))
}

fn read_password(from_stdin: bool) -> Result<String, Failure> {
    if from_stdin {
        let mut text = String::new();
        io::stdin().take(16 << 10).read_to_string(&mut text).map_err(Failure::new)?;
        return Ok(text.trim_end_matches(['\n', '\r']).to_owned());
    }
    let ask = |prompt: &str| {
        rpassword::prompt_password(prompt)
            .map_err(|error| Failure(format!("cannot prompt for the password ({error}): use --password-stdin")))
    };
    let (first, second) = (ask("Password: ")?, ask("Once more: ")?);
    if first == second { Ok(first) } else { Err(Failure("the two passwords differ".to_owned())) }
}
