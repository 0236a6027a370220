//! The readings of an edition as texts in US-ASCII see them.
//!
//! What goes in: compiled readings. What comes out: readings that do the same to every text in US-ASCII, and refuse every
//! other. RFC 3987's query takes letters of all languages, so its rule is an automaton over UTF-8. Of a text in US-ASCII
//! that automaton takes units of a set, as RFC 3986's does; so here the slot is that set, and the fast path, which wants
//! sets, can be built. A text with a byte beyond US-ASCII ends its runs early and is left to `general`.
//!
//! Why it is correct: [`Automaton::ascii`] has the same transitions on bytes below 0x80 and no others, so on a text in
//! US-ASCII it makes the same steps. A slot that was cut by its rule's run is still cut by it, at the same byte.

use std::sync::Arc;

use crate::automaton::Intern;
use crate::bytes::ByteSet;
use crate::parse::plan::{AuthorityReading, Content, Reading, Step};
use crate::table::model::{Matcher, SetRule};

/// The readings, for texts in US-ASCII.
pub(crate) fn readings(readings: &[Reading], intern: &mut Intern<'_>) -> Vec<Reading> {
    readings.iter().map(|reading| Reading { steps: steps(&reading.steps, intern), ..reading.clone() }).collect()
}

/// The readings of an authority, for texts in US-ASCII.
pub(crate) fn authority_readings(readings: &[AuthorityReading], intern: &mut Intern<'_>) -> Vec<AuthorityReading> {
    readings.iter().map(|reading| AuthorityReading { steps: steps(&reading.steps, intern), ..*reading }).collect()
}

/// What judges a rule's content, for texts in US-ASCII.
pub(crate) fn matcher(matcher: &Matcher, intern: &mut Intern<'_>) -> Matcher {
    let Matcher::Automaton(automaton) = matcher else { return matcher.clone() };
    let Some(ascii) = automaton.ascii(intern) else { return matcher.clone() };
    match ascii.units() {
        Some((table, triplets)) => {
            let mut set = ByteSet::EMPTY;
            (0..=255).filter(|&byte| table.contains(byte)).for_each(|byte| set.insert(byte));
            Matcher::Set(SetRule { set, table, triplets, nonempty: false, single: false })
        }
        None => Matcher::Automaton(Arc::new(ascii)),
    }
}

fn steps(steps: &[Step], intern: &mut Intern<'_>) -> Vec<Step> {
    steps.iter().map(|each| step(each, intern)).collect()
}

fn step(step: &Step, intern: &mut Intern<'_>) -> Step {
    let step = step.clone();
    let Content::Automaton(automaton) = &step.content else { return step };
    let Some(ascii) = automaton.ascii(intern) else { return step };
    if let Some((table, triplets)) = ascii.units() {
        return Step { content: Content::Set(table), triplets, nonempty: false, ..step };
    }
    match ascii.lead(intern) {
        Some(lead) => Step {
            content: Content::LeadThenSet(lead.first, lead.rest),
            triplets: lead.triplets,
            nonempty: lead.nonempty,
            ..step
        },
        None => Step { content: Content::Automaton(Arc::new(ascii)), ..step },
    }
}
