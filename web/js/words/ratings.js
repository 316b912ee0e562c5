// What ratings say about an evening: what it changed, and what is to be expected of a table.
export const words = {
  "change.of-evening": { en: "Ratings after the evening:", fr: "Les cotes après la soirée :" },
  "change.name": { en: "Change", fr: "Évolution" },
  "change.why": {
    en: "The rating after this evening, compared with the one after the evening before on which that person played.",
    fr: "La cote après cette soirée, comparée à celle d’après la soirée précédente où cette personne a joué.",
  },
  "change.title": {
    en: "{after} after {day}, {before} after {since}, their evening before",
    fr: "{after} après le {day}, {before} après le {since}, sa soirée précédente",
  },
  "forecast.even": { en: "About even.", fr: "À peu près à égalité." },
  "forecast.early": { en: "Too early to say much.", fr: "Trop tôt pour en dire beaucoup." },
  "forecast.chances": { en: "Chance to win:", fr: "Chances de gagner :" },
  "forecast.known": { en: "Chance to win among those we know:", fr: "Chances de gagner parmi ceux qu’on connaît :" },
  "forecast.why": {
    en: "From the ratings of those at the table, with the doubt about them counted in.",
    fr: "D’après les cotes de ceux qui sont à table, en comptant le doute qu’on en a.",
  },
};
