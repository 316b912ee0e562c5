// Audit: the checkpoint to keep, an old one checked, a game's entries proved to be in the log, and the server's own
// audit watched.
import { entered, html, useEffect, useRef, useState } from "../lib/html.js";
import { addWords, moment, t } from "../lib/i18n.js";
import { call, useApi } from "../lib/api.js";
import { setQuery } from "../lib/router.js";
import { may, session } from "../lib/session.js";
import { useStore } from "../lib/store.js";
import { Heading, Trouble } from "../lib/parts.js";
import { Shown, useAnswer } from "../parts/answer.js";
import { CopyButton } from "../parts/copy.js";
import { MOST_ENTRIES, checkGame, checkOld } from "../parts/checks.js";
import { ProofError, canHash, fromBase64, toHex } from "../parts/proof.js";
import { QrCode } from "../parts/qr.js";
import { words } from "../words/audit.js";

addWords(words);

// ---- the checkpoint ----

/**
 * A file without a server: the text goes into an object URL for as long as the link is there.
 * @param {{ text: string, name: string }} props
 */
function SaveLink({ text, name }) {
  const [url, setUrl] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [text]);
  return url && html`<a class="button" href=${url} download=${name}>${t("audit.download")}</a>`;
}

/** @param {{ text: string, keyText: string }} props */
function Checkpoint({ text, keyText }) {
  const size = Number(text.split("\n")[1]);
  return html`
    <p>${t("audit.checkpoint-what")}</p>
    <div class="checkpoint">
      <div>
        <p class="muted">${t("audit.entries", { n: size })}</p>
        <pre class="note-text" tabindex="0" role="region" aria-label=${t("audit.checkpoint-text")}>
          ${text.trimEnd()}
        </pre>
        <div class="row">
          <${CopyButton} text=${text} />
          <${SaveLink} text=${text} name=${`checkpoint-${size}.txt`} />
        </div>
      </div>
      <${QrCode} text=${text} label=${t("audit.qr")} />
    </div>
    <details class="more">
      <summary>${t("audit.key")}</summary>
      <p>${t("audit.key-what")}</p>
      <pre class="note-text" tabindex="0" role="region" aria-label=${t("audit.key")}>${keyText}</pre>
      <div class="row"><${CopyButton} text=${keyText} /></div>
    </details>
  `;
}

// ---- what was checked ----

/** @type {Record<string, string>} */
const SIGNS = { good: "✓", bad: "✗", unknown: "?" };

/** @param {{ steps: import("../parts/checks.js").Step[] }} props */
const Steps = ({ steps }) => html`
  <ul class="bare steps">
    ${steps.map(
      (one) => html`
        <li key=${one.id} class=${one.state} data-step=${one.id}>
          <span class="sign" aria-hidden="true">${SIGNS[one.state]}</span>
          <span>
            ${t(`audit.step.${one.id}`, one.values)}
            ${t("audit.colon")} <strong>${t(`audit.state.${one.state}`)}</strong>
            ${one.detail && html`<br /><span class="small">${t(`audit.${one.detail}`)}</span>`}
          </span>
        </li>
      `,
    )}
  </ul>
`;

/** @param {{ verdict: string, good: string }} props */
const Verdict = ({ verdict, good }) => html`
  <p class=${`verdict ${verdict}`} data-verdict=${verdict}>
    ${verdict === "good" ? good : t(verdict === "failed" ? "audit.failed" : "audit.almost")}
  </p>
`;

/**
 * Runs a check and keeps its outcome; what was pasted may be unreadable, the server may be away.
 * @template T
 * @param {(...given: string[]) => Promise<T>} check
 */
