//! Limits messages per subject, such as an email address, and per network. The limits are generous: people who type do
//! not reach them.

use std::{
    collections::{HashMap, VecDeque},
    fmt,
    net::IpAddr,
    sync::{Mutex, PoisonError},
};

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};

/// The limits.
#[derive(Debug, Clone, Copy)]
pub struct LimitRules {
    /// The length of the sliding window.
    pub window: TimeDelta,
    /// Maximum number of messages with one subject: an email address, the token of a link, an account or a route.
    pub per_subject: usize,
    /// Maximum number of messages from one network: an IPv4 /24 or an IPv6 /64.
    pub per_network: usize,
}

impl Default for LimitRules {
    fn default() -> Self {
        Self { window: TimeDelta::minutes(10), per_subject: 10, per_network: 60 }
    }
}

/// Factor for the limits of private networks: behind a proxy that is not configured as trusted, everybody seems to come
/// from the same one.
const PRIVATE_FACTOR: usize = 10;
/// Number of subjects at which idle ones are first removed. The next removal is at twice the number that remain, so
/// that many active subjects are not scanned for each message.
const SUBJECTS: usize = 10_000;
/// Maximum number of subjects that are counted at once. When more are active, the least recently active are forgotten.
/// All of them take about ten megabytes, as a subject is stored by its digest, however long it is.
const MAX_SUBJECTS: usize = 100_000;

/// The first half of a subject's SHA-256.
type SubjectDigest = [u8; 16];

/// A sliding-window rate limiter, in this process.
#[derive(Debug)]
pub struct Limiter {
    rules: LimitRules,
    taken: Mutex<Taken>,
}

#[derive(Debug)]
struct Taken {
    times: HashMap<SubjectDigest, VecDeque<DateTime<Utc>>>,
    /// Idle subjects are removed when there are this many.
    most: usize,
}

impl Limiter {
    /// Returns a limiter without any message counted.
    pub fn new(rules: LimitRules) -> Self {
        Self { rules, taken: Mutex::new(Taken { times: HashMap::new(), most: SUBJECTS }) }
    }

    /// Counts a message with a subject. Fails with the seconds until the next is accepted when a limit is reached.
    pub fn take(&self, subject: &str, from: IpAddr, now: DateTime<Utc>) -> Result<(), u64> {
        let network = Network::of(from);
        self.take_all(
            [
                (format!("subject {subject}"), self.rules.per_subject),
                (network.to_string(), self.rules.per_network * network.factor()),
            ],
            now,
        )
    }

    /// Counts a message of a network. Fails with the seconds until the next is accepted when its limit is reached.
    pub fn take_network(&self, network: Network, now: DateTime<Utc>) -> Result<(), u64> {
        self.take_all([(network.to_string(), self.rules.per_network * network.factor())], now)
    }

    /// Counts a message with a subject from a network, apart from the network's other messages. Fails with the seconds
    /// until the next is accepted when the limit of subjects is reached.
    pub fn take_subject(&self, subject: &str, network: Network, now: DateTime<Utc>) -> Result<(), u64> {
        self.take_all([(format!("subject {subject} from {network}"), self.rules.per_subject * network.factor())], now)
    }

    /// Takes back the last message of a network.
    pub fn give_back(&self, network: Network) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(times) = taken.times.get_mut(&digest(&network.to_string())) {
            times.pop_back();
        }
    }

    fn take_all<const N: usize>(&self, subjects: [(String, usize); N], now: DateTime<Utc>) -> Result<(), u64> {
        let begin = now - self.rules.window;
        let subjects = subjects.map(|(subject, limit)| (digest(&subject), limit));
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let Taken { times: taken, most } = &mut *taken;
        if taken.len() > *most {
            taken.retain(|_, times| times.back().is_some_and(|time| *time > begin));
            taken.shrink_to(SUBJECTS);
            forget_oldest(taken);
            *most = (2 * taken.len()).clamp(SUBJECTS, MAX_SUBJECTS);
        }
        let mut wait = None;
        for (subject, limit) in &subjects {
            let Some(times) = taken.get_mut(subject) else { continue };
            while times.front().is_some_and(|time| *time <= begin) {
                times.pop_front();
            }
            if times.len() >= *limit
                && let Some(first) = times.front()
            {
                wait = wait.max(Some(wait_seconds(*first - begin)));
            }
        }
        if let Some(seconds) = wait {
            return Err(seconds);
        }
        for (subject, _) in subjects {
            taken.entry(subject).or_default().push_back(now);
        }
        Ok(())
    }
}

/// Returns a wait in whole seconds, rounded up, so that a message sent after it is accepted. At least 1.
pub fn wait_seconds(wait: TimeDelta) -> u64 {
    let seconds = wait.num_seconds() + i64::from(wait.subsec_nanos() > 0);
    seconds.max(1).unsigned_abs()
}

