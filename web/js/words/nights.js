// Words of the list of nights.
export const words = {
  "nights.won": { en: "won {n} {n|game|games}", fr: "a gagné {n} {n|partie|parties}" },
  "nights.won-each": { en: "won {n} {n|game|games} each", fr: "ont gagné {n} {n|partie|parties} chacun" },
  "nights.and": { en: "and", fr: "et" },
  "nights.others": { en: "and {n} more", fr: "et {n} {n|autre|autres}" },
  "nights.more": { en: "Earlier nights", fr: "Soirées plus anciennes" },
};
