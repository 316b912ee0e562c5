// Games that the page has more for than a list of moves. Each comes as one file, kinds/<game>.js, when it is needed.
export const KINDS = {
  biotopes: () => import("../kinds/biotopes.js"),
  ecos: () => import("../kinds/ecos.js"),
  foret: () => import("../kinds/foret.js"),
  grandbois: () => import("../kinds/grandbois.js"),
};
