import type { Words } from "./words.ts";

/** French. */
export const fr: Words = {
  language: "fr",
  home: {
    title: "Des décisions de confiance, toutes motivées",
    lead:
      "aval compare personnes et entreprises aux listes de sanctions, demande des preuves aux portefeuilles, connecte les personnes et délivre des diplômes : un seul service, sur vos machines, qui motive chaque réponse.",
    playground: "Ouvrir le playground",
    docs: "Lire la documentation",
    reference: "Référence de l’API",
    desk: "Ouvrir le bureau des analystes",
    console: "Ouvrir la console des opérateurs",
    answers: "Six services, six réponses",
    answersLead:
      "Chacune est une réponse de ce bac à sable. Les personnes et les entreprises y sont inventées.",
    show: "Voir la réponse",
    try: "Essayer vous-même",
    cards: {
      screening: {
        title: "Filtrage",
        question: "« Victor Sandburgov » figure-t-il sur une liste de sanctions ?",
        answer: "Correspondance possible : une personne décide",
        reasons: [
          "La liste contient Viktor Sandbergov. Score 92.86 sur 100.",
          "« viktor » est le même nom, écrit autrement : 0.86 point retiré.",
          "« sandbergov » diffère d’une lettre : 6.28 points retirés.",
          "Aucune date de naissance n’a été envoyée : rien ne confirme.",
        ],
      },
      verification: {
        title: "Vérification",
        question: "Cette acheteuse a-t-elle 18 ans ou plus ?",
        answer: "Oui, prouvé par un portefeuille",
        reasons: [
          "Le portefeuille a montré une seule donnée, age_over_18, signée par son émetteur.",
          "Ni nom ni date de naissance n’ont été demandés ou conservés.",
        ],
      },
      login: {
        title: "Connexion",
        question: "Qui est revenu dans ma boutique ?",
        answer: "Le même portefeuille qu’avant",
        reasons: [
          "La boutique reçoit un id_token OpenID Connect dont le sujet est le même à chaque visite.",
          "Dans une autre boutique, le même portefeuille a un autre sujet.",
          "Ni nom ni date de naissance n’y figurent.",
        ],
      },
      credentials: {
        title: "Titres universitaires",
        question: "Cette candidate a-t-elle le diplôme ?",
        answer: "Oui, et il n’est pas révoqué",
        reasons: [
          "L’Example University l’a signé et délivré dans le portefeuille.",
          "Sa liste de statuts le dit valide aujourd’hui.",
          "L’employeur lit les données une seule fois.",
        ],
      },
      walletRisk: {
        title: "Risque d’une adresse",
        question: "Où iraient ces fonds ?",
        answer: "Risque élevé : score 100",
        reasons: [
          "Une étiquette publique désigne l’adresse : terrorisme, poids 100.",
          "Sa confiance est de 100, donc le score est 100.",
          "Une adresse sans étiquette n’a pas de score. Ce n’est pas une preuve de sûreté.",
        ],
      },
      kyb: {
        title: "Entreprises (KYB)",
        question: "Näidis Kaubandus OÜ peut-elle devenir cliente ?",
        answer: "Rien ne manque : deux personnes décident",
        reasons: [
          "Le numéro 10000018 est un numéro valide du registre estonien.",
          "Une dirigeante et la propriétaire de toutes les parts sont nommées.",
          "Aucune entreprise ne devient cliente par une simple demande.",
        ],
      },
    },
    inForce: "En vigueur",
    list: "Liste",
    date: "Date",
    age: "Âge",
    entries: "Entrées",
    days: "{days} jours",
    stale: "trop ancienne",
    version: "Version {version}, build {build}",
    sandbox: "Un bac à sable : données inventées, sans jetons",
    operator: "Exploitant",
    contact: "Contact",
    noOperator: "L’exploitant n’a pas publié de nom ici.",
    status: "État",
    works: "Répond aux requêtes",
    limited: "Répond aux requêtes, avec des limites",
    stopped: "Ne répond à aucune requête pour le moment",
  },
  login: {
    title: "Se connecter à {name}",
    pending: "En attente de votre portefeuille.",
    completed: "Votre portefeuille a répondu. Vous allez être renvoyé.",
    used: "Cette connexion est terminée et ne peut plus servir. Vous pouvez fermer cette page.",
    failed:
      "La connexion a échoué : le portefeuille l’a refusée, ou n’a pas pu prouver ce qui était demandé.",
    expired: "Cette connexion a expiré.",
    lost:
      "Cette connexion a expiré, ou votre navigateur n’accepte pas de cookies pour cette page : il en faut un.",
    offline: "Il n’y a pas de connexion au réseau en ce moment. Cette page continue d’essayer.",
    shown:
      "Votre portefeuille montre à aval votre date de naissance, comme preuve qu’il contient votre identité.",
    shownTo:
      "{name} ne la reçoit pas : il apprend seulement que le même portefeuille s’est connecté.",
    warning: "Ne continuez que si vous êtes venu ici de vous-même pour vous connecter à {name}.",
    warningWhy:
      "Si quelqu’un vous a envoyé cette page ou ce code, arrêtez : cette personne serait connectée à votre place.",
    sameDevice: "Avec un portefeuille sur cet appareil",
    open: "Ouvrir le portefeuille",
    otherDevice: "Avec un portefeuille sur un autre appareil",
    scan: "Scannez ce code avec le portefeuille.",
    codeLabel: "Code QR à scanner par un portefeuille sur un autre appareil",
    goOn: "Continuer vers {name}",
    again: "Recommencer",
    noScript:
      "Votre navigateur n’exécute pas de scripts ici : cette page ne remarque pas que votre portefeuille a répondu.",
    noScriptLink: "Continuer après avoir répondu dans le portefeuille",
    noScriptLost:
      "Si cette adresse est introuvable, la connexion a expiré, ou votre navigateur n’accepte pas de cookies pour cette page : retournez d’où vous venez et connectez-vous à nouveau.",
  },
  personLogin: {
    title: "Se connecter",
    provider: "Se connecter avec le compte de votre organisation",
    providerLead:
      "Le fournisseur d’identité de votre organisation vous demande qui vous êtes, puis vous ramène ici.",
    orLink: "Ou avec un lien d’un opérateur",
    linkLead:
      "Un opérateur vous donne un lien, valable une seule fois et pendant {minutes} minutes. Ouvrez-le ou collez-le ici.",
    link: "Lien",
    logIn: "Se connecter",
    freshTitle: "Se connecter à nouveau",
    freshLead:
      "Cette action demande une connexion des {minutes} dernières minutes, et rien n’a été enregistré. Reconnectez-vous : vous revenez à la page et pouvez alors agir.",
    loggedOut: "Vous êtes déconnecté ici.",
    logOutThere: "Se déconnecter aussi du fournisseur d’identité",
    failed:
      "La connexion n’a pas abouti : elle a commencé dans un autre navigateur, a duré trop longtemps, a déjà servi, ou le fournisseur d’identité l’a refusée. Recommencez.",
    noRole:
      "Votre compte n’a aucun rôle ici. Demandez à l’exploitant de ce service : les opérateurs ont besoin du rôle aval-operator ou kyb-reviewer, les vérificateurs d’un client de screening-reviewer et du claim aval_client d’un client actif.",
    unavailable: "Le fournisseur d’identité ne répond pas. Réessayez dans une minute.",
    sandboxTitle: "Bureau et console d’un bac à sable",
    sandboxLead:
      "Aucune connexion n’est nécessaire. Ce navigateur devient un client à part, dont la session se termine après {hours} heures ; ce qu’il a créé est alors supprimé. Toutes les listes et les personnes sont inventées : ne saisissez les données d’aucune personne réelle.",
    open: "Ouvrir",
  },
  offer: {
    title: "Un titre pour votre portefeuille",
    lead: "{name} vous propose un titre.",
    invented:
      "Ceci est un bac à sable : l’université, Erika Mustermann et son diplôme sont inventés.",
    once: "L’offre peut être acceptée une fois, jusqu’au {day}.",
    sameDevice: "Avec un portefeuille sur cet appareil",
    open: "Ouvrir le portefeuille",
    otherDevice: "Avec un portefeuille sur un autre appareil",
    scan: "Scannez ce code avec le portefeuille.",
    codeLabel: "Code QR de l’offre, à scanner par un portefeuille",
    another:
      "Chaque visite de cette page crée sa propre offre : rechargez-la pour en créer une autre.",
    kept:
      "Votre portefeuille vous demande votre accord avant d’accepter le titre. Ensuite, celui-ci n’est que dans votre portefeuille.",
    gone:
      "Cette offre a été acceptée, ou son délai est passé. Demandez-en une autre à votre établissement.",
  },
  error: {
    title: "Il n’est pas possible de répondre à cette demande",
    lead: "Réponse du service :",
    back: "Retournez d’où vous venez et réessayez à partir de là.",
    causes: {
      unknown_relying_party:
        "L’adresse qui a mené ici ne désigne aucun site enregistré auprès de ce service, ou aucune de ses adresses de retour enregistrées. Retournez d’où vous venez et réessayez ; l’exploitant de ce site peut corriger cela.",
      not_found:
        "Il n’y a rien à cette adresse. Vérifiez-la, ou recommencez depuis la page d’accueil.",
      method_not_allowed:
        "Cette adresse ne peut qu’être ouverte ; rien ne peut y être envoyé. Retournez d’où vous venez.",
      prefetch_refused: "Cette page ne se charge pas à l’avance. Ouvrez-la à nouveau.",
      rate_limit_exceeded:
        "Trop de demandes sont venues de votre réseau. Attendez une minute, puis rechargez cette page.",
      internal_error:
        "Une erreur s’est produite de notre côté. Réessayez dans une minute ; si elle persiste, indiquez à l’exploitant de ce service quand elle s’est produite.",
      upstream_unavailable:
        "Un élément dont cette page a besoin n’est pas disponible pour le moment. Réessayez dans une minute.",
    },
  },
};