function useCheck(check) {
  /** @typedef {{ result: T | null, error: unknown, busy: boolean }} State */
  const [state, setState] = useState(/** @type {State} */ ({ result: null, error: null, busy: false }));
  const turn = useRef(0);
  const run = async (/** @type {string[]} */ ...given) => {
    const mine = ++turn.current;
    setState({ result: null, error: null, busy: true });
    try {
      const result = await check(...given);
      if (mine === turn.current) setState({ result, error: null, busy: false });
    } catch (error) {
      if (mine === turn.current) setState({ result: null, error, busy: false });
    }
  };
  return { ...state, run };
}

/** @param {{ error: unknown }} props */
const CheckTrouble = ({ error }) =>
  error instanceof ProofError
    ? html`<p class="trouble" role="alert">${t("audit.could-not")} ${t(`audit.unread.${error.reason}`)}</p>`
    : html`<${Trouble} error=${error} />`;

const NoCrypto = () => html`<p class="trouble" data-verdict="impossible">${t("audit.no-crypto")}</p>`;

function OldCheckpoint() {
  const [text, setText] = useState("");
  const [key, setKey] = useState("");
  const { result, error, busy, run } = useCheck(checkOld);
  if (!canHash()) return html`<${NoCrypto} />`;
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    void run(text, key);
  };
  return html`
    <form onSubmit=${submit}>
      <label class="field">
        <span>${t("audit.paste")}</span>
        <textarea
          name="checkpoint"
          class="note-text"
          rows="6"
          required
          spellcheck=${false}
          value=${text}
          onInput=${entered(setText)}
        ></textarea>
      </label>
      <label class="field">
        <span>${t("audit.paste-key")}</span>
        <input
          name="key"
          class="note-text"
          spellcheck=${false}
          autocomplete="off"
          value=${key}
          onInput=${entered(setKey)}
        />
      </label>
      <button type="submit" class="primary" disabled=${busy}>${t("audit.check")}</button>
    </form>
    <div role="status" class="outcome">
      ${busy && html`<p>${t("audit.checking")}</p>`}
      ${
        result &&
        html`
          <${Verdict} verdict=${result.verdict} good=${t("audit.unchanged", { first: result.first })} />
          <${Steps} steps=${result.steps} />
        `
      }
    </div>
    ${error && html`<${CheckTrouble} error=${error} />`}
  `;
}

// ---- a game ----

/** @param {{ entry: Api.LogEntry }} props */
const Entry = ({ entry }) => html`
  <li>
    <p class="muted small">
      ${t("audit.where-entry", {
        n: entry.seq,
      })} · ${entry.kind} · ${moment(new Date(entry.at).toISOString())} · ${t("audit.by", { author: entry.author })}
    </p>
    <pre class="note-text" tabindex="0" role="region" aria-label=${t("audit.where-entry", { n: entry.seq })}>
      ${entry.body}
    </pre>
  </li>
`;

/**
 * Where a finding is, in words.
 * @param {Api.Finding} finding
 */
const whereOf = (finding) =>
  /** @type {const} */ (["game", "seat", "ply", "entry"])
    .filter((field) => finding[field] !== null && finding[field] !== undefined)
    .map((field) => t(`audit.where-${field}`, { n: String(finding[field]) }))
    .join(", ");

/** @param {{ findings: Api.Finding[] }} props */
const Findings = ({ findings }) => html`
  <ul class="bare findings">
    ${findings.map(
      (finding, i) => html`
        <li key=${i} class=${finding.note ? "note" : "wrong"}>
          ${
            finding.game
              ? html`<a href=${`/audit?game=${finding.game}`}>${whereOf(finding)}</a>`
              : html`<span>${whereOf(finding)}</span>`
          }
          ${finding.field && html` <span class="muted">${finding.field}</span>`}
          ${t("audit.colon")} ${finding.message}
        </li>
      `,
    )}
  </ul>
`;

