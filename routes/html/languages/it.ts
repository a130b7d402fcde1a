import type { Words } from "./words.ts";

/** Italian. */
export const it: Words = {
  language: "it",
  home: {
    title: "Decisioni di fiducia, ognuna con il suo motivo",
    lead:
      "aval confronta persone e imprese con le liste di sanzioni, chiede prove ai portafogli, autentica le persone ed emette titoli: un solo servizio, sulle vostre macchine, che motiva ogni risposta.",
    playground: "Apri il playground",
    docs: "Leggi la documentazione",
    reference: "Riferimento dell’API",
    desk: "Apri il desk dei revisori",
    console: "Apri la console degli operatori",
    answers: "Sei servizi, sei risposte",
    answersLead: "Ognuna è una risposta di questa sandbox. Le persone e le imprese sono inventate.",
    show: "Mostra la risposta",
    try: "Provalo",
    cards: {
      screening: {
        title: "Controllo dei nomi",
        question: "«Victor Sandburgov» è su una lista di sanzioni?",
        answer: "Corrispondenza possibile: decide una persona",
        reasons: [
          "Nella lista c’è Viktor Sandbergov. Punteggio 92.86 su 100.",
          "«viktor» è lo stesso nome con un’altra grafia: 0.86 punti in meno.",
          "«sandbergov» differisce per una lettera: 6.28 punti in meno.",
          "Nessuna data di nascita è stata inviata: nulla lo conferma.",
        ],
      },
      verification: {
        title: "Verifica",
        question: "Questa acquirente ha 18 anni o più?",
        answer: "Sì, provato da un portafoglio",
        reasons: [
          "Il portafoglio ha mostrato un solo dato, age_over_18, firmato dal suo emittente.",
          "Né nome né data di nascita sono stati chiesti o conservati.",
        ],
      },
      login: {
        title: "Accesso",
        question: "Chi è tornato nel mio negozio?",
        answer: "Lo stesso portafoglio di prima",
        reasons: [
          "Il negozio riceve un id_token OpenID Connect il cui soggetto è lo stesso a ogni visita.",
          "In un altro negozio lo stesso portafoglio ha un altro soggetto.",
          "Non contiene nome né data di nascita.",
        ],
      },
      credentials: {
        title: "Titoli accademici",
        question: "Questa candidata ha la laurea?",
        answer: "Sì, e non è revocata",
        reasons: [
          "La Example University l’ha firmata ed emessa nel portafoglio.",
          "La sua lista di stato dice che oggi è valida.",
          "Il datore di lavoro legge i dati una sola volta.",
        ],
      },
      walletRisk: {
        title: "Rischio di un indirizzo",
        question: "Dove andrebbero questi fondi?",
        answer: "Rischio alto: punteggio 100",
        reasons: [
          "Un’etichetta pubblica nomina l’indirizzo: terrorismo, peso 100.",
          "La sua affidabilità è 100, quindi il punteggio è 100.",
          "Un indirizzo senza etichette non ha punteggio. Non è una prova di sicurezza.",
        ],
      },
      kyb: {
        title: "Imprese (KYB)",
        question: "Näidis Kaubandus OÜ può diventare cliente?",
        answer: "Non manca nulla: decidono due persone",
        reasons: [
          "Il numero 10000018 è un numero valido del registro estone.",
          "Sono indicate una direttrice e la proprietaria di tutte le quote.",
          "Nessuna impresa diventa cliente con una sola richiesta.",
        ],
      },
    },
    inForce: "In vigore ora",
    list: "Lista",
    date: "Data",
    age: "Età",
    entries: "Voci",
    days: "{days} giorni",
    stale: "troppo vecchia",
    version: "Versione {version}, build {build}",
    sandbox: "Una sandbox: dati inventati, nessun token necessario",
    operator: "Gestore",
    contact: "Contatto",
    noOperator: "Il gestore non ha pubblicato qui un nome.",
    status: "Stato",
    works: "Risponde alle richieste",
    limited: "Risponde alle richieste, con limiti",
    stopped: "Al momento non risponde alle richieste",
  },
  login: {
    title: "Accedi a {name}",
    pending: "In attesa del portafoglio.",
    completed: "Il portafoglio ha risposto. Stai per essere rimandato indietro.",
    used: "Questo accesso è concluso e non può essere usato di nuovo. Puoi chiudere questa pagina.",
    failed:
      "L’accesso non è riuscito: il portafoglio lo ha rifiutato, o non ha potuto provare ciò che era chiesto.",
    expired: "Questo accesso è scaduto.",
    lost:
      "Questo accesso è scaduto, o il browser non conserva cookie per questa pagina: ne serve uno.",
    offline: "Al momento non c’è connessione. Questa pagina continua a provare.",
    shown:
      "Il portafoglio mostra ad aval la tua data di nascita, come prova che contiene la tua identità.",
    shownTo: "{name} non la riceve: sa solo che lo stesso portafoglio ha effettuato l’accesso.",
    warning: "Continua solo se sei venuto qui di tua iniziativa per accedere a {name}.",
    warningWhy:
      "Se qualcuno ti ha mandato questa pagina o questo codice, fermati: quella persona accederebbe al tuo posto.",
    sameDevice: "Con un portafoglio su questo dispositivo",
    open: "Apri il portafoglio",
    otherDevice: "Con un portafoglio su un altro dispositivo",
    scan: "Scansiona questo codice con il portafoglio.",
    codeLabel: "Codice QR che un portafoglio scansiona da un altro dispositivo",
    goOn: "Continua verso {name}",
    again: "Ricomincia",
    noScript:
      "Il browser non esegue script qui, quindi questa pagina non si accorge che il portafoglio ha risposto.",
    noScriptLink: "Continua dopo aver risposto nel portafoglio",
    noScriptLost:
      "Se l’indirizzo non viene trovato, questo accesso è scaduto, o il browser non conserva cookie per questa pagina: torna da dove sei venuto e accedi di nuovo.",
  },
  personLogin: {
    title: "Accedi",
    provider: "Accedi con l’account della tua organizzazione",
    providerLead:
      "Il provider di identità della tua organizzazione chiede chi sei e ti riporta qui.",
    orLink: "Oppure con un link di un operatore",
    linkLead:
      "Un operatore ti dà un link, valido una sola volta e per {minutes} minuti. Aprilo o incollalo qui.",
    link: "Link",
    logIn: "Accedi",
    freshTitle: "Accedi di nuovo",
    freshLead:
      "Questa azione richiede un accesso degli ultimi {minutes} minuti, e nulla è stato registrato. Accedi di nuovo: torni alla pagina e puoi farlo allora.",
    loggedOut: "Qui non hai più una sessione.",
    logOutThere: "Esci anche dal provider di identità",
    failed:
      "L’accesso non è riuscito: è iniziato in un altro browser, è durato troppo, era già stato usato o il provider di identità lo ha rifiutato. Ricomincia.",
    noRole:
      "Il tuo account non ha alcun ruolo qui. Chiedi a chi gestisce questo servizio: agli operatori serve il ruolo aval-operator o kyb-reviewer, ai revisori di un cliente screening-reviewer e il claim aval_client di un cliente attivo.",
    unavailable: "Il provider di identità non risponde. Riprova tra un minuto.",
    sandboxTitle: "Scrivania e console di una sandbox",
    sandboxLead:
      "Non serve accedere. Questo browser diventa un cliente a sé, la cui sessione finisce dopo {hours} ore; quello che ha creato viene cancellato allora. Tutte le liste e le persone sono inventate: non inserire dati di persone reali.",
    open: "Apri",
  },
  offer: {
    title: "Un titolo per il tuo portafoglio",
    lead: "{name} ti offre un titolo.",
    invented:
      "Questa è una sandbox: l’università, Erika Mustermann e la sua laurea sono inventate.",
    once: "L’offerta può essere accettata una volta, fino al {day}.",
    sameDevice: "Con un portafoglio su questo dispositivo",
    open: "Apri il portafoglio",
    otherDevice: "Con un portafoglio su un altro dispositivo",
    scan: "Scansiona questo codice con il portafoglio.",
    codeLabel: "Codice QR dell’offerta, che un portafoglio scansiona",
    another:
      "Ogni visita a questa pagina crea una propria offerta: per crearne un’altra, ricaricala.",
    kept:
      "Il portafoglio chiede prima di accettare il titolo. Poi il titolo è solo nel tuo portafoglio.",
    gone:
      "Questa offerta è stata accettata, o il suo tempo è finito. Chiedine un’altra al tuo istituto.",
  },
  error: {
    title: "Non è possibile rispondere a questa richiesta",
    lead: "Che cosa dice il servizio:",
    back: "Torna da dove sei venuto e riprova da lì.",
    causes: {
      unknown_relying_party:
        "L’indirizzo che ha portato qui non indica alcun sito registrato presso questo servizio, o nessuno dei suoi indirizzi di ritorno registrati. Torna da dove sei venuto e riprova; chi gestisce quel sito può rimediare.",
      not_found:
        "A questo indirizzo non c’è nulla. Controllalo, o ricomincia dalla pagina iniziale.",
      method_not_allowed:
        "Questo indirizzo si può solo aprire; non vi si può inviare nulla. Torna da dove sei venuto.",
      prefetch_refused: "Questa pagina non si carica in anticipo. Aprila di nuovo.",
      rate_limit_exceeded:
        "Dalla tua rete sono arrivate troppe richieste. Attendi un minuto, poi ricarica questa pagina.",
      internal_error:
        "Qualcosa è andato storto da parte nostra. Riprova tra un minuto; se continua, di’ al gestore di questo servizio quando è successo.",
      upstream_unavailable:
        "Una parte di cui questa pagina ha bisogno non è disponibile al momento. Riprova tra un minuto.",
    },
  },
};
