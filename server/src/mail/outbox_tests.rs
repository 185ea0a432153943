//! Tests of delivery: what is tried when, and for how long.

use chrono::TimeZone;
use uuid::Uuid;

use super::*;

fn created() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 9, 30, 0).unwrap()
}

fn tried(attempts: u32) -> LeasedMail {
    LeasedMail {
        id: Uuid::nil(),
        kind: "test".into(),
        to: "a@example.org".into(),
        subject: "S".into(),
        text: "T".into(),
        html: "H".into(),
        headers: vec![],
        calendar: None,
        attempts,
        created_at: created(),
    }
}

#[test]
fn pauses_grow_and_tries_end_after_three_days() {
    let mut now = created();
    let mut attempts = 1;
    let mut pauses = Vec::new();
    while let Some(again) = next_try(&tried(attempts), now) {
        pauses.push((again - now).num_seconds());
        now = again;
        attempts += 1;
    }
    assert_eq!(pauses[..10], [10, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 21_600, 21_600]);
    assert!(pauses[..pauses.len() - 1].is_sorted(), "{pauses:?}");
    assert_eq!(now - created(), GIVE_UP_AFTER, "the last try is at the very end");
}

#[test]
fn a_server_that_is_down_is_looked_at_now_and_then() {
    let pauses: Vec<u64> = (1..9).map(|outages| probe_after(outages).as_secs()).collect();
    assert_eq!(pauses, [0, 1, 2, 4, 8, 10, 10, 10]);
    assert_eq!(probe_after(u32::MAX), LONGEST_PROBE);
}
