//! The steps by which a score came about, in their order, so that an answer can state what each did.
//!
//! Every change of a score is recorded here: what is not recorded cannot be explained, and the parts of an
//! explanation would no longer add up to the score.

use crate::words::words;

words! {
    /// What moved a score.
    pub enum Step {
        /// Where every score starts: each token is the other side's.
        FullAgreement,
        /// Aligned tokens are not the same.
        TokensDiffer,
        /// Nothing in the query accounts for tokens of the listed name.
        ListedMissing,
        /// Nothing in the listed name accounts for tokens of the query.
        QueryUnaccounted,
        /// Each side has a number of its own.
        NumbersDiffer,
        /// Each side has a name of its own.
        NamesDiffer,
        /// Each side says that it is somewhere else.
        PlacesDiffer,
        /// The family name of a side has no counterpart.
        FamilyNameMissing,
        /// Each side has a family name of its own.
        FamilyNamesDiffer,
        /// Each side has a given name of its own beside a family name that agrees.
        GivenNamesDiffer,
        /// Each side has a patronymic of its own.
        PatronymicsDiffer,
        /// A family name on one side is a given name on the other.
        PartsDiffer,
        /// An initial stands for a word beside which each side has a name of its own.
        InitialBesideName,
        /// Each side has a middle initial of its own.
        InitialsDiffer,
        /// A weak alias that is only like the query: the most that it can reach.
        WeakAlias,
        /// A child and its parent stand the other way round.
        ParentageReversed,
        /// Too few words agree to be a name: the most that they can reach.
        FewWords,
        /// Part of a name agrees that many people bear: the most that it can reach.
        CommonInPart,
        /// A Han, Hangul or kana syllable of the query stands for nothing: the most that it can reach.
        SyllableLeft,
        /// A query of one word: what bears it goes before what is only like it.
        LoneWord,
        /// Found within a text: the most that it can reach.
        WithinText,
        /// One of several names in the query: the most that it can reach.
        OneOfSeveralNames,
        /// What the listed name leaves over is another name of the entry: the least that it reaches.
        OtherName,
        /// What the dates of birth say.
        DateOfBirth,
        /// What the nationalities say.
        Nationality,
    }
}

/// How the score of one name came about.
#[derive(Debug, Default)]
pub struct Steps {
    /// Raw agreement of the tokens, 0 to 1, before anything else.
    pub agreement: f64,
    /// Share of its weight that an unaccounted token of the query costs.
    pub extra_query: f64,
    /// The same of a listed token that the query leaves out.
    pub extra_listed: f64,
    /// The same of a patronymic of the query.
    pub extra_patronymic: f64,
    /// What changed the score afterwards, and the score after it, 0 to 100.
    pub then: Vec<(Step, f64)>,
}

impl Steps {
    /// Forgets the last name.
    pub fn clear(&mut self) {
        self.agreement = 0.0;
        self.then.clear();
    }

    /// Records a change of a score. What changes nothing is no step.
    pub fn record(&mut self, step: Step, before: f64, after: f64) {
        if (before - after).abs() > 0.0 {
            self.then.push((step, after));
        }
    }

    /// Holds a score to the most that it can reach.
    pub fn at_most(&mut self, step: Step, score: f64, most: f64) -> f64 {
        let held = score.min(most);
        self.record(step, score, held);
        held
    }
}
