// Words of sitting down at a new table.
export const words = {
  "seats.next": { en: "Seat {n}: who plays?", fr: "Siège {n} : qui joue ?" },
  "seats.unknown": {
    en: "This device does not know the club's people yet: a name you type may double somebody.",
    fr: "Cet appareil ne connaît pas encore les membres du club : un nom écrit ici peut en doubler un.",
  },
  "seats.later": { en: "Look when the network is back", fr: "Vérifier au retour du réseau" },
};
