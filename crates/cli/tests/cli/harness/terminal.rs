//! The program in a pseudo-terminal of 80 columns and 24 lines.

use std::io::{Read, Write};
use std::num::NonZero;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use tempfile::TempDir;

use super::program;

/// The timeout on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

const LINES: NonZero<u16> = NonZero::new(24).expect("a size");
const COLUMNS: NonZero<u16> = NonZero::new(80).expect("a size");

pub struct Terminal {
    screen: Arc<Mutex<vt100::Parser>>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    _folder: TempDir,
    _master: Box<dyn MasterPty + Send>,
}

impl Terminal {
    pub fn run(arguments: &[&str]) -> Self {
        Self::run_with(arguments, &[], &[])
    }

    /// Runs the program with files in its folder and variables in its environment.
    pub fn run_with(arguments: &[&str], files: &[(&str, &str)], variables: &[(&str, &str)]) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).expect("a file can be written");
        }
        let size = PtySize { rows: LINES.get(), cols: COLUMNS.get(), pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a terminal");
        let mut command = CommandBuilder::new(program());
        command.args(arguments);
        command.cwd(folder.path());
        command.env("TERM", "xterm-256color");
        command.env("FEWEST_CACHE", folder.path().join("cache"));
        command.env_remove("NO_COLOR");
        // A backtrace would push the message of a panic off the screen.
        command.env("RUST_BACKTRACE", "0");
        variables.iter().for_each(|(name, value)| command.env(name, value));
        let child = pair.slave.spawn_command(command).expect("the program runs");
        drop(pair.slave);
        let screen = Arc::new(Mutex::new(vt100::Parser::new(LINES, COLUMNS, 0)));
        let mut output = pair.master.try_clone_reader().expect("output");
        let shown = Arc::clone(&screen);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = output.read(&mut bytes) {
                shown.lock().expect("no panic holds the lock").process(&bytes[..read]);
            }
        });
        let keys = pair.master.take_writer().expect("input");
        Self { screen, keys, child, _folder: folder, _master: pair.master }
    }

    /// Returns the text on the screen.
    pub fn text(&self) -> String {
        self.look(vt100::Screen::contents)
    }

    pub fn look<R>(&self, at: impl FnOnce(&vt100::Screen) -> R) -> R {
        at(self.screen.lock().expect("no panic holds the lock").screen())
    }

    /// Types keys.
    pub fn press(&mut self, keys: &str) {
        self.keys
            .write_all(keys.as_bytes())
            .and_then(|()| self.keys.flush())
            .expect("the terminal takes keys");
    }

    /// Waits until the screen shows a text.
    #[track_caller]
    pub fn wait_for(&mut self, text: &str) {
        let started = Instant::now();
        while !self.text().contains(text) {
            assert!(started.elapsed() < PATIENCE, "`{text}` never appears:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until the screen no longer shows a text.
    #[track_caller]
    pub fn wait_without(&mut self, text: &str) {
        let started = Instant::now();
        while self.text().contains(text) {
            assert!(started.elapsed() < PATIENCE, "`{text}` never goes:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Returns the column and line of a text on the screen, from 0.
    #[track_caller]
    pub fn find(&self, text: &str) -> (u16, u16) {
        let screen = self.text();
        for (line, row) in screen.lines().enumerate() {
            if let Some(byte) = row.find(text) {
                return (row[..byte].chars().count() as u16, line as u16);
            }
        }
        panic!("there is no `{text}`:\n{screen}");
    }

    /// Presses the left button at one place and releases it at another.
    pub fn drag(&mut self, from: (u16, u16), to: (u16, u16)) {
        let keys = format!("\x1b[<0;{};{}M\x1b[<0;{};{}m", from.0 + 1, from.1 + 1, to.0 + 1, to.1 + 1);
        self.press(&keys);
    }

    pub fn click(&mut self, at: (u16, u16)) {
        self.drag(at, at);
    }

    pub fn process(&self) -> u32 {
        self.child.process_id().expect("it runs")
    }

    /// Waits for the end and returns the exit code.
    #[track_caller]
    pub fn end(&mut self) -> u32 {
        let started = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("it can be asked") {
                // The last output may still be on its way.
                std::thread::sleep(Duration::from_millis(200));
                return status.exit_code();
            }
            assert!(started.elapsed() < PATIENCE, "it does not end:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Checks that the terminal is restored: the main screen, a cursor, no mouse capture.
    #[track_caller]
    pub fn is_given_back(&self) {
        self.look(|screen| {
            assert!(!screen.alternate_screen(), "the other screen is still there");
            assert!(!screen.hide_cursor(), "the cursor is still hidden");
            assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        });
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}
