//! Queries that read as a person's name, whatever kind of party is meant: `Ana Turk`, `Emma N. Claes`.
//!
//! They are compared with the names of bodies as well, where the words of a person may happen to be
//! the initials of many words, a legal form or the name of a country. What reads as a person's name
//! needs more to be a body's.

use super::token::{Kind, NameToken};
use crate::text::people::{is_borne, is_borne_as_written, is_family, is_given};

/// Words and initials that a person's name has at most; what has more is a text.
const WORDS_MAX: usize = 5;
/// Initials that it has at most.
const INITIALS_MAX: usize = 2;

/// Whether tokens, each as a person's name has it and as a body's, read as a person's name: at least
/// half of the words are common names, one of them is a given name or a family name beside an initial, and
/// none says anything about a body but what people are called as well.
pub(super) fn reads_as_person(tokens: &[(NameToken, NameToken)]) -> bool {
    let (mut words, mut borne, mut initials) = (0, 0, 0);
    let (mut given, mut family) = (false, false);
    for (person, body) in tokens {
        if words + initials > WORDS_MAX {
            return false;
        }
        let fold = &person.token.fold;
        match person.kind {
            Kind::Word => {
                let says_nothing = body.kind == Kind::Word;
                if person.script.is_syllabic()
                    || !says_nothing && !is_borne_as_written(&person.token.text)
                {
                    return false;
                }
                words += 1;
                // A legal form that is a name as well is more often a form: `AO Nik`.
                if body.kind != Kind::OrganisationForm {
                    borne += usize::from(is_borne(fold));
                    family |= is_family(fold);
                    given |= is_given(fold) && (says_nothing || body.kind == Kind::Topic);
                }
            }
            Kind::Initial => initials += 1,
            Kind::Particle if is_given_particle(&person.token.text) => {
                (initials, given) = (initials + 1, true);
            }
            Kind::Number => return false,
            _ => {}
        }
    }
    let is_given = match (words, initials) {
        (_, 0) => given,
        (1, 2..) => family,
        _ => given || family,
    };
    let is_short = initials <= INITIALS_MAX && (2..=WORDS_MAX).contains(&(words + initials));
    is_given && 2 * borne >= words && is_short
}

/// Particles that many people bear as a given name.
const GIVEN_PARTICLES: [&str; 3] = ["ben", "ed", "san"];

/// Whether a particle may be a given name: `Ben Wagner` is called no more `Wagner` than `Bruno Wagner` is.
pub(super) fn is_given_particle(text: &str) -> bool {
    GIVEN_PARTICLES.contains(&text)
}

/// What a token is in a body's name, where the query reads as a person's: what people are called says
/// nothing about a body.
pub(super) fn as_body(person: &mut NameToken, body: Kind) -> Kind {
    let says = matches!(body, Kind::OrganisationForm | Kind::Generic | Kind::Topic);
    if person.kind != Kind::Word || !says {
        return body;
    }
    person.token.form = 0;
    Kind::Word
}
