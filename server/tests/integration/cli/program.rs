//! Runs the binary in a temporary directory, without the caller's environment.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};

use tempfile::TempDir;

/// A working directory for the program. Its data is in `data` unless a test sets it otherwise.
pub struct Place {
    directory: TempDir,
}

/// Exit status and output of a run.
#[derive(Debug)]
pub struct Run {
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl Place {
    pub fn new() -> Self {
        Self { directory: tempfile::tempdir().unwrap() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_foundfirst"));
        for (name, _) in
            std::env::vars().filter(|(name, _)| name.starts_with("FOUNDFIRST_") || name.starts_with("AWS_"))
        {
            command.env_remove(name);
        }
        command.args(arguments).current_dir(self.directory.path()).stdin(Stdio::null());
        command
    }

    /// Runs the program to its end.
    pub fn run(&self, arguments: &[&str]) -> Run {
        finished(&mut self.command(arguments))
    }

    /// Runs the program to its end with an environment variable.
    pub fn run_with(&self, name: &str, value: &str, arguments: &[&str]) -> Run {
        finished(self.command(arguments).env(name, value))
    }

    /// Runs the program to its end with this standard input.
    pub fn run_fed(&self, input: &str, arguments: &[&str]) -> Run {
        let mut command = self.command(arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        Run::of(child.wait_with_output().unwrap())
    }

    /// Starts the site on a free port, with additional arguments.
    pub fn serve(&self, arguments: &[&str]) -> Server {
        let mut command = self.command(&["serve", "--listen", "127.0.0.1:0"]);
        let mut child = command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let Some(address) = line.trim().strip_prefix("Listening on http://") else {
            let mut err = String::new();
            child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
            panic!("the site did not start: {line}{err}");
        };
        Server { address: address.to_owned(), child }
    }
}

fn finished(command: &mut Command) -> Run {
    Run::of(command.output().unwrap())
}

impl Run {
    pub fn of(output: std::process::Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Self { status: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// Returns the output of a run that succeeded without printing errors.
    #[track_caller]
    pub fn ok(self) -> String {
        assert_eq!((self.status, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    /// Returns the only line of a failed run's standard error.
    #[track_caller]
    pub fn failure(&self) -> &str {
        assert_eq!((self.status, self.out.as_str()), (1, ""), "{}", self.err);
        let line = self.err.strip_suffix('\n').unwrap();
        assert!(!line.contains('\n'), "one line: {line}");
        line.strip_prefix("foundfirst: ").unwrap()
    }
}

/// A running site, killed when dropped.
pub struct Server {
    /// Host and port.
    pub address: String,
    child: Child,
}

impl Server {
    /// Returns headers and body of the response to a GET.
    pub fn get(&self, path: &str) -> (String, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), body.to_owned())
    }

    /// Returns the status of the response to a POST with a JSON body.
    pub fn post(&self, path: &str, body: &str) -> u16 {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let (host, length) = (&self.address, body.len());
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.split(' ').nth(1).unwrap().parse().unwrap()
    }

    /// Returns the status of the response to a GET.
    pub fn status(&self, path: &str) -> u16 {
        self.get(path).0.split(' ').nth(1).unwrap().parse().unwrap()
    }

    /// Sends SIGTERM. Returns exit status and log.
    pub fn stop(mut self) -> (ExitStatus, String) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(begun.elapsed() < Duration::from_secs(20), "it does not stop");
            std::thread::sleep(Duration::from_millis(20));
        };
        let mut err = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        (status, err)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the path of an existing file as an argument.
pub fn argument(path: &Path) -> &str {
    path.to_str().unwrap()
}
