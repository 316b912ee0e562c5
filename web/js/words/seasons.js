// Words of seasons: the board of some days, making one, closing it.
export const words = {
  "season.all": { en: "Seasons", fr: "Saisons" },
  "season.none": { en: "No season yet.", fr: "Pas encore de saison." },
  "season.what": {
    en: "Games of some days, their points added up, and a winner at the end.",
    fr: "Les parties de quelques jours, leurs points additionnés, et un vainqueur à la fin.",
  },
  "season.left": { en: "{n} {n|day|days} left", fr: "encore {n} {n|jour|jours}" },
  "season.last-day": { en: "last day", fr: "dernier jour" },
  "season.begins": { en: "begins on {date}", fr: "commence le {date}" },
  "season.over": { en: "over, not closed yet", fr: "finie, pas encore close" },
  "season.closed": { en: "closed", fr: "close" },
  "season.closed-on": { en: "closed on {date}", fr: "close le {date}" },
  "season.by-win": { en: "by win points", fr: "aux points de victoire" },
  "season.by-place": { en: "by place: {points}", fr: "par place : {points}" },
  "season.won": { en: "{names} won", fr: "{names} a gagné" },
  "season.shared": { en: "{names} share it", fr: "{names} se la partagent" },
  "season.front": {
    en: "In front with {sum} {n|point|points}: {names}",
    fr: "En tête avec {sum} {n|point|points} : {names}",
  },
  "season.and-more": { en: "and {n} more", fr: "et {n} de plus" },
  "season.leads": { en: "leads with {sum} {n|point|points}", fr: "est en tête avec {sum} {n|point|points}" },
  "season.lead-shared": {
    en: "shares the lead with {sum} {n|point|points}",
    fr: "partage la tête avec {sum} {n|point|points}",
  },
  "season.no-games": { en: "No game counts yet.", fr: "Aucune partie ne compte encore." },
  "season.no-games-closed": { en: "No game counted.", fr: "Aucune partie n’a compté." },
  "season.others": { en: "Also running:", fr: "En cours aussi :" },
  "season.board": { en: "Board", fr: "Classement" },
  "season.points": { en: "Points", fr: "Points" },
  "season.points.why": {
    en: "What the games of the season earned, added up; shared places share their points.",
    fr: "Ce que les parties de la saison ont rapporté, additionné ; les places partagées partagent leurs points.",
  },
  "season.win-points": { en: "Win points", fr: "Points de victoire" },
  "season.win-points.why": {
    en: "A game of n players gives n, shared by its winners; here they are added up, and part who is level in points.",
    fr: "Une partie à n joueurs en donne n, partagés entre ses vainqueurs ; additionnés, ils départagent les égalités.",
  },
  "season.win-points-own.why": {
    en: "A game of n players gives n, shared by its winners; here they are added up.",
    fr: "Une partie à n joueurs en donne n, partagés entre ses vainqueurs ; ici, ils sont additionnés.",
  },
  "season.print": { en: "Print the board", fr: "Imprimer le classement" },
  "season.back": { en: "Back to the season", fr: "Retour à la saison" },

  "season.now": { en: "Corrected since it was closed", fr: "Corrigé depuis la clôture" },
  "season.now-text": {
    en: "With the games as they are today the board would be another one. The season keeps the one it was closed with.",
    fr: "Avec les parties d’aujourd’hui, le classement serait autre. La saison garde celui de sa clôture.",
  },
  "season.now-games": {
    en: "{then} {then|game|games} then, {now} now",
    fr: "{then} {then|partie|parties} alors, {now} maintenant",
  },
  "season.then": { en: "When it was closed", fr: "À la clôture" },
  "season.today": { en: "Today", fr: "Aujourd’hui" },
  "season.figures": {
    en: "place {place}, {sum} {n|point|points}",
    fr: "place {place}, {sum} {n|point|points}",
  },
  "season.absent": { en: "not on it", fr: "absent" },

  "season.new": { en: "Make a season", fr: "Créer une saison" },
  "season.name": { en: "Name", fr: "Nom" },
  "season.from": { en: "First day", fr: "Premier jour" },
  "season.to": { en: "Last day", fr: "Dernier jour" },
  "season.title": { en: "Which games", fr: "Quelles parties" },
  "season.any-title": { en: "All games", fr: "Tous les jeux" },
  "season.count": { en: "Points", fr: "Points" },
  "season.count.win": { en: "Win points", fr: "Points de victoire" },
  "season.count.place": { en: "By place", fr: "Par place" },
  "season.places": { en: "For the first, the second, …", fr: "Au premier, au deuxième, …" },
  "season.make": { en: "Make it", fr: "Créer" },
  "season.change": { en: "Change this season", fr: "Modifier cette saison" },
  "season.close": { en: "Close this season", fr: "Clore cette saison" },
  "season.close-what": {
    en:
      "Its board and its winner are written into the log as they are now, and stay so whatever is corrected later. " +
      "It cannot be opened again.",
    fr:
      "Son classement et son vainqueur sont écrits dans le journal tels qu’ils sont, et le restent quoi qu’on " +
      "corrige ensuite. On ne peut pas la rouvrir.",
  },
  "season.close-early": {
    en: "It runs until {date}: games after today would not count.",
    fr: "Elle dure jusqu’au {date} : les parties après aujourd’hui ne compteraient pas.",
  },
  "season.close-now": { en: "Close for good", fr: "Clore pour de bon" },
};
