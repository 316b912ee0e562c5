// Words of the puzzle of the day.
export const words = {
  "puzzle.title": { en: "Today's puzzle", fr: "L'énigme du jour" },
  "puzzle.card": { en: "{title}: what would you play?", fr: "{title} : que joueriez-vous ?" },
  "puzzle.none": {
    en: "There is no puzzle yet: it comes from games of the club that were reviewed.",
    fr: "Pas encore d'énigme : elle vient de parties du club qui ont été analysées.",
  },
  "puzzle.from": { en: "From a game of {names}", fr: "D'une partie jouée par {names}" },
  "puzzle.from-on": { en: "From a game of {names}, {day}", fr: "D'une partie jouée par {names}, {day}" },
  "puzzle.take": {
    en: "You are {who}. Which card would you take?",
    fr: "Vous êtes {who}. Quelle carte prendriez-vous ?",
  },
  "puzzle.move": {
    en: "You are {who}. What would you play, and where?",
    fr: "Vous êtes {who}. Que joueriez-vous, et où ?",
  },
  "puzzle.one": {
    en: "One choice is clearly better than all others.",
    fr: "Un choix est nettement meilleur que tous les autres.",
  },
  "puzzle.hand": { en: "The hand", fr: "La main" },
  "puzzle.choices": { en: "The choices", fr: "Les choix" },
  "puzzle.own": { en: "The board of {who}", fr: "Le plateau : {who}" },
  "puzzle.where": { en: "Where does {card} go?", fr: "Où va {card} ?" },
  "puzzle.which": { en: "Which of these?", fr: "Lequel ?" },
  "puzzle.table": { en: "The table", fr: "La table" },
  "puzzle.right": { en: "Yes, that is it: {best}.", fr: "Oui, c'est cela : {best}." },
  "puzzle.wrong": { en: "Not {choice}. The best was {best}.", fr: "Pas « {choice} ». Le meilleur était « {best} »." },
  "puzzle.wrong-said": { en: "Not that one. The best: {best}.", fr: "Pas celui-là. Le meilleur : {best}." },
  "puzzle.behind": {
    en: "Your choice is {loss} behind in chance to win.",
    fr: "Votre choix est {loss} derrière en chances de gagner.",
  },
  "puzzle.far": {
    en: "Your choice was not near enough to be compared closely.",
    fr: "Votre choix était trop loin pour être comparé de près.",
  },
  "puzzle.margin": {
    en: "It is {margin} ahead of the next best in chance to win.",
    fr: "Il a {margin} d'avance sur le suivant en chances de gagner.",
  },
  "puzzle.made-best": { en: "In the game, {who} found it.", fr: "Dans la partie, {who} l'a trouvé." },
  "puzzle.made": { en: "In the game, {who} played {made}.", fr: "Dans la partie, {who} a joué « {made} »." },
  "puzzle.made-loss": {
    en: "In the game, {who} played {made}, which cost {loss}.",
    fr: "Dans la partie, {who} a joué « {made} », ce qui a coûté {loss}.",
  },
  "puzzle.made-said": { en: "In the game: {made}.", fr: "Dans la partie : {made}." },
  "puzzle.made-loss-said": {
    en: "In the game: {made}, which cost {loss}.",
    fr: "Dans la partie : {made}, ce qui a coûté {loss}.",
  },
  "puzzle.film": { en: "See it in the game", fr: "Le voir dans la partie" },
  "puzzle.review": { en: "The review of that game", fr: "L'analyse de cette partie" },
  "puzzle.again": { en: "Think again", fr: "Réfléchir encore" },
};
