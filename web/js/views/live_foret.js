// A table of Forêt in play: each seat's card and cell, two taps a turn. Legal cells are lit by the rules on the device
// (lib/foret.js), so that it goes on without a network; the daemon checks every entry when it arrives.
import { html, useLayoutEffect, useMemo, useRef, useState } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { CATEGORIES, CELLS, boxAround, cellsOf, parse, playLine, scoreTable, table, whyNot } from "../lib/foret.js";
import { Palette, SeatTabs } from "../lib/foret_parts.js";
import { useInSight, usePadInSight } from "../lib/in_sight.js";
import { Name, seatName } from "../lib/parts.js";
import { usePop } from "../lib/pop.js";
import { ScoreTable } from "../lib/score_table.js";
import { Face, cardName, table as drawTable, grid, hand } from "../draw/foret.js";
import { words } from "../words/entry.js";

addWords(words);

/**
 * A play as far as it has been tapped; `swap` false: the rabbit does not swap; `give`: a card is to be given away.
 * @typedef {{ card: string | null, cell: Cell | null, first: [number, number] | null,
 *   swap: [number, number][] | false | null, give?: boolean }} Chosen
 */

/** Categories before the rules have come. */
const PLAIN = CATEGORIES.map((id) => ({ id, en: id, fr: id }));
/** @type {Chosen} */
const NOTHING = { card: null, cell: null, first: null, swap: null };

/**
 * The play that was chosen, once its card and its cell are there.
 * @param {Chosen} chosen
 */
const playOf = ({ card, cell, swap }) => ({ card: card ?? "", x: cell?.x, y: cell?.y, swap: swap || undefined });

/**
 * Whose turn it is after this one: the next of those who have not played.
 * @param {string[]} ids
 * @param {string} seat
 * @param {(id: string) => boolean} moved
 */
function nextSeat(ids, seat, moved) {
  const order = [...ids.slice(ids.indexOf(seat) + 1), ...ids.slice(0, ids.indexOf(seat) + 1)];
  return order.find((id) => !moved(id)) ?? seat;
}

/**
 * The ten cards of a hand, or what a solo player drew, tapped one by one.
 * @param {{ name: string, count: number, left: Record<string, number>, onDeal: (cards: string[]) => void, heading:
 * string }} props
 */
function Dealing({ name, count, left, onDeal, heading }) {
  const [cards, setCards] = useState(/** @type {string[]} */ ([]));
  const rest = { ...left };
  for (const card of cards) rest[card]--;
  return html`
    <p class="hint" role="status">${t(heading, { name, n: cards.length, of: count })}</p>
    ${hand({ cards, caption: name, size: 36 })}
    <p class="row">
      <button type="button" disabled=${cards.length === 0} onClick=${() => setCards(cards.slice(0, -1))}>
        ${t("sheet.undo")}
      </button>
      <button type="button" class="primary" disabled=${cards.length !== count} onClick=${() => onDeal(cards)}>
        ${t("live.dealDone")}
      </button>
    </p>
    <${Palette}
      left=${rest}
      chosen=${null}
      label=${t("sheet.palette")}
      onPick=${(/** @type {string} */ card) => rest[card] > 0 && cards.length < count && setCards([...cards, card])}
    />
  `;
}

/**
 * For whoever looks on: all grids at once, as the daemon has them.
 * @param {Page.LiveProps & { nameOf: Page.Who }} props
 */
function Watching({ live, nameOf, rules }) {
  const board = /** @type {Api.Position<Foret.State> | null} */ (live.data.board);
  if (!board) return null;
  const rows = board.score.seats
    .filter(({ seat }) => seat !== "n")
    .map((row) => ({ ...row, name: nameOf(String(row.seat)) }));
  return html`
    ${drawTable({ state: board.state, who: nameOf, last: live.data.moves[board.ply - 1], turn: board.turn })}
    <h2>${t("sheet.scores")}</h2>
    <${ScoreTable} rows=${rows} categories=${rules?.categories ?? PLAIN} glyphs="foret" caption=${t("sheet.scores")} />
    <h2>${t("list.history")}</h2>
    <${Moves} moves=${live.data.moves} nameOf=${nameOf} />
  `;
}

