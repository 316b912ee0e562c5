// Words of one's own page on a device, and of one person's cards beside the club's.
export const words = {
  "mine.page": { en: "My page", fr: "Ma page" },
  "mine.choose": { en: "This is me on this device", fr: "C’est moi sur cet appareil" },
  "mine.chosen": { en: "This is you on this device.", fr: "C’est vous sur cet appareil." },
  "mine.forget": { en: "Forget it", fr: "L’oublier" },
  "mine.you": { en: "you", fr: "vous" },
  "mine.first": { en: "At a glance", fr: "En bref" },
  "mine.evening": { en: "Last evening", fr: "Dernière soirée" },
  "mine.evening.text": { en: "{by} rating points, {now} now", fr: "{by} points de cote, {now} à présent" },
  "mine.evening.first": { en: "your first; rating {now}", fr: "votre première ; cote {now}" },
  "mine.rating": { en: "Rating", fr: "Cote" },
  "mine.rank": { en: "{rank} of {n} at the club", fr: "{rank} sur {n} au club" },
  "mine.no-rank": { en: "no place yet", fr: "pas encore de place" },
  "mine.season": { en: "Season", fr: "Saison" },
  "mine.season.text": {
    en: "place {place} with {sum} {n|point|points}",
    fr: "place {place} avec {sum} {n|point|points}",
  },
  "mine.season.lead": { en: "you lead with {sum} {n|point|points}", fr: "vous menez avec {sum} {n|point|points}" },
  "mine.season.behind": { en: "{by} behind the first", fr: "{by} derrière le premier" },
  "mine.season.not": { en: "not in it yet", fr: "pas encore dedans" },
  "mine.cards": { en: "Best cards", fr: "Meilleures cartes" },
  "mine.cards.none": { en: "Too early to say.", fr: "Trop tôt pour le dire." },
  "mine.rival": { en: "Rival", fr: "Rival" },
  "mine.rival.none": { en: "Nobody yet.", fr: "Personne encore." },
  "mine.games": { en: "My games", fr: "Mes parties" },

  "own.title": { en: "Cards beside the club’s: {game}", fr: "Ses cartes à côté de celles du club : {game}" },
  "own.why": {
    en:
      "How each card does for this player, and what it does for the whole club, this player included. Only where the " +
      "bar lies beside the club’s figure can one say that it does more or less here.",
    fr:
      "Ce que fait chaque carte chez cette personne, et dans tout le club, cette personne comprise. On " +
      "ne peut dire qu’elle fait plus ou moins ici que si la barre est à côté du chiffre du club.",
  },
  "own.more": { en: "more than the club", fr: "plus que le club" },
  "own.less": { en: "less than the club", fr: "moins que le club" },
  "own.even": { en: "about as the club", fr: "à peu près comme le club" },
};
