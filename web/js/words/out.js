// Words of what leaves the page: links to exports, pictures to share, a game for the app on a phone.
export const words = {
  "out.shown": { en: "Export what is shown", fr: "Exporter ce qui est affiché" },
  "out.all": { en: "Export", fr: "Exporter" },
  "out.these": { en: "Export", fr: "Exporter" },
  "out.theirs": { en: "Export these games", fr: "Exporter ces parties" },

  "out.picture": { en: "A picture to share", fr: "Une image à partager" },
  "out.share": { en: "Share", fr: "Partager" },
  "out.png": { en: "Save as PNG", fr: "Enregistrer en PNG" },
  "out.svg": { en: "Save as SVG", fr: "Enregistrer en SVG" },
  "out.more": { en: "and {n} more", fr: "et {n} de plus" },
  "out.as-of": { en: "as of {date}", fr: "au {date}" },
  "out.line": { en: "{title}: {seats}", fr: "{title} : {seats}" },
  "out.contested": {
    en: "Contested: the table had written something else.",
    fr: "Contesté : la table avait noté autre chose.",
  },
  "out.wrote": { en: "{name}: {total}.", fr: "{name} : {total}." },

  "out.phone": { en: "To BG Stats on a phone", fr: "Vers BG Stats sur un téléphone" },
  "out.phone-what": {
    en: "Opens the app with this game filled in; it is saved there when you say so.",
    fr: "Ouvre l'application avec cette partie remplie ; elle y est enregistrée quand vous le dites.",
  },
  "out.phone-open": { en: "Open in BG Stats", fr: "Ouvrir dans BG Stats" },
  "out.phone-scan": {
    en: "Or point another phone's camera at the code.",
    fr: "Ou visez le code avec un autre téléphone.",
  },
  "out.phone-dense": {
    en:
      "The link is the surer way: this game has much to say, so its code is fine and hard to scan. It is shown as " +
      "large as the screen allows; hold the other phone still, and close.",
    fr:
      "Le lien est plus sûr : cette partie en dit long, et son code est fin et difficile à scanner. Il est aussi " +
      "grand que l'écran le permet ; tenez l'autre téléphone immobile, et tout près.",
  },
  "out.phone-code": { en: "The link to BG Stats as a code to scan", fr: "Le lien vers BG Stats, en code à scanner" },
  "out.phone-long": {
    en: "This game has too much to say for a code to scan: use the link, or copy it.",
    fr: "Cette partie est trop longue pour un code à scanner : utilisez le lien, ou copiez-le.",
  },
};