/// Returns a wait in seconds in words: "a minute", "5 minutes", "3 hours".
pub fn wait_text(seconds: u64) -> String {
    match seconds.div_ceil(60) {
        1 => "a minute".to_owned(),
        minutes @ ..=120 => format!("{minutes} minutes"),
        minutes => format!("{} hours", minutes.div_ceil(60)),
    }
}

fn digest(subject: &str) -> SubjectDigest {
    let whole: [u8; 32] = Sha256::digest(subject).into();
    std::array::from_fn(|place| whole.get(place).copied().unwrap_or_default())
}

/// Forgets the least recently active half of the subjects when there are too many.
fn forget_oldest(taken: &mut HashMap<SubjectDigest, VecDeque<DateTime<Utc>>>) {
    if taken.len() < MAX_SUBJECTS {
        return;
    }
    let mut last: Vec<_> = taken.values().filter_map(|times| times.back().copied()).collect();
    let middle = last.len() / 2;
    let (_, median, _) = last.select_nth_unstable(middle);
    let median = *median;
    let mut spare = taken.len() / 2;
    taken.retain(|_, times| {
        let is_newer = times.back().is_some_and(|time| *time > median);
        // Of the subjects that were active at the median, as many stay as there is room for.
        let stays = is_newer || (spare > 0 && times.back() == Some(&median));
        spare -= usize::from(stays && !is_newer);
        stays
    });
}

/// The network that an address belongs to: an IPv4 /24, an IPv6 /64. `Display` formats it in CIDR notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Network {
    /// Its first address.
    base: IpAddr,
    is_private: bool,
}

impl Network {
    /// Returns the network of an address.
    pub fn of(ip: IpAddr) -> Self {
        match ip.to_canonical() {
            IpAddr::V4(ip) => {
                let [a, b, c, _] = ip.octets();
                let is_private = ip.is_private() || ip.is_loopback() || ip.is_link_local();
                Self { base: [a, b, c, 0].into(), is_private }
            }
            IpAddr::V6(ip) => {
                let [a, b, c, d, ..] = ip.segments();
                let is_private = ip.is_loopback() || ip.is_unique_local();
                Self { base: [a, b, c, d, 0, 0, 0, 0].into(), is_private }
            }
        }
    }

    /// Returns its first address.
    pub fn base(self) -> IpAddr {
        self.base
    }

