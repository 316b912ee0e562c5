// Words of the button that copies.
export const words = {
  "copy.copy": { en: "Copy", fr: "Copier" },
  "copy.done": { en: "Copied.", fr: "Copié." },
  "copy.not": {
    en: "This browser does not let the page copy: select the text instead.",
    fr: "Ce navigateur ne laisse pas la page copier : sélectionnez le texte.",
  },
};
