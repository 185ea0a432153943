//! How the process keeps memory that it has freed.

/// From this size on a buffer is a mapping of its own, which goes back to the system when it is freed. In bytes.
#[cfg(target_env = "gnu")]
const OWN_MAPPING: i32 = 128 * 1024;

/// Gives large buffers back to the system as soon as they are free: documents, what compresses them, pictures. By itself
/// glibc keeps them in its heaps once one of their size was freed: 90 MB resident after 10,000 pages in place of 73, and
/// 390 MB after large uploads in place of 270. Call it once, before there are threads.
#[cfg(target_env = "gnu")]
#[expect(unsafe_code, reason = "glibc's settings can only be reached this way")]
pub fn give_back_large_buffers() {
    // SAFETY: `mallopt` takes two numbers and touches nothing of the program's.
    let taken = unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, OWN_MAPPING) };
    debug_assert_eq!(taken, 1, "glibc refuses the threshold");
}

/// Other C libraries have no such habit.
#[cfg(not(target_env = "gnu"))]
pub fn give_back_large_buffers() {}

#[cfg(test)]
#[cfg(target_env = "gnu")]
mod tests {
    use super::*;

    const MIB: usize = 1024 * 1024;

    /// Resident memory of the process, in MiB.
    fn resident() -> usize {
        let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
        statm.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096 / MIB
    }

    #[test]
    fn large_buffers_leave_with_their_last_use() {
        give_back_large_buffers();
        // The habit: a large buffer that is freed raises the size up to which they are kept.
        drop(vec![1_u8; 31 * MIB]);
        // Something small behind each keeps a heap from shrinking.
        let held: Vec<(Vec<u8>, Box<[u8; 64]>)> =
            (0..8).map(|_| (vec![1_u8; 30 * MIB], Box::new([1_u8; 64]))).collect();
        let before = resident();
        let (large, small): (Vec<_>, Vec<_>) = held.into_iter().unzip();
        drop(large);
        let after = resident();
        assert!(before > after + 200, "{before} MiB, then {after} MiB");
        drop(small);
    }
}
