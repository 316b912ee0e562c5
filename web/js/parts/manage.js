/*
 * Changing a person: rename (whoever records), merge two entries of one person and erase a name (whoever administers).
 * What cannot be undone asks for the name to be typed, so that a slip of the thumb does nothing.
 */
import { entered, html, useState } from "../lib/html.js";
import { lang, t } from "../lib/i18n.js";
import { call } from "../lib/api.js";
import { forgetName } from "../lib/called_now.js";
import { newKey } from "../lib/queue.js";
import { navigate } from "../lib/router.js";
import { may } from "../lib/session.js";
import { useAnswer } from "./answer.js";
import { Sure, isTyped, useDeed } from "./deed.js";

/** @param {{ person: Api.Person, onChanged: () => void }} props */
function Rename({ person, onChanged }) {
  const [name, setName] = useState(person.name ?? "");
  const { run, busy, outcome } = useDeed();
  const rename = run(async () => {
    const now = await call("PATCH", `/v1/players/${person.id}`, { body: { name: name.trim() } });
    onChanged();
    return t("stats.renamed", { name: now.name });
  });
  return html`
    <form class="inline-form" onSubmit=${rename}>
      <label class="field">
        <span>${t("stats.new-name")}</span>
        <input
          name="rename"
          required
          maxlength="200"
          dir="auto"
          value=${name}
          onInput=${entered(setName)}
        />
      </label>
      <button type="submit" disabled=${busy}>${t("stats.rename")}</button>
    </form>
    ${outcome}
  `;
}

/** @param {{ person: Api.Person }} props */
function Merge({ person }) {
  const people = useAnswer("/v1/players", { all: "players" });
  const [into, setInto] = useState("");
  const [typed, setTyped] = useState("");
  const { run, busy, outcome } = useDeed();
  const collator = new Intl.Collator(lang());
  const others = (people.data ?? [])
    .filter((one) => one.id !== person.id && one.merged_into === null && one.name !== null)
    .sort((a, b) => collator.compare(a.name ?? "", b.name ?? ""));
  const merge = run(async () => {
    const stays = await call("POST", `/v1/players/${person.id}/merge`, { body: { into }, key: newKey() });
    navigate(`/people/${stays.id}`);
  });
  return html`
    <details class="more">
      <summary>${t("stats.merge")}</summary>
      <form onSubmit=${merge}>
        <p>${t("stats.merge-what", { name: person.name ?? `@${person.id}` })}</p>
        <label class="field">
          <span>${t("stats.merge-into")}</span>
          <select name="into" required value=${into} onChange=${entered(setInto)}>
            <option value="">${t("stats.choose")}</option>
            ${others.map(
              (one) => html`
                <option key=${one.id} value=${one.id}>${one.name} · ${t("stats.n-games", { n: one.games })}</option>
              `,
            )}
          </select>
        </label>
        <${Sure} person=${person} name="merge-sure" typed=${typed} onType=${setTyped} />
        <button type="submit" class="danger" disabled=${busy || !into || !isSure(person, typed)}>
          ${t("stats.merge-now")}
        </button>
        ${outcome}
      </form>
    </details>
  `;
}

/**
 * @param {Api.Person} person
 * @param {string} typed
 */
const isSure = (person, typed) => isTyped(typed, person.name ?? `@${person.id}`);

/** @param {{ person: Api.Person, onChanged: () => void }} props */
function Erase({ person, onChanged }) {
  const [typed, setTyped] = useState("");
  const { run, busy, outcome } = useDeed();
  const erase = run(async () => {
    await call("DELETE", `/v1/players/${person.id}`);
    if (person.name !== null) await forgetName(person.name);
    onChanged();
  });
  return html`
    <details class="more">
      <summary>${t("stats.erase")}</summary>
      <form onSubmit=${erase}>
        <p>${t("stats.erase-what", { name: person.name })}</p>
        <${Sure} name="erase-sure" typed=${typed} onType=${setTyped} />
        <button type="submit" class="danger" disabled=${busy || !isSure(person, typed)}>${t("stats.erase-now")}</button>
        ${outcome}
      </form>
    </details>
  `;
}

/** @param {{ person: Api.Person, onChanged: () => void }} props */
export const ManagePerson = ({ person, onChanged }) => html`
  <section class="manage no-print">
    <h2>${t("stats.manage")}</h2>
    ${may("record") && html`<${Rename} person=${person} onChanged=${onChanged} />`}
    ${may("admin") && html`<${Merge} person=${person} />`}
    ${may("admin") && person.name !== null && html`<${Erase} person=${person} onChanged=${onChanged} />`}
  </section>
`;
