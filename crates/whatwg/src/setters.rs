//! The setters of the API (§6.1). After an ignored value the record is as the Standard's steps leave it.

use uriverse_scan::run;

use crate::code_points::SCHEME;
use crate::errors::{Failure, Silent};
use crate::input::Input;
use crate::parser::{parse_component, State};
use crate::percent::{utf8_percent_encode, FRAGMENT, QUERY, SPECIAL_QUERY};
use crate::record::{Parts, Record};
use crate::special_schemes::{default_port, is_special};
use uriverse_core::memory::lowered;

impl Record {
    /// The protocol setter: the scheme start state and the scheme state, with a state override.
    pub fn set_protocol(&mut self, value: &str) -> Result<(), Failure> {
        let input = Input::for_setter(value, 0, &mut Silent).text;
        let end = run(&SCHEME, input.as_bytes(), 0);
        if !input.starts_with(|c: char| c.is_ascii_alphabetic())
            || !matches!(input.as_bytes().get(end), None | Some(b':'))
        {
            return Err(Failure::Setter);
        }
        let scheme = lowered(&input[..end]);
        let ignored = self.is_special() != is_special(&scheme)
            || ((self.includes_credentials() || self.port().is_some()) && scheme == "file")
            || (self.scheme() == "file" && self.host() == Some(""));
        if !ignored {
            let port = self.port().filter(|&port| default_port(&scheme) != Some(port));
            *self = Parts { scheme: &scheme, port, ..self.parts() }.record();
        }
        Ok(())
    }

    /// The username setter.
    pub fn set_username(&mut self, username: &str) -> Result<(), Failure> {
        self.with_credentials_and_port()?;
        *self = Parts { username, ..self.parts() }.record();
        Ok(())
    }

    /// The password setter.
    pub fn set_password(&mut self, password: &str) -> Result<(), Failure> {
        self.with_credentials_and_port()?;
        *self = Parts { password, ..self.parts() }.record();
        Ok(())
    }

    /// The host setter. Without a port in the value the port is kept.
    pub fn set_host(&mut self, value: &str) -> Result<(), Failure> {
        self.with_list_path()?;
        self.set_authority(value, State::Host)
    }

    /// The hostname setter.
    pub fn set_hostname(&mut self, value: &str) -> Result<(), Failure> {
        self.with_list_path()?;
        self.set_authority(value, State::Hostname)
    }

    /// The port setter; "" removes the port.
    pub fn set_port(&mut self, value: &str) -> Result<(), Failure> {
        self.with_credentials_and_port()?;
        if value.is_empty() {
            *self = Parts { port: None, ..self.parts() }.record();
            return Ok(());
        }
        self.set_authority(value, State::Port)
    }

    /// The host and the port, as far as the states set them.
    fn set_authority(&mut self, value: &str, state_override: State) -> Result<(), Failure> {
        let (written, last) = parse_component(self, value, state_override);
        let port = if last == Ok(State::Port) { written.port() } else { self.port() };
        *self = Parts { host: written.host().or(self.host()), port, ..self.parts() }.record();
        last.map(|_| ())
    }

    /// The pathname setter.
    pub fn set_pathname(&mut self, value: &str) -> Result<(), Failure> {
        self.with_list_path()?;
        let (written, last) = parse_component(self, value, State::PathStart);
        *self = Parts { path: written.written_path(), ..self.parts() }.record();
        last.map(|_| ())
    }

    /// The search setter; "" removes the query. With a state override the query state percent-encodes the whole input.
    pub fn set_search(&mut self, value: &str) -> Result<(), Failure> {
        let mut query = String::new();
        let input = Input::for_setter(value.strip_prefix('?').unwrap_or(value), 0, &mut Silent).text;
        utf8_percent_encode(&input, if self.is_special() { &SPECIAL_QUERY } else { &QUERY }, &mut query);
        *self = self.with_query((!value.is_empty()).then_some(&query));
        Ok(())
    }

    /// The hash setter; "" removes the fragment.
    pub fn set_hash(&mut self, value: &str) -> Result<(), Failure> {
        let mut fragment = String::new();
        let input = Input::for_setter(value.strip_prefix('#').unwrap_or(value), 0, &mut Silent).text;
        utf8_percent_encode(&input, &FRAGMENT, &mut fragment);
        *self = Parts { fragment: (!value.is_empty()).then_some(&fragment), ..self.parts() }.record();
        Ok(())
    }

    fn with_list_path(&self) -> Result<(), Failure> {
        (!self.has_opaque_path()).then_some(()).ok_or(Failure::Setter)
    }

    fn with_credentials_and_port(&self) -> Result<(), Failure> {
        (!self.cannot_have_username_password_port()).then_some(()).ok_or(Failure::Setter)
    }
}
