// Light, dark, or as the device has it; css/tokens.css does the rest.
import { createKept } from "./store.js";

export const theme = createKept("dendro.theme", "auto");

/** @param {string} value */
function apply(value) {
  if (value === "light" || value === "dark") document.documentElement.dataset.theme = value;
  else delete document.documentElement.dataset.theme;
}
apply(theme.get());
theme.watch(apply);
