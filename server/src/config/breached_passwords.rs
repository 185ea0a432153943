//! The list of passwords that are known from breaches.

use std::{
    fmt,
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use sha1::{Digest, Sha1};

/// A SHA-1 in upper-case hexadecimal, as in the list.
type HexDigest = [u8; 40];

/// Maximum length of a line in bytes, including its line break: digest, colon, a count of twenty digits, CR LF.
const LINE: u64 = 64;
/// Size in bytes up to which a range of the list is read line by line. Larger ranges are halved, so it must hold
/// several lines.
const BLOCK: u64 = 4_096;
/// Number of blocks that are checked at start, spread over the list.
const CHECKED: u64 = 64;

/// An open list: lines of `SHA-1[:count]` in ascending order, as the downloader of Have I Been Pwned writes it. It is
/// searched on disk, since it is tens of gigabytes long. Cheap to clone.
#[derive(Clone)]
pub struct BreachedPasswords {
    path: PathBuf,
    file: Arc<Mutex<File>>,
    length: u64,
}

impl BreachedPasswords {
    /// Opens a list. Fails with the reason in one line when the file is not such a list. Only blocks spread over the
    /// file are checked. In a file of another format or order, no password would ever be found.
    pub fn open(path: &Path) -> Result<Self, String> {
        let fail = |reason: &dyn fmt::Display| format!("{}: {reason}", path.display());
        let file = File::open(path).map_err(|error| fail(&error))?;
        let length = file.metadata().map_err(|error| fail(&error))?.len();
        let list = Self { path: path.to_owned(), file: Arc::new(Mutex::new(file)), length };
        list.check_blocks().map_err(|error| fail(&error))?;
        Ok(list)
    }

    /// Returns the file's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether the list has a password. Reads at about thirty offsets of the file: call it on a blocking
    /// thread.
    pub fn contains(&self, password: &str) -> io::Result<bool> {
        let sought = hex(&Sha1::digest(password).into());
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        // Each is the beginning of a line, or the end of the file. The line that is sought begins between them, if it
        // exists.
        let (mut low, mut high) = (0, self.length);
        while high - low > BLOCK {
            let middle = next_line(&mut file, low + (high - low) / 2)?;
            if digest_at(&mut file, middle)? <= sought {
                low = middle;
            } else {
                high = middle;
            }
        }
        let block = read(&mut file, low, high - low)?;
        if (block.len() as u64) < high - low {
            return Err(invalid("the list is shorter than it was at the start"));
        }
        for line in lines(&block) {
            if digest(line)? == sought {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Fails unless blocks from the first to the last are lines of the list in ascending order.
    fn check_blocks(&self) -> io::Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let last = self.length.saturating_sub(BLOCK);
        let mut before: Option<HexDigest> = None;
        let mut end = 0;
        for number in 0..=CHECKED {
            let place = u64::try_from(u128::from(last) * u128::from(number) / u128::from(CHECKED)).unwrap_or(last);
            let begin = if place == 0 { 0 } else { next_line(&mut file, place)? };
            // The blocks of a short list overlap.
            let begin = begin.max(end);
            let block = read(&mut file, begin, BLOCK.min(self.length - begin))?;
            let is_last = begin + block.len() as u64 == self.length;
            let whole = if is_last {
                block.len()
            } else {
                block.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1)
            };
            for line in lines(block.get(..whole).unwrap_or_default()) {
                let digest = digest(line)?;
                if before.is_some_and(|before| digest < before) {
                    return Err(invalid("the digests are not in ascending order"));
                }
                before = Some(digest);
            }
            end = begin + whole as u64;
        }
        if before.is_some() { Ok(()) } else { Err(invalid("the list is empty")) }
    }
}

impl fmt::Debug for BreachedPasswords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BreachedPasswords({})", self.path.display())
    }
}

fn invalid(reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

/// Reads `length` bytes from an offset, fewer at the end of the file.
fn read(file: &mut File, from: u64, length: u64) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(from))?;
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the offset at which the next line begins.
fn next_line(file: &mut File, place: u64) -> io::Result<u64> {
    let bytes = read(file, place, LINE)?;
    let end = bytes.iter().position(|byte| *byte == b'\n').ok_or_else(not_a_list)?;
    Ok(place + end as u64 + 1)
}

/// Returns the digest of the line that begins at an offset.
fn digest_at(file: &mut File, place: u64) -> io::Result<HexDigest> {
    let bytes = read(file, place, LINE)?;
    digest(lines(&bytes).next().unwrap_or_default())
}

/// Splits whole lines, without their line breaks.
fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let lines = (!bytes.is_empty()).then(|| bytes.split(|byte| *byte == b'\n'));
    lines.into_iter().flatten().map(|line| line.strip_suffix(b"\r").unwrap_or(line))
}

