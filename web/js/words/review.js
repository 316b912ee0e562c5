// Words of the review of a game: what its decisions were worth, and what would have been better.
export const words = {
  "review.title": { en: "Review", fr: "Analyse" },
  "review.entry": { en: "Review of the game", fr: "Analyse de la partie" },
  "review.back": { en: "Back to the game", fr: "Retour à la partie" },
  "review.none": { en: "This game has no review.", fr: "Cette partie n'a pas d'analyse." },
  "review.none.text": {
    en: "Only a finished game of which every move was written down can have one, and not yet of every title.",
    fr: "Seule une partie terminée dont chaque coup a été noté peut en avoir une, et pas encore pour tous les jeux.",
  },
  "review.what": {
    en:
      "Dendro plays on from each decision, thousands of times, and says what it was worth: where the game " +
      "was won, which choices cost the most, and what would have been better.",
    fr:
      "Dendro rejoue la suite de chaque décision, des milliers de fois, et dit ce qu'elle valait : où la " +
      "partie s'est gagnée, quels choix ont coûté le plus cher, et ce qui aurait été mieux.",
  },
  "review.takes": {
    en: "It takes a minute or a few. You can go elsewhere meanwhile: it goes on.",
    fr: "Cela prend une ou quelques minutes. Vous pouvez aller ailleurs : l'analyse continue.",
  },
  "review.ask": { en: "Review this game", fr: "Analyser cette partie" },
  "review.may": {
    en: "Nobody has asked for a review of this game yet. Whoever may record games can.",
    fr: "Personne n'a encore demandé l'analyse de cette partie. Qui peut saisir des parties le peut.",
  },
  "review.signin": { en: "Sign in", fr: "Se connecter" },
  "review.queued": { en: "The review waits for its turn.", fr: "L'analyse attend son tour." },
  "review.running": { en: "The review is being made.", fr: "L'analyse est en cours." },
  "review.progress": { en: "{done} of {total} steps", fr: "{done} étapes sur {total}" },
  "review.cancel": { en: "Cancel the review", fr: "Annuler l'analyse" },
  "review.failed": { en: "The review could not be made.", fr: "L'analyse n'a pas pu être faite." },
  "review.why.untold": {
    en: "The record of this game does not tell enough: it does not say what the players had in their hands.",
    fr: "Ce qui a été noté de cette partie n'en dit pas assez : on ne sait pas ce que les joueurs avaient en main.",
  },
  "review.why.unsuited": {
    en: "There is none of games of this variant, or with these options or cards.",
    fr: "Il n'y en a pas pour cette variante, ou avec ces options ou ces cartes.",
  },
  "review.why.long": { en: "The game has too many decisions.", fr: "La partie a trop de décisions." },
  "review.why.tries": {
    en: "It was begun again and again and never came to its end.",
    fr: "Elle a été recommencée plusieurs fois sans aboutir.",
  },
  "review.why.other": { en: "The daemon says: {why}.", fr: "Le serveur dit : {why}." },
  "review.again": { en: "Try again", fr: "Réessayer" },

  "review.chance": { en: "Chance to win, move by move", fr: "Chances de gagner, coup par coup" },
  "review.chance.why": {
    en:
      "Before each decision, as the player who decides could know it: hidden cards are imagined anew in " +
      "every playout. At the end stands who won.",
    fr:
      "Avant chaque décision, telle que le joueur pouvait la connaître : les cartes cachées sont imaginées " +
      "à nouveau à chaque essai. À la fin, qui a gagné.",
  },
  "review.chance.label": {
    en: "Chance to win, one line a player, from the first decision to the last: {lines}",
    fr: "Chances de gagner, une ligne par joueur, de la première décision à la dernière : {lines}",
  },
  "review.chance.line": { en: "{who} {first} to {last}", fr: "{who} de {first} à {last}" },
  "review.turns": { en: "Turning points", fr: "Tournants" },
  "review.turns.none": {
    en: "No turning point: nobody's chance changed by 10 % or more from one decision to the next.",
    fr: "Pas de tournant : les chances de personne n'ont changé de 10 % ou plus d'une décision à l'autre.",
  },
  "review.turn.up": { en: "{who}'s chance rose from {from} to {to}", fr: "{who} passe de {from} à {to} de chances" },
  "review.turn.down": {
    en: "{who}'s chance fell from {from} to {to}",
    fr: "{who} tombe de {from} à {to} de chances",
  },
  "review.move": { en: "Move {n}", fr: "Coup {n}" },

  "review.players": { en: "How they played", fr: "Comment chacun a joué" },
  "review.players.why": {
    en:
      "What a decision cost on average, in chance to win. Drafting is which card was taken, placing is " +
      "where it went.",
    fr:
      "Ce qu'une décision a coûté en moyenne, en chances de gagner. « Prendre » : la carte choisie ; « " +
      "poser » : là où elle est allée.",
  },
  "review.drafting": { en: "Drafting", fr: "Prendre" },
  "review.drafting.why": {
    en: "What the card that was taken cost, a decision: 1 % is one game in a hundred lost by it.",
    fr: "Ce qu'a coûté la carte prise, par décision : 1 %, c'est une partie perdue sur cent.",
  },
  "review.placing": { en: "Placing", fr: "Poser" },
  "review.placing.why": {
    en: "What the place that the card went to cost, a decision, given the card.",
    fr: "Ce qu'a coûté l'endroit où la carte est allée, par décision, une fois la carte prise.",
  },
  "review.less": { en: "less than the table", fr: "moins que la table" },
  "review.more": { en: "more than the table", fr: "plus que la table" },
  "review.even": { en: "about even with the table", fr: "à peu près comme la table" },
  "review.early": { en: "too early to say", fr: "trop tôt pour le dire" },
  "review.n-decisions": { en: "{n} {n|decision|decisions}", fr: "{n} {n|décision|décisions}" },

  "review.grade.none": { en: "About even", fr: "À peu près égal" },
  "review.grade.best": { en: "The best found", fr: "Le meilleur trouvé" },
  "review.grade.good": { en: "Good", fr: "Bon" },
  "review.grade.inaccuracy": { en: "Inaccuracy", fr: "Imprécision" },
  "review.grade.mistake": { en: "Mistake", fr: "Erreur" },
  "review.grade.blunder": { en: "Blunder", fr: "Gaffe" },
  "review.count.inaccuracy": { en: "{n} {n|inaccuracy|inaccuracies}", fr: "{n} {n|imprécision|imprécisions}" },
  "review.count.mistake": { en: "{n} {n|mistake|mistakes}", fr: "{n} {n|erreur|erreurs}" },
  "review.count.blunder": { en: "{n} {n|blunder|blunders}", fr: "{n} {n|gaffe|gaffes}" },

  "review.decisions": { en: "Decisions", fr: "Décisions" },
  "review.decisions.why": {
    en:
      "What a choice cost against the best that was found, in chance to win. From 5 % an inaccuracy, from " +
      "10 % a mistake, from 20 % a blunder; where nobody can tell that it cost anything, it is about even.",
    fr:
      "Ce qu'un choix a coûté face au meilleur trouvé, en chances de gagner. À partir de 5 % une " +
      "imprécision, de 10 % une erreur, de 20 % une gaffe ; si rien ne dit qu'il ait coûté, c'est à peu " +
      "près égal.",
  },
  "review.order": { en: "Order", fr: "Ordre" },
  "review.order.cost": { en: "costliest first", fr: "les plus chères" },
  "review.order.game": { en: "in order", fr: "dans l'ordre" },
  "review.player": { en: "Player", fr: "Joueur" },
  "review.everybody": { en: "everybody", fr: "tout le monde" },
  "review.made": { en: "Made", fr: "Joué" },
  "review.better": { en: "Better", fr: "Mieux" },
  "review.maybe": { en: "Perhaps", fr: "Peut-être" },
  "review.same-card": { en: "This card", fr: "Cette carte" },
  "review.cost": { en: "cost {loss}", fr: "coûte {loss}" },
  "review.cost.drafting": { en: "the card {loss}", fr: "la carte {loss}" },
  "review.cost.placing": { en: "its place {loss}", fr: "sa place {loss}" },
  "review.clean": {
    en: "No decision here cost so much that one can tell: neither inaccuracies nor mistakes.",
    fr: "Aucune décision n'a coûté assez pour qu'on puisse le dire : ni imprécision, ni erreur.",
  },
  "review.all": { en: "Show all {n} decisions", fr: "Montrer les {n} décisions" },

  "review.forest": { en: "The best forest", fr: "La meilleure forêt" },
  "review.forest.why": {
    en:
      "The highest score found for the cards that a player took, laid in any order, with the other " +
      "players' forests as they were.",
    fr:
      "Le plus haut score trouvé avec les cartes prises par un joueur, posées dans n'importe quel ordre, " +
      "les forêts des autres restant telles quelles.",
  },
  "review.forest.could": {
    en: "{who} made {made}, these cards can make {total}",
    fr: "{who} a fait {made}, ces cartes peuvent faire {total}",
  },
  "review.forest.best": {
    en: "{who} made {made}, and these cards make no more",
    fr: "{who} a fait {made}, et ces cartes ne font pas plus",
  },
  "review.forest.found": {
    en: "{who} made {made}, and nothing better was found",
    fr: "{who} a fait {made}, et rien de mieux n'a été trouvé",
  },
  "review.forest.proven": { en: "proven: no arrangement has more", fr: "prouvé : aucune disposition ne fait plus" },
  "review.forest.bound": { en: "at most {bound}", fr: "au plus {bound}" },
  "review.forest.made": { en: "As it was", fr: "Telle quelle" },
  "review.forest.laid": { en: "Laid anew", fr: "Posée autrement" },
  "review.forest.of-made": { en: "{who}: the forest as it was", fr: "{who} : la forêt telle quelle" },
  "review.forest.of-laid": { en: "{who}: the same cards laid anew", fr: "{who} : les mêmes cartes, autrement" },

  "review.source": {
    en: "{budget} playouts a decision; made on {when}.",
    fr: "{budget} essais par décision ; faite le {when}.",
  },
  "review.source.why": {
    en:
      "Each choice is played on by quick players in imagined games that fit what the player could know. " +
      "What is shown is shrunk to what remains of such losses when good players replay both choices. It is " +
      "measured against the best choice that was found, not against perfect play.",
    fr:
      "Chaque choix est rejoué par des joueurs rapides dans des parties imaginées, conformes à ce que le " +
      "joueur pouvait savoir. Ce qui est montré est réduit à ce qu'il reste de ces pertes quand de bons " +
      "joueurs rejouent les deux choix. La mesure se fait face au meilleur choix trouvé, non au jeu " +
      "parfait.",
  },
  "review.source.how": { en: "How it is made", fr: "Comment elle est faite" },

  "review.film": { en: "{grade}, {loss}. Better: {best}", fr: "{grade}, {loss}. Mieux : {best}" },

  "review.own": { en: "Decisions, beside the club", fr: "Décisions, à côté du club" },
  "review.own.why": {
    en:
      "What a decision costs on average, in chance to win, over the games that have a review; the line is " +
      "the club's.",
    fr:
      "Ce que coûte une décision en moyenne, en chances de gagner, sur les parties analysées ; le trait " +
      "est celui du club.",
  },
  "review.own.n": {
    en: "{n} reviewed {n|game|games}, {decisions} decisions",
    fr: "{n} {n|partie analysée|parties analysées}, {decisions} décisions",
  },
  "review.own.less": { en: "less than the club", fr: "moins que le club" },
  "review.own.more": { en: "more than the club", fr: "plus que le club" },
  "review.own.even": { en: "about even with the club", fr: "à peu près comme le club" },
  "review.loss": { en: "A decision", fr: "Une décision" },
  "review.loss.why": {
    en: "What a decision cost on average, drafting and placing together.",
    fr: "Ce qu'une décision a coûté en moyenne, prise et pose ensemble.",
  },
  "review.season": { en: "Decisions of the season", fr: "Décisions de la saison" },
};
