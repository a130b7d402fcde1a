//! A query's name, prepared once for every name it is compared with.

use std::ops::Range;
use std::rc::Rc;

use super::as_person::{as_body, is_given_particle, reads_as_person};
use super::edges::Edges;
use super::few::sort_few;
use super::glued::keys_of_query;
use super::in_syllables::reads_in_syllables;
use super::initials::{keys_of_short, short_forms};
use super::masks::{Mask, Masks, mask_of};
use super::parentage::generations_by_position;
use super::parse::{identifies, parse_as_both};
use super::query_token::{QueryToken, Rarity};
use super::set_key::set_key;
use super::token::{Bearer, Kind, NameToken, TOKENS_MAX};
use super::weigh::{BODY, PERSON};
use crate::order::{sort, sort_by};
use crate::text::organisations::is_nation;
use crate::text::people::is_given;
use crate::text::script::{Script, unread_script};
use crate::text::word::{Cut, Read, Words};
use crate::weights::Weights;

/// Words of a field that is more than a name, at least.
const FIELD_WORDS_MIN: usize = 3;

/// The name of a query.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// In an order that does not depend on that of the text.
    pub tokens: Vec<Rc<QueryToken>>,
    /// Places of the tokens that find names, the rarest first.
    finding: Vec<usize>,
    /// Places of the tokens in the order of the text.
    pub in_order: Vec<usize>,
    /// Where names may begin and end in that order, of a field.
    pub edges: Edges,
    /// Number of its tokens that are common names: see [`QueryToken::is_common_name`].
    pub common: usize,
    /// Places in that order of which no earlier one has the same token before the same one.
    pub different: Vec<usize>,
    /// By place in that order: which of the different ones has that.
    pub says_as: Vec<usize>,
    /// Keys that find names: of its sets of folds, and of words that may be short for a name.
    pub keys: Vec<u64>,
    /// What its name may be in short, as a body's, and the fold of that.
    pub in_short: Vec<[String; 2]>,
    /// Keys of the set of its folds, as a person's name and as a body's.
    pub set_keys: [u64; 2],
    /// Codes of scripts without transliteration, sorted.
    pub untransliterated: Vec<&'static str>,
    /// Codes of the scripts of more than a particle that was left in its own letters, sorted: it is
    /// compared with nothing unless a list has that script.
    pub unread: Vec<&'static str>,
    /// Whether anything in it says who is meant: a text of titles and particles does not.
    pub identifies: bool,
    /// Its tokens by what they are in a person's name and in a body's.
    pub masks: [Masks; 2],
    /// Its tokens that say where a body is.
    pub nations: Mask,
    /// Its tokens that are syllables.
    pub syllabic: Mask,
    /// The numbers of its tokens, as bits; none where one has none or one that is too great.
    pub numbers: Option<u64>,
    /// The letters of all its tokens in no order.
    pub jumble: u64,
    /// Whether a word in it stands between child and parent.
    pub has_between: bool,
    /// Whether it reads as a person's name, so that it needs more to be a body's.
    pub as_person: bool,
    /// Whether it reads as a person's name in syllables of Chinese or Korean.
    pub in_syllables: bool,
    /// Whether a word of it stands for others, letter by letter.
    pub stands_for: bool,
    /// Whether it ends where a column does, so that more of the name may have stood behind it.
    pub is_cut: bool,
    /// Beside a lone word, particles that may as well be its given name.
    pub given_particles: Mask,
}

