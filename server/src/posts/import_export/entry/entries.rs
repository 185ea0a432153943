//! Reads the posts of an import file one after another, so that a large file takes no more memory than its largest
//! post.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
};

use serde::de::IgnoredAny;
use serde_json::Value;

use super::{
    ImportFileError,
    size::{self, MAX_VALUES},
};

/// The longest post in bytes of JSON: five million characters of content, each written as an escape, and the rest.
pub const MAX_POST: usize = 32 << 20;
/// Maximum number of posts in a file sent to the API, which reports on each post in memory and in its response.
pub const MAX_POSTS: usize = 100_000;
/// How much is read at once.
const CHUNK: usize = 64 << 10;
const BOM: &[u8] = "\u{feff}".as_bytes();

/// One post of a file, unchecked.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Its JSON, or why it is not read: a message for the editor.
    pub value: Result<Value, String>,
    /// The length of its JSON in bytes.
    pub bytes: usize,
}

impl From<Value> for Entry {
    fn from(value: Value) -> Self {
        Self { value: Ok(value), bytes: 0 }
    }
}

/// A file of posts that has been read once: it is JSON to its end, and within the limits.
#[derive(Debug)]
pub struct ImportFile {
    file: File,
    /// The number of its posts.
    pub len: usize,
}

impl ImportFile {
    /// Reads a file of at most [`MAX_POSTS`] posts to its end. Fails with the position of the first error.
    pub fn open(file: File) -> Result<Self, ImportFileError> {
        Self::open_within(file, MAX_POSTS)
    }

    /// Reads a file of any number of posts to its end, since an export has no limit either. Fails as [`Self::open`] does.
    pub fn open_unlimited(file: File) -> Result<Self, ImportFileError> {
        Self::open_within(file, usize::MAX)
    }

    fn open_within(mut file: File, max_posts: usize) -> Result<Self, ImportFileError> {
        file.seek(SeekFrom::Start(0))?;
        let mut reader = Reader::new(&file);
        let mut len = 0;
        while reader.next(|_| ())?.is_some() {
            len += 1;
            if len > max_posts {
                return Err(ImportFileError::TooManyPosts);
            }
        }
        Ok(Self { file, len })
    }

    /// Returns its posts. An error means that the file can no longer be read.
    pub fn entries(&mut self) -> Result<impl Iterator<Item = Result<Entry, ImportFileError>> + Send, ImportFileError> {
        self.file.seek(SeekFrom::Start(0))?;
        let mut reader = Reader::new(&self.file);
        Ok(std::iter::from_fn(move || reader.next(entry).transpose()))
    }
}

fn entry(json: &str) -> Entry {
    let value = if size::is_within(json, MAX_VALUES) {
        serde_json::from_str(json).map_err(|error| error.to_string())
    } else {
        Err(format!("A post may have at most {MAX_VALUES} values"))
    };
    Entry { value, bytes: json.len() }
}

/// The position of a reader in the structure of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Start,
    First,
    Next,
    End,
}

/// Reads the elements of the array in a file, or its single object.
struct Reader<R> {
    input: R,
    /// What has been read; `start` is the next byte.
    buffer: Vec<u8>,
    start: usize,
    is_at_end: bool,
    state: State,
    /// The line of the next byte, from 1, and the bytes before it on that line.
    line: usize,
    column: usize,
}

impl<R: Read> Reader<R> {
    fn new(input: R) -> Self {
        let (buffer, state) = (Vec::new(), State::Start);
        Self { input, buffer, start: 0, is_at_end: false, state, line: 1, column: 0 }
    }

    /// Returns what `take` makes of the next element. None after the last.
    fn next<T>(&mut self, take: impl FnOnce(&str) -> T) -> Result<Option<T>, ImportFileError> {
        match self.state {
            State::Start => {
                self.skip_bom()?;
                match self.peek()? {
                    Some(b'[') => {
                        self.consume(1);
                        self.state = State::First;
                        self.next(take)
                    }
                    Some(b'{') => {
                        let taken = self.element(take)?;
                        self.finish()?;
                        Ok(Some(taken))
                    }
                    _ => {
                        self.element(|_| ())?;
                        self.finish()?;
                        Err(ImportFileError::Shape)
                    }
                }
            }
            State::First => match self.peek()? {
                Some(b']') => self.close(),
                _ => self.list_element(take),
            },
            State::Next => match self.peek()? {
                Some(b']') => self.close(),
                Some(b',') => {
                    self.consume(1);
                    if self.peek()? == Some(b']') {
                        return Err(self.failed("trailing comma"));
                    }
                    self.list_element(take)
                }
                Some(_) => Err(self.failed("expected `,` or `]`")),
                None => Err(self.failed("EOF while parsing a list")),
            },
            State::End => Ok(None),
        }
    }

