// Words of in and out: a file is looked at, imported, undone; games leave in the forms of other programs.
export const words = {
  "exchange.title": { en: "In and out", fr: "Importer, exporter" },

  "import.title": { en: "Import", fr: "Importer" },
  "import.text": {
    en:
      "Games from BG Stats (a backup or a shared play), BoardGameGeek (plays as XML), a spreadsheet (CSV), " +
      "or records of Dendro. First you see what would happen.",
    fr:
      "Des parties de BG Stats (une sauvegarde ou une partie partagée), de BoardGameGeek (parties en XML), " +
      "d'un tableur (CSV), ou des fiches de Dendro. Vous voyez d'abord ce qui se passerait.",
  },
  "import.denied": {
    en: "Who may record games may import them.",
    fr: "Qui peut saisir des parties peut en importer.",
  },
  "import.choose": { en: "Choose a file", fr: "Choisir un fichier" },
  "import.drop": { en: "or drop it here", fr: "ou déposez-le ici" },
  "import.paste": { en: "Or paste the text", fr: "Ou collez le texte" },
  "import.pasted": { en: "Text of the file", fr: "Texte du fichier" },
  "import.pastedName": { en: "pasted text", fr: "texte collé" },
  "import.look": { en: "See what it would do", fr: "Voir ce qui se passerait" },
  "import.sending": { en: "Sending {file}: {part}", fr: "Envoi de {file} : {part}" },
  "import.reading": { en: "Reading {file}…", fr: "Lecture de {file}…" },
  "import.working": {
    en: "Importing {file}… You can stay or come back: what is in stays in.",
    fr: "Import de {file}… Vous pouvez rester ou revenir : ce qui est entré reste.",
  },
  "import.cancel": { en: "Cancel", fr: "Annuler" },
  "import.another": { en: "Another file", fr: "Un autre fichier" },
  "import.refused": { en: "{file} cannot be imported", fr: "{file} ne peut pas être importé" },
  "import.refusedWhy": { en: "Nothing was changed.", fr: "Rien n'a été changé." },
  "import.lostLook": {
    en: "The connection was lost before the file was looked at. Nothing was changed; choose it again.",
    fr: "La connexion s'est perdue avant la lecture du fichier. Rien n'a été changé ; choisissez-le de nouveau.",
  },
  "import.lost": {
    en:
      "The connection was lost in the middle. What was in by then stays; choose the same file again, and it " +
      "goes on where it stopped.",
    fr:
      "La connexion s'est perdue en chemin. Ce qui était entré reste ; choisissez de nouveau le même " +
      "fichier, et l'import reprend où il s'est arrêté.",
  },

  "import.games": { en: "{n} {n|game|games}", fr: "{n} {n|partie|parties}" },
  "import.sum": { en: "{games}: {parts}", fr: "{games} : {parts}" },
  "import.would.added": { en: "{n} new", fr: "{n} {n|nouvelle|nouvelles}" },
  "import.would.corrected": { en: "{n} to be corrected", fr: "{n} à corriger" },
  "import.would.voided": {
    en: "{n} {n|game|games} here {n|was|were} deleted there.",
    fr: "{n} {n|partie d'ici a été supprimée|parties d'ici ont été supprimées} là-bas.",
  },
  "import.would.known": { en: "{n} already here", fr: "{n} déjà ici" },
  "import.would.refused": { en: "{n} cannot be taken", fr: "{n} {n|refusée|refusées}" },
  "import.did.added": { en: "{n} added", fr: "{n} {n|ajoutée|ajoutées}" },
  "import.did.corrected": { en: "{n} corrected", fr: "{n} {n|corrigée|corrigées}" },
  "import.did.voided": {
    en: "{n} {n|game|games} deleted there {n|is|are} void here.",
    fr: "{n} {n|partie supprimée là-bas est annulée|parties supprimées là-bas sont annulées} ici.",
  },
  "import.did.known": { en: "{n} already here", fr: "{n} déjà ici" },
  "import.did.refused": { en: "{n} not taken", fr: "{n} {n|refusée|refusées}" },
  "import.contested": {
    en: "{n} of them {n|has|have} totals that the rules count otherwise.",
    fr: "{n} d'entre elles {n|a|ont} des totaux que les règles comptent autrement.",
  },
  "import.nothing": { en: "There is nothing to import.", fr: "Il n'y a rien à importer." },
  "import.format": { en: "{file} · {format}", fr: "{file} · {format}" },
  "import.format.record": { en: "records of Dendro", fr: "fiches de Dendro" },
  "import.format.bgstats": { en: "BG Stats", fr: "BG Stats" },
  "import.format.bgg": { en: "BoardGameGeek", fr: "BoardGameGeek" },
  "import.format.csv": { en: "a spreadsheet", fr: "un tableur" },

  "import.people": { en: "People", fr: "Joueurs" },
  "import.titles": { en: "Titles", fr: "Titres" },
  "import.ask": { en: "{n} to look at first", fr: "{n} à regarder d'abord" },
  "import.settled": { en: "{n} as you said", fr: "{n} comme vous l'avez dit" },
  "import.full": {
    en: "No more can be said about names in one go. Import with this; people can be merged on their pages afterwards.",
    fr: "On ne peut en dire plus en une fois. Importez ainsi ; les joueurs se fusionnent ensuite sur leurs pages.",
  },
  "import.newPeople": { en: "{n} new {n|person|people}", fr: "{n} {n|nouveau joueur|nouveaux joueurs}" },
  "import.newTitles": { en: "{n} new {n|title|titles}", fr: "{n} {n|nouveau titre|nouveaux titres}" },
  "import.knownPeople": { en: "{n} {n|person|people} already here", fr: "{n} {n|joueur|joueurs} déjà ici" },
  "import.knownTitles": { en: "{n} {n|title|titles} already here", fr: "{n} {n|titre|titres} déjà ici" },
  "import.rest": { en: "and {n} more that are not listed", fr: "et {n} de plus, hors de cette liste" },
  "import.plays": { en: "{n} {n|game|games}", fr: "{n} {n|partie|parties}" },
  "import.nameless": { en: "without a name", fr: "sans nom" },
  "import.isThat": { en: "is that {name}?", fr: "est-ce {name} ?" },
  "import.same": { en: "The same", fr: "La même personne" },
  "import.other": { en: "Somebody new", fr: "Quelqu'un d'autre" },
  "import.is": { en: "is {name}", fr: "est {name}" },
  "import.new": { en: "new", fr: "nouveau" },
  "import.chosen": { en: "as you said", fr: "comme vous l'avez dit" },
  "import.takeBack": { en: "Take back", fr: "Revenir" },
  "import.takeBackOf": { en: "Take back what was said of {name}", fr: "Revenir sur {name}" },
  "import.pick": { en: "Choose…", fr: "Choisir…" },
  "import.pickOf": { en: "Choose… who or what {name} is here", fr: "Choisir… qui ou quoi est {name} ici" },
  "import.pickNone": { en: "– choose –", fr: "– choisir –" },
  "import.checking": { en: "Looking again…", fr: "Nouvelle lecture…" },
  "import.problems": { en: "{n} cannot be taken", fr: "{n} {n|refusée|refusées}" },
  "import.warnings": { en: "{n} worth a look", fr: "{n} à vérifier" },
  "import.problemsCut": { en: "The first {n} are shown.", fr: "Les {n} premières sont montrées." },
  "import.line": { en: "line {line}", fr: "ligne {line}" },
  "import.lineColumn": { en: "line {line}, column {column}", fr: "ligne {line}, colonne {column}" },
  "import.do.added": { en: "Import {n} {n|game|games}", fr: "Importer {n} {n|partie|parties}" },
  "import.do.corrected": { en: "Correct {n} {n|game|games}", fr: "Corriger {n} {n|partie|parties}" },
  "import.do.voided": { en: "Make {n} {n|game|games} void", fr: "Annuler {n} {n|partie|parties}" },
  "import.also.corrected": { en: "correct {n}", fr: "en corriger {n}" },
  "import.also.voided": { en: "make {n} void", fr: "en annuler {n}" },

  "import.done": { en: "Import {n} is done", fr: "L'import {n} est fait" },
  "import.doneNone": { en: "Nothing was new", fr: "Rien n'était nouveau" },
  "import.seeGames": { en: "See the games", fr: "Voir les parties" },
  "import.past": { en: "Past imports", fr: "Imports passés" },
  "import.noPast": { en: "There was none yet.", fr: "Il n'y en a pas encore eu." },
  "import.number": { en: "Import {n}", fr: "Import {n}" },
  "import.entries": { en: "{n} {n|change|changes}", fr: "{n} {n|changement|changements}" },
  "import.cli": { en: "command line", fr: "ligne de commande" },
  "import.undone": { en: "Nothing is left to undo.", fr: "Il n'y a plus rien à défaire." },
  "import.undo": { en: "Undo…", fr: "Défaire…" },
  "import.undoOf": { en: "Undo import {n}…", fr: "Défaire l'import {n}…" },
  "import.undoWhat": {
    en:
      "The games that import {n} added become void, and what it corrected is as it was before. They stay in " +
      "the list of void games; the same file imported again brings them back.",
    fr:
      "Les parties ajoutées par l'import {n} sont annulées, et ce qu'il a corrigé redevient comme " +
      "avant. Elles restent dans la liste des parties annulées ; le même fichier importé de nouveau les " +
      "ramène.",
  },
  "import.undoNow": { en: "Undo import {n}", fr: "Défaire l'import {n}" },
  "import.keep": { en: "Keep it", fr: "Garder" },
  "import.undoAdmin": { en: "An organiser can undo it.", fr: "Un organisateur peut le défaire." },
  "import.undone.voided": {
    en: "{n} {n|game is|games are} void.",
    fr: "{n} {n|partie est annulée|parties sont annulées}.",
  },
  "import.undone.restored": {
    en: "{n} {n|is|are} as before.",
    fr: "{n} {n|est|sont} comme avant.",
  },
  "import.undone.kept": {
    en: "{n} {n|was|were} changed since and {n|stays|stay}.",
    fr: "{n} {n|a changé depuis et reste|ont changé depuis et restent}.",
  },

  "export.title": { en: "Export", fr: "Exporter" },
  "export.filters": { en: "Which games", fr: "Quelles parties" },
  "export.game": { en: "Title", fr: "Titre" },
  "export.any-game": { en: "all titles", fr: "tous les titres" },
  "export.player": { en: "Person", fr: "Joueur" },
  "export.any-player": { en: "everybody", fr: "tout le monde" },
  "export.since": { en: "Since", fr: "Depuis" },
  "export.until": { en: "Until", fr: "Jusqu'au" },
  "export.clear": { en: "everything", fr: "tout" },
  "export.everything": { en: "Every game of the club.", fr: "Toutes les parties du club." },
  "export.some": {
    en: "The games that fit what is chosen above.",
    fr: "Les parties qui correspondent aux choix ci-dessus.",
  },
  "export.formats": { en: "As what", fr: "Sous quelle forme" },
  "export.get": { en: "Download", fr: "Télécharger" },
  "export.getOf": { en: "Download: {name}", fr: "Télécharger : {name}" },
  "export.coming": { en: "{size} so far…", fr: "{size} pour l'instant…" },
  "export.stop": { en: "Stop", fr: "Arrêter" },
  "export.saved": { en: "{file} is saved ({size}).", fr: "{file} est enregistré ({size})." },
  "export.none": { en: "No game fits.", fr: "Aucune partie ne correspond." },
  "export.record": { en: "Records", fr: "Fiches" },
  "export.record.what": {
    en: "Everything Dendro knows, as text: to keep, or for another club with Dendro.",
    fr: "Tout ce que Dendro sait, en texte : à garder, ou pour un autre club qui a Dendro.",
  },
  "export.bgstats": { en: "BG Stats", fr: "BG Stats" },
  "export.bgstats.what": {
    en: "A file that the app BG Stats imports: games, people, places.",
    fr: "Un fichier que l'application BG Stats importe : parties, joueurs, lieux.",
  },
  "export.csv": { en: "Spreadsheet (CSV)", fr: "Tableur (CSV)" },
  "export.csv.what": {
    en: "A row a player and game, for Excel or LibreOffice.",
    fr: "Une ligne par joueur et partie, pour Excel ou LibreOffice.",
  },
  "export.bgg-csv": { en: "BoardGameGeek (CSV)", fr: "BoardGameGeek (CSV)" },
  "export.bgg-csv.what": {
    en: "Plays for programs that post them to BoardGameGeek.",
    fr: "Des parties pour les programmes qui les envoient à BoardGameGeek.",
  },
  "export.ndjson": { en: "NDJSON", fr: "NDJSON" },
  "export.ndjson.what": {
    en: "A line of JSON a game with its scores, for programmers.",
    fr: "Une ligne de JSON par partie avec ses scores, pour les programmeurs.",
  },
};
