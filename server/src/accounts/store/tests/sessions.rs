//! Sessions: their tokens, their ends and their list.

use super::*;

on_both_engines![
    a_session_is_found_by_its_access_token_until_it_runs_out,
    a_session_shows_the_rights_of_the_moment,
    a_rotation_voids_both_old_tokens,
    a_spent_refresh_token_ends_its_session,
    a_refresh_token_runs_out,
    of_concurrent_rotations_one_succeeds,
    a_rotation_does_not_make_the_sign_in_recent,
    the_right_password_makes_the_sign_in_recent_unless_the_lock_has_begun,
    a_session_of_staff_ends_unused_for_an_hour,
    a_session_of_staff_ends_twelve_hours_after_its_sign_in,
    other_sessions_go_on_unused,
    a_renewal_counts_as_used_when_the_program_says,
    unknown_refresh_tokens_wait_for_no_writer,
    sweeping_removes_sessions_of_staff_that_are_over,
    either_token_ends_a_session,
    sweeping_removes_what_has_run_out_and_nothing_else,
    sessions_are_listed_with_the_latest_used_first,
    somebody_elses_session_cannot_be_ended,
];

async fn a_session_is_found_by_its_access_token_until_it_runs_out(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.session(1).await;
    let end = now() + ACCESS_LIFETIME;
    let found = fixture.store.by_access(&access(1), end - TimeDelta::microseconds(1)).await.unwrap().unwrap();
    assert_eq!((found.user, found.access_expires_at), (fixture.user.clone(), end));
    assert_eq!(found.refresh_expires_at, now() + REFRESH_LIFETIME);
    assert!(fixture.store.by_access(&access(1), end).await.unwrap().is_none());
    assert!(fixture.store.by_access(&access(2), now()).await.unwrap().is_none());
    // A refresh token is not an access token.
    assert!(fixture.store.by_access(&refresh(1), now()).await.unwrap().is_none());
}

async fn a_session_shows_the_rights_of_the_moment(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let is_admin = async || fixture.store.by_access(&access(1), now()).await.unwrap().unwrap().user.is_admin;
    fixture.store.grant(&address("anna@example.org"), now()).await.unwrap();
    fixture.session(1).await;
    assert!(is_admin().await);
    fixture.store.revoke(&address("anna@example.org"), now()).await.unwrap();
    assert!(!is_admin().await);
}

async fn a_rotation_voids_both_old_tokens(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.session(1).await;
    let later = now() + seconds(60);
    let Rotation::Renewed(renewed) =
        fixture.store.rotate(&refresh(1), tokens(2, later), TimeDelta::zero(), later).await.unwrap()
    else {
        panic!("the token was live");
    };
    assert_eq!(renewed.access_expires_at, later + ACCESS_LIFETIME);
    assert_eq!(renewed.refresh_expires_at, later + REFRESH_LIFETIME);
    assert!(!fixture.is_live(1).await);
    assert!(fixture.is_live(2).await);
}

async fn a_spent_refresh_token_ends_its_session(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.session(1).await;
    fixture.session(9).await;
    fixture.store.rotate(&refresh(1), tokens(2, now()), TimeDelta::zero(), now()).await.unwrap();
    let again = fixture.store.rotate(&refresh(1), tokens(3, now()), TimeDelta::zero(), now()).await.unwrap();
    assert!(matches!(again, Rotation::Reused), "{again:?}");
    assert!(!fixture.is_live(2).await && !fixture.is_live(3).await);
    let latest = fixture.store.rotate(&refresh(2), tokens(4, now()), TimeDelta::zero(), now()).await.unwrap();
    assert!(matches!(latest, Rotation::Unknown), "{latest:?}");
    assert!(fixture.is_live(9).await, "another session of the same person goes on");
}

async fn a_refresh_token_runs_out(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.session(1).await;
    let end = now() + REFRESH_LIFETIME;
    let late = fixture.store.rotate(&refresh(1), tokens(2, end), TimeDelta::zero(), end).await.unwrap();
    assert!(matches!(late, Rotation::Unknown), "{late:?}");
    let access_token = fixture.store.rotate(&access(1), tokens(2, now()), TimeDelta::zero(), now()).await.unwrap();
    assert!(matches!(access_token, Rotation::Unknown), "{access_token:?}");
    let in_time =
        fixture.store.rotate(&refresh(1), tokens(2, now()), TimeDelta::zero(), end - seconds(1)).await.unwrap();
    assert!(matches!(in_time, Rotation::Renewed(_)), "{in_time:?}");
}

async fn of_concurrent_rotations_one_succeeds(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.session(1).await;
    let rotate = |number| {
        let store = &fixture.store;
        async move { store.rotate(&refresh(1), tokens(number, now()), TimeDelta::zero(), now()).await.unwrap() }
    };
    let results = tokio::join!(rotate(2), rotate(3), rotate(4), rotate(5));
    let results = [results.0, results.1, results.2, results.3];
    let won = results.iter().filter(|result| matches!(result, Rotation::Renewed(_))).count();
    assert_eq!(won, 1, "{results:?}");
    let mut live = 0;
    for number in 1..=5 {
        live += u32::from(fixture.is_live(number).await);
    }
    // None when a loser was late enough to show an exchanged token.
    assert!(live <= 1, "{live} sessions are live");
}

