//! What nobody may choose as a password, wherever one is chosen.

use foundfirst::{accounts::Role, audit::Actor, email_address::EmailAddress};
use serde_json::{Value, json};

use super::site::{Answer, PASSWORD, READER, TestDatabase, TestSite, bearer, on_both_engines};

on_both_engines![names_of_the_company_are_refused,];

const NEW: &str = "new@example.org";
const INVITED: &str = "invited@example.org";
const GOOD: &str = "tugboat-lantern-42";

/// Where a password is chosen: links in emails, and the session of an account.
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

    /// Chooses a password at each place. Only the last three belong to one account, whose tries are limited.
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

    /// Fails unless a password is refused at each place, with this message at its field, and another one is not.
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
    // A name that administrators have given the site since it started.
    let changed =
        foundfirst::site::Site { legal_name: "Harbour Lamp Ltd".into(), ..site.app.site.get().as_ref().clone() };
    site.app.site.replace(changed);
    let sign_up = json!({"email": "other@example.org", "password": "HarbourLamp1"});
    assert_eq!(site.post("/api/auth/sign-up", &sign_up).await.field("password"), message);
}