/** @param {{ number: string, result: Awaited<ReturnType<typeof checkGame>> }} props */
function GameOutcome({ number: id, result }) {
  const replayed = useAnswer(`/v1/games/${id}/audit`);
  return html`
    <${Verdict} verdict=${result.verdict} good=${t("audit.included", { n: result.entries.length, game: id })} />
    ${!result.whole && html`<p>${t("audit.included-some", { n: MOST_ENTRIES })}</p>`}
    <${Steps} steps=${result.steps} />
    <h3>${t("audit.replayed")}</h3>
    <${Shown} answer=${replayed}>
      ${(/** @type {{ findings: Api.Finding[] }} */ data) =>
        data.findings.length === 0
          ? html`<p data-replayed="good">${t("audit.replayed-good")}</p>`
          : html`<${Findings} findings=${data.findings} />`}
    <//>
    <p><a href=${`/games/${id}`}>${t("audit.see-game")}</a></p>
    <details class="more">
      <summary>${t("audit.game-entries")}</summary>
      <ol class="bare entries">${result.entries.map((entry) => html`<${Entry} key=${entry.seq} entry=${entry} />`)}</ol>
    </details>
  `;
}

/** @param {{ query: URLSearchParams }} props */
function Game({ query }) {
  const asked = query.get("game") ?? "";
  const [number, setNumber] = useState(asked);
  const [checked, setChecked] = useState("");
  const { result, error, busy, run } = useCheck(checkGame);
  /** @param {string} id */
  const start = (id) => {
    setChecked(id);
    void run(id);
  };
  useEffect(() => {
    if (!/^[1-9][0-9]*$/.test(asked) || !canHash()) return;
    setNumber(asked);
    start(asked);
  }, [asked]);
  const form = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    // Who came for one game wants to see how it came out, not the checkpoint above it.
    if ((result || error) && checked === asked) form.current?.closest("section")?.scrollIntoView({ block: "start" });
  }, [result, error]);
  if (!canHash()) return html`<${NoCrypto} />`;
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    if (number === asked) start(number);
    else setQuery({ game: number });
  };
  return html`
    <p>${t("audit.game-what")}</p>
    <form class="inline-form" ref=${form} onSubmit=${submit}>
      <label class="field">
        <span>${t("audit.game-number")}</span>
        <input
          name="game"
          inputmode="numeric"
          pattern="[1-9][0-9]*"
          required
          value=${number}
          onInput=${entered((text) => setNumber(text.trim()))}
          autocomplete="off"
        />
      </label>
      <button type="submit" class="primary" disabled=${busy}>${t("audit.check")}</button>
    </form>
    <div role="status" class="outcome">${busy && html`<p>${t("audit.checking")}</p>`}</div>
    ${
      result &&
      html`
        <div class="outcome" id="game-outcome">
          <${GameOutcome} key=${checked} number=${checked} result=${result} />
        </div>
      `
    }
    ${error && html`<${CheckTrouble} error=${error} />`}
  `;
}

// ---- the server's own audit ----

const WATCH = 500;

/** @param {{ report: Api.Audit, root: string | null }} props */
function Report({ report, root }) {
  const { summary, found = 0 } = report;
  if (!summary) return null;
  const wrong = (report.findings ?? []).filter((finding) => !finding.note);
  const notes = (report.findings ?? []).filter((finding) => finding.note);
  const counts = { n: summary.findings, entries: summary.entries, games: summary.games, plies: summary.plies };
  return html`
    <p
      class=${`verdict ${summary.findings === 0 ? "good" : "failed"}`}
      data-verdict=${summary.findings === 0 ? "good" : "failed"}
    >
      ${summary.findings === 0 ? t("audit.clean", counts) : t("audit.found", counts)}
    </p>
    <p class="small muted">
      ${t("audit.root")}
      ${t("audit.colon")} <code class="hash">
        ${summary.root}
      </code> ${root && `(${t(summary.root === root ? "audit.root-same" : "audit.root-other")})`}
    </p>
    ${wrong.length > 0 && html`<h3>${t("audit.findings")}</h3><${Findings} findings=${wrong} />`}
    ${
      notes.length > 0 &&
      html`<h3>${t("audit.notes")}</h3><p>${t("audit.notes-what")}</p><${Findings} findings=${notes} />`
    }
    ${
      found > wrong.length + notes.length &&
      html`<p>${t("audit.only-shown", { shown: wrong.length + notes.length, n: found })}</p>`
    }
  `;
}

