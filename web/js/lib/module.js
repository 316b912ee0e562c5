// Views and boards are loaded when they are first needed.
import { during } from "./busy.js";
import { useEffect, useState } from "./html.js";

/**
 * The component that a module has as its default, once it has come; another `load` is another module.
 * @template C
 * @param {(() => Promise<{ default: C }>) | null} load
 * @returns {{ component: C | null, error: unknown }}
 */
export function useModule(load) {
  /** @typedef {{ load: unknown, component: C | null, error: unknown }} State */
  const [state, setState] = useState(/** @type {State} */ ({ load: null, component: null, error: null }));
  useEffect(() => {
    let current = true;
    if (!load) return undefined;
    during(load()).then(
      (module) => current && setState({ load, component: module.default, error: null }),
      (error) => current && setState({ load, component: null, error }),
    );
    return () => {
      current = false;
    };
  }, [load]);
  return state.load === load ? state : { component: null, error: null };
}
