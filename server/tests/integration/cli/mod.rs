//! The program as operators run it: exit status, output and shutdown.

mod audit;
mod backup;
mod configuration;
mod connections;
mod content;
mod outage;
mod program;
mod replicas;
mod secrets;
mod serving;