/// Returns the digest of a line.
fn digest(line: &[u8]) -> io::Result<HexDigest> {
    let (digest, rest) = line.split_first_chunk::<40>().ok_or_else(not_a_list)?;
    let is_hex = digest.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'A'..=b'F'));
    let is_count = rest.is_empty() || rest.strip_prefix(b":").is_some_and(|count| count.iter().all(u8::is_ascii_digit));
    if is_hex && is_count { Ok(*digest) } else { Err(not_a_list()) }
}

fn not_a_list() -> io::Error {
    invalid("expected a list of SHA-1 digests, one per line, in upper-case hexadecimal")
}

fn hex(bytes: &[u8; 20]) -> HexDigest {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let digit = |nibble: u8| DIGITS.get(usize::from(nibble)).copied().unwrap_or_default();
    std::array::from_fn(|place| {
        let byte = bytes.get(place / 2).copied().unwrap_or_default();
        digit(if place % 2 == 0 { byte >> 4 } else { byte & 15 })
    })
}

#[cfg(test)]
mod tests {
    use std::{fs, iter};

    use super::*;

    /// Writes a list of passwords in the order of their digests, with `end` as the line break.
    fn list(passwords: &[String], end: &str) -> String {
        let mut digests: Vec<String> = passwords
            .iter()
            .map(|password| String::from_utf8(hex(&Sha1::digest(password).into()).to_vec()).unwrap())
            .collect();
        digests.sort();
        digests.into_iter().flat_map(|digest| [digest, end.to_owned()]).collect()
    }

    fn opened(text: &str) -> Result<BreachedPasswords, String> {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("list.txt");
        fs::write(&path, text).unwrap();
        // The open file stays readable after the directory is deleted.
        BreachedPasswords::open(&path).map_err(|error| error.replace(&path.display().to_string(), "list.txt"))
    }

    fn passwords(count: usize) -> Vec<String> {
        (0..count).map(|number| format!("password{number}")).collect()
    }

    #[test]
    fn every_password_of_the_list_is_found_and_no_other() {
        // One line, one block, a little more than one, many.
        for count in [1, 2, 40, 100, 101, 5_000] {
            let passwords = passwords(count);
            for end in ["\n", "\r\n", ":3\n", ":12345678901234567890\r\n"] {
                let text = list(&passwords, end);
                for text in [text.as_str(), text.trim_end()] {
                    let list = opened(text).unwrap();
                    for password in &passwords {
                        assert!(list.contains(password).unwrap(), "{password} of {count}, {end:?}");
                        assert!(!list.contains(&format!("{password}!")).unwrap(), "{password}! of {count}, {end:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn digests_are_those_of_the_published_list() {
        assert_eq!(&hex(&Sha1::digest("password").into()), b"5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8");
    }

    #[test]
    fn what_is_no_such_list_is_refused() {
        let (sha1, ntlm) = ("5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8", "8846F7EAEE8FB117AD06BDD830B7586C");
        let wanted = "expected a list of SHA-1 digests, one per line, in upper-case hexadecimal";
        for (text, reason) in [
            (String::new(), "the list is empty"),
            ("password\n123456\n".into(), wanted),
            (format!("{ntlm}:3\n"), wanted),
            (format!("{}\n", sha1.to_lowercase()), wanted),
            (format!("{sha1} 3\n"), wanted),
            (format!("{sha1}:many\n"), wanted),
            (format!("{sha1}\n\n"), wanted),
            ("\0".repeat(100_000), wanted),
            (format!("F{}\n{sha1}\n", &sha1[1..]), "the digests are not in ascending order"),
        ] {
            assert_eq!(opened(&text).unwrap_err(), format!("list.txt: {reason}"), "{text:.80}");
        }
        let text = list(&passwords(5_000), "\n");
        let backwards: String = text.lines().rev().flat_map(|line| [line, "\n"]).collect();
        assert!(opened(&backwards).unwrap_err().ends_with("not in ascending order"));
        let (half, _) = text.split_at(text.len() / 2 / 41 * 41);
        let broken: String = iter::once(half).chain(iter::repeat_n("not a digest\n", 5_000)).collect();
        assert!(opened(&broken).unwrap_err().ends_with(wanted));
        assert!(
            BreachedPasswords::open(Path::new("/nonexistent.txt")).unwrap_err().starts_with("/nonexistent.txt: No")
        );
    }

    #[test]
    fn a_list_that_is_overwritten_is_an_error() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("list.txt");
        for count in [10, 1_000] {
            fs::write(&path, list(&passwords(count), "\n")).unwrap();
            let list = BreachedPasswords::open(&path).unwrap();
            for text in ["", "x"] {
                fs::write(&path, text).unwrap();
                assert!(list.contains("password1").is_err(), "it does not pass for a list without the password");
            }
        }
    }
}
