// Words of the frame, sign-in, settings, and of what waits on the device.
export const words = {
  wait: { en: "One moment…", fr: "Un instant…" },
  again: { en: "Try again", fr: "Réessayer" },
  close: { en: "Close", fr: "Fermer" },
  cancel: { en: "Cancel", fr: "Annuler" },
  "trouble.unreachable": {
    en: "This has to come over the network. It will by itself, as soon as there is one.",
    fr: "Ceci doit venir par le réseau. Cela viendra tout seul, dès qu'il sera là.",
  },
  "trouble.view": {
    en: "This part of the page could not be loaded.",
    fr: "Cette partie de la page n'a pas pu être chargée.",
  },
  "trouble.device": {
    en: "This device could not keep what you entered: its storage is full or switched off. Nothing was recorded.",
    fr: "Cet appareil n'a pas pu garder votre saisie : sa mémoire est pleine ou désactivée. Rien n'a été enregistré.",
  },
  "tab.tonight": { en: "Tonight", fr: "Ce soir" },
  "tab.games": { en: "Games", fr: "Parties" },
  "tab.people": { en: "People", fr: "Joueurs" },
  "tab.cards": { en: "Cards", fr: "Cartes" },
  "nav.label": { en: "Places", fr: "Rubriques" },
  skip: { en: "Skip to the content", fr: "Aller au contenu" },
  "menu.label": { en: "{club}: menu", fr: "{club} : menu" },
  "menu.audit": { en: "Audit", fr: "Vérification" },
  "menu.invite": { en: "Invite", fr: "Inviter" },
  "menu.exchange": { en: "In and out", fr: "Importer, exporter" },
  "menu.settings": { en: "Settings", fr: "Réglages" },
  "menu.signin": { en: "Sign in", fr: "Se connecter" },
  "menu.signout": { en: "Sign out", fr: "Se déconnecter" },
  "menu.language": { en: "En français", fr: "In English" },
  "lost.title": { en: "Nothing here", fr: "Rien ici" },
  "lost.text": { en: "There is no such place in this notebook.", fr: "Ce carnet n'a pas cette page." },
  "lost.home": { en: "To tonight", fr: "Vers ce soir" },
  "search.open": { en: "Search", fr: "Chercher" },
  "net.off": { en: "No network: what you enter is kept here.", fr: "Pas de réseau : vos saisies sont gardées ici." },

  "tonight.game": { en: "Game", fr: "Partie" },
  "person.erased": { en: "somebody erased", fr: "une personne effacée" },
  "seat.guest": { en: "guest", fr: "invité" },
  "game.winner": { en: "winner", fr: "a gagné" },
  "welcome.title": { en: "A new notebook", fr: "Un carnet tout neuf" },
  "welcome.one": {
    en: "Open a new game and type two letters of each name: whoever is new is added as you go.",
    fr: "Ouvrez une nouvelle partie et tapez deux lettres de chaque nom : les nouveaux s'ajoutent en passant.",
  },
  "welcome.two": {
    en: "Tap every move as it is played, or only the score sheet at the end.",
    fr: "Touchez chaque coup comme il est joué, ou seulement la feuille de score à la fin.",
  },
  "welcome.three": {
    en: "Afterwards: the replay, the leaderboard and what each card is worth.",
    fr: "Ensuite : la partie à revoir, le classement et ce que vaut chaque carte.",
  },

  "queue.waiting": { en: "{n} waiting", fr: "{n} en attente" },
  "queue.refused": { en: "{n} refused", fr: "{n} {n|refusé|refusés}" },
  "queue.title": { en: "Waiting on this device", fr: "En attente sur cet appareil" },
  "queue.all": { en: "All that waits", fr: "Tout ce qui attend" },
  "queue.more": { en: "and {n} more", fr: "et {n} de plus" },
  "queue.asks": { en: "{n} {n|question|questions}", fr: "{n} {n|question|questions}" },
  "queue.state.asks": { en: "a question", fr: "une question" },
  "queue.none": { en: "Everything has been sent.", fr: "Tout est envoyé." },
  "queue.text": {
    en: "Not sent yet. It goes out by itself as soon as there is a network.",
    fr: "Pas encore envoyé. Cela partira tout seul dès qu'il y aura du réseau.",
  },
  "queue.state.waiting": { en: "on this device", fr: "sur cet appareil" },
  "queue.state.refused": { en: "refused", fr: "refusé" },
  "queue.state.behind": { en: "waits for the one above", fr: "attend la saisie ci-dessus" },
  "queue.open": { en: "New game: {title}", fr: "Nouvelle partie : {title}" },
  "queue.sheet": { en: "Score sheet: {title}", fr: "Feuille de score : {title}" },
  "queue.back": { en: "Taken back: {lines}", fr: "Repris : {lines}" },
  "queue.abandon": { en: "{title}: end without a result", fr: "{title} : fin sans résultat" },
  "queue.correct": { en: "{title}: correction", fr: "{title} : correction" },
  "queue.void": { en: "{title}: does not count", fr: "{title} : ne compte pas" },
  "queue.unvoid": { en: "{title}: counts again", fr: "{title} : compte à nouveau" },
  "queue.other": { en: "{title}", fr: "{title}" },
  "queue.conflict": {
    en: "Somebody else entered moves in this game meanwhile. Look at it, then send yours after theirs or drop them.",
    fr:
      "Quelqu'un d'autre a saisi des coups dans cette partie entre-temps. Regardez-la, puis envoyez les vôtres à la " +
      "suite ou retirez-les.",
  },
  "queue.changed": {
    en:
      "Somebody else has changed this game meanwhile, so that yours would undo theirs unseen. Look at what stands " +
      "now; if something is still wrong, correct that.",
    fr:
      "Quelqu'un d'autre a changé cette partie entre-temps : votre correction déferait la sienne sans qu'on le voie. " +
      "Regardez ce qui est noté maintenant ; s'il reste une erreur, corrigez-la.",
  },
  "queue.anew": { en: "Correct what stands now", fr: "Corriger ce qui est noté maintenant" },
  "queue.denied": {
    en: "Sign in with a token that may record, and it will be sent.",
    fr: "Connectez-vous avec un jeton qui peut saisir, et ce sera envoyé.",
  },
  "queue.look": { en: "Look at the game", fr: "Voir la partie" },
  "queue.retry": { en: "Send again", fr: "Renvoyer" },
  "queue.after": { en: "Send after theirs", fr: "Envoyer à la suite" },
  "queue.drop": { en: "Drop", fr: "Retirer" },
  "queue.dropAll": { en: "Drop these {n}", fr: "Retirer ces {n}" },

  "signin.title": { en: "Sign in", fr: "Se connecter" },
  "signin.done": { en: "Signed in", fr: "Connecté" },
  "signin.text": {
    en: "Paste the token that the organiser gave you. It stays on this device until you sign out.",
    fr:
      "Collez le jeton que l'organisateur vous a donné. Il reste sur cet appareil jusqu'à ce que vous vous " +
      "déconnectiez.",
  },
  "signin.closed": {
    en: "This club shows its games to its members only.",
    fr: "Ce club ne montre ses parties qu'à ses membres.",
  },
  "signin.token": { en: "Token", fr: "Jeton" },
  "signin.show": { en: "Show it", fr: "L'afficher" },
  "signin.refused": {
    en: "This token is not known here. It may have expired or been revoked.",
    fr: "Ce jeton n'est pas connu ici. Il a peut-être expiré ou été révoqué.",
  },
  "signin.admin": {
    en: "You may record games and run the club.",
    fr: "Vous pouvez saisir des parties et gérer le club.",
  },
  "signin.record": { en: "You may record games.", fr: "Vous pouvez saisir des parties." },
  "signin.read": { en: "You may look, not record.", fr: "Vous pouvez regarder, pas saisir." },
  "signin.unchecked": {
    en: "The token will be checked when there is a network.",
    fr: "Le jeton sera vérifié dès qu'il y aura du réseau.",
  },
  "signin.out": { en: "Sign out", fr: "Se déconnecter" },
  "signin.waiting": {
    en: "{n} {n|entry has|entries have} not been sent. They stay on this device, and go out when somebody signs in.",
    fr:
      "{n} {n|saisie n'a|saisies n'ont} pas été {n|envoyée|envoyées}. Elles restent sur cet appareil et partiront " +
      "quand quelqu'un se connectera.",
  },

  "settings.title": { en: "Settings", fr: "Réglages" },
  "settings.language": { en: "Language", fr: "Langue" },
  "settings.theme": { en: "Colours", fr: "Couleurs" },
  "settings.theme.auto": { en: "as the device", fr: "comme l'appareil" },
  "settings.theme.light": { en: "paper", fr: "papier" },
  "settings.theme.dark": { en: "night forest", fr: "forêt de nuit" },
  "settings.you": { en: "This device", fr: "Cet appareil" },
  "settings.stranger": { en: "Nobody is signed in.", fr: "Personne n'est connecté." },
  "settings.api": { en: "For programs: the API", fr: "Pour les programmes : l'API" },
};
