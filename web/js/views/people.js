// Everybody at the club: search, add, and the ways on to leaderboard, records and nights.
import { entered, html, useMemo, useState } from "../lib/html.js";
import { useChosen } from "../lib/chosen.js";
import { addWords, number, t } from "../lib/i18n.js";
import { call } from "../lib/api.js";
import { plain } from "../lib/combo.js";
import { newKey } from "../lib/queue.js";
import { useMine } from "../lib/mine.js";
import { may, session } from "../lib/session.js";
import { useStore } from "../lib/store.js";
import { Heading, Name, Trouble } from "../lib/parts.js";
import { Shown, useAnswer } from "../parts/answer.js";
import { FigureTable, sortRows } from "../parts/table.js";
import { Source } from "../parts/why.js";
import { words } from "../words/stats.js";

addWords(words);

const PLACES = [
  ["/leaderboard", "stats.leaderboard"],
  ["/seasons", "stats.seasons"],
  ["/records", "stats.records"],
  ["/titles", "stats.titles"],
  ["/nights", "stats.nights"],
  ["/years", "stats.year"],
];

/** @param {{ onAdded: () => void }} props */
function AddPerson({ onAdded }) {
  const [name, setName] = useState("");
  const [state, setState] = useState(/** @type {{ error: unknown, done: string }} */ ({ error: null, done: "" }));
  const key = useMemo(newKey, [name]); // the same name sent again after a lost answer is the same person
  /** @param {Event} event */
  const add = async (event) => {
    event.preventDefault();
    try {
      const person = await call("POST", "/v1/players", { body: { name: name.trim() }, key });
      setName("");
      setState({ error: null, done: person.name ?? "" });
      onAdded();
    } catch (error) {
      setState({ error, done: "" });
    }
  };
  return html`
    <details class="more no-print">
      <summary>${t("stats.add-person")}</summary>
      <form class="inline-form" onSubmit=${add}>
        <label class="field">
          <span>${t("stats.name")}</span>
          <input
            name="name"
            required
            maxlength="200"
            dir="auto"
            value=${name}
            onInput=${entered(setName)}
            autocomplete="off"
          />
        </label>
        <button type="submit" class="primary">${t("stats.add")}</button>
      </form>
      ${state.error && html`<${Trouble} error=${state.error} />`}
      <p role="status">${state.done && t("stats.added", { name: state.done })}</p>
    </details>
  `;
}

/** @param {{ people: Api.Person[], answer: Page.Answer<Api.Person[]> }} props */
function People({ people, answer }) {
  const [search, setSearch] = useChosen("people search", "");
  const [sort, setSort] = useChosen("people sort", { by: "name", down: false });
  const me = useMine();
  const known = people.filter((person) => person.merged_into === null);
  const found = known.filter((person) => plain(person.name ?? "").includes(plain(search)));
  /** @type {Page.Column<Api.Person>[]} */
  const columns = [
    {
      id: "name",
      name: t("stats.name"),
      head: true,
      fixed: true,
      of: (person) => person.name,
      show: (person) => html`
        <a class="person" href=${`/people/${person.id}`}>
          ${
            person.name === null
              ? html`<span class="muted">${t("person.erased")}</span>`
              : html`<${Name}>${person.name}<//>`
          }
        </a>
        ${person.id === me && html`${" "}<span class="me-mark">${t("mine.you")}</span>`}
      `,
    },
    {
      id: "games",
      name: t("stats.games"),
      kind: "count",
      fixed: true,
      of: (person) => person.games,
      show: (person) => number(person.games),
    },
  ];
  return html`
    <label class="field search no-print">
      <span>${t("stats.search")}</span>
      <input
        type="search"
        name="search"
        value=${search}
        onInput=${entered(setSearch)}
        autocomplete="off"
        dir="auto"
      />
    </label>
    ${
      found.length === 0
        ? html`<p class="nothing">${t("stats.nobody")}</p>`
        : html`
          <div class="narrow-table">
            <${FigureTable}
              caption=${t("stats.people")}
              quiet
              columns=${columns}
              rows=${sortRows(found, columns, sort)}
              keyOf=${(/** @type {Api.Person} */ person) => person.id}
              sort=${sort}
              onSort=${setSort}
            />
          </div>
        `
    }
    <${Source} url=${answer.url} n=${t("stats.n-people", { n: found.length })} />
  `;
}

export default function Everybody() {
  const answer = useAnswer("/v1/players", { all: "players", keep: true });
  useStore(session);
  return html`
    <${Heading}>${t("stats.people")}<//>
    <ul class="places">${PLACES.map(([to, key]) => html`<li key=${to}><a href=${to}>${t(key)}</a></li>`)}</ul>
    ${may("record") && html`<${AddPerson} onAdded=${answer.reload} />`}
    <${Shown} answer=${answer}>
      ${(/** @type {Api.Person[]} */ people) => html`<${People} people=${people} answer=${answer} />`}
    <//>
  `;
}