impl Query {
    /// Prepares a name.
    pub fn new(name: Words, weights: &Weights, rarity: Rarity) -> Query {
        let [person, body] = parse_as_both(name);
        let identifies = identifies(&person, Bearer::Person);
        let generations = generations_by_position(&person);
        let set_keys = [&person, &body].map(|tokens| key_of(tokens));
        let (untransliterated, unread) = (untransliterated(&person), unread(&person));
        let both = in_any_order(person, body);
        let is_person = reads_as_person(&both);
        let in_syllables = reads_in_syllables(&both);
        let mut tokens: Vec<Rc<QueryToken>> = Vec::with_capacity(both.len());
        for (mut person, body) in both {
            let position = person.position;
            let found = generations.binary_search_by_key(&position, |(at, _)| *at);
            let generation = found.map_or(0, |at| generations[at].1);
            let kind = if is_person || in_syllables {
                as_body(&mut person, body.kind)
            } else {
                body.kind
            };
            let again = tokens.last().and_then(|last| last.again(&person, kind));
            let token = again.unwrap_or_else(|| QueryToken::new(person, kind, weights, rarity));
            tokens.push(Rc::new(QueryToken {
                generation,
                ..token
            }));
        }
        Query {
            set_keys,
            untransliterated,
            unread,
            identifies,
            as_person: is_person,
            in_syllables,
            finding: by_rarity(&tokens),
            in_order: by_position(&tokens),
            tokens,
            ..Query::default()
        }
        .prepared()
    }

    /// The same with the edges of names in the text that it is of, where that is a field.
    #[must_use]
    pub fn with_edges(mut self, words: &Words) -> Query {
        if self.is_field() {
            let positions = self.in_order.iter().map(|at| self.tokens[*at].position);
            self.edges = Edges::of(words, &positions.collect::<Vec<u32>>());
        }
        self
    }

    /// The same once all that follows from its tokens is known.
    fn prepared(mut self) -> Query {
        self.mark();
        let common = self.tokens.iter().filter(|token| token.is_common_name());
        self.common = common.count();
        self.keys = self.set_keys.to_vec();
        self.keys
            .extend(keys_of_query(self.tokens.iter().map(|token| &**token)));
        // No person's name is short for a body's, or the other way round.
        if !self.reads_as_person() {
            self.keys.extend(keys_of_short(&self.tokens));
            let words = self.in_order.iter().map(|at| &*self.tokens[*at]);
            self.in_short = short_forms(words);
        }
        self
    }

    /// Places of the tokens in the order of the text, of a part of a query as well.
    pub fn in_text_order(&self) -> impl Iterator<Item = usize> {
        let mut from = 0;
        std::iter::from_fn(move || {
            let left = self.tokens.iter().enumerate();
            let left = left.filter(|(_, token)| token.place >= from);
            let (at, token) = left.min_by_key(|(_, token)| token.place)?;
            from = token.place + 1;
            Some(at)
        })
    }

    /// Whether it reads as a person's name, of common words or in syllables.
    pub fn reads_as_person(&self) -> bool {
        self.as_person || self.in_syllables
    }

    /// Whether it is a person's name as far as it says whose: it reads as one, or is a form of address before a
    /// given name.
    pub fn is_of_person(&self) -> bool {
        let titled = || {
            let titles = self.masks[PERSON].of_kind(Kind::Title);
            let lone = self.lone().filter(|_| titles != 0);
            lone.is_some_and(|at| is_given(&self.tokens[at].token.fold))
        };
        self.reads_as_person() || titled()
    }

    /// Marks what the tokens are.
    fn mark(&mut self) {
        let tokens = &self.tokens;
        let masks = |reading: usize| Masks::of(tokens.iter().map(|t| (t.kinds[reading], t.part)));
        self.masks = [masks(PERSON), masks(BODY)];
        self.nations = mask_of(tokens.iter().map(|t| is_nation(t.token.form)));
        self.syllabic = mask_of(tokens.iter().map(|t| t.syllabic));
        let jumbles = tokens.iter().map(|t| t.jumble);
        self.jumble = jumbles.fold(0, u64::wrapping_add);
        self.stands_for = tokens.iter().any(|t| t.sense.read == Read::StandsFor);
        self.is_cut = tokens.iter().any(|t| t.sense.cut == Cut::AtColumn);
        self.has_between = tokens.iter().any(|t| t.between);
        let is_lone = self.masks[PERSON].names().is_power_of_two();
        let may_be_given = |t: &Rc<QueryToken>| is_lone && is_given_particle(&t.token.text);
        self.given_particles = mask_of(tokens.iter().map(may_be_given));
    }

