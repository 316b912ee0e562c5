// What the statistics say: leaderboard, cards, people, nights, records, season table. `why` texts are the one sentence
// behind a figure's name.
export const words = {
  "stats.leaderboard": { en: "Leaderboard", fr: "Classement" },
  "stats.cards": { en: "Cards", fr: "Cartes" },
  "stats.people": { en: "People", fr: "Joueurs" },
  "stats.nights": { en: "Nights", fr: "Soirées" },
  "stats.records": { en: "Records", fr: "Records" },
  "stats.season": { en: "Season table", fr: "Tableau de la saison" },
  "stats.seasons": { en: "Seasons", fr: "Saisons" },
  "stats.titles": { en: "Titles", fr: "Titres" },
  "stats.year": { en: "The club’s year", fr: "L’année du club" },
  "stats.versus": { en: "Head to head", fr: "Face à face" },
  "stats.print": { en: "Print", fr: "Imprimer" },

  // Loading and nothing there
  "stats.nothing": { en: "No finished games here yet.", fr: "Pas encore de partie terminée ici." },
  "stats.fewer-filters": { en: "Show everything", fr: "Tout afficher" },

  // Filters
  "stats.filters": { en: "Filters", fr: "Filtres" },
  "stats.more-filters": { en: "More filters", fr: "Plus de filtres" },
  "stats.game": { en: "Game", fr: "Jeu" },
  "stats.any-game": { en: "All games", fr: "Tous les jeux" },
  "stats.variant": { en: "Variant", fr: "Variante" },
  "stats.any-variant": { en: "Any variant", fr: "Toutes variantes" },
  "stats.seats": { en: "Table", fr: "Table" },
  "stats.any-seats": { en: "Any table", fr: "Toutes tables" },
  "stats.seats-1": { en: "Alone", fr: "Seul" },
  "stats.seats-n": { en: "{n} players", fr: "{n} joueurs" },
  "stats.period": { en: "Season", fr: "Saison" },
  "stats.any-period": { en: "All time", fr: "Depuis toujours" },
  "stats.season-of": { en: "Season {years}", fr: "Saison {years}" },
  "stats.some-period": { en: "Dates…", fr: "Dates…" },
  "stats.from": { en: "From", fr: "Du" },
  "stats.to": { en: "To", fr: "Au" },
  "stats.night": { en: "Night", fr: "Soirée" },
  "stats.any-night": { en: "Any night", fr: "Toutes les soirées" },
  "stats.place": { en: "Place", fr: "Lieu" },
  "stats.any-place": { en: "Anywhere", fr: "Partout" },
  "stats.level": { en: "Detail noted", fr: "Détail noté" },
  "stats.any-level": { en: "Any detail", fr: "Tous niveaux de détail" },
  "stats.player": { en: "Player", fr: "Joueur" },
  "stats.any-player": { en: "Everybody", fr: "Tout le monde" },
  "stats.order": { en: "Order by", fr: "Trier par" },

  // Figures and their tables
  "stats.between": { en: "between {low} and {high}", fr: "entre {low} et {high}" },
  "stats.few": { en: "few games", fr: "peu de parties" },
  "stats.rank": { en: "Rank", fr: "Rang" },
  "stats.provisional": { en: "provisional", fr: "provisoire" },
  "stats.provisional.why": {
    en: "provisional: fewer than five games, not ranked yet",
    fr: "provisoire : moins de cinq parties, pas encore de rang",
  },
  "stats.tied": { en: "tied", fr: "à égalité" },
  "stats.rating": { en: "Rating", fr: "Cote" },
  "stats.rating-ever": { en: "Rating of all time", fr: "Cote depuis toujours" },
  "stats.rating.why": {
    en:
      "How strong somebody plays, from who finished before whom in every game; 1500 is the club’s middle. The bar is " +
      "how sure we are; “?” is somebody with fewer than five games.",
    fr:
      "La force de quelqu’un, d’après qui a fini devant qui dans toutes les parties ; 1500 est le milieu du club. La " +
      "barre dit à quel point nous en sommes sûrs ; « ? », c’est quelqu’un de moins de cinq parties.",
  },
  "stats.win-points": { en: "Win points", fr: "Points de victoire" },
  "stats.win-points.why": {
    en:
      "A game of n players gives n points, shared by its winners; the mean is 1 at any table, more is better than " +
      "par.",
    fr:
      "Une partie à n joueurs donne n points, partagés entre ses vainqueurs ; la moyenne est 1 à toute table, " +
      "au-dessus c’est mieux que la normale.",
  },
  "stats.wins": { en: "Wins", fr: "Victoires" },
  "stats.wins.why": {
    en: "Games won, and their share of all games; a shared win counts as one.",
    fr: "Parties gagnées, et leur part du total ; une victoire partagée compte pour une.",
  },
  "stats.mean-score": { en: "Mean score", fr: "Score moyen" },
  "stats.mean-score.why": {
    en: "The mean of the final totals.",
    fr: "La moyenne des totaux finaux.",
  },
  "stats.best-score": { en: "Best score", fr: "Meilleur score" },
  "stats.best-score.why": { en: "The highest final total.", fr: "Le total final le plus haut." },
  "stats.games": { en: "Games", fr: "Parties" },
  "stats.games.why": {
    en: "Finished games that count under these filters; the fewer, the less the other figures say.",
    fr: "Parties terminées qui comptent avec ces filtres ; moins il y en a, moins les autres chiffres en disent.",
  },
  "stats.points-tonight": { en: "Points", fr: "Points" },
  "stats.points-tonight.why": {
    en: "The win points of the evening, added up.",
    fr: "La somme des points de victoire de la soirée.",
  },
  "stats.name": { en: "Name", fr: "Nom" },
  "stats.n-games": { en: "{n} {n|game|games}", fr: "{n} {n|partie|parties}" },
  "stats.n-people": { en: "{n} {n|person|people}", fr: "{n} {n|joueur|joueurs}" },
  "stats.n-nights": { en: "{n} {n|night|nights}", fr: "{n} {n|soirée|soirées}" },
  "stats.n-cards": { en: "{n} {n|card|cards}", fr: "{n} {n|carte|cartes}" },
  "stats.n-records": { en: "{n} {n|record|records}", fr: "{n} {n|record|records}" },

  // The line under a table
  "stats.about": { en: "About these figures", fr: "À propos de ces chiffres" },
  "stats.undated": {
    en: "{n} {n|game|games} without a day {n|is|are} not counted here",
    fr: "{n} {n|partie|parties} sans date {n|n’est pas comptée|ne sont pas comptées} ici",
  },

  // What one can say, in words
  "stats.too-early": { en: "too early to say", fr: "trop tôt pour le dire" },
  "stats.about-even": { en: "about even with the club", fr: "à peu près au niveau du club" },
  "stats.stronger": { en: "probably stronger than the club’s middle", fr: "sans doute au-dessus du milieu du club" },
  "stats.weaker": { en: "probably below the club’s middle", fr: "sans doute sous le milieu du club" },
  "stats.worth.good": { en: "seems to help", fr: "semble aider" },
  "stats.worth.bad": { en: "seems to cost", fr: "semble coûter" },
  "stats.worth.little": { en: "makes little difference", fr: "change peu de chose" },

  // Cards
  "stats.card": { en: "Card", fr: "Carte" },
  "stats.catalogue": { en: "Catalogue", fr: "Catalogue" },
  "stats.any-catalogue": { en: "All catalogues", fr: "Tous les catalogues" },
  "stats.other-catalogues": { en: "In other catalogues", fr: "Dans d’autres catalogues" },
  "stats.copies": { en: "Copies", fr: "Exemplaires" },
  "stats.copies.why": { en: "How many lie in final positions.", fr: "Combien se trouvent dans les positions finales." },
  "stats.worth": { en: "Worth", fr: "Valeur" },
  "stats.worth.why": {
    en:
      "What one more copy brought beyond the others at the table (in Ecos: having played the card), in rating " +
      "points; 0 is the average card. Where the bar crosses 0, nobody can say yet.",
    fr:
      "Ce qu’un exemplaire de plus que les autres à table a rapporté (dans Ecos : avoir joué la carte), en points de " +
      "cote ; 0 est la carte moyenne. Quand la barre croise 0, on ne peut encore rien dire.",
  },
  "stats.ppc": { en: "Points a copy", fr: "Points par carte" },
  "stats.ppc.why": {
    en: "The points that a copy earns by itself, its share of what it earns with others included.",
    fr: "Les points qu’un exemplaire rapporte, avec sa part de ce qu’il rapporte avec d’autres.",
  },
  "stats.mpc": { en: "Would be missing", fr: "Manquerait" },
  "stats.mpc.why": {
    en: "How many points the player would have less if the copy’s cell were empty, on average.",
    fr: "Combien de points le joueur aurait en moins si la case de l’exemplaire était vide, en moyenne.",
  },
  "stats.zero": { en: "Worth nothing", fr: "Sans valeur" },
  "stats.zero.why": {
    en: "The share of copies that earned no point.",
    fr: "La part des exemplaires qui n’ont rapporté aucun point.",
  },
  "stats.wp-with": { en: "Win points with", fr: "Points de victoire avec" },
  "stats.wp-with.why": {
    en: "Mean win points of players who had one at the end; 1 is par.",
    fr: "Points de victoire moyens des joueurs qui en avaient une à la fin ; 1 est la normale.",
  },
  "stats.wp-without": { en: "Win points without", fr: "Points de victoire sans" },
  "stats.wp-without.why": {
    en: "Mean win points of players who had none at the end; 1 is par.",
    fr: "Points de victoire moyens des joueurs qui n’en avaient pas à la fin ; 1 est la normale.",
  },
  "stats.picked": { en: "Taken when seen", fr: "Prise quand vue" },
  "stats.picked.why": {
    en: "Of all hands in which it was seen, the share in which it was taken.",
    fr: "De toutes les mains où on l’a vue, la part de celles où on l’a prise.",
  },
  "stats.ata": { en: "Taken at turn", fr: "Prise au tour" },
  "stats.ata.why": {
    en: "The mean turn of the round at which it was taken: early is wanted.",
    fr: "Le tour moyen de la manche auquel elle est prise : tôt, c’est qu’on la veut.",
  },
  "stats.alsa": { en: "Last seen at turn", fr: "Vue pour la dernière fois" },
  "stats.alsa.why": {
    en: "The mean turn at which a player saw it in a hand for the last time: late is unwanted.",
    fr: "Le tour moyen où un joueur la voit pour la dernière fois dans une main : tard, c’est qu’on la laisse.",
  },
  "stats.iwt": { en: "Gain when taken", fr: "Gain quand prise" },
  "stats.iwt.why": {
    en:
      "Of the players who saw one: how many win points more those had who took it than those who left it, and how " +
      "many they were. It describes; it does not say why.",
    fr:
      "De ceux qui en ont vu une : combien de points de victoire de plus ont eus ceux qui l’ont prise que ceux qui " +
      "l’ont laissée, et combien ils étaient. Cela décrit, sans dire pourquoi.",
  },
  "stats.iwt.more": {
    en: "Of the players who saw one, the {took} who took it had {by} win points more than the {left} who left it.",
    fr:
      "De ceux qui en ont vu une, les {took} qui l’ont prise ont eu {by} point de victoire de plus que les {left} " +
      "qui l’ont laissée.",
  },
  "stats.iwt.less": {
    en: "Of the players who saw one, the {took} who took it had {by} win points fewer than the {left} who left it.",
    fr:
      "De ceux qui en ont vu une, les {took} qui l’ont prise ont eu {by} point de victoire de moins que les {left} " +
      "qui l’ont laissée.",
  },
  "stats.iwt.same": {
    en: "Of the players who saw one, the {took} who took it did as well as the {left} who left it ({by}).",
    fr:
      "De ceux qui en ont vu une, les {took} qui l’ont prise ont fait aussi bien que les {left} qui l’ont " +
      "laissée ({by}).",
  },
  "stats.iwt.only": {
    en: "That describes what happened; it does not say that the card was the reason.",
    fr: "Cela décrit ce qui s’est passé, sans dire que la carte en est la raison.",
  },
  "stats.points": { en: "Points", fr: "Points" },
  "stats.card-n": { en: "card {n}", fr: "carte {n}" },
  "stats.ppa": { en: "Points an activation", fr: "Points par activation" },
  "stats.ppa.why": {
    en: "The points that one activation of the card brings.",
    fr: "Les points que rapporte une activation de la carte.",
  },
  "stats.cubes": { en: "Cubes a point", fr: "Cubes par point" },
  "stats.cubes.why": {
    en: "Energy cubes spent on it for each point it brought: fewer is better.",
    fr: "Cubes d’énergie dépensés pour chaque point rapporté : moins, c’est mieux.",
  },
  "stats.first-round": { en: "First activated", fr: "Première activation" },
  "stats.first-round.why": {
    en: "The mean round in which it was activated for the first time.",
    fr: "La manche moyenne de sa première activation.",
  },
  "stats.activations": { en: "Activations", fr: "Activations" },
  "stats.activations.why": {
    en: "How often it was activated, in all games.",
    fr: "Combien de fois elle a été activée, dans toutes les parties.",
  },
  "stats.by-times": { en: "Win points by activations", fr: "Points de victoire selon les activations" },
  "stats.by-times.why": {
    en: "Mean win points of players who played it, by how often they activated it; 1 is par.",
    fr: "Points de victoire moyens de ceux qui l’ont jouée, selon le nombre d’activations ; 1 est la normale.",
  },
  "stats.times": { en: "Activated", fr: "Activée" },
  "stats.times-n": { en: "{n} {n|time|times}", fr: "{n} fois" },
  "stats.times-more": { en: "{n} times or more", fr: "{n} fois ou plus" },
  "stats.players": { en: "Players", fr: "Joueurs" },
  "stats.no-cards": { en: "This game has no cards to count yet.", fr: "Ce jeu n’a pas encore de cartes à compter." },
  "stats.with-without": { en: "With and without", fr: "Avec et sans" },
  "stats.by-pick": { en: "Taken, by turn of the round", fr: "Prise, par tour de manche" },
  "stats.by-pick.why": {
    en: "Of the hands that held one at that turn, the share in which it was taken.",
    fr: "Des mains qui en contenaient une à ce tour, la part de celles où on l’a prise.",
  },
  "stats.pick": { en: "Turn", fr: "Tour" },
  "stats.seen": { en: "Seen", fr: "Vue" },
  "stats.seen.why": {
    en: "Looks at a hand with at least one copy.",
    fr: "Regards sur une main avec au moins un exemplaire.",
  },
  "stats.taken": { en: "Taken", fr: "Prise" },
  "stats.rate": { en: "Share", fr: "Part" },
  "stats.cell-map": { en: "Where it lies, and what it earns there", fr: "Où elle se trouve, et ce qu’elle y rapporte" },
  "stats.cell-map.why": {
    en: "Each cell of the final grid: mean points of a copy there, and how many there were; deeper is more.",
    fr: "Chaque case de la grille finale : points moyens d’un exemplaire, et leur nombre ; plus foncé, c’est plus.",
  },
  "stats.heat-by": { en: "Colour by", fr: "Couleur selon" },
  "stats.row": { en: "Row {n}", fr: "Ligne {n}" },
  "stats.column": { en: "Column {n}", fr: "Colonne {n}" },
  "stats.mean-points": { en: "Mean points", fr: "Points moyens" },
  "stats.neighbours": { en: "Neighbours", fr: "Voisins" },
  "stats.neighbours.why": {
    en: "How often it lies beside each card, and the points it earned through that neighbour.",
    fr: "Combien de fois elle touche chaque carte, et les points qu’elle a gagnés grâce à ce voisin.",
  },
  "stats.pairs": { en: "Side by side", fr: "Côte à côte" },
  "stats.through": { en: "Points", fr: "Points" },
  "stats.per-pair": { en: "Points a pair", fr: "Points par paire" },
  "stats.all-cards": { en: "All cards", fr: "Toutes les cartes" },
  "stats.figures": { en: "Figures", fr: "Chiffres" },
  "stats.figure": { en: "Figure", fr: "Chiffre" },
  "stats.value": { en: "Value", fr: "Valeur" },
  "stats.show-all": { en: "Show all {n}", fr: "Afficher les {n}" },
  "stats.show-table": { en: "As a table", fr: "En tableau" },

  // People
  "stats.search": { en: "Search", fr: "Chercher" },
  "stats.add-person": { en: "Add somebody", fr: "Ajouter quelqu’un" },
  "stats.add": { en: "Add", fr: "Ajouter" },
  "stats.added": { en: "{name} was added.", fr: "{name} a été ajouté·e." },
  "stats.nobody": { en: "Nobody by that name.", fr: "Personne de ce nom." },
  "stats.manage": { en: "Change this person", fr: "Modifier cette personne" },
  "stats.rename": { en: "Rename", fr: "Renommer" },
  "stats.new-name": { en: "New name", fr: "Nouveau nom" },
  "stats.renamed": { en: "Now called {name}.", fr: "S’appelle maintenant {name}." },
  "stats.merge": { en: "Merge with another entry", fr: "Fusionner avec une autre fiche" },
  "stats.merge-into": { en: "The one that stays", fr: "Celle qui reste" },
  "stats.merge-what": {
    en: "Two entries are one person: all games of {name} then belong to the one that stays. This cannot be undone.",
    fr: "Deux fiches sont une seule personne : toutes les parties de {name} iront à celle qui reste. C’est définitif.",
  },
  "stats.merge-now": { en: "Merge for good", fr: "Fusionner pour de bon" },
  "stats.erase": { en: "Erase the name", fr: "Effacer le nom" },
  "stats.erase-what": {
    en: "The name {name} is forgotten everywhere; the games stay, under a random code. This cannot be undone.",
    fr: "Le nom {name} est oublié partout ; les parties restent, sous un code aléatoire. C’est définitif.",
  },
  "stats.erase-now": { en: "Erase for good", fr: "Effacer pour de bon" },
  "stats.type-name": { en: "To be sure, type the name", fr: "Pour être sûr, tapez le nom" },
  "stats.choose": { en: "Choose…", fr: "Choisir…" },

  // A player
  "stats.history": { en: "Rating over time", fr: "La cote au fil du temps" },
  "stats.history.why": {
    en: "The rating after each night, from all games up to then; the band is how sure we were.",
    fr:
      "La cote après chaque soirée, d’après toutes les parties jusque-là ; la bande dit à quel point nous " +
      "en étions sûrs.",
  },
  "stats.form": { en: "Last games", fr: "Dernières parties" },
  "stats.form.why": {
    en: "Place in the last games, the newest on the right; 1 is a win.",
    fr: "Place dans les dernières parties, la plus récente à droite ; 1 est une victoire.",
  },
  "stats.streak": { en: "Wins in a row now", fr: "Victoires d’affilée en cours" },
  "stats.best-streak": { en: "Longest run of wins", fr: "Plus longue série de victoires" },
  "stats.drought": { en: "Games since the last win", fr: "Parties depuis la dernière victoire" },
  "stats.by-size": { en: "By table", fr: "Par table" },
  "stats.by-category": { en: "By category, beside the club", fr: "Par catégorie, à côté du club" },
  "stats.by-category.why": {
    en: "Mean points in each category; the line across the bar is the club’s mean.",
    fr: "Points moyens dans chaque catégorie ; le trait dans la barre est la moyenne du club.",
  },
  "stats.choose-game": {
    en: "Choose a game to see the categories.",
    fr: "Choisissez un jeu pour voir les catégories.",
  },
  "stats.category": { en: "Category", fr: "Catégorie" },
  "stats.this-player": { en: "Player", fr: "Joueur" },
  "stats.club": { en: "Club", fr: "Club" },
  "stats.difference": { en: "Difference", fr: "Écart" },
  "company.title": { en: "In company", fr: "En compagnie" },
  "company.companions": { en: "Plays most with", fr: "Joue le plus avec" },
  "company.companions.why": {
    en: "Whom they sat with at most tables, whoever won.",
    fr: "Avec qui les tables furent les plus nombreuses, qui que ce soit qui ait gagné.",
  },
  "company.rival": { en: "Rival", fr: "Rival" },
  "company.rival.why": {
    en: "Whom they met most often, in ten games at the least, without either being surely ahead.",
    fr: "Le plus souvent rencontré, en dix parties au moins, sans que l'un soit sûrement devant.",
  },
  "company.nemesis": { en: "Nemesis", fr: "Bête noire" },
  "company.nemesis.why": {
    en: "Who is ahead of them in ten games or more, by too much for chance.",
    fr: "Qui est devant, en dix parties ou plus, de trop pour que ce soit le hasard.",
  },
  "company.games": { en: "{n} {n|game|games}", fr: "{n} {n|partie|parties}" },
  "company.record": {
    en: "{n} games: ahead in {won}, behind in {lost}",
    fr: "{n} parties : devant dans {won}, derrière dans {lost}",
  },
  "company.tied": { en: "level in {n}", fr: "à égalité dans {n}" },
  "company.share": { en: "ahead in {share}", fr: "devant dans {share}" },
  "company.between": { en: "probably {low} to {high}", fr: "sans doute {low} à {high}" },
  "stats.met": { en: "Against whom", fr: "Contre qui" },
  "stats.met.why": {
    en: "Games together, and who finished before whom in them.",
    fr: "Parties ensemble, et qui y a fini devant qui.",
  },
  "stats.level-with": { en: "Level", fr: "À égalité" },
  "stats.ahead": { en: "Finished before", fr: "A fini devant" },
  "stats.ahead.why": {
    en:
      "Of the games together, the share in which the one finished before the other, level counting half; 50 % is " +
      "even.",
    fr:
      "Des parties ensemble, la part où l’un a fini devant l’autre, une égalité comptant pour moitié ; 50 % est " +
      "l’équilibre.",
  },
  "stats.all-games": { en: "All the games", fr: "Toutes les parties" },
  "stats.their-cards": { en: "Cards in these hands", fr: "Les cartes entre ces mains" },
  "stats.no-date": { en: "no date", fr: "sans date" },
  "stats.place-of": { en: "{rank} of {n}", fr: "{rank} sur {n}" },

  // Head to head
  "stats.versus-never": {
    en: "They have not met in a finished game yet.",
    fr: "Pas encore de partie terminée ensemble.",
  },
  "stats.versus-pick": { en: "Compare with", fr: "Comparer avec" },
  "stats.games-together": { en: "Games together", fr: "Parties ensemble" },

  // Nights
  "stats.standings": { en: "Standings of the evening", fr: "Classement de la soirée" },
  "stats.games-of-night": { en: "Games", fr: "Parties" },
  "stats.edit-night": { en: "Title, place and note", fr: "Titre, lieu et note" },
  "stats.title": { en: "Title", fr: "Titre" },
  "stats.note": { en: "Note", fr: "Note" },
  "stats.save": { en: "Save", fr: "Enregistrer" },
  "stats.saved": { en: "Saved.", fr: "Enregistré." },
  "stats.unfinished": { en: "{n} more without a result", fr: "{n} de plus sans résultat" },
  "stats.no-nights": { en: "No night yet.", fr: "Pas encore de soirée." },

  // Records
  "stats.record.score": { en: "Highest score", fr: "Plus haut score" },
  "stats.record.margin": { en: "Largest margin", fr: "Plus grande avance" },
  "stats.record.margin.why": {
    en: "A sole winner’s lead over the best of the others.",
    fr: "L’avance d’un seul vainqueur sur le meilleur des autres.",
  },
  "stats.record": { en: "Record", fr: "Record" },
  "stats.holder": { en: "Who and when", fr: "Qui et quand" },
  "stats.streaks": { en: "Streaks", fr: "Séries" },
  "stats.streaks.why": {
    en: "Games won in a row, in the order in which they were played; a shared win counts.",
    fr: "Parties gagnées d’affilée, dans l’ordre où elles ont été jouées ; une victoire partagée compte.",
  },
  "stats.streak-games": { en: "{n} in a row", fr: "{n} d’affilée" },
  "stats.streak-now": { en: "still going", fr: "toujours en cours" },

  // Season table
  "stats.printed-at": { en: "Printed {date}", fr: "Imprimé le {date}" },
  "stats.and-more": {
    en: "and {n} more: choose a season or a game to see them",
    fr: "et {n} de plus : choisissez une saison ou un jeu pour les voir",
  },
};