    /// Returns the factor of its limits.
    pub fn factor(self) -> usize {
        if self.is_private { PRIVATE_FACTOR } else { 1 }
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prefix = if self.base.is_ipv4() { 24 } else { 64 };
        write!(f, "{}/{prefix}", self.base)
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone;

    use super::*;

    fn at(second: i64) -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 11, 21, 9, 30, 0).unwrap() + TimeDelta::seconds(second)
    }

    fn limiter() -> Limiter {
        Limiter::new(LimitRules { window: TimeDelta::minutes(10), per_subject: 2, per_network: 3 })
    }

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn one_address_has_its_limit_wherever_it_writes_from() {
        let limiter = limiter();
        assert_eq!(limiter.take("a@b.co", ip("198.51.100.1"), at(0)), Ok(()));
        assert_eq!(limiter.take("a@b.co", ip("203.0.113.1"), at(60)), Ok(()));
        assert_eq!(limiter.take("a@b.co", ip("192.0.2.1"), at(120)), Err(480));
        assert_eq!(limiter.take("c@d.co", ip("192.0.2.1"), at(120)), Ok(()));
    }

    #[test]
    fn a_message_after_the_stated_wait_is_accepted() {
        let limiter = limiter();
        for _ in 0..2 {
            limiter.take("a@b.co", ip("198.51.100.1"), at(0)).unwrap();
        }
        let wait = limiter.take("a@b.co", ip("198.51.100.1"), at(1)).unwrap_err();
        assert_eq!(limiter.take("a@b.co", ip("198.51.100.1"), at(wait.cast_signed())), Err(1));
        assert_eq!(limiter.take("a@b.co", ip("198.51.100.1"), at(1 + wait.cast_signed())), Ok(()));
    }

    #[test]
    fn a_network_has_its_limit_whatever_the_address() {
        for (one, other, elsewhere) in
            [("198.51.100.1", "198.51.100.254", "198.51.101.1"), ("2001:db8::1", "2001:db8::ffff:1", "2001:db8:0:1::1")]
        {
            let limiter = limiter();
            for n in 0..3 {
                assert_eq!(limiter.take(&n.to_string(), ip(one), at(0)), Ok(()));
            }
            assert_eq!(limiter.take("x", ip(other), at(0)), Err(600));
            assert_eq!(limiter.take("x", ip(elsewhere), at(0)), Ok(()));
        }
    }

    #[test]
    fn a_private_address_may_be_everybody_behind_a_proxy() {
        for private in ["127.0.0.1", "10.1.2.3", "::1", "fd00::1"] {
            let limiter = limiter();
            for n in 0..30 {
                assert_eq!(limiter.take(&n.to_string(), ip(private), at(0)), Ok(()), "{private}");
            }
            assert_eq!(limiter.take("x", ip(private), at(0)), Err(600));
        }
    }

    #[test]
    fn what_is_refused_does_not_count() {
        let limiter = limiter();
        for _ in 0..2 {
            limiter.take("a@b.co", ip("198.51.100.1"), at(0)).unwrap();
        }
        for second in 1..600 {
            assert!(limiter.take("a@b.co", ip("198.51.100.1"), at(second)).is_err());
        }
        assert_eq!(limiter.take("a@b.co", ip("198.51.100.1"), at(600)), Ok(()));
    }

    #[test]
    fn a_message_that_is_given_back_does_not_count() {
        let limiter = limiter();
        let network = Network::of(ip("192.0.2.1"));
        limiter.give_back(network);
        for _ in 0..3 {
            assert_eq!(limiter.take_network(network, at(0)), Ok(()));
        }
        assert_eq!(limiter.take_network(network, at(1)), Err(599));
        limiter.give_back(network);
        assert_eq!(limiter.take_network(network, at(1)), Ok(()));
        assert_eq!(limiter.take_network(network, at(1)), Err(599));
    }

    #[test]
    fn a_subject_of_a_network_is_counted_apart() {
        let limiter = limiter();
        let [one, other] = ["192.0.2.1", "198.51.100.1"].map(|text| Network::of(ip(text)));
        for _ in 0..2 {
            assert_eq!(limiter.take_subject("a@b.co", one, at(0)), Ok(()));
        }
        assert_eq!(limiter.take_subject("a@b.co", one, at(0)), Err(600));
        assert_eq!(limiter.take_subject("c@d.co", one, at(0)), Ok(()));
        assert_eq!(limiter.take_subject("a@b.co", other, at(0)), Ok(()));
        for _ in 0..3 {
            assert_eq!(limiter.take_network(one, at(0)), Ok(()), "the network has none of them");
        }
    }

    #[test]
    fn a_wait_is_rounded_up_to_whole_seconds() {
        for (microseconds, seconds) in [(-5, 1), (0, 1), (1, 1), (1_000_000, 1), (1_000_001, 2), (59_500_000, 60)] {
            assert_eq!(wait_seconds(TimeDelta::microseconds(microseconds)), seconds, "{microseconds}");
        }
    }

    #[test]
    fn idle_subjects_are_removed_and_active_ones_rarely_scanned() {
        let limiter = limiter();
        let crowd = |second| {
            for n in 0..SUBJECTS {
                let from = format!("2001:db8:0:{n:x}::1");
                assert_eq!(limiter.take(&format!("{second}-{n}"), ip(&from), at(second)), Ok(()));
            }
            let taken = limiter.taken.lock().unwrap();
            (taken.times.len(), taken.most)
        };
        let (all, most) = crowd(0);
        assert_eq!((all, most), (2 * SUBJECTS, 2 * (SUBJECTS + 2)), "looked through once in ten thousand messages");
        assert!(crowd(600).0 <= 2 * SUBJECTS, "those of before are gone");
    }

    #[test]
    fn memory_is_bounded_however_many_subjects_are_active() {
        let limiter = limiter();
        for n in 0..2 * MAX_SUBJECTS {
            let from = format!("2001:db8:{:x}:{:x}::1", n >> 16, n & 0xffff);
            limiter
                .take(&format!("{n}@{}", "long".repeat(50)), ip(&from), at(i64::try_from(n / 4_000).unwrap()))
                .unwrap();
            assert!(limiter.taken.lock().unwrap().times.len() <= MAX_SUBJECTS + 2);
        }
        let last = format!("{}@{}", 2 * MAX_SUBJECTS - 1, "long".repeat(50));
        limiter.take(&last, ip("192.0.2.1"), at(60)).unwrap();
        assert!(limiter.take(&last, ip("192.0.2.2"), at(60)).is_err(), "the newest are still counted");
    }

    #[test]
    fn of_subjects_of_one_moment_half_are_forgotten() {
        let mut taken: HashMap<_, _> =
            (0..MAX_SUBJECTS).map(|n| (digest(&n.to_string()), VecDeque::from([at(0)]))).collect();
        forget_oldest(&mut taken);
        assert_eq!(taken.len(), MAX_SUBJECTS / 2);
    }
}
