/*
 * Style sheets that come with the views that need them: a view's module awaits its sheet, so that it is never seen
 * without, and the first view of the page does not pay for the others.
 */
const asked = new Map();

/**
 * Loads a sheet, once; `path` is seen from web/ ("css/stats.css"). Resolves in any case: a page without colours is
 * better than none.
 */
export function style(path) {
  if (!asked.has(path)) {
    asked.set(
      path,
      new Promise((resolve) => {
        const link = document.createElement("link");
        link.rel = "stylesheet";
        link.href = new URL(`../../${path}`, import.meta.url).href;
        link.onload = resolve;
        link.onerror = resolve;
        document.head.append(link);
      }),
    );
  }
  return asked.get(path);
}
