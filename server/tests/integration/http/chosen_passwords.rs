//! Passwords that are refused, in every place where a password is chosen.

use foundfirst::{
    accounts::Role, audit::Actor, config::breached_passwords::BreachedPasswords, email_address::EmailAddress,
};
use serde_json::{Value, json};

use super::site::{Answer, PASSWORD, READER, TestDatabase, TestSite, bearer, on_both_engines};

on_both_engines![
    names_of_the_company_are_refused,
    breached_passwords_are_refused,
    nobody_chooses_a_password_while_the_list_cannot_be_read,
];

const NEW: &str = "new@example.org";
const INVITED: &str = "invited@example.org";
const GOOD: &str = "tugboat-lantern-42";

/// The places where a password is chosen: links in emails, and the session of an account.
struct Places<'a> {
    site: &'a TestSite,
    reset: String,
    invitation: String,
    bearer: String,
}

impl<'a> Places<'a> {
    async fn of(site: &'a TestSite) -> Self {
        site.account(READER, false).await;
        site.post("/api/auth/reset-password", &json!({"email": READER})).await.ok(200);
        let (address, by) = (EmailAddress::parse(INVITED).unwrap(), Actor::command_line());
        assert!(site.app.accounts.invite(&address, Role::Editor, &by).await.unwrap());
        let mails = site.mail().await;
        let token = |mode: &str| {
            let link = mails.iter().find_map(|mail| mail.split_once(&format!("mode={mode}&token="))).unwrap();
            link.1.split_whitespace().next().unwrap().to_owned()
        };
        let (reset, invitation) = (token("update_password"), token("confirm"));
        let bearer = bearer(&site.sign_in(READER).await);
        Self { site, reset, invitation, bearer }
    }

    /// Chooses a password in each place. Only the last three belong to one account, whose attempts are limited.
    async fn choose(&self, password: &str, current: &str) -> Vec<(&'static str, Answer)> {
        let signed_in = [("authorization", self.bearer.as_str())];
        let call = async |method: &str, address: &str, headers: &[(&str, &str)], body: Value| {
            self.site.call(method, address, headers, &body).await
        };
        let update = "/api/auth/update-password";
        vec![
            ("sign-up", call("POST", "/api/auth/sign-up", &[], json!({"email": NEW, "password": password})).await),
            (
                "invitation",
                call("POST", "/api/auth/confirm", &[], json!({"token": self.invitation, "password": password})).await,
            ),
            ("session", call("POST", update, &signed_in, json!({"password": password})).await),
            (
                "account",
                call(
                    "PUT",
                    "/api/account/password",
                    &signed_in,
                    json!({"current_password": current, "password": password}),
                )
                .await,
            ),
            ("reset", call("POST", update, &[], json!({"password": password, "token": self.reset})).await),
        ]
    }

    /// Fails unless a password is refused in each place with this message at its field, and another password is
    /// accepted.
    async fn refuse(&self, password: &str, message: &str) {
        for (place, answer) in self.choose(password, PASSWORD).await {
            assert_eq!(answer.field("password"), message, "{place}");
        }
        self.site.advance(15 * 60);
        let update = json!({"password": GOOD, "token": self.reset});
        assert_eq!(self.site.post("/api/auth/update-password", &update).await.status, 204);
        let accept = json!({"password": GOOD, "token": self.invitation});
        assert_eq!(self.site.post("/api/auth/confirm", &accept).await.status, 204);
        self.site.post("/api/auth/sign-up", &json!({"email": NEW, "password": GOOD})).await.ok(202);
    }
}

async fn names_of_the_company_are_refused(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let message = "This password is too easy to guess. Please choose a longer or less common one.";
    Places::of(&site).await.refuse("FoundFirst2026", message).await;
    // A name that administrators have given the site while it was running.
    let changed =
        foundfirst::site::Site { legal_name: "Harbour Lamp Ltd".into(), ..site.app.site.get().as_ref().clone() };
    site.app.site.set(changed);
    let sign_up = json!({"email": "other@example.org", "password": "HarbourLamp1"});
    assert_eq!(site.post("/api/auth/sign-up", &sign_up).await.field("password"), message);
}

/// A list with [`BREACHED`] among others, as the downloader of Have I Been Pwned writes it on Windows.
const LIST: &str = "000000005AD76BD555C1D6D771DE417A4B87E4B4:10\r\n\
    940D3DA010159F2F3C23301E312A06CD02E0DF76:3\r\n\
    FFFFFFFEE791CBAC0F6305CAF0CEE06BBE131160:2\r\n";
const BREACHED: &str = "a breached battery staple";

/// Returns a site whose operator has such a list, and the file.
async fn site_with_list(database: TestDatabase) -> (TestSite, tempfile::NamedTempFile) {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&file, LIST).unwrap();
    let list = BreachedPasswords::open(file.path()).unwrap();
    (TestSite::with(database, |config, _| config.breached_passwords = Some(list)).await, file)
}

async fn breached_passwords_are_refused(database: TestDatabase) {
    let (site, _file) = site_with_list(database).await;
    let message = "This password has appeared in a data breach. Please choose another.";
    Places::of(&site).await.refuse(BREACHED, message).await;
}

async fn nobody_chooses_a_password_while_the_list_cannot_be_read(database: TestDatabase) {
    let (site, file) = site_with_list(database).await;
    std::fs::write(&file, "").unwrap();
    let answer = site.post("/api/auth/sign-up", &json!({"email": NEW, "password": GOOD})).await;
    assert_eq!(answer.failure().0, 503);
    std::fs::write(&file, LIST).unwrap();
    site.post("/api/auth/sign-up", &json!({"email": NEW, "password": GOOD})).await.ok(202);
}
