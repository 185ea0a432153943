//! The program as operators run it: exit statuses, what it prints, and that it stops when told to.

mod backup;
mod configuration;
mod connections;
mod content;
mod outage;
mod program;
mod replicas;
mod serving;
