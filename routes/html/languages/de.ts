import type { Words } from "./words.ts";

/** German. */
export const de: Words = {
  language: "de",
  home: {
    title: "Vertrauens\u00adentscheidungen, jede mit Begründung",
    lead:
      "aval prüft Personen und Unternehmen gegen Sanktionslisten, fragt Wallets nach Nachweisen, meldet Menschen an und stellt Zeugnisse aus: ein Dienst auf Ihren eigenen Rechnern, der jede Antwort begründet.",
    playground: "Playground öffnen",
    docs: "Dokumentation lesen",
    reference: "API-Referenz",
    desk: "Desk der Prüfer öffnen",
    console: "Konsole der Betreiber öffnen",
    answers: "Sechs Dienste, sechs Antworten",
    answersLead:
      "Jede ist eine Antwort dieser Sandbox. Die Personen und Unternehmen darin sind erfunden.",
    show: "Antwort zeigen",
    try: "Selbst ausprobieren",
    cards: {
      screening: {
        title: "Namensprüfung",
        question: "Steht „Victor Sandburgov“ auf einer Sanktionsliste?",
        answer: "Möglicher Treffer: ein Mensch entscheidet",
        reasons: [
          "Auf der Liste steht Viktor Sandbergov. 92.86 von 100 Punkten.",
          "„viktor“ ist derselbe Name in anderer Schreibweise: 0.86 Punkte Abzug.",
          "„sandbergov“ weicht um einen Buchstaben ab: 6.28 Punkte Abzug.",
          "Ein Geburtsdatum wurde nicht gesendet; nichts bestätigt den Treffer.",
        ],
      },
      verification: {
        title: "Verifikation",
        question: "Ist diese Käuferin 18 oder älter?",
        answer: "Ja, durch eine Wallet nachgewiesen",
        reasons: [
          "Die Wallet zeigte eine Angabe, age_over_18, vom Aussteller signiert.",
          "Weder Name noch Geburtsdatum wurden abgefragt oder gespeichert.",
        ],
      },
      login: {
        title: "Anmeldung",
        question: "Wer ist in meinen Shop zurückgekehrt?",
        answer: "Dieselbe Wallet wie zuvor",
        reasons: [
          "Der Shop erhält ein id_token nach OpenID Connect, dessen Kennung bei jedem Besuch gleich ist.",
          "In einem anderen Shop hat dieselbe Wallet eine andere Kennung.",
          "Name und Geburtsdatum stehen nicht darin.",
        ],
      },
      credentials: {
        title: "Akademische Nachweise",
        question: "Hat dieser Bewerber den Abschluss?",
        answer: "Ja, und er ist nicht widerrufen",
        reasons: [
          "Die Example University hat ihn signiert und in die Wallet ausgestellt.",
          "Ihre Statusliste führt ihn heute als gültig.",
          "Der Arbeitgeber liest die Angaben einmal.",
        ],
      },
      walletRisk: {
        title: "Wallet-Risiko",
        question: "Wohin ginge dieses Geld?",
        answer: "Hohes Risiko: 100 Punkte",
        reasons: [
          "Ein öffentliches Tag nennt die Adresse: Terrorismus, Gewicht 100.",
          "Seine Konfidenz ist 100, also sind es 100 Punkte.",
          "Eine Adresse ohne Tags hat keine Punktzahl. Das beweist keine Sicherheit.",
        ],
      },
      kyb: {
        title: "Unternehmen (KYB)",
        question: "Darf Näidis Kaubandus OÜ Kunde werden?",
        answer: "Nichts fehlt: zwei Menschen entscheiden",
        reasons: [
          "Die Nummer 10000018 ist eine gültige Nummer des estnischen Registers.",
          "Eine Direktorin und die Eigentümerin aller Anteile sind genannt.",
          "Kein Unternehmen wird allein durch eine Anfrage Kunde.",
        ],
      },
    },
    inForce: "Jetzt in Kraft",
    list: "Liste",
    date: "Datum",
    age: "Alter",
    entries: "Einträge",
    days: "{days} Tage",
    stale: "zu alt",
    version: "Version {version}, Build {build}",
    sandbox: "Eine Sandbox: erfundene Daten, keine Tokens nötig",
    operator: "Betreiber",
    contact: "Kontakt",
    noOperator: "Der Betreiber hat hier keinen Namen veröffentlicht.",
    status: "Status",
    works: "Beantwortet Anfragen",
    limited: "Beantwortet Anfragen mit Einschränkungen",
    stopped: "Beantwortet derzeit keine Anfragen",
  },
  login: {
    title: "Anmelden bei {name}",
    pending: "Warten auf Ihre Wallet.",
    completed: "Ihre Wallet hat geantwortet. Sie werden zurückgeleitet.",
    used:
      "Diese Anmeldung ist abgeschlossen und kann nicht noch einmal verwendet werden. Sie können diese Seite schließen.",
    failed:
      "Die Anmeldung ist nicht gelungen: Die Wallet hat abgelehnt oder konnte das Gefragte nicht nachweisen.",
    expired: "Diese Anmeldung ist abgelaufen.",
    lost:
      "Diese Anmeldung ist abgelaufen, oder Ihr Browser speichert für diese Seite keine Cookies: Sie braucht eines.",
    offline: "Zurzeit besteht keine Verbindung. Diese Seite versucht es weiter.",
    shown: "Ihre Wallet zeigt aval Ihr Geburtsdatum, als Beleg, dass sie Ihre Identität enthält.",
    shownTo:
      "{name} erhält es nicht, sondern erfährt nur, dass sich dieselbe Wallet angemeldet hat.",
    warning:
      "Fahren Sie nur fort, wenn Sie selbst hierher gekommen sind, um sich bei {name} anzumelden.",
    warningWhy:
      "Hat Ihnen jemand diese Seite oder diesen Code geschickt, brechen Sie ab: Sonst wird diese Person als Sie angemeldet.",
    sameDevice: "Mit einer Wallet auf diesem Gerät",
    open: "Wallet öffnen",
    otherDevice: "Mit einer Wallet auf einem anderen Gerät",
    scan: "Scannen Sie diesen Code mit der Wallet.",
    codeLabel: "QR-Code, den eine Wallet auf einem anderen Gerät scannt",
    goOn: "Weiter zu {name}",
    again: "Neu beginnen",
    noScript:
      "Ihr Browser führt hier keine Skripte aus; deshalb bemerkt diese Seite nicht, dass Ihre Wallet geantwortet hat.",
    noScriptLink: "Weiter, nachdem Sie in der Wallet geantwortet haben",
    noScriptLost:
      "Wird diese Adresse nicht gefunden, ist die Anmeldung abgelaufen, oder Ihr Browser speichert für diese Seite keine Cookies: Gehen Sie dorthin zurück, woher Sie kamen, und melden Sie sich noch einmal an.",
  },
  personLogin: {
    title: "Anmelden",
    provider: "Mit dem Konto Ihrer Organisation anmelden",
    providerLead:
      "Der Identitätsanbieter Ihrer Organisation fragt, wer Sie sind, und führt Sie hierher zurück.",
    orLink: "Oder mit einem Link des Betreibers",
    linkLead:
      "Ein Betreiber gibt Ihnen einen Link, der einmal und {minutes} Minuten lang gilt. Öffnen Sie ihn, oder fügen Sie ihn hier ein.",
    link: "Link",
    logIn: "Anmelden",
    freshTitle: "Erneut anmelden",
    freshLead:
      "Dafür ist eine Anmeldung aus den letzten {minutes} Minuten nötig; es wurde nichts gespeichert. Melden Sie sich erneut an: Sie kommen auf die Seite zurück und können es dann tun.",
    loggedOut: "Sie sind hier abgemeldet.",
    logOutThere: "Auch beim Identitätsanbieter abmelden",
    failed:
      "Die Anmeldung ist gescheitert: Sie wurde in einem anderen Browser begonnen, hat zu lange gedauert, wurde schon benutzt, oder der Identitätsanbieter hat sie abgelehnt. Beginnen Sie von vorn.",
    noRole:
      "Ihr Konto hat hier keine Rolle. Fragen Sie den Betreiber dieses Dienstes: Betreiber brauchen die Rolle aval-operator oder kyb-reviewer, Prüfer eines Kunden screening-reviewer und den Claim aval_client eines aktiven Kunden.",
    unavailable:
      "Der Identitätsanbieter antwortet nicht. Versuchen Sie es in einer Minute noch einmal.",
    sandboxTitle: "Arbeitsplatz und Konsole einer Sandbox",
    sandboxLead:
      "Keine Anmeldung ist nötig. Dieser Browser wird ein eigener Kunde, dessen Sitzung nach {hours} Stunden endet; was er angelegt hat, wird dann gelöscht. Alle Listen und Personen sind erfunden: Geben Sie keine Daten echter Personen ein.",
    open: "Öffnen",
  },
  offer: {
    title: "Ein Nachweis für Ihre Wallet",
    lead: "{name} bietet Ihnen einen Nachweis an.",
    invented:
      "Dies ist eine Sandbox: Die Universität, Erika Mustermann und ihr Abschluss sind erfunden.",
    once: "Das Angebot kann einmal angenommen werden, bis {day}.",
    sameDevice: "Mit einer Wallet auf diesem Gerät",
    open: "Wallet öffnen",
    otherDevice: "Mit einer Wallet auf einem anderen Gerät",
    scan: "Scannen Sie diesen Code mit der Wallet.",
    codeLabel: "QR-Code des Angebots, den eine Wallet scannt",
    another:
      "Jeder Besuch dieser Seite erzeugt ein eigenes Angebot: Laden Sie sie für ein weiteres neu.",
    kept:
      "Ihre Wallet fragt Sie, bevor sie den Nachweis annimmt. Danach liegt er allein in Ihrer Wallet.",
    gone:
      "Dieses Angebot wurde angenommen, oder seine Zeit ist abgelaufen. Bitten Sie Ihre Institution um ein neues.",
  },
  error: {
    title: "Diese Anfrage kann nicht beantwortet werden",
    lead: "Der Dienst sagt dazu:",
    back: "Gehen Sie dorthin zurück, woher Sie kamen, und versuchen Sie es von dort noch einmal.",
    causes: {
      unknown_relying_party:
        "Die Adresse, die hierher führte, nennt keine Website, die bei diesem Dienst registriert ist, oder keine ihrer registrierten Rücksprungadressen. Gehen Sie dorthin zurück, woher Sie kamen, und versuchen Sie es noch einmal; wer jene Website betreibt, kann es beheben.",
      not_found:
        "Unter dieser Adresse gibt es nichts. Prüfen Sie sie, oder beginnen Sie auf der Startseite.",
      method_not_allowed:
        "Diese Adresse lässt sich nur öffnen; es kann nichts an sie gesendet werden. Gehen Sie dorthin zurück, woher Sie kamen.",
      prefetch_refused: "Diese Seite wird nicht im Voraus geladen. Öffnen Sie sie noch einmal.",
      rate_limit_exceeded:
        "Aus Ihrem Netz kamen zu viele Anfragen. Warten Sie eine Minute und laden Sie diese Seite neu.",
      internal_error:
        "Bei uns ist etwas schiefgegangen. Versuchen Sie es in einer Minute noch einmal; bleibt es so, sagen Sie dem Betreiber dieses Dienstes, wann es geschah.",
      upstream_unavailable:
        "Ein Teil, den diese Seite braucht, ist gerade nicht erreichbar. Versuchen Sie es in einer Minute noch einmal.",
    },
  },
};
