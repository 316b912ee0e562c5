// The one place where the page meets its libraries: templates by htm, components and hooks by preact.
import { Fragment, h, render } from "preact";
import htm from "htm";

export { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
export { Fragment, render };
export const html = htm.bind(h);
