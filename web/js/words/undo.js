// Words of what was done at once and can be undone.
export const words = {
  undo: { en: "Undo", fr: "Annuler" },
  "undo.seconds": { en: "({n} s)", fr: "({n} s)" },
  "undo.sheet": { en: "The sheet is thrown away.", fr: "La feuille est jetée." },
  "undo.dropped": {
    en: "{n} {n|entry is|entries are} dropped.",
    fr: "{n} {n|saisie est retirée|saisies sont retirées}.",
  },
  "undo.abandon": { en: "The game ends without a result.", fr: "La partie finit sans résultat." },
};