async fn a_rotation_does_not_make_the_sign_in_recent(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.session(1).await;
    let later = now() + seconds(600);
    fixture.store.rotate(&refresh(1), tokens(2, later), TimeDelta::zero(), later).await.unwrap();
    let renewed = fixture.store.by_access(&access(2), later).await.unwrap().unwrap();
    assert_eq!(renewed.authenticated_at, now());
}

async fn the_right_password_makes_the_sign_in_recent_unless_the_lock_has_begun(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let mine = fixture.open(fixture.user.id, 1, now()).await;
    fixture.session(2).await;
    let later = now() + seconds(600);
    let shown_at =
        async |number| fixture.store.by_access(&access(number), later).await.unwrap().unwrap().authenticated_at;
    for _ in 0..6 {
        fixture.store.reserve_attempt(&anna_from(1), later).await.unwrap();
    }
    fixture.store.renew_authentication(&anna_from(1), mine, later).await.unwrap().unwrap();
    assert_eq!((shown_at(1).await, shown_at(2).await), (later, now()));
    assert_eq!(fixture.fail(later).await, None, "success clears the count");
    for _ in 0..5 {
        fixture.store.reserve_attempt(&anna_from(1), later).await.unwrap();
    }
    let until = fixture.store.fail_attempt(&anna_from(1), 0, later).await.unwrap().unwrap();
    let refused = fixture.store.renew_authentication(&anna_from(1), mine, later + seconds(1)).await.unwrap();
    assert_eq!((refused, shown_at(1).await), (Err(until), later));
}

const HOUR: TimeDelta = TimeDelta::hours(1);
const TICK: TimeDelta = TimeDelta::microseconds(1);

/// Makes Anna a member of staff and opens a session made of 1.
async fn staff(database: TestDatabase) -> (Fixture, Uuid) {
    let fixture = Fixture::new(database).await;
    fixture.store.grant(&address("anna@example.org"), now()).await.unwrap();
    let session = fixture.open(fixture.user.id, 1, now()).await;
    (fixture, session)
}

impl Fixture {
    async fn is_live_at(&self, number: u8, at: DateTime<Utc>) -> bool {
        self.store.by_access(&access(number), at).await.unwrap().is_some()
    }

    /// Exchanges the tokens made of one number for those of the next. Returns whether that succeeded.
    async fn renew(&self, number: u8, idle: TimeDelta, at: DateTime<Utc>) -> bool {
        let rotation = self.store.rotate(&refresh(number), tokens(number + 1, at), idle, at).await.unwrap();
        matches!(rotation, Rotation::Renewed(_))
    }
}

async fn a_session_of_staff_ends_unused_for_an_hour(database: TestDatabase) {
    let (fixture, session) = staff(database).await;
    let listed = async |at| fixture.store.sessions_of(fixture.user.id, at).await.unwrap().len();
    let used = now() + HOUR / 2;
    assert!(fixture.renew(1, TimeDelta::zero(), used).await);
    let used = used + HOUR / 2;
    fixture.store.record_use(session, used).await.unwrap();
    fixture.store.record_use(session, now()).await.unwrap();
    let end = used + HOUR;
    // The access token expires before.
    assert!(!fixture.is_live_at(2, end - TICK).await);
    assert!(fixture.renew(2, HOUR, end - TICK).await);
    assert!(fixture.is_live_at(3, end - TICK).await && listed(end - TICK).await == 1);
    assert!(!fixture.is_live_at(3, end).await && listed(end).await == 0);
    assert!(!fixture.renew(3, TimeDelta::zero(), end).await);
}

async fn a_session_of_staff_ends_twelve_hours_after_its_sign_in(database: TestDatabase) {
    let (fixture, _) = staff(database).await;
    for number in 1..24 {
        assert!(fixture.renew(number, TimeDelta::zero(), now() + HOUR / 2 * number.into()).await, "{number}");
    }
    let end = now() + HOUR * 12;
    let last = fixture.store.by_access(&access(24), end - TICK).await.unwrap().unwrap();
    assert_eq!(last.access_expires_at, end);
    assert!(!fixture.is_live_at(24, end).await && !fixture.renew(24, TimeDelta::zero(), end).await);
}

async fn other_sessions_go_on_unused(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.session(1).await;
    let later = now() + TimeDelta::days(20);
    assert_eq!(fixture.store.sessions_of(fixture.user.id, later).await.unwrap().len(), 1);
    assert!(fixture.renew(1, TimeDelta::zero(), later).await && fixture.is_live_at(2, later).await);
    assert!(fixture.is_live_at(2, later + HOUR - TICK).await);
}

