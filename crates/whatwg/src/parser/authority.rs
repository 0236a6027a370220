//! The slashes before an authority, and the authority.

use super::machine::{Machine, Next, State, Step};
use crate::code_points::{DIGITS, DOMAIN};
use crate::errors::{Failure, Report, ValidationError as Error};
use crate::host;
use crate::ipv4;
use crate::special_schemes::default_port;

impl<R: Report> Machine<'_, R> {
    /// Special authority slashes state.
    pub(super) fn special_authority_slashes(&mut self, pointer: usize) -> Next {
        if self.input[pointer..].starts_with(b"//") {
            return Next::To(State::SpecialAuthorityIgnoreSlashes, pointer + 2);
        }
        self.report.add(Error::SpecialSchemeMissingFollowingSolidus, pointer);
        Next::To(State::SpecialAuthorityIgnoreSlashes, pointer)
    }

    /// Special authority ignore slashes state.
    pub(super) fn special_authority_ignore_slashes(&mut self, pointer: usize) -> Next {
        let mut end = pointer;
        while self.c(end).is_some_and(|c| matches!(c, b'/' | b'\\')) {
            self.report.add(Error::SpecialSchemeMissingFollowingSolidus, end);
            end += 1;
        }
        Next::To(State::Authority, end)
    }

    /// Authority state.
    ///
    /// The last "@" before the authority's end separates the credentials from the host; the first ":" before it
    /// separates the username from the password. The Standard encodes every other "@" as "%40", and so does the
    /// userinfo percent-encode set.
    pub(super) fn authority(&mut self, pointer: usize) -> Step {
        self.url.begin_authority();
        // Most authorities are a domain in ASCII alone.
        let domain_end = self.end_of_run(&DOMAIN, pointer);
        if self.ends_authority(self.c(domain_end)) {
            if self.write_domain(pointer, domain_end) {
                return Ok(Next::To(State::PathStart, domain_end));
            }
            return self.host_alone(pointer, domain_end);
        }
        let end = self.authority_end(pointer);
        let Some(last) = memchr::memrchr(b'@', &self.input[pointer..end]).map(|at| pointer + at) else {
            return Ok(Next::To(State::Host, pointer));
        };
        if R::LISTENS {
            for at in memchr::memchr_iter(b'@', &self.input[pointer..=last]) {
                self.report.add(Error::InvalidCredentials, pointer + at);
            }
        }
        let credentials = &self.text[pointer..last];
        let (username, password) = credentials.split_once(':').unwrap_or((credentials, ""));
        self.url.push_credentials(username, password);
        if last + 1 == end {
            return Err(self.report.fail(Error::HostMissing, end));
        }
        Ok(Next::To(State::Host, last + 1))
    }

    /// Host state and hostname state.
    pub(super) fn host(&mut self, pointer: usize) -> Step {
        if self.state_override.is_some() && self.is_file {
            return Ok(Next::To(State::FileHost, pointer));
        }
        let mut inside_brackets = false;
        let limit = self.authority_end(pointer);
        let mut end = limit;
        for at in memchr::memchr3_iter(b':', b'[', b']', &self.input[pointer..limit]).map(|at| pointer + at) {
            match self.input[at] {
                b'[' => inside_brackets = true,
                b']' => inside_brackets = false,
                b':' if !inside_brackets => {
                    end = at;
                    break;
                }
                _ => {}
            }
        }
        if end < limit {
            if end == pointer {
                return Err(self.report.fail(Error::HostMissing, end));
            }
            if self.state_override == Some(State::Hostname) {
                return Err(Failure::Setter);
            }
            self.write_host(pointer, end)?;
            return Ok(Next::To(State::Port, end + 1));
        }
        self.host_alone(pointer, end)
    }

    /// The host state's steps for a host without a port.
    fn host_alone(&mut self, pointer: usize, end: usize) -> Step {
        if pointer == end {
            if self.is_special {
                return Err(self.report.fail(Error::HostMissing, end));
            }
            let url = self.base.filter(|_| self.state_override.is_some());
            if url.is_some_and(|url| url.includes_credentials() || url.port().is_some()) {
                return Err(Failure::Setter);
            }
        }
        self.write_host(pointer, end)?;
        Ok(match self.state_override {
            Some(_) => Next::Return,
            None => Next::To(State::PathStart, end),
        })
    }

    /// Parses and writes a host.
    pub(super) fn write_host(&mut self, start: usize, end: usize) -> Result<(), Failure> {
        if self.end_of_run(&DOMAIN, start) < end || !self.write_domain(start, end) {
            let host = host::parse(&self.text[start..end], !self.is_special, start, self.report)?;
            self.url.push_host(&host.serialize());
        }
        Ok(())
    }

    /// Writes a host of bytes of [`DOMAIN`]: an opaque host as it is, a domain in lower case. False if the host parser
    /// must run: for an IPv4 address, for an empty domain, and for a report, which needs the strict result.
    fn write_domain(&mut self, start: usize, end: usize) -> bool {
        let host = &self.text[start..end];
        if R::LISTENS || (self.is_special && (host.is_empty() || ipv4::ends_in_a_number(host.as_bytes()))) {
            return false;
        }
        self.url.push_host(host);
        if self.is_special {
            self.url.lower_host();
        }
        true
    }

    /// Port state.
    pub(super) fn port(&mut self, pointer: usize) -> Step {
        let end = self.end_of_run(&DIGITS, pointer);
        let c = self.c(end);
        let is_terminator = matches!(c, None | Some(b'/' | b'?' | b'#')) || self.is_special_reverse_solidus(c);
        if !is_terminator && self.state_override.is_none() {
            return Err(self.report.fail(Error::PortInvalid, end));
        }
        if end > pointer {
            let value = self.input[pointer..end]
                .iter()
                .fold(0u32, |value, digit| (value * 10 + u32::from(digit - b'0')).min(u32::from(u16::MAX) + 1));
            let Ok(port) = u16::try_from(value) else {
                return Err(self.report.fail(Error::PortOutOfRange, pointer));
            };
            if default_port(self.url.scheme()) != Some(port) {
                self.url.push_port(port);
            }
            if self.state_override.is_some() {
                return Ok(Next::Return);
            }
        }
        match self.state_override {
            Some(_) => Err(Failure::Setter),
            None => Ok(Next::To(State::PathStart, end)),
        }
    }
}
