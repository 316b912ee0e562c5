// How the figures are worked out, for whoever asks: the page behind "About these figures". First what a player wants to
// know, the names of the methods at the end.
export const words = {
  "about.title": { en: "About these figures", fr: "À propos de ces chiffres" },
  "about.back": { en: "Back", fr: "Retour" },
  "about.leaderboard": { en: "Leaderboard", fr: "Classement" },

  "about.sure": { en: "How sure we are", fr: "À quel point nous en sommes sûrs" },
  "about.sure.1": {
    en:
      "Beside every figure there is a bar. The dot is what the games so far say; the bar is where the truth may well " +
      "be. About 19 bars out of 20 hold it, for a club of ten games as for one of a thousand.",
    fr:
      "À côté de chaque chiffre il y a une barre. Le point est ce que disent les parties jouées ; la barre, là où la " +
      "vérité peut bien se trouver. Environ 19 barres sur 20 la contiennent, pour un club de dix parties comme pour " +
      "un de mille.",
  },
  "about.sure.2": {
    en:
      "A wide bar: play more before you believe it. No bar: nothing can be said yet. Faint: fewer than five games, " +
      "or players where players are counted. A ring instead of a dot: the bar crosses the dashed line, and the truth " +
      "may as well be on its other side.",
    fr:
      "Une barre large : jouez encore avant d’y croire. Pas de barre : on ne peut encore rien dire. Pâle : moins de " +
      "cinq parties, ou joueurs là où ce sont eux qu’on compte. Un anneau au lieu d’un point : la barre croise le " +
      "trait en pointillé, et la vérité peut aussi bien être de l’autre côté.",
  },
  "about.rating": { en: "Rating", fr: "La cote" },
  "about.rating.1": {
    en:
      "Who finished before whom, in every game at once. 1500 is the middle of the club. Somebody rated 100 points " +
      "above you finishes before you about 64 times in 100. The order in which games were entered does not matter, " +
      "and a game found a year later counts just the same.",
    fr:
      "Qui a fini devant qui, dans toutes les parties à la fois. 1500 est le milieu du club. Quelqu’un coté 100 " +
      "points de plus que vous finit devant vous environ 64 fois sur 100. L’ordre de saisie ne compte pas, et une " +
      "partie retrouvée un an plus tard compte tout autant.",
  },
  "about.rating.2": {
    en:
      "With fewer than five games a rating is provisional: it is shown with a question mark, after everybody who is " +
      "ranked. “+12” beside a name is the rating after that evening compared with the one after the evening before " +
      "on which that person played: over all games on the page of an evening, in that game alone on the page of a " +
      "game.",
    fr:
      "Avant cinq parties, une cote est provisoire : elle est affichée avec un point d’interrogation, après tous " +
      "ceux qui sont classés. « +12 » à côté d’un nom, c’est la cote après cette soirée comparée à celle d’après la " +
      "soirée précédente où cette personne a joué : tous jeux confondus sur la page d’une soirée, à ce jeu seulement " +
      "sur la page d’une partie.",
  },
  "about.rating.3": {
    en:
      "A rating is the distance to the club’s average. When a strong player joins, the average rises and everybody " +
      "else’s number falls a little, also that of somebody who won that evening or did not play: they play no worse " +
      "than before.",
    fr:
      "Une cote est la distance à la moyenne du club. Quand un fort joueur arrive, la moyenne monte et le nombre de " +
      "tous les autres baisse un peu, même de qui a gagné ce soir-là ou n’a pas joué : personne ne joue moins bien " +
      "qu’avant.",
  },
  "about.chance": { en: "Chance to win", fr: "Chances de gagner" },
  "about.chance.1": {
    en:
      "Follows from the ratings of those at the table, with the doubt about them counted in: the less we know of " +
      "people, the nearer to equal their chances are.",
    fr:
      "Elles découlent des cotes de ceux qui sont à table, en comptant le doute qu’on en a : moins on connaît les " +
      "gens, plus leurs chances sont proches de l’égalité.",
  },
  "about.points": { en: "Win points and scores", fr: "Points de victoire et scores" },
  "about.points.1": {
    en:
      "A game of four gives its winner 4 win points, a game of two 2, so that 1 is par at any table. A board of a " +
      "season, a place or a table size is ordered by them. Scores of different games are never averaged.",
    fr:
      "Une partie à quatre donne 4 points de victoire au vainqueur, une partie à deux en donne 2 : à toute table, 1 " +
      "est la normale. Le classement d’une saison, d’un lieu ou d’une taille de table suit ces points. Les scores de " +
      "jeux différents ne sont jamais moyennés.",
  },
  "about.worth": { en: "What a card is worth", fr: "Ce que vaut une carte" },
  "about.worth.1": {
    en:
      "What one more copy brought beyond the others at the table, in rating points, with everything else that lay " +
      "there and who played counted in. 0 is the average card. Where the bar crosses 0, the card is called neither " +
      "good nor bad.",
    fr:
      "Ce qu’un exemplaire de plus que les autres à table a rapporté, en points de cote, en tenant compte du reste " +
      "des cartes et de qui jouait. 0 est la carte moyenne. Quand la barre croise 0, la carte n’est dite ni bonne " +
      "ni mauvaise.",
  },
  "about.worth.2": {
    en:
      "It is no cause: who plays a card well, or late in a game that is won already, is in it. “Gain when taken” " +
      "only describes those who took a card beside those who left it, and has no bar for that reason.",
    fr:
      "Ce n’est pas une cause : qui joue bien une carte, ou la joue tard dans une partie déjà gagnée, y est aussi. " +
      "Le « gain quand prise » ne fait que décrire ceux qui ont pris une carte à côté de ceux qui l’ont laissée : il " +
      "n’a donc pas de barre.",
  },
  "about.reviews": { en: "What decisions cost", fr: "Ce que coûtent les décisions" },
  "about.reviews.1": {
    en:
      "In a review, every choice of a decision is played on to the end many times, in imagined games that fit what " +
      "the player could know. What a choice cost is the chance to win of the best one found less its own; drafting " +
      "is the part of the card that was taken, placing that of where it went. It is shrunk to what remains of such " +
      "losses when good players replay both choices.",
    fr:
      "Dans une analyse, chaque choix d’une décision est rejoué jusqu’à la fin de nombreuses fois, dans des parties " +
      "imaginées, conformes à ce que le joueur pouvait savoir. Ce qu’un choix a coûté, ce sont les chances de gagner " +
      "du meilleur trouvé moins les siennes ; « prendre » est la part de la carte prise, « poser » celle de sa " +
      "place. C’est réduit à ce qu’il reste de ces pertes quand de bons joueurs rejouent les deux choix.",
  },
  "about.reviews.2": {
    en:
      "Over many games it is the mean loss a decision, with each game as one observation; only games that somebody " +
      "had reviewed are in it, which may not be like the others.",
    fr:
      "Sur plusieurs parties, c’est la perte moyenne par décision, chaque partie comptant comme une observation ; " +
      "seules les parties que quelqu’un a fait analyser y sont, et elles ne ressemblent peut-être pas aux autres.",
  },
  "about.methods": { en: "The methods, by name", fr: "Les méthodes, par leur nom" },
  "about.methods.1": {
    en:
      "Ratings are a Bradley-Terry fit of the whole history with a prior whose width is integrated; worth is a fit " +
      "of the order of finish on the copies of all cards together, given the ratings. Bars are 95 % intervals: " +
      "Student’s for means over games, Wilson’s for shares and win points, both knowing that the seats of one game " +
      "are not independent. Every definition, and how often the bars held in simulated clubs, is in Dendro’s " +
      "docs/statistics.md.",
    fr:
      "Les cotes sont un ajustement de Bradley-Terry sur toute l’histoire, avec un a priori dont la largeur est " +
      "intégrée ; la valeur d’une carte est un ajustement de l’ordre d’arrivée sur les exemplaires de toutes les " +
      "cartes à la fois, cotes données. Les barres sont des intervalles à 95 % : de Student pour les moyennes par " +
      "partie, de Wilson pour les parts et les points de victoire, sachant que les sièges d’une même partie ne sont " +
      "pas indépendants. Chaque définition, et combien de fois les barres ont tenu dans des clubs simulés, se trouve " +
      "dans docs/statistics.md de Dendro.",
  },
  "about.this": { en: "The table you came from", fr: "Le tableau d’où vous venez" },
  "about.algorithm": { en: "Worked out with {name}", fr: "Calculé avec {name}" },
  "about.size": {
    en: "from the first {n} {n|entry|entries} of the club’s log",
    fr: "d’après les {n} {n|première entrée|premières entrées} du journal du club",
  },
  "about.approximate": {
    en: "roughly, because so many people are quicker to reckon with that way",
    fr: "approximativement, car avec autant de monde le calcul serait long",
  },
  "about.call": { en: "The same as data", fr: "Les mêmes données, brutes" },
};
