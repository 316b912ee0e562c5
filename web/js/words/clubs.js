// Words of the first page of a host of many clubs.
export const words = {
  "clubs.title": { en: "Clubs", fr: "Clubs" },
  "clubs.what": {
    en: "Each keeps its own game record here. A club that is not listed is reached by its address.",
    fr: "Chacun tient ici son propre carnet de parties. On trouve par son adresse un club qui n'est pas dans la liste.",
  },
  "clubs.none": { en: "No club here is listed.", fr: "Aucun club n'est dans la liste." },
  "clubs.lost": { en: "No club here", fr: "Pas de club ici" },
  "clubs.lost.text": {
    en: "There is no club and no page at this address. Perhaps a letter is missing.",
    fr: "Il n’y a ni club ni page à cette adresse. Il manque peut-être une lettre.",
  },
  "clubs.away": { en: "Not just now", fr: "Pas pour l’instant" },
  "clubs.home": { en: "To the clubs", fr: "Vers les clubs" },
};
