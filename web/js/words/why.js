// The name of the "?" button beside a figure, wherever one stands.
export const words = {
  "stats.why": { en: "What is “{name}”?", fr: "« {name} », qu’est-ce ?" },
};
