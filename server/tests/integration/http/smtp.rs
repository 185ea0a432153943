//! A mail server for tests, which accepts mail or fails as real ones do.

use std::{
    io::{BufRead, BufReader, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

/// How the server behaves towards clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mood {
    /// Accepts everything.
    Willing,
    /// Greets with 421.
    Busy,
    /// Greets with 554.
    Closed,
    /// Refuses every recipient: 550.
    Refusing,
    /// Refuses every message: 452.
    Full,
    /// Never responds.
    Silent,
    /// Closes the connection in the middle of a message.
    Vanishing,
    /// Closes the connection at a message with the word "poison", and accepts all others.
    Choking,
}

/// An email that was accepted.
#[derive(Debug, Clone)]
pub struct Taken {
    pub from: String,
    pub to: String,
    /// Headers and body, with unfolded lines.
    pub data: String,
}

pub struct SmtpServer {
    pub address: SocketAddr,
    mood: Arc<Mutex<Mood>>,
    taken: Arc<Mutex<Vec<Taken>>>,
    /// Number of open connections.
    talking: Arc<AtomicUsize>,
    /// Number of connections so far.
    connections: Arc<AtomicUsize>,
}

impl SmtpServer {
    /// Listens on a free port until the process ends.
    pub fn start(mood: Mood) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let server = Self {
            address,
            mood: Arc::new(Mutex::new(mood)),
            taken: Arc::default(),
            talking: Arc::default(),
            connections: Arc::default(),
        };
        let (mood, taken, talking) = (server.mood.clone(), server.taken.clone(), server.talking.clone());
        let connections = server.connections.clone();
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (mood, taken, talking) = (*mood.lock().unwrap(), taken.clone(), talking.clone());
                connections.fetch_add(1, Ordering::SeqCst);
                // A silent server accepts nothing.
                let counts = usize::from(mood != Mood::Silent);
                talking.fetch_add(counts, Ordering::SeqCst);
                // A client that closes the connection is not an error.
                thread::spawn(move || {
                    let _ = converse(&stream, mood, &taken);
                    talking.fetch_sub(counts, Ordering::SeqCst);
                });
            }
        });
        server
    }

    pub fn feel(&self, mood: Mood) {
        *self.mood.lock().unwrap() = mood;
    }

    /// Waits until all connections are closed.
    pub fn settle(&self) {
        while self.talking.load(Ordering::SeqCst) > 0 {
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Returns the number of connections so far.
    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    pub fn taken(&self) -> Vec<Taken> {
        self.taken.lock().unwrap().clone()
    }
}

fn converse(stream: &TcpStream, mood: Mood, taken: &Mutex<Vec<Taken>>) -> Option<()> {
    let mut out = stream;
    let mut say = |line: &str| out.write_all(format!("{line}\r\n").as_bytes()).ok();
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    match mood {
        Mood::Silent => {
            thread::sleep(Duration::from_secs(5));
            return None;
        }
        Mood::Busy => return say("421 too many of you"),
        Mood::Closed => return say("554 no mail here"),
        _ => say("220 test server")?,
    }
    let (mut from, mut to) = (String::new(), String::new());
    loop {
        let line = lines.next()?;
        let word = line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
        match word.as_str() {
            "EHLO" | "HELO" => say("250 test server")?,
            "MAIL" => {
                from = address(&line);
                say("250 ok")?;
            }
            "RCPT" if mood == Mood::Refusing => say("550 nobody here")?,
            "RCPT" => {
                to = address(&line);
                say("250 ok")?;
            }
            "DATA" => {
                say("354 go on")?;
                if mood == Mood::Vanishing {
                    lines.next()?;
                    return None;
                }
                let mut data = Vec::new();
                loop {
                    match lines.next()? {
                        line if line == "." => break,
                        line => data.push(line.strip_prefix('.').unwrap_or(&line).to_owned()),
                    }
                }
                if mood == Mood::Full {
                    say("452 no room")?;
                    continue;
                }
                if mood == Mood::Choking && data.iter().any(|line| line.contains("poison")) {
                    return None;
                }
                let data = data.join("\r\n").replace("=\r\n", "").replace("=3D", "=");
                taken.lock().unwrap().push(Taken { from: from.clone(), to: to.clone(), data });
                say("250 taken")?;
            }
            "QUIT" => return say("221 bye"),
            _ => say("250 ok")?,
        }
    }
}

fn address(line: &str) -> String {
    line.split(['<', '>']).nth(1).unwrap_or_default().to_owned()
}
