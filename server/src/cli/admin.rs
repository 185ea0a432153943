//! `foundfirst admin …`

use std::{
    io::{self, Read},
    process::ExitCode,
};

use clap::Subcommand;

use super::{Failure, open, say};
use crate::{accounts::Password, config::Config, email_address::EmailAddress};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Create an administrator; prompts for the password
    Create {
        /// E-mail address of the account
        email: String,
        /// Read the password from standard input instead of a prompt
        #[arg(long)]
        password_stdin: bool,
    },
    /// Give an account admin rights
    Grant {
        /// E-mail address of the account
        email: String,
    },
    /// Take an account's admin rights
    Revoke {
        /// E-mail address of the account
        email: String,
    },
    /// List the administrators, one a line
    List,
}

pub(super) async fn run(config: Config, command: Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Create { email, password_stdin } => {
            let email = address(&email)?;
            let password = Password::parse(&read_password(password_stdin)?).map_err(Failure::new)?;
            let app = open(config).await?;
            app.accounts
                .create_user(&email, &password, true)
                .await
                .map_err(|error| Failure(format!("{email}: {error}")))?;
            say(format_args!("{email} is an administrator"));
        }
        Command::Grant { email } => set(config, &email, true).await?,
        Command::Revoke { email } => set(config, &email, false).await?,
        Command::List => {
            for user in open(config).await?.accounts.admins().await.map_err(Failure::new)? {
                say(user.email);
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn set(config: Config, email: &str, is_admin: bool) -> Result<(), Failure> {
    let email = address(email)?;
    let app = open(config).await?;
    if !app.accounts.set_admin(&email, is_admin).await.map_err(Failure::new)? {
        return Err(Failure(format!("no account has the address {email}")));
    }
    let rights = if is_admin { "has" } else { "no longer has" };
    say(format_args!("{email} {rights} admin rights"));
    Ok(())
}

fn address(text: &str) -> Result<EmailAddress, Failure> {
    EmailAddress::parse(text).map_err(|_| Failure(format!("\"{text}\" is not an e-mail address")))
}

fn read_password(from_stdin: bool) -> Result<String, Failure> {
    if from_stdin {
        let mut text = String::new();
        io::stdin().take(16 << 10).read_to_string(&mut text).map_err(Failure::new)?;
        return Ok(text.trim_end_matches(['\n', '\r']).to_owned());
    }
    let first = rpassword::prompt_password("Password: ").map_err(Failure::new)?;
    let second = rpassword::prompt_password("Once more: ").map_err(Failure::new)?;
    if first == second { Ok(first) } else { Err(Failure("the two passwords differ".to_owned())) }
}
