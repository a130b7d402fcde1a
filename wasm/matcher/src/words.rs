//! Enums whose variants are words of an answer.

/// Declares such an enum and, for the tests, `ALL` of its variants: each must stand in the schema of
/// answers, and none can be forgotten.
macro_rules! words {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$doc:meta])* $word:ident,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
        #[serde(rename_all = "snake_case")]
        pub enum $name {
            $($(#[$doc])* $word,)+
        }

        #[cfg(test)]
        impl $name {
            /// Every variant.
            pub const ALL: &[$name] = &[$($name::$word),+];
        }
    };
}

pub(crate) use words;
