// Words of the search; those of its button are the frame's.
export const words = {
  "search.label": { en: "Search the club", fr: "Chercher dans le club" },
  "search.hint": { en: "A name, a game, a card, a day…", fr: "Un nom, un jeu, une carte, un jour…" },
  "search.people": { en: "People", fr: "Joueurs" },
  "search.titles": { en: "Titles", fr: "Jeux" },
  "search.games": { en: "Games", fr: "Parties" },
  "search.cards": { en: "Cards", fr: "Cartes" },
  "search.nights": { en: "Nights", fr: "Soirées" },
  "search.seasons": { en: "Seasons", fr: "Saisons" },
  "search.places": { en: "Leaderboard at a place", fr: "Classement d’un lieu" },
  "search.drafts": { en: "Sheets to finish", fr: "Feuilles à finir" },
  "search.n-games": { en: "{n} {n|game|games}", fr: "{n} {n|partie|parties}" },
  "search.number": { en: "Game {n}", fr: "Partie {n}" },
  "search.found": { en: "{n} found", fr: "{n} {n|trouvé|trouvés}" },
  "search.none": { en: "Nothing is called that.", fr: "Rien ne s’appelle ainsi." },
  "search.off": {
    en: "No network: only people and sheets that this device knows.",
    fr: "Pas de réseau : seulement les joueurs et les feuilles que cet appareil connaît.",
  },
};
