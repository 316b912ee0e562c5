// Words of filling a sheet of Forêt. A key is the letter that puts a card: the first of its name, or, where two names
// begin alike, one of its letters that no other card has.
export const words = {
  "foret.key.bee": { en: "B", fr: "A" },
  "foret.key.bear": { en: "A", fr: "O" },
  "foret.key.trout": { en: "T", fr: "T" },
  "foret.key.fox": { en: "F", fr: "R" },
  "foret.key.eagle": { en: "E", fr: "I" },
  "foret.key.dragonfly": { en: "G", fr: "B" },
  "foret.key.deer": { en: "D", fr: "F" },
  "foret.key.rabbit": { en: "R", fr: "P" },
  "foret.key.meadow": { en: "M", fr: "C" },
  "foret.key.stream": { en: "S", fr: "U" },
  "foret.key.wolf": { en: "W", fr: "L" },
  "pad.how": {
    en: "Touch the cards, row by row.",
    fr: "Touchez les cartes, par ligne.",
  },
  "pad.at": { en: "Row {row}, card {column}.", fr: "Ligne {row}, carte {column}." },
  "pad.full": { en: "Every cell is full.", fr: "Toutes les cases sont remplies." },
  "pad.erase": { en: "Take the last card away", fr: "Retirer la dernière carte" },
  "pad.choose": {
    en: "Touch a card first: a swipe repeats it.",
    fr: "Touchez d'abord une carte : le glissé la répète.",
  },
  "pad.none": {
    en: "No {name} is left: the box holds {n}, and all of them lie here.",
    fr: "Plus de carte {name} : la boîte en a {n}, et toutes sont posées.",
  },
  "pad.byTouch": {
    en:
      "A card goes where the ring is. Touch a cell to bring the ring there, and again to clear the cell; swipe over " +
      "cells to repeat the last card.",
    fr:
      "Une carte va là où est l'anneau. Touchez une case pour l'y amener, et encore pour la vider ; glissez sur des " +
      "cases pour répéter la dernière carte.",
  },
  "pad.byKey": {
    en: "With a keyboard: the letter on the card, arrows, Enter for the next row, Backspace.",
    fr: "Au clavier : la lettre de la carte, les flèches, Entrée pour la ligne suivante, Retour arrière.",
  },
  "paste.title": { en: "Paste rows, and other ways", fr: "Coller des lignes, et autres façons" },
  "paste.label": { en: "Rows copied elsewhere", fr: "Lignes copiées ailleurs" },
  "paste.hint": {
    en: "Five cards a row, from the ring's row on: bee fox… or B F…, a dot for none; “1: grid …” goes to seat 1.",
    fr: "Cinq par ligne, dès la ligne de l'anneau : ours… ou O…, un point pour rien ; « 1: grille … » va au siège 1.",
  },
  "paste.put": { en: "Put them on the sheet", fr: "Les poser sur la feuille" },
  "paste.why.word": {
    en: "“{word}” is not a card, so nothing was put.",
    fr: "« {word} » n'est pas une carte : rien n'a été posé.",
  },
  "paste.why.seat": {
    en: "There is no seat “{word}” on this sheet, so nothing was put.",
    fr: "Il n'y a pas de siège « {word} » sur cette feuille : rien n'a été posé.",
  },
  "paste.why.long": {
    en: "The row “{word} …” has {n} cards, and a row has five: nothing was put.",
    fr: "La ligne « {word} … » a {n} cartes, et une ligne en a cinq : rien n'a été posé.",
  },
  "paste.why.room": {
    en: "These are more rows than there is room for from here on: nothing was put.",
    fr: "Il y a plus de lignes que de place à partir d'ici : rien n'a été posé.",
  },
  "paste.why.supply": {
    en: "That would be more {card} than the box holds ({n}): nothing was put.",
    fr: "Cela ferait plus de {card} que dans la boîte ({n}) : rien n'a été posé.",
  },
  "paste.why.none": { en: "There is nothing to put.", fr: "Il n'y a rien à poser." },
};
