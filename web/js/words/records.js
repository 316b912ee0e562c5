// Words of what many reached, and so is nobody's record.
export const words = {
  "records.common": {
    en: "{n} {n|maximum|maxima} that many reached",
    fr: "{n} {n|maximum atteint|maximums atteints} par beaucoup",
  },
  "records.common.why": {
    en: "Reached more than three times, or without a single point: a name would say nothing.",
    fr: "Atteints plus de trois fois, ou sans un seul point : un nom n’y dirait rien.",
  },
  "records.reached": { en: "reached {n} {n|time|times}", fr: "atteint {n} fois" },
  "records.won-by": { en: "won by so much {n} {n|time|times}", fr: "gagné d’autant {n} fois" },
  "records.times": { en: "How often", fr: "Combien de fois" },
};
