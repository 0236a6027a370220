//! The setters of the API (§6.1). After an ignored value the record is as the Standard's steps leave it.

use crate::errors::Failure;
use crate::parser::{parse_onto, State};
use crate::percent::{utf8_percent_encode, USERINFO};
use crate::record::Record;

impl Record {
    /// The protocol setter.
    pub fn set_protocol(&mut self, value: &str) -> Result<(), Failure> {
        parse_onto(self, &format!("{value}:"), State::SchemeStart)
    }

    /// The username setter.
    pub fn set_username(&mut self, value: &str) -> Result<(), Failure> {
        self.with_credentials_and_port()?;
        self.username.clear();
        utf8_percent_encode(value, &USERINFO, &mut self.username);
        Ok(())
    }

    /// The password setter.
    pub fn set_password(&mut self, value: &str) -> Result<(), Failure> {
        self.with_credentials_and_port()?;
        self.password.clear();
        utf8_percent_encode(value, &USERINFO, &mut self.password);
        Ok(())
    }

    /// The host setter. Without a port in the value the port is kept.
    pub fn set_host(&mut self, value: &str) -> Result<(), Failure> {
        self.with_list_path()?;
        parse_onto(self, value, State::Host)
    }

    /// The hostname setter.
    pub fn set_hostname(&mut self, value: &str) -> Result<(), Failure> {
        self.with_list_path()?;
        parse_onto(self, value, State::Hostname)
    }

    /// The port setter; "" removes the port.
    pub fn set_port(&mut self, value: &str) -> Result<(), Failure> {
        self.with_credentials_and_port()?;
        if value.is_empty() {
            self.port = None;
            return Ok(());
        }
        parse_onto(self, value, State::Port)
    }

    /// The pathname setter.
    pub fn set_pathname(&mut self, value: &str) -> Result<(), Failure> {
        self.with_list_path()?;
        self.path.clear();
        parse_onto(self, value, State::PathStart)
    }

    /// The search setter; "" removes the query.
    pub fn set_search(&mut self, value: &str) -> Result<(), Failure> {
        if value.is_empty() {
            self.query = None;
            return Ok(());
        }
        self.query = Some(String::new());
        parse_onto(self, value.strip_prefix('?').unwrap_or(value), State::Query)
    }

    /// The hash setter; "" removes the fragment.
    pub fn set_hash(&mut self, value: &str) -> Result<(), Failure> {
        if value.is_empty() {
            self.fragment = None;
            return Ok(());
        }
        self.fragment = Some(String::new());
        parse_onto(self, value.strip_prefix('#').unwrap_or(value), State::Fragment)
    }

    fn with_list_path(&self) -> Result<(), Failure> {
        (!self.has_opaque_path).then_some(()).ok_or(Failure::Setter)
    }

    fn with_credentials_and_port(&self) -> Result<(), Failure> {
        (!self.cannot_have_username_password_port()).then_some(()).ok_or(Failure::Setter)
    }
}
