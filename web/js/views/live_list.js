// Any game in play, by the list of its legal moves: filter by the first word, search, tap. A game is usable with this
// the day its engine is registered.
import { entered, html, useEffect, useMemo, useState } from "../lib/html.js";
import { addWords, lang, t } from "../lib/i18n.js";
import { useApi } from "../lib/api.js";
import { Name, Trouble, Waiting, seatName } from "../lib/parts.js";
import { words } from "../words/entry.js";

addWords(words);

const SHOWN = 60;

/**
 * "1: place forest 1,-2" is of the kind "place".
 * @param {string} line
 */
const kindOf = (line) => line.replace(/^\S+\s*:\s*/, "").split(/\s+/)[0];
/**
 * @param {string} line
 * @param {string} text
 */
const fits = (line, text) =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => line.toLowerCase().includes(word));

/** @param {{ kinds: string[], chosen: string | null, onChoose: (kind: string | null) => void }} props */
const Chips = ({ kinds, chosen, onChoose }) => html`
  <div class="chips-row" role="group" aria-label=${t("list.turn")}>
    ${[null, ...kinds].map(
      (kind) => html`
        <button
          type="button"
          key=${kind}
          class="chip-button"
          aria-pressed=${chosen === kind}
          onClick=${() => onChoose(kind)}
        >
          ${kind ?? t("list.all")}
        </button>
      `,
    )}
  </div>
`;

/** @param {{ legal: Api.Legal, nameOf: (seat: string) => string, onPlay: Page.Play }} props */
function Legal({ legal, nameOf, onPlay }) {
  const [text, setText] = useState("");
  const [kind, setKind] = useState(/** @type {string | null} */ (null));
  const moves = useMemo(() => legal.seats.flatMap((seat) => seat.moves), [legal]);
  const total = legal.seats.reduce((sum, { count }) => sum + count, 0);
  const kinds = useMemo(() => [...new Set(moves.map(kindOf))], [moves]);
  useEffect(() => {
    if (kind && !kinds.includes(kind)) setKind(null);
  }, [kinds, kind]);
  const found = moves.filter((line) => (!kind || kindOf(line) === kind) && fits(line, text));
  return html`
    <p>
      ${t("list.turn")}
      : ${legal.turn.map((seat, i) => html`${i > 0 ? ", " : ""}<${Name}>${nameOf(String(seat))}<//>`)}
    </p>
    ${kinds.length > 1 && html`<${Chips} kinds=${kinds} chosen=${kind} onChoose=${setKind} />`}
    <div class="field narrow">
      <label for="move-search">${t("list.search")}</label>
      <input
        id="move-search"
        type="search"
        autocomplete="off"
        value=${text}
        onInput=${entered(setText)}
      />
    </div>
    <p class="small muted" role="status">
      ${
        found.length > SHOWN || total > moves.length
          ? t("list.shown", { n: Math.min(found.length, SHOWN), of: Math.max(total, found.length) })
          : t("list.count", { n: found.length })
      }
    </p>
    ${found.length === 0 && html`<p>${t("list.none")}</p>`}
    <ul class="bare legal-list">
      ${found
        .slice(0, SHOWN)
        .map(
          (line) =>
            html`<li key=${line}><button type="button" data-once onClick=${() => onPlay(line)}>${line}</button></li>`,
        )}
    </ul>
  `;
}

/**
 * Writes a move as it is written in a record: for what the list cannot show, and without a network.
 * @param {{ onPlay: Page.Play, notation?: Api.RulesGame["notation"] }} props
 */
export function WriteMove({ onPlay, notation }) {
  const [text, setText] = useState("");
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    if (!text.trim()) return;
    onPlay(text.trim());
    setText("");
  };
  return html`
    <form class="row write" onSubmit=${submit}>
      <div class="field">
        <label for="move-text">${t("list.write")}</label>
        <input
          id="move-text"
          autocomplete="off"
          autocapitalize="none"
          spellcheck=${false}
          placeholder=${notation?.[0]?.example ?? "1: …"}
          value=${text}
          onInput=${entered(setText)}
        />
      </div>
      <button>${t("list.play")}</button>
    </form>
    ${
      notation &&
      notation.length > 0 &&
      html`
        <details>
          <summary>${t("list.notation")}</summary>
          <dl class="notation">
            ${notation.map(
              (one) => html`<dt key=${one.example}><code>${one.example}</code></dt><dd>${one[lang()]}</dd>`,
            )}
          </dl>
        </details>
      `
    }
  `;
}

/** @param {{ moves: string[] }} props */
export function History({ moves }) {
  if (moves.length === 0) return null;
  return html`
    <h2>${t("list.history")}</h2>
    <ol class="bare moves-list" reversed start=${moves.length}>
      ${moves
        .slice(-12)
        .reverse()
        .map(
          (line, i) => html`
            <li key=${moves.length - i}><span class="num muted">${moves.length - i}</span> <span>${line}</span></li>
          `,
        )}
    </ol>
  `;
}

/**
 * The legal moves and a way to write one: also what the games with drawings fall back on.
 * @param {Page.LiveProps} props
 */
export function MoveList({ live, canPlay, rules }) {
  const { info } = live.data;
  /** @param {string} seat */
  const whose = (seat) => (info.seats[Number(seat) - 1] ? seatName(info.seats[Number(seat) - 1]) : seat);
  /** @param {string} seat */
  const nameOf = (seat) => (seat === "*" ? t("list.table") : seat === "n" ? t("list.neutral") : whose(seat));
  const legal = useApi(live.number && canPlay ? `/v1/games/${live.number}/legal?limit=1000` : null);
  const known = live.data.board?.ply;
  useEffect(() => {
    if (known !== undefined && legal.data && legal.data.ply !== known) legal.reload();
  }, [known, legal.data]);
  if (!canPlay) return null;
  /** @param {string} line */
  const play = (line) => live.play([line]);
  const fresh = legal.data?.ply === live.moves.length;
  return html`
    ${
      fresh
        ? html`<${Legal} legal=${legal.data} nameOf=${nameOf} onPlay=${play} />`
        : legal.error
          ? html`<${Trouble} error=${legal.error} retry=${legal.reload} />`
          : html`<p class="muted" role="status">${live.waiting.length > 0 ? t("list.stale") : t("wait")}</p>`
    }
    ${!fresh && live.waiting.length > 0 && html`<p class="muted small">${t("list.offline")}</p>`}
    <${WriteMove} onPlay=${play} notation=${rules?.notation} />
  `;
}

/** @param {Page.LiveProps} props */
export default function LiveList({ live, canPlay, rules }) {
  if (!live.data) return html`<${Waiting} />`;
  return html`
    <${MoveList} live=${live} canPlay=${canPlay} rules=${rules} />
    <${History} moves=${live.moves} />
  `;
}
