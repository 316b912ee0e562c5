// What each card does or scores, in a sentence of ours.
export const words = {
  "says.title": { en: "What it does", fr: "Ce qu’elle fait" },
  "says.copies": { en: "{n} in the box.", fr: "{n} dans la boîte." },
  "says.unknown": {
    en: "The catalogue does not say what this card does.",
    fr: "Le catalogue ne dit pas ce que fait cette carte.",
  },
  "says.foret.bee": { en: "3 points for each meadow beside it.", fr: "3 points par clairière voisine." },
  "says.foret.bear": {
    en: "2 points for each bee and each trout beside it.",
    fr: "2 points par abeille et par truite voisine.",
  },
  "says.foret.trout": {
    en: "2 points for each stream and each dragonfly beside it.",
    fr: "2 points par ruisseau et par libellule voisine.",
  },
  "says.foret.fox": {
    en: "3 points where neither a wolf nor a bear is beside it.",
    fr: "3 points quand ni loup ni ours n’est à côté.",
  },
  "says.foret.eagle": {
    en: "2 points for each rabbit and each trout at most two cells away.",
    fr: "2 points par lapin et par truite à deux cases au plus.",
  },
  "says.foret.dragonfly": {
    en: "As many points as the streams beside it are long, each counted once.",
    fr: "Autant de points que les ruisseaux voisins ont de cartes, chacun compté une fois.",
  },
  "says.foret.deer": {
    en: "2 points for each row and each column of the grid that has a deer.",
    fr: "2 points par ligne et par colonne de la grille qui a un cerf.",
  },
  "says.foret.rabbit": {
    en: "1 point; when it is played, two cards of the own grid may change places.",
    fr: "1 point ; quand on le joue, deux cartes de sa grille peuvent changer de place.",
  },
  "says.foret.meadow": {
    en: "2, 3, 4 or at least 5 meadows that touch are worth 3, 6, 10 or 15 points; one alone is worth nothing.",
    fr: "2, 3, 4 ou au moins 5 clairières qui se touchent valent 3, 6, 10 ou 15 points ; une seule, rien.",
  },
  "says.foret.stream": {
    en: "The longest stream at the table is worth 8 points, the second one 5.",
    fr: "Le plus long ruisseau de la table vaut 8 points, le deuxième 5.",
  },
  "says.foret.wolf": {
    en: "Most wolves at the table: 12 points, then 8, then 4.",
    fr: "Le plus de loups à la table : 12 points, puis 8, puis 4.",
  },
  "says.grandbois.clan": {
    en:
      "1 point for each square of this clan in the forest, 2 more for each of its largest group, and 2 for each " +
      "around the own tower. Squares of other clans around that tower are 1 point each.",
    fr:
      "1 point par case de ce clan dans la forêt, 2 de plus par case de son plus grand groupe, et 2 par case autour " +
      "de sa tour. Les cases d’autres clans autour de cette tour valent 1 point chacune.",
  },
  "says.grandbois.tile": { en: "Its four squares: {what}.", fr: "Ses quatre cases : {what}." },
  "says.bio.species": { en: "{type}, {deck}, at home in: {biotope}.", fr: "{type}, {deck}, chez soi : {biotope}." },
  "says.bio.biotope": { en: "A biotope that each player has.", fr: "Un biotope que chacun possède." },
  "says.bio.never": { en: "It has no effect of its own.", fr: "Elle n’a pas d’effet propre." },
  "says.bio.after": { en: "After {when}: {what}.", fr: "Après {when} : {what}." },
  "says.bio.when.expand": { en: "one’s own expansion", fr: "sa propre expansion" },
  "says.bio.when.migrate": { en: "one’s own migration", fr: "sa propre migration" },
  "says.bio.when.compete": { en: "one’s own competition", fr: "sa propre compétition" },
  "says.bio.when.settle": {
    en: "one’s own expansion, migration or competition",
    fr: "sa propre expansion, migration ou compétition",
  },
  "says.bio.when.adapt": { en: "one’s own adaptation", fr: "sa propre adaptation" },
  "says.bio.when.reproduce": { en: "paying for reproduction", fr: "le paiement d’une reproduction" },
  "says.bio.when.transfer": { en: "one’s own transfer", fr: "son propre transfert" },
  "says.bio.when.evolve": { en: "one’s own evolution", fr: "sa propre évolution" },
  "says.bio.onto": { en: " ({biotope})", fr: " ({biotope})" },
  "says.bio.gain.card": { en: "draw {n} {n|card|cards}", fr: "piocher {n} {n|carte|cartes}" },
  "says.bio.gain.cube": {
    en: "draw {n} {n|cube|cubes} from one’s bag",
    fr: "tirer {n} {n|cube|cubes} de son sac",
  },
  "says.bio.production": {
    en: "{n} more {n|cube|cubes} in primary production.",
    fr: "{n} {n|cube|cubes} de plus à la production primaire.",
  },
  "says.bio.pay": { en: "Its cubes also pay as plants.", fr: "Ses cubes paient aussi comme plantes." },
  "says.bio.draw": { en: "As an action: draw {n} {n|card|cards}.", fr: "Action : piocher {n} {n|carte|cartes}." },
  "says.bio.shift": {
    en: "As an action: move up to {n} {n|cube|cubes} among one’s cards.",
    fr: "Action : déplacer jusqu’à {n} {n|cube|cubes} entre ses cartes.",
  },
  "says.bio.prey": {
    en: "As an action: take a cube of a rival’s card into one’s bag.",
    fr: "Action : prendre un cube d’une carte adverse dans son sac.",
  },
  "says.bio.points": { en: "At the end: {n} {n|point|points}.", fr: "À la fin : {n} {n|point|points}." },
  "says.bio.each": {
    en: "At the end: {n} {n|point|points} for {what}.",
    fr: "À la fin : {n} {n|point|points} pour {what}.",
  },
  "says.bio.one": { en: "each", fr: "chaque" },
  "says.bio.many": { en: "every {n}", fr: "{n}" },
  "says.bio.type": { en: "{each} species of one’s own: {of}", fr: "{each} espèce à soi : {of}" },
  "says.bio.own": { en: "{each} species of one’s own: {of}", fr: "{each} espèce à soi : {of}" },
  "says.bio.token": { en: "{each} token of one’s own on: {of}", fr: "{each} jeton à soi sur : {of}" },
  "says.bio.cube": { en: "{each} {count|cube|cubes} on it", fr: "{each} {count|cube|cubes} dessus" },
};
