//! The program as operators run it: exit statuses, what it prints, and that it stops when told to.

mod configuration;
mod content;
mod program;
mod serving;