/** @param {Page.LiveProps} props */
export default function LiveForet({ live, canPlay, rules }) {
  const { info } = live.data;
  const now = useMemo(
    () => table({ variant: info.variant, level: info.level, seats: info.seats.length }, live.moves),
    [info, live.moves],
  );
  const scores = useMemo(() => scoreTable(now), [now]);
  const ids = [...now.seats.map(({ seat }) => String(seat)), ...(now.neutral ? ["n"] : [])];
  /** @param {string} id */
  const moved = (id) => Boolean(id === "n" ? now.neutral?.moved : now.seats[Number(id) - 1].moved);
  /** @param {string} id */
  const nameOf = (id) =>
    id === "n" ? t("sheet.neutral") : id === "a" ? t("sheet.alban") : seatName(info.seats[Number(id) - 1]);
  const [seat, setSeat] = useState(ids.find((id) => !moved(id)) ?? "1");
  const [draft, setDraft] = useState(/** @type {Chosen} */ (NOTHING));
  const [say, pop] = usePop();
  const pad = usePadInSight(Boolean(rules));
  const tapped = useRef(-1); // the moves that stand once what was played here has arrived
  const stands = canPlay ? live.moves.length : live.data.board?.ply;
  const sight = useInSight(stands, "", () => !canPlay || stands === tapped.current);
  const own = seat === "n" ? null : now.seats[Number(seat) - 1];
  const inHand = (own ?? now.neutral)?.hand ?? null;
  const lastOfSeat = useMemo(
    () =>
      live.moves
        .map(parse)
        .filter((play) => play?.seat === seat)
        .pop(),
    [live.moves, seat],
  );

  // Whoever played hands on to the next; a move taken back gives the turn back. What was being chosen may not fit any
  // more.
  const before = useRef(live.moves);
  useLayoutEffect(() => {
    const [was, is] = [before.current, live.moves];
    before.current = is;
    if (was.length === is.length) return;
    setDraft(NOTHING);
    const back = is.length < was.length ? parse(was[is.length])?.seat : null;
    const last = is.length > 0 ? parse(is[is.length - 1])?.seat : null;
    if (back && ids.includes(back)) setSeat(back);
    else if (moved(seat) || last === seat) setSeat(nextSeat(ids, seat, moved));
  }, [live.moves]);

  /** @param {string} id */
  const choose = (id) => {
    setSeat(id);
    setDraft(NOTHING);
  };
  /** @param {{ card: string, x?: number, y?: number, swap?: [number, number][], give?: string }} play */
  const commit = (play) => {
    setDraft(NOTHING);
    tapped.current = live.moves.length + 1;
    live.play([playLine({ seat, ...play })]).catch(() => say(null, t("trouble.device")));
  };
  /**
   * A card and a cell are there: rabbits may swap, solo players give one away, others are done.
   * @param {Chosen} next
   */
  const placed = (next) => {
    if (next.card === "rabbit" && next.swap === null && own && own.cells.size > 0) setDraft(next);
    else if (info.variant === "solo") setDraft({ ...next, give: true });
    else commit(playOf(next));
  };
  /**
   * @param {string} card
   * @param {Event} event
   */
  const pick = (card, event) => {
    if (moved(seat)) return say(event, t("live.hasMoved", { name: nameOf(seat) }));
    if (inHand && !inHand.includes(card)) return say(event, t("live.notInHand", { name: cardName(card) }));
    if (!inHand && now.supply[card] <= 0) return say(event, t("live.unplayable", { name: cardName(card) }));
    if (draft.give) return commit({ ...playOf(draft), give: card });
    if (seat === "n") return commit({ card });
    return setDraft({ ...NOTHING, card });
  };
  /**
   * @param {number} x
   * @param {number} y
   * @param {string | null} held
   * @param {Event} event
   */
  const tap = (x, y, held, event) => {
    if (draft.give) return undefined;
    if (draft.cell) {
      const isRabbit = draft.cell.x === x && draft.cell.y === y;
      if (!held && !isRabbit) return say(event, t("live.why.swap-empty"));
      if (!draft.first) return setDraft({ ...draft, first: [x, y] });
      if (draft.first[0] === x && draft.first[1] === y) return setDraft({ ...draft, first: null });
      return placed({ ...draft, swap: [draft.first, [x, y]] });
    }
    if (moved(seat)) return say(event, t("live.hasMoved", { name: nameOf(seat) }));
    const reason = own && whyNot(own.cells, x, y);
    if (reason) return say(event, t(`live.why.${reason}`));
    if (!draft.card) return say(event, t("live.chooseFirst"));
    return placed({ ...draft, cell: { x, y } });
  };

  const tabs = ids.map((id, i) => ({
    id,
    name: nameOf(id),
    total: scores[i] && id !== "n" ? scores[i].total : null,
    note: now.over ? "" : t(moved(id) ? "live.seatDone" : "live.seatTurn"),
    words: true,
    done: moved(id) && !now.over,
  }));
  const dealing = now.dealing[0];
  const cells = own ? cellsOf(own.cells) : [];
  const shown = draft.cell && draft.card ? [...cells, { ...draft.cell, card: draft.card }] : cells;
  /** @type {Record<string, string>} */
  const marks = {};
  if (lastOfSeat?.x !== undefined && !draft.cell) marks[`${lastOfSeat.x},${lastOfSeat.y}`] = "new";
  if (draft.cell) marks[`${draft.cell.x},${draft.cell.y}`] = "new";
  if (draft.first) marks[draft.first.join(",")] = "swap";
  const lit = !moved(seat) && !draft.cell && !now.over ? (own?.open ?? []) : [];
  const around = own ? frame(own, !now.over) : undefined;
  const hint = now.over
    ? t("live.over")
    : draft.give
      ? t("live.give")
      : draft.cell
        ? t(draft.first ? "live.swapSecond" : "live.swap")
        : moved(seat)
          ? t("live.hasMoved", { name: nameOf(seat) })
          : seat === "n"
            ? t("live.neutral")
            : draft.card
              ? t("live.cell")
              : t("live.pick", { name: nameOf(seat) });
  const rows = scores.map((row, i) => ({
    ...row,
    rank: now.over ? row.rank : null,
    name: i < info.seats.length ? nameOf(String(i + 1)) : t("sheet.alban"),
  }));

  const turn = { round: now.round, n: Math.min(now.turn, CELLS), of: CELLS };
  const said = html`<p class="muted turn-line">${t(now.round ? "live.round" : "live.turn", turn)}</p>`;
  if (!canPlay) {
    return html`
      ${said}<div ref=${sight}><${Watching} live=${live} nameOf=${nameOf} rules=${rules} /></div>
    `;
  }
  return html`
    ${said}
    <div class="sheet-layout" ref=${pad}>
      <div class="sheet-entry" ref=${sight}>
        ${
          dealing || now.drawing > 0
            ? html`
              <${Dealing}
                key=${live.moves.length}
                name=${dealing ? nameOf(dealing) : nameOf("1")}
                heading=${dealing ? "live.deal" : "live.draw"}
                count=${dealing ? 10 : now.drawing}
                left=${now.supply}
                onDeal=${(/** @type {string[]} */ cards) =>
                  live.play([dealing ? `*: deal ${dealing} ${cards.join(" ")}` : `*: draw ${cards.join(" ")}`])}
              />
            `
            : html`
              <${SeatTabs} tabs=${tabs} chosen=${seat} onChoose=${choose} label=${t("sheet.seats")} />
              <div id="seat-panel" role="tabpanel" aria-labelledby="tab-${seat}">
                ${
                  !own
                    ? hand({ cards: now.neutral?.cards ?? [], caption: t("sheet.neutral") })
                    : grid({
                        cells: shown,
                        lit,
                        marks,
                        box: around,
                        onCell: tap,
                        caption: t("sheet.grid", { name: nameOf(seat) }),
                      })
                }
                <div class="row spread entry-tools">
                  <p class="hint" role="status">${hint}</p>
                  ${
                    draft.cell &&
                    !draft.give &&
                    html`
                      <button type="button" onClick=${() => placed({ ...draft, swap: false })}>
                        ${t("live.noSwap")}
                      </button>
                    `
                  }
                  ${
                    (draft.cell || draft.card) &&
                    html`<button type="button" class="plain" onClick=${() => setDraft(NOTHING)}>${t("cancel")}</button>`
                  }
                </div>
                ${
                  !now.over &&
                  html`
                    <${Palette}
                      left=${now.supply}
                      only=${inHand}
                      chosen=${draft.card}
                      label=${t("sheet.palette")}
                      onPick=${pick}
                    />
                  `
                }
              </div>
            `
        }
        ${
          now.alban &&
          html`
            <h2>${t("sheet.alban")}</h2>
            ${hand({ cards: now.alban.filter((card) => card !== null), caption: t("sheet.alban") })}
          `
        }
      </div>
      <div class="sheet-scores">
        <h2>${t("sheet.scores")}</h2>
        <${ScoreTable}
          rows=${rows}
          categories=${rules?.categories ?? PLAIN}
          glyphs="foret"
          caption=${t("sheet.scores")}
        />
        <h2>${t("list.history")}</h2>
        <${Moves} moves=${live.moves} nameOf=${nameOf} />
      </div>
    </div>
    ${pop}
  `;
}