    /// The tokens that find names, the rarest first: where postings run out, the common ones are left.
    pub fn finding(&self) -> impl Iterator<Item = &QueryToken> {
        self.finding.iter().map(|at| &*self.tokens[*at])
    }

    /// Numbers the different tokens from one number on, those that others have had as theirs, and gives
    /// the next number. Equal tokens are neighbours.
    pub fn number(&mut self, others: &[&Query], mut next: u32) -> u32 {
        for at in 0..self.tokens.len() {
            let (before, rest) = self.tokens.split_at_mut(at);
            let Some(token) = Rc::get_mut(&mut rest[0]) else {
                continue;
            };
            let others = others.iter().flat_map(|other| &other.tokens);
            let mut known = before.last().into_iter().chain(others);
            let same = known.find(|other| other.is_like(token));
            token.number = same.map_or(Some(next), |other| other.number);
            next += u32::from(token.number == Some(next));
        }
        self.numbers = self.mask_of_numbers();
        self.tell_apart();
        next
    }

    /// Finds what says the same in the order of the text.
    fn tell_apart(&mut self) {
        let number = |slot: usize| self.in_order.get(slot).map(|at| self.tokens[*at].number);
        let says = |slot: usize| (number(slot), number(slot + 1));
        for slot in 0..self.in_order.len() {
            let said = says(slot);
            let known = self.different.iter().position(|at| says(*at) == said);
            self.says_as.push(known.unwrap_or(self.different.len()));
            if known.is_none() {
                self.different.push(slot);
            }
        }
    }

    fn mask_of_numbers(&self) -> Option<u64> {
        let mut numbers = self.tokens.iter().map(|token| token.number);
        numbers.try_fold(0, |mask, number| Some(mask | 1_u64.checked_shl(number?)?))
    }

    /// Whether it is short enough to be compared as one name.
    pub fn fits(&self) -> bool {
        self.tokens.len() <= TOKENS_MAX
    }

    /// The place of the word that it is, perhaps with an article or a form of address, where it is
    /// nothing else.
    pub fn lone(&self) -> Option<usize> {
        let masks = &self.masks[PERSON];
        let beside = masks.of_kind(Kind::Particle) | masks.of_kind(Kind::Title);
        let word = masks.of_kind(Kind::Word);
        let is_lone = self.fits()
            && word.is_power_of_two()
            && (word | beside).count_ones() as usize == self.tokens.len();
        is_lone.then(|| word.trailing_zeros() as usize)
    }

    /// Tokens that are more than a comparison as one name can take.
    pub fn tokens_left_out(&self) -> usize {
        self.tokens.len().saturating_sub(TOKENS_MAX)
    }

    /// Whether a name may stand in it among other words: a number may be one by itself, and ships and aircraft are
    /// called by a word and a letter or a particle.
    pub fn is_field(&self) -> bool {
        let masks = &self.masks[BODY];
        let letters = || masks.of_kind(Kind::Initial) | masks.of_kind(Kind::Particle);
        let may_be_code =
            || masks.of_kind(Kind::Number) != 0 || letters() != 0 && !self.reads_as_person();
        let words = self.finding.len();
        words >= FIELD_WORDS_MIN || words + 1 == FIELD_WORDS_MIN && may_be_code() || !self.fits()
    }