    fn list_element<T>(&mut self, take: impl FnOnce(&str) -> T) -> Result<Option<T>, ImportFileError> {
        self.state = State::Next;
        if self.peek()?.is_none() {
            return Err(self.failed("EOF while parsing a list"));
        }
        self.element(take).map(Some)
    }

    fn close<T>(&mut self) -> Result<Option<T>, ImportFileError> {
        self.consume(1);
        self.finish()?;
        Ok(None)
    }

    fn finish(&mut self) -> Result<(), ImportFileError> {
        self.state = State::End;
        match self.peek()? {
            None => Ok(()),
            Some(_) => Err(self.failed("trailing characters")),
        }
    }

    /// Returns what `take` makes of the next value. Reads on until the whole value is in the buffer.
    fn element<T>(&mut self, take: impl FnOnce(&str) -> T) -> Result<T, ImportFileError> {
        let end = loop {
            let rest = self.rest();
            let mut values = serde_json::Deserializer::from_slice(rest).into_iter::<IgnoredAny>();
            match values.next() {
                // More digits of a number may follow.
                Some(Ok(_)) if values.byte_offset() < rest.len() || self.is_at_end => break values.byte_offset(),
                Some(Err(error)) if self.is_at_end || !error.is_eof() => return Err(self.broken(error)),
                _ if self.is_at_end => return Err(self.failed("EOF while parsing a value")),
                _ => {}
            }
            if rest.len() > MAX_POST {
                return Err(ImportFileError::TooLong { line: self.line });
            }
            // Doubles the buffer each time, since the value is parsed from its start again.
            self.fill(rest.len().clamp(CHUNK, MAX_POST))?;
        };
        let value = self.rest().get(..end).unwrap_or_default();
        let json = std::str::from_utf8(value).map_err(|_| self.failed("invalid unicode code point"))?;
        let taken = take(json.trim_ascii());
        self.consume(end);
        Ok(taken)
    }

    fn rest(&self) -> &[u8] {
        self.buffer.get(self.start..).unwrap_or_default()
    }

    /// Returns the next byte that is not white space, without consuming it.
    fn peek(&mut self) -> Result<Option<u8>, ImportFileError> {
        loop {
            let blank = self.rest().iter().take_while(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t')).count();
            self.consume(blank);
            match self.rest().first() {
                Some(byte) => return Ok(Some(*byte)),
                None if self.is_at_end => return Ok(None),
                None => self.fill(CHUNK)?,
            }
        }
    }

    fn skip_bom(&mut self) -> Result<(), ImportFileError> {
        while self.rest().len() < BOM.len() && !self.is_at_end {
            self.fill(CHUNK)?;
        }
        if self.rest().starts_with(BOM) {
            self.start += BOM.len();
        }
        Ok(())
    }

    /// Reads up to `bytes` more bytes.
    fn fill(&mut self, bytes: usize) -> Result<(), ImportFileError> {
        self.buffer.drain(..self.start);
        self.start = 0;
        let read = (&mut self.input).take(bytes as u64).read_to_end(&mut self.buffer)?;
        self.is_at_end = read < bytes;
        Ok(())
    }

    fn consume(&mut self, bytes: usize) {
        let taken = self.buffer.get(self.start..self.start + bytes).unwrap_or_default();
        match taken.iter().rposition(|byte| *byte == b'\n') {
            Some(last) => {
                self.line += taken.split(|byte| *byte == b'\n').count() - 1;
                self.column = taken.len() - last - 1;
            }
            None => self.column += taken.len(),
        }
        self.start += bytes;
    }

    /// Returns the error for the next byte.
    fn failed(&self, reason: &str) -> ImportFileError {
        ImportFileError::Json { line: self.line, column: self.column + 1, reason: reason.to_owned() }
    }

    /// Returns the error for a value that begins at the next byte.
    fn broken(&self, error: serde_json::Error) -> ImportFileError {
        // Parsing that skips a value reports errors less precisely.
        let error = size::failure(self.rest()).unwrap_or(error);
        let (line, column) = (error.line(), error.column());
        let text = error.to_string();
        let reason = text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text).to_owned();
        let before = if line <= 1 { self.column } else { 0 };
        ImportFileError::Json { line: self.line + line.saturating_sub(1), column: before + column, reason }
    }
}

impl From<io::Error> for ImportFileError {
    fn from(error: io::Error) -> Self {
        Self::Io(error.to_string())
    }
}
