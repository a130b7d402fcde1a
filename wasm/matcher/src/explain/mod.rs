//! What a comparison is worth, and why: scores, steps, evidence, answers.

pub mod account;
pub mod answer;
pub mod candidate;
mod contradictions;
pub mod evidence;
pub mod score;
pub mod steps;
