// What the audit section says. The words record, entry and log belong here and nowhere else.
export const words = {
  "audit.title": { en: "Audit", fr: "Vérification" },
  "audit.what": {
    en:
      "The club’s log only ever grows. Here you can find out, with your own device and without believing the server, " +
      "whether anything from before was changed.",
    fr:
      "Le journal du club ne fait que grandir. Ici, vous pouvez vérifier, avec votre propre appareil et sans croire " +
      "le serveur, que rien de ce qui précède n’a changé.",
  },
  "audit.checkpoint": { en: "Checkpoint", fr: "Point de contrôle" },
  "audit.checkpoint-what": {
    en:
      "Keep these lines where the club’s server cannot change them: a mail to yourself, a photo of the code, a " +
      "print-out. Later, they show that nothing before them was changed.",
    fr:
      "Gardez ces lignes là où le serveur du club ne peut pas les changer : un courriel à vous-même, une photo du " +
      "code, une impression. Plus tard, elles montreront que rien d’antérieur n’a changé.",
  },
  "audit.checkpoint-text": { en: "The checkpoint as text", fr: "Le point de contrôle en texte" },
  "audit.entries": { en: "{n} {n|entry|entries}", fr: "{n} {n|entrée|entrées}" },
  "audit.qr": { en: "The checkpoint as a QR code", fr: "Le point de contrôle en code QR" },
  "audit.download": { en: "Save as a file", fr: "Enregistrer en fichier" },
  "audit.key": { en: "The club’s public key", fr: "La clé publique du club" },
  "audit.key-what": {
    en: "Keep it once, with your first checkpoint: it shows who signed.",
    fr: "Gardez-la une fois, avec votre premier point de contrôle : elle montre qui a signé.",
  },

  "audit.verify": { en: "Check a checkpoint that you kept", fr: "Vérifier un point de contrôle gardé" },
  "audit.paste": { en: "Paste it here", fr: "Collez-le ici" },
  "audit.paste-key": {
    en: "The key that you kept (empty: the server’s)",
    fr: "La clé que vous avez gardée (vide : celle du serveur)",
  },
  "audit.check": { en: "Check", fr: "Vérifier" },
  "audit.checking": { en: "Checking…", fr: "Vérification…" },
  "audit.unchanged": {
    en: "Unchanged: the first {first} entries of the log are those of your checkpoint.",
    fr: "Inchangé : les {first} premières entrées du journal sont celles de votre point de contrôle.",
  },
  "audit.failed": {
    en: "This check FAILED. Keep what you have and show it to others of the club.",
    fr: "Cette vérification a ÉCHOUÉ. Gardez ce que vous avez et montrez-le à d’autres membres du club.",
  },
  "audit.could-not": { en: "This could not be checked.", fr: "Ceci n’a pas pu être vérifié." },
  "audit.almost": {
    en: "What could be checked here is as it should be; one thing could not be checked here (below).",
    fr: "Ce qui a pu être vérifié ici est comme il faut ; une chose n’a pas pu l’être ici (voir plus bas).",
  },
  "audit.step.signed-old": {
    en: "Your checkpoint is signed with the club’s key",
    fr: "Votre point de contrôle est signé avec la clé du club",
  },
  "audit.step.signed-now": {
    en: "Today’s checkpoint is signed with the club’s key",
    fr: "Le point de contrôle d’aujourd’hui est signé avec la clé du club",
  },
  "audit.step.same-log": { en: "Both are of the same log", fr: "Les deux viennent du même journal" },
  "audit.step.grown": {
    en: "The log has not become shorter ({first} entries then, {size} now)",
    fr: "Le journal n’a pas raccourci ({first} entrées alors, {size} maintenant)",
  },
  "audit.step.beginning": {
    en: "The log of then is the beginning of the log of now (proof computed here)",
    fr: "Le journal d’alors est le début de celui de maintenant (preuve calculée ici)",
  },
  "audit.step.leaves": {
    en: "The entries’ fingerprints, computed here from what they say, are those of the log",
    fr: "Les empreintes des entrées, calculées ici d’après leur texte, sont celles du journal",
  },
  "audit.step.included": {
    en: "Each leads to the root of today’s checkpoint",
    fr: "Chacune mène à la racine du point de contrôle d’aujourd’hui",
  },
  "audit.step.own": {
    en: "The entries are those of this game, from the one that opened it",
    fr: "Les entrées sont celles de cette partie, depuis celle qui l’a ouverte",
  },
  "audit.colon": { en: ":", fr: " :" },
  "audit.state.good": { en: "yes", fr: "oui" },
  "audit.state.bad": { en: "NO", fr: "NON" },
  "audit.state.unknown": { en: "not checked here", fr: "non vérifié ici" },
  "audit.no-ed25519": {
    en: "This browser cannot check Ed25519 signatures; use a newer one, or `dendro log check`.",
    fr: "Ce navigateur ne sait pas vérifier les signatures Ed25519 ; prenez-en un plus récent, ou `dendro log check`.",
  },
  "audit.no-crypto": {
    en:
      "This page came over plain http from another machine, and browsers lend their cryptography only to pages from " +
      "https or from this machine. Open it by https, or use `dendro log check`.",
    fr:
      "Cette page est venue en simple http d’une autre machine, et les navigateurs ne prêtent leur cryptographie " +
      "qu’aux pages en https ou de cette machine. Ouvrez-la en https, ou utilisez `dendro log check`.",
  },
  "audit.unread.shape": {
    en: "A checkpoint has five lines: name, size, root, an empty one, and a signature.",
    fr: "Un point de contrôle a cinq lignes : nom, taille, racine, une ligne vide et une signature.",
  },
  "audit.unread.size": { en: "The second line should be a number.", fr: "La deuxième ligne devrait être un nombre." },
  "audit.unread.root": {
    en: "The third line should be 32 bytes in base64.",
    fr: "La troisième ligne devrait être 32 octets en base64.",
  },
  "audit.unread.base64": {
    en: "Something here is not base64: was a character lost?",
    fr: "Quelque chose ici n’est pas du base64 : un caractère s’est-il perdu ?",
  },
  "audit.unread.hex": {
    en: "The server’s proof is not hexadecimal.",
    fr: "La preuve du serveur n’est pas en hexadécimal.",
  },
  "audit.unread.signature": {
    en: "The signature line cannot be read: it begins with a dash, a name and a long code.",
    fr: "La ligne de signature est illisible : elle commence par un tiret, un nom et un long code.",
  },
  "audit.unread.key": {
    en: "This is not a public key: name, plus sign, 8 digits, plus sign, a long code.",
    fr: "Ce n’est pas une clé publique : nom, signe plus, 8 chiffres, signe plus, un long code.",
  },
  "audit.unread.key-id": {
    en: "The key does not have the id it says it has.",
    fr: "La clé n’a pas l’identifiant qu’elle annonce.",
  },

  "audit.game": { en: "Check a game", fr: "Vérifier une partie" },
  "audit.game-what": {
    en:
      "Shows that the entries of a game are in the log that the checkpoint speaks of, computed on this device, and " +
      "lets the server replay the game by the rules.",
    fr:
      "Montre que les entrées d’une partie sont dans le journal dont parle le point de contrôle, calculé sur cet " +
      "appareil, et fait rejouer la partie au serveur selon les règles.",
  },
  "audit.game-number": { en: "Number of the game", fr: "Numéro de la partie" },
  "audit.included": {
    en: "In the log: {n} {n|entry|entries} of game {game}, as shown here.",
    fr: "Dans le journal : {n} {n|entrée|entrées} de la partie {game}, comme affiché ici.",
  },
  "audit.included-some": {
    en: "Only the first {n} entries were looked at; this game has more.",
    fr: "Seules les {n} premières entrées ont été regardées ; cette partie en a davantage.",
  },
  "audit.game-entries": { en: "Entries of the game", fr: "Entrées de la partie" },
  "audit.replayed": { en: "Replayed by the server", fr: "Rejouée par le serveur" },
  "audit.replayed-good": {
    en: "Hashed, replayed and compared by the server: nothing found.",
    fr: "Hachée, rejouée et comparée par le serveur : rien trouvé.",
  },
  "audit.see-game": { en: "Look at the game", fr: "Voir la partie" },
  "audit.by": { en: "by {author}", fr: "par {author}" },

  "audit.whole": { en: "Audit everything", fr: "Tout vérifier" },
  "audit.whole-what": {
    en:
      "The server hashes every entry, replays every game and compares every stored figure. Anybody may read the " +
      "outcome; starting one takes an admin token.",
    fr:
      "Le serveur hache chaque entrée, rejoue chaque partie et compare chaque chiffre gardé. Tout le monde peut lire " +
      "le résultat ; pour le lancer, il faut un jeton d’administration.",
  },
  "audit.results-only": { en: "Only results (quicker)", fr: "Seulement les résultats (plus rapide)" },
  "audit.start": { en: "Start an audit", fr: "Lancer une vérification" },
  "audit.running": { en: "Running: {done} of {total}", fr: "En cours : {done} sur {total}" },
  "audit.never": {
    en: "No audit since the server started.",
    fr: "Aucune vérification depuis le démarrage du serveur.",
  },
  "audit.broke": { en: "The audit stopped: {why}", fr: "La vérification s’est arrêtée : {why}" },
  "audit.clean": {
    en: "Nothing found: {entries} entries, {games} games, {plies} moves.",
    fr: "Rien trouvé : {entries} entrées, {games} parties, {plies} coups.",
  },
  "audit.found": {
    en: "{n} {n|finding|findings} in {entries} entries, {games} games, {plies} moves.",
    fr: "{n} {n|anomalie|anomalies} dans {entries} entrées, {games} parties, {plies} coups.",
  },
  "audit.root": { en: "Root that it computed", fr: "Racine calculée" },
  "audit.root-same": {
    en: "the same as in the checkpoint above",
    fr: "la même que dans le point de contrôle ci-dessus",
  },
  "audit.root-other": {
    en: "of another size than the checkpoint above",
    fr: "d’une autre taille que le point de contrôle ci-dessus",
  },
  "audit.findings": { en: "Findings", fr: "Anomalies" },
  "audit.notes": { en: "Notes", fr: "Remarques" },
  "audit.notes-what": {
    en: "Not wrong, but worth knowing: what players wrote down differs from what the rules give.",
    fr: "Rien de faux, mais bon à savoir : ce que les joueurs ont noté diffère de ce que donnent les règles.",
  },
  "audit.where-game": { en: "game {n}", fr: "partie {n}" },
  "audit.where-entry": { en: "entry {n}", fr: "entrée {n}" },
  "audit.where-seat": { en: "seat {n}", fr: "siège {n}" },
  "audit.where-ply": { en: "move {n}", fr: "coup {n}" },
  "audit.only-shown": { en: "{shown} of {n} are shown.", fr: "{shown} sur {n} sont affichées." },
  "audit.need-admin": {
    en: "Sign in with an admin token to start one.",
    fr: "Connectez-vous avec un jeton d’administration pour en lancer une.",
  },
};
