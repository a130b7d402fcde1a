//! What a comparison is worth, and why: scores, steps, evidence, answers.

pub mod account;
pub mod addresses;
pub mod answer;
pub mod bearer;
pub mod births;
pub mod candidate;
mod characters;
pub mod comparison;
mod contradictions;
pub mod coverage;
pub mod evidence;
mod extra;
mod firm_name;
pub mod kept;
mod lone_word;
pub mod middle_initial;
pub mod nationalities;
mod other_name;
pub mod points;
pub mod score;
pub mod steps;
mod sums;
mod too_little;
mod two_names;
mod two_syllables;
