// What ratings say about an evening: what it changed, and what is to be expected of a table.
export const words = {
  "change.of-evening": { en: "Ratings in {game} after the evening:", fr: "Cotes à {game} après la soirée :" },
  "change.of-game": { en: "Rating in {game}", fr: "Cote à {game}" },
  "change.name": { en: "Rating, all\u00a0games", fr: "Cote, tous les\u00a0jeux" },
  "change.why": {
    en:
      "The rating over all games after this evening, compared with the one after the evening before on which that " +
      "person played.",
    fr:
      "La cote sur tous les jeux après cette soirée, comparée à celle d’après la soirée précédente où cette personne " +
      "a joué.",
  },
  "change.why-game": {
    en:
      "The rating in {game} alone after this evening, compared with the one after the evening before on which that " +
      "person played {game}. The page of the evening has the rating over all games.",
    fr:
      "La cote à {game} seulement après cette soirée, comparée à celle d’après la soirée précédente où cette " +
      "personne a joué à {game}. La page de la soirée donne la cote sur tous les jeux.",
  },
  "change.everybody": {
    en:
      "A rating is the distance to the club’s average: a strong newcomer lowers everybody else’s a little, also of " +
      "those who won.",
    fr:
      "Une cote est la distance à la moyenne du club : l’arrivée d’un fort joueur fait un peu baisser celle de tous " +
      "les autres, même de ceux qui ont gagné.",
  },
  "change.first": { en: "first rating", fr: "première cote" },
  "change.both": { en: "{after}, before that {before} ({since})", fr: "{after}, avant cela {before} ({since})" },
  "change.only": { en: "{after}, the first rating", fr: "{after}, la première cote" },
  "forecast.even": { en: "About even.", fr: "À peu près à égalité." },
  "forecast.early": { en: "Too early to say much.", fr: "Trop tôt pour en dire beaucoup." },
  "forecast.chances": { en: "Chance to win:", fr: "Chances de gagner :" },
  "forecast.name": { en: "Chance to win", fr: "Chances de gagner" },
  "forecast.new": {
    en: "{n|is|are} new: not counted.",
    fr: "{n|est nouveau : pas compté.|sont nouveaux : pas comptés.}",
  },
  "forecast.why": {
    en:
      "From the ratings of those at the table, with the doubt about them counted in. Somebody who has never been " +
      "written down here is not counted: the chances are those of the others among themselves.",
    fr:
      "D’après les cotes de ceux qui sont à table, en comptant le doute qu’on en a. Quelqu’un qui n’a jamais été " +
      "noté ici n’est pas compté : ce sont les chances des autres entre eux.",
  },
};