/**
 * What of a seat's plane is shown: its cards, and around them the open cells, so that nothing jumps between taps.
 * @param {{ cells: Map<string, string>, open: Cell[] }} props
 * @param {boolean} playing
 */
function frame({ cells, open }, playing) {
  if (cells.size === 0) return { x: -1, y: -1, width: 3, height: 3 };
  return boxAround([...cellsOf(cells), ...(playing ? open : [])]);
}

/**
 * The last moves, newest first, as glyphs.
 * @param {{ moves: string[], nameOf: Page.Who }} props
 */
const Moves = ({ moves, nameOf }) => html`
  <ol class="bare moves-list" reversed start=${moves.length}>
    ${moves
      .slice(-8)
      .reverse()
      .map((line, i) => {
        const play = parse(line);
        const about = line.replace(/^\S+\s*/, "");
        const seated = play && !play.deal && !play.draw;
        return html`
          <li key=${moves.length - i}>
            <span class="num muted">${moves.length - i}</span>
            ${seated ? html`<${Face} card=${play.card} size=${28} tag=${false} />` : null}
            <span>
              ${
                seated
                  ? html`
                    <${Name}>${nameOf(play.seat)}<//> <span class="muted small">${about.slice(play.card.length)}</span>
                  `
                  : html`<span class="small">${line}</span>`
              }
            </span>
          </li>
        `;
      })}
  </ol>
`;
