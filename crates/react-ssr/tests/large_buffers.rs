//! Alone in its process, because it measures the memory of the whole process.
#![cfg(target_env = "gnu")]
#![expect(clippy::unwrap_used, reason = "what is not as expected fails the test")]

const MIB: usize = 1024 * 1024;

/// Resident memory of the process, in MiB.
fn resident() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    statm.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096 / MIB
}

#[test]
fn large_buffers_leave_with_their_last_use() {
    react_ssr::release_large_buffers();
    // By default, freeing a large buffer raises the size up to which buffers are kept.
    drop(vec![1_u8; 31 * MIB]);
    // A small allocation after each buffer keeps the heap from shrinking.
    let held: Vec<(Vec<u8>, Box<[u8; 64]>)> = (0..8).map(|_| (vec![1_u8; 30 * MIB], Box::new([1_u8; 64]))).collect();
    let before = resident();
    let (large, small): (Vec<_>, Vec<_>) = held.into_iter().unzip();
    drop(large);
    let after = resident();
    assert!(before > after + 200, "{before} MiB, then {after} MiB");
    drop(small);
}
