//! The lock after failed sign-ins.

use std::sync::Arc;

use serde_json::json;
use tokio::task::JoinSet;

use super::site::{Answer, PASSWORD, READER, TestDatabase, TestSite, on_both_engines};

on_both_engines![
    the_fifth_failure_locks_and_the_lock_grows,
    a_lock_lifts_by_itself_and_success_clears_the_count,
    a_lock_holds_for_one_account_in_one_network,
    fifty_parallel_guesses_count_as_fifty,
    five_parallel_guesses_lock_with_the_fifth,
    right_passwords_beside_a_wrong_one_open_sessions,
    a_locked_account_takes_nothing_from_its_network,
    a_network_has_a_budget_for_all_accounts,
    the_sign_in_form_shows_the_lock,
];

const IP: [u8; 4] = [192, 0, 2, 1];

impl TestSite {
    async fn try_from(&self, ip: [u8; 4], email: &str, password: &str) -> Answer {
        self.call_from(ip, "/api/auth/sign-in", &[], &json!({"email": email, "password": password})).await
    }

    async fn fail(&self, times: u32) -> Answer {
        for _ in 1..times {
            self.try_from(IP, READER, "wrong").await;
        }
        self.try_from(IP, READER, "wrong").await
    }

    /// Tries passwords at once. Returns each with its response.
    async fn try_at_once(self: &Arc<Self>, passwords: &[&'static str]) -> Vec<(&'static str, Answer)> {
        let mut attempts = JoinSet::new();
        for &password in passwords {
            let site = self.clone();
            attempts.spawn(async move { (password, site.try_from(IP, READER, password).await) });
        }
        attempts.join_all().await
    }
}

async fn site(database: TestDatabase) -> TestSite {
    let site = TestSite::new(database).await;
    site.account(READER, false).await;
    site
}

#[track_caller]
fn assert_locked(answer: &Answer, seconds: u64) {
    let message = format!("Please wait {seconds} seconds before trying again.");
    assert_eq!(answer.failure(), (429, "locked".into(), message));
    assert_eq!(answer.header("retry-after"), seconds.to_string());
    assert_eq!(answer.json()["error"]["retry_after"], seconds);
}

async fn the_fifth_failure_locks_and_the_lock_grows(database: TestDatabase) {
    let site = site(database).await;
    for _ in 0..4 {
        assert_eq!(site.fail(1).await.failure().1, "invalid_credentials");
    }
    for seconds in [60, 120, 240, 480, 600, 600] {
        assert_locked(&site.fail(1).await, seconds);
        // An attempt during the lock neither counts nor succeeds, even with the right password.
        site.advance(10);
        assert_locked(&site.try_from(IP, READER, PASSWORD).await, seconds - 10);
        site.advance(seconds.cast_signed() - 10);
    }
}

async fn a_lock_lifts_by_itself_and_success_clears_the_count(database: TestDatabase) {
    let site = site(database).await;
    assert_locked(&site.fail(5).await, 60);
    site.advance(59);
    assert_locked(&site.try_from(IP, READER, PASSWORD).await, 1);
    site.advance(1);
    site.try_from(IP, READER, PASSWORD).await.ok(200);
    for _ in 0..4 {
        assert_eq!(site.fail(1).await.failure().1, "invalid_credentials");
    }
    assert_locked(&site.fail(1).await, 60);
}

async fn a_lock_holds_for_one_account_in_one_network(database: TestDatabase) {
    let site = site(database).await;
    for number in 0..5 {
        site.try_from([192, 0, 2, number], READER, "wrong").await;
    }
    assert_locked(&site.try_from([192, 0, 2, 99], " Reader@FoundFirst.TEST", PASSWORD).await, 60);
    site.account("other@foundfirst.test", false).await;
    site.try_from([192, 0, 2, 99], "other@foundfirst.test", PASSWORD).await.ok(200);
    site.try_from([192, 0, 3, 1], READER, PASSWORD).await.ok(200);
    assert_locked(&site.try_from(IP, READER, PASSWORD).await, 60);
}

async fn fifty_parallel_guesses_count_as_fifty(database: TestDatabase) {
    let site = Arc::new(site(database).await);
    let answers = site.try_at_once(&["wrong"; 50]).await;
    let unlocked = answers.iter().filter(|(_, answer)| answer.status == 401).count();
    assert!(unlocked < 5, "{unlocked} guesses were made without a lock");
    // After five counted failures, the lock would last only 60 seconds.
    assert_locked(&site.try_from(IP, READER, PASSWORD).await, 600);
}

async fn five_parallel_guesses_lock_with_the_fifth(database: TestDatabase) {
    let site = Arc::new(site(database).await);
    let answers = site.try_at_once(&["wrong"; 5]).await;
    let (failed, locked): (Vec<_>, Vec<_>) =
        answers.into_iter().map(|(_, answer)| answer).partition(|answer| answer.status == 401);
    assert_eq!((failed.len(), locked.len()), (4, 1));
    for answer in locked {
        assert_locked(&answer, 60);
    }
    assert_locked(&site.try_from(IP, READER, PASSWORD).await, 60);
}

async fn right_passwords_beside_a_wrong_one_open_sessions(database: TestDatabase) {
    let site = Arc::new(site(database).await);
    // The wrong one is checked first, while the others are counted already.
    let passwords = [&["wrong"][..], &[PASSWORD; 7]].concat();
    for (password, answer) in site.try_at_once(&passwords).await {
        let expected = if password == PASSWORD { 200 } else { 401 };
        assert_eq!(answer.status, expected, "{password}: {}", answer.text());
    }
}

async fn a_locked_account_takes_nothing_from_its_network(database: TestDatabase) {
    let site = site(database).await;
    site.account("other@foundfirst.test", false).await;
    assert_locked(&site.fail(5).await, 60);
    for number in 5..200 {
        assert_locked(&site.try_from([192, 0, 2, number], READER, PASSWORD).await, 60);
    }
    // Beyond its own budget, a flood on the account does not reach the database.
    for _ in 0..10 {
        let refused = site.fail(1).await;
        assert_eq!((refused.status, refused.failure().1.as_str()), (429, "too_many_requests"));
    }
    site.try_from(IP, "other@foundfirst.test", PASSWORD).await.ok(200);
    site.advance(15 * 60);
    site.try_from(IP, READER, PASSWORD).await.ok(200);
}

async fn a_network_has_a_budget_for_all_accounts(database: TestDatabase) {
    let site = site(database).await;
    // Empty passwords are not checked and do not count.
    for _ in 0..3 {
        assert_eq!(site.try_from(IP, READER, "").await.status, 422);
    }
    for number in 0..200 {
        let answer = site.try_from([192, 0, 2, number], &format!("nobody{number}@foundfirst.test"), "wrong").await;
        assert_eq!(answer.status, 401);
    }
    let refused = site.try_from(IP, READER, PASSWORD).await;
    assert_eq!((refused.status, refused.failure().1.as_str()), (429, "too_many_requests"));
    site.try_from([192, 0, 3, 1], READER, PASSWORD).await.ok(200);
    site.advance(15 * 60);
    site.try_from(IP, READER, PASSWORD).await.ok(200);
}

async fn the_sign_in_form_shows_the_lock(database: TestDatabase) {
    let site = site(database).await;
    let fields = "email=reader%40foundfirst.test&password=wrong";
    for _ in 0..4 {
        let answer = site.submit("/auth", fields).await;
        assert_eq!(answer.status, 422);
        assert!(answer.text().contains("Invalid login credentials"));
        assert!(answer.text().contains("reader@foundfirst.test"), "the address is kept");
        assert!(!answer.text().contains("wrong\""), "the password is not");
    }
    let answer = site.submit("/auth", fields).await;
    assert_eq!(answer.status, 429);
    assert!(answer.text().contains("Please wait 60 seconds before trying again."));
    assert!(answer.text().contains("\"retry_after\":60"));
}
