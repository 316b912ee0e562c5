// A board that is wider than its place says so: the edges behind which there is more of it fade (css/boards.css).

/** @type {WeakSet<Element>} */
const watched = new WeakSet();

/**
 * The ref of a place that may scroll sideways.
 * @param {HTMLElement | null} place
 */
export function fades(place) {
  if (!place || watched.has(place)) return;
  watched.add(place);
  const mark = () => {
    const most = place.scrollWidth - place.clientWidth;
    const sides = [place.scrollLeft > 1 && "left", place.scrollLeft < most - 1 && "right"];
    place.dataset.more = sides.filter(Boolean).join(" ");
  };
  place.addEventListener("scroll", mark, { passive: true });
  const sized = new ResizeObserver(mark); // begins with the size it has
  for (const one of [place, ...place.children]) sized.observe(one);
}
