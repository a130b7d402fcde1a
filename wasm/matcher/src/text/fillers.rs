//! What stands in a field where no name is known, or where somebody wrote what the field is for: `null`,
//! `Kunde`, `cash`. Compiled by hand, as the normaliser writes the words.

/// Sorted.
const FILLERS: &[&str] = &[
    "admin",
    "anonim",
    "anonimo",
    "anonym",
    "anonyme",
    "anonymous",
    "bar",
    "bargeld",
    "blank",
    "caisse",
    "caja",
    "cash",
    "cassa",
    "client",
    "cliente",
    "compte",
    "contant",
    "conto",
    "cuenta",
    "customer",
    "default",
    "efectivo",
    "empty",
    "first",
    "firstname",
    "gast",
    "guest",
    "info",
    "kasa",
    "kasse",
    "keine",
    "klant",
    "klient",
    "konto",
    "kunde",
    "last",
    "lastname",
    "mail",
    "misc",
    "musteri",
    "nakit",
    "name",
    "nil",
    "nobody",
    "nom",
    "nombre",
    "none",
    "null",
    "nulo",
    "number",
    "police",
    "policia",
    "politsiya",
    "polizei",
    "polizia",
    "postfach",
    "privat",
    "private",
    "selbst",
    "self",
    "surname",
    "test",
    "tester",
    "testing",
    "unbekannt",
    "undefined",
    "unknown",
    "unnamed",
    "user",
    "vacant",
    "void",
    "web",
    "website",
];

/// Whether a normalised word stands in fields that hold no name.
///
/// ```
/// # use matcher::text::fillers::is_filler;
/// assert!(is_filler("null") && is_filler("kunde"));
/// assert!(!is_filler("nullmeier"));
/// ```
#[must_use]
pub fn is_filler(word: &str) -> bool {
    FILLERS.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fillers_are_sorted() {
        assert!(FILLERS.is_sorted());
    }
}