    /// Makes another a query of a stretch of the text of this one, to be compared and not to find: without
    /// remarks, unless one of them is `asked`, as bits from the first on.
    pub fn part(&self, slots: Range<usize>, asked: u64, part: &mut Query) {
        let first = slots.start;
        // What has words of the name is no remark.
        let is_asked = |slot: usize| asked >> (slot - first) & 1 != 0;
        let mut all = slots.clone();
        let is_name = all.any(|slot| is_asked(slot) && self.edges.is_remark(slot));
        let is_part = |slot: &usize| is_name || !self.edges.is_remark(*slot);
        let mut chosen = [0; TOKENS_MAX];
        let mut count = 0;
        for (to, slot) in chosen.iter_mut().zip(slots.filter(is_part)) {
            *to = self.in_order[slot];
            count += 1;
        }
        sort_few(&mut chosen[..count], |at| at);
        let tokens = chosen[..count].iter().map(|at| self.tokens[*at].clone());
        part.tokens.clear();
        part.tokens.extend(tokens);
        part.identifies = self.identifies;
        part.as_person = self.as_person;
        part.in_syllables = self.in_syllables;
        part.mark();
        part.numbers = part.mask_of_numbers();
    }

    /// Tokens that can be compared: all but forms of address.
    pub fn comparable(&self) -> usize {
        self.tokens
            .iter()
            .filter(|t| t.kinds[0] != Kind::Title)
            .count()
    }
}

/// The key of the set of a name's folds.
fn key_of(tokens: &[NameToken]) -> u64 {
    let parts = tokens
        .iter()
        .map(|t| (&*t.token.fold, t.token.form, t.kind));
    set_key(parts)
}

/// Codes of the scripts of tokens that have no transliteration, sorted.
fn untransliterated(tokens: &[NameToken]) -> Vec<&'static str> {
    let code_of = |t: &NameToken| match t.script {
        Script::Of(code) if t.script != Script::LATIN && !t.token.text.is_ascii() => Some(code),
        _ => None,
    };
    in_order_once(tokens.iter().filter_map(code_of))
}

/// Codes of the scripts of words that were left in their own letters, sorted. A single letter beside
/// words that were read is no more than an initial, unless letters of its script are syllables.
fn unread(tokens: &[NameToken]) -> Vec<&'static str> {
    let code_of = |t: &NameToken| unread_script(&t.token.text);
    let none_read = tokens.iter().all(|t| code_of(t).is_some());
    let is_word = |t: &&NameToken| {
        none_read || t.script.is_syllabic() || t.token.text.chars().nth(1).is_some()
    };
    in_order_once(tokens.iter().filter(is_word).filter_map(code_of))
}

fn in_order_once(codes: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut codes: Vec<&'static str> = codes.collect();
    sort(&mut codes);
    codes.dedup();
    codes
}

/// The tokens in both readings, in an order that does not depend on that of the text.
fn in_any_order(person: Vec<NameToken>, body: Vec<NameToken>) -> Vec<(NameToken, NameToken)> {
    // Paired before they are sorted: a word may have another text in either reading, as `Junior` has.
    let mut both: Vec<(NameToken, NameToken)> = person.into_iter().zip(body).collect();
    let order = |t: &NameToken| (t.token.unvowelled, t.part, t.position, t.place);
    sort_by(&mut both, |(a, _), (b, _)| {
        let by_text = a.token.text.cmp(&b.token.text);
        by_text.then_with(|| order(a).cmp(&order(b)))
    });
    both
}

fn by_rarity(tokens: &[Rc<QueryToken>]) -> Vec<usize> {
    // In a text a word that stands there again finds nobody else.
    let is_again =
        |at: usize| tokens.len() > TOKENS_MAX && at > 0 && tokens[at - 1].token == tokens[at].token;
    let finds = |at: &usize| tokens[*at].finds() && !is_again(*at);
    let mut finding: Vec<usize> = (0..tokens.len()).filter(finds).collect();
    sort_few(&mut finding, |at| -tokens[at].idf[BODY]);
    finding
}

fn by_position(tokens: &[Rc<QueryToken>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..tokens.len()).collect();
    sort_few(&mut order, |at| tokens[at].place);
    order
}