/** @param {{ root: string | null }} props */
function Whole({ root }) {
  const { data, error, reload } = useApi("/v1/audit");
  const [started, setStarted] = useState(/** @type {{ error: unknown }} */ ({ error: null }));
  const [quick, setQuick] = useState(false);
  const running = data?.state === "running";
  useEffect(() => {
    if (!running) return undefined;
    const timer = setTimeout(reload, WATCH);
    return () => clearTimeout(timer);
  }, [data]);
  /** @param {Event} event */
  const start = async (event) => {
    event.preventDefault();
    setStarted({ error: null });
    try {
      await call("POST", "/v1/audit", { body: { results_only: quick } });
      reload();
    } catch (refused) {
      setStarted({ error: refused });
    }
  };
  return html`
    <p>${t("audit.whole-what")}</p>
    ${
      may("admin")
        ? html`
          <form class="row" onSubmit=${start}>
            <button type="submit" class="primary" disabled=${running}>${t("audit.start")}</button>
            <label class="row">
              <input
                type="checkbox"
                name="results"
                checked=${quick}
                onChange=${() => setQuick(!quick)}
              /> ${t("audit.results-only")}
            </label>
          </form>
        `
        : html`<p class="muted">${t("audit.need-admin")}</p>`
    }
    ${started.error && html`<${Trouble} error=${started.error} />`}
    ${error && html`<${Trouble} error=${error} retry=${reload} />`}
    <div class="outcome" id="audit-outcome" role="status">
      ${data?.state === "none" && html`<p>${t("audit.never")}</p>`}
      ${
        running &&
        html`
          <label class="field progress">
            <span>${t("audit.running", { done: data.done ?? 0, total: data.total ?? 0 })}</span>
            <progress max=${data.total || 1} value=${data.done ?? 0}></progress>
          </label>
        `
      }
      ${
        data?.state === "failed" &&
        html`<p class="verdict failed" data-verdict="failed">${t("audit.broke", { why: data.error ?? "" })}</p>`
      }
      ${data?.state === "done" && data.summary && html`<${Report} report=${data} root=${root} />`}
    </div>
  `;
}

/**
 * The root of a checkpoint in hexadecimal, as the audit's summary writes it.
 * @param {string} text
 */
function rootOf(text) {
  try {
    return toHex(fromBase64(text.split("\n")[2]));
  } catch {
    return null;
  }
}

/** @param {Page.View} props */
export default function Audit({ query }) {
  const checkpoint = useAnswer("/v1/log/checkpoint");
  const key = useAnswer("/v1/log/key");
  useStore(session);
  return html`
    <${Heading}>${t("audit.title")}<//>
    <p>${t("audit.what")}</p>
    <section aria-labelledby="audit-checkpoint">
      <h2 id="audit-checkpoint">${t("audit.checkpoint")}</h2>
      <${Shown} answer=${checkpoint}>
        ${(/** @type {string} */ text) => html`<${Checkpoint} text=${text} keyText=${(key.data ?? "").trim()} />`}
      <//>
    </section>
    <section aria-labelledby="audit-old" id="old">
      <h2 id="audit-old">${t("audit.verify")}</h2>
      <${OldCheckpoint} />
    </section>
    <section aria-labelledby="audit-game" id="game">
      <h2 id="audit-game">${t("audit.game")}</h2>
      <${Game} query=${query} />
    </section>
    <section aria-labelledby="audit-whole" id="whole">
      <h2 id="audit-whole">${t("audit.whole")}</h2>
      <${Whole} root=${checkpoint.data && rootOf(checkpoint.data)} />
    </section>
  `;
}