async fn a_renewal_counts_as_used_when_the_program_says(database: TestDatabase) {
    let (fixture, _) = staff(database).await;
    let used_at = async |number, at| fixture.store.by_access(&access(number), at).await.unwrap().unwrap().last_used_at;
    let at = now() + TimeDelta::minutes(50);
    assert!(fixture.renew(1, TimeDelta::minutes(10), at).await);
    assert_eq!(used_at(2, at).await, now() + TimeDelta::minutes(40));
    // The last use is never moved back.
    assert!(fixture.renew(2, HOUR, at).await);
    assert_eq!(used_at(3, at).await, now() + TimeDelta::minutes(40));
}

async fn unknown_refresh_tokens_wait_for_no_writer(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let _writing = fixture.store.database.begin_write().await.unwrap();
    let asked = async { fixture.store.rotate(&refresh(9), tokens(2, now()), TimeDelta::zero(), now()).await.unwrap() };
    let answer = tokio::time::timeout(std::time::Duration::from_secs(2), asked).await.unwrap();
    assert!(matches!(answer, Rotation::Unknown), "{answer:?}");
}

async fn sweeping_removes_sessions_of_staff_that_are_over(database: TestDatabase) {
    let (fixture, _) = staff(database).await;
    let bob = fixture.store.create_user(&address("bob@example.org"), "hash".into(), false, now()).await.unwrap();
    fixture.open(bob.id, 2, now()).await;
    fixture.open(fixture.user.id, 3, now() + HOUR / 2).await;
    fixture.store.sweep(now() + HOUR).await.unwrap();
    assert!(!fixture.is_live(1).await && fixture.is_live(2).await && fixture.is_live(3).await);
}

async fn either_token_ends_a_session(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    for number in 1..=3 {
        fixture.session(number).await;
    }
    fixture.store.end_session(&[access(1)], now(), [198, 51, 100, 1].into()).await.unwrap();
    fixture.store.end_session(&[refresh(2), TokenHash::numbered(0)], now(), [198, 51, 100, 1].into()).await.unwrap();
    fixture.store.end_session(&[TokenHash::numbered(7)], now(), [198, 51, 100, 1].into()).await.unwrap();
    assert!(!fixture.is_live(1).await && !fixture.is_live(2).await && fixture.is_live(3).await);
}

async fn sweeping_removes_what_has_run_out_and_nothing_else(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.session(1).await;
    let later = now() + TimeDelta::days(1);
    fixture.open(fixture.user.id, 2, later).await;
    for _ in 0..5 {
        fixture.fail(now()).await;
    }
    let recent = anna_from(9);
    let end = now() + REFRESH_LIFETIME;
    for _ in 0..5 {
        fixture.fail_with(&recent, end).await;
    }
    fixture.store.sweep(end).await.unwrap();
    // At a time when both would still be live if they had not been deleted.
    assert!(!fixture.is_live(1).await && fixture.is_live(2).await);
    assert_eq!(fixture.locked_until(&anna_from(1), now()).await, None);
    assert!(fixture.locked_until(&recent, end).await.is_some());
}

async fn sessions_are_listed_with_the_latest_used_first(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let user = fixture.user.id;
    let early = fixture.open(user, 1, now() - TimeDelta::days(2)).await;
    let late = fixture.open(user, 2, now() - TimeDelta::days(1)).await;
    fixture.open(user, 3, now() - REFRESH_LIFETIME).await;
    let listed = fixture.store.sessions_of(user, now()).await.unwrap();
    assert_eq!(listed.iter().map(|session| session.id).collect::<Vec<_>>(), [late, early], "one has run out");
    let first = &listed[0];
    assert_eq!((first.ip.as_str(), first.agent.as_str()), ("192.0.2.7", "curl/8"));
    assert_eq!((first.created_at, first.last_used_at), (now() - TimeDelta::days(1), now() - TimeDelta::days(1)));
    assert!(fixture.store.end_one(user, early, now()).await.unwrap());
    assert!(!fixture.store.end_one(user, early, now()).await.unwrap());
    assert_eq!(fixture.sessions(user).await, [late]);
}

async fn somebody_elses_session_cannot_be_ended(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let bob = fixture.store.create_user(&address("bob@example.org"), "hash".into(), false, now()).await.unwrap();
    let (annas, other) = (fixture.open(fixture.user.id, 1, now()).await, fixture.open(fixture.user.id, 2, now()).await);
    let bobs = fixture.open(bob.id, 3, now()).await;
    assert!(!fixture.store.end_one(fixture.user.id, bobs, now()).await.unwrap());
    fixture.store.end_all(fixture.user.id, Some(annas), now()).await.unwrap();
    assert_eq!((fixture.sessions(fixture.user.id).await, fixture.sessions(bob.id).await), (vec![annas], vec![bobs]));
    assert_ne!(annas, other);
    fixture.store.end_all(fixture.user.id, None, now()).await.unwrap();
    assert_eq!((fixture.sessions(fixture.user.id).await, fixture.sessions(bob.id).await), (vec![], vec![bobs]));
}
