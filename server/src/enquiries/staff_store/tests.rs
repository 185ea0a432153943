//! Tests of the staff's list, each on both engines.

use chrono::TimeZone;

use super::{
    super::{
        domain::{EnquiryInput, Verdict, check},
        store::Saved,
    },
    *,
};
use crate::{
    mail::NewMail,
    storage::testing::{TestDatabase, on_both_engines},
};

on_both_engines![
    a_list_is_searched_whatever_the_capitals,
    a_search_knows_capitals_and_accents_beyond_ascii,
    batches_are_the_list_without_its_mails,
    addresses_match_in_any_case_beyond_ascii,
];

fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 9, 30, 0).unwrap()
}

async fn filled(database: &TestDatabase) -> EnquiryStore {
    let store = EnquiryStore::new(database.open().await);
    for (email, message) in [("Anna@example.org", "Under_score"), ("ÄNNE@example.org", "Underscore")] {
        let input = EnquiryInput {
            kind: "contact".into(),
            name: "Anna Example".into(),
            email: email.into(),
            message: message.into(),
            website: "example.org".into(),
            ..EnquiryInput::default()
        };
        let mail = NewMail::short("x", email);
        store.save(&check(&input).unwrap(), "", Verdict::Genuine, vec![mail], now()).await.unwrap();
    }
    store
}

async fn a_list_is_searched_whatever_the_capitals(database: TestDatabase) {
    let store = filled(&database).await;
    for (search, count) in [("UNDER", 2), ("under_", 1), ("", 2), ("nothing", 0), ("\0", 0)] {
        let filter = EnquiryFilter { search: search.into(), ..EnquiryFilter::default() };
        assert_eq!(store.count(&filter).await.unwrap(), count, "{search}");
        assert_eq!(store.list(&filter, 0, 10).await.unwrap().len() as u64, count, "{search}");
    }
}

async fn a_search_knows_capitals_and_accents_beyond_ascii(database: TestDatabase) {
    let store = EnquiryStore::new(database.open().await);
    let input = EnquiryInput {
        kind: "contact".into(),
        name: "Émile Zola".into(),
        email: "emile@example.org".into(),
        message: "Ein Wort: ΛΌΓΟΣ".into(),
        ..EnquiryInput::default()
    };
    let saved = store.save(&check(&input).unwrap(), "", Verdict::Genuine, Vec::new(), now()).await.unwrap();
    let count = async |search: &str| {
        let filter = EnquiryFilter { search: search.into(), ..EnquiryFilter::default() };
        store.count(&filter).await.unwrap()
    };
    for (search, found) in
        [("émile", 1), ("E\u{301}MILE z", 1), ("λόγος", 1), ("λόγοσ", 1), ("emile z", 0), ("ärger", 0)]
    {
        assert_eq!(count(search).await, found, "{search}");
    }
    let Saved::New(id) = saved else { panic!("{saved:?}") };
    let change = EnquiryChange { note: Some("Ärger".into()), ..EnquiryChange::default() };
    store.change(id, &change, now()).await.unwrap();
    assert_eq!((count("ärger").await, count("émile").await, count("ΛΌΓΟΣÄRGER").await), (1, 1, 0));
}

async fn batches_are_the_list_without_its_mails(database: TestDatabase) {
    let store = filled(&database).await;
    for search in ["", "under_", "nothing"] {
        let filter = EnquiryFilter { search: search.into(), ..EnquiryFilter::default() };
        let mut listed = store.list(&filter, 0, 10).await.unwrap();
        assert!(listed.iter().all(|record| record.mails.len() == 1), "{search}");
        for record in &mut listed {
            record.mails.clear();
        }
        for limit in [1, 2, 10] {
            let mut batches: Vec<EnquiryRecord> = Vec::new();
            loop {
                let batch = store.batch(&filter, batches.last(), limit).await.unwrap();
                assert!(batch.len() as u64 <= limit);
                if batch.is_empty() {
                    break;
                }
                batches.extend(batch);
            }
            assert_eq!(batches, listed, "{search}, {limit} at a time");
        }
    }
}

async fn addresses_match_in_any_case_beyond_ascii(database: TestDatabase) {
    let store = filled(&database).await;
    assert_eq!(store.sent_by("änne@example.org").await.unwrap().len(), 1);
    assert_eq!(store.erase_sent_by("änne@example.org").await.unwrap(), 1);
    assert_eq!(store.count(&EnquiryFilter::default()).await.unwrap(), 1);
}
