/*
 * Changing a title, for an admin. A new name can be taken back, so it happens at once and offers that; two titles that
 * become one cannot be parted, so that asks for the name.
 */
import { entered, html, useState } from "../lib/html.js";
import { lang, named, t } from "../lib/i18n.js";
import { call, useApi } from "../lib/api.js";
import { navigate } from "../lib/router.js";
import { Sure, isTyped, useDeed } from "./deed.js";

/** @param {{ title: Api.TitlePage, onChanged: () => void }} props */
function Rename({ title, onChanged }) {
  const [name, setName] = useState(named(title.name));
  const [before, setBefore] = useState("");
  const { run, busy, outcome } = useDeed();
  /**
   * @param {string} to
   * @param {string} was
   */
  const give = (to, was) =>
    run(async () => {
      const now = await call("PATCH", `/v1/titles/${encodeURIComponent(title.id)}`, { body: { name: to } });
      setName(named(now.name));
      setBefore(was);
      onChanged();
      return t("title.renamed", { name: named(now.name) });
    });
  return html`
    <form class="inline-form" onSubmit=${give(name.trim(), named(title.name))}>
      <label class="field">
        <span>${t("title.new-name")}</span>
        <input name="rename" required maxlength="120" dir="auto" value=${name} onInput=${entered(setName)} />
      </label>
      <button type="submit" disabled=${busy}>${t("title.rename")}</button>
    </form>
    <p class="muted small">${t("title.rename-what")}</p>
    ${outcome}
    ${
      before &&
      html`<p><button type="button" disabled=${busy} onClick=${give(before, "")}>${t("title.undo")}</button></p>`
    }
  `;
}

/** @param {{ title: Api.TitlePage }} props */
function Merge({ title }) {
  const { data } = useApi("/v1/titles");
  const [into, setInto] = useState("");
  const [typed, setTyped] = useState("");
  const { run, busy, outcome } = useDeed();
  const collator = new Intl.Collator(lang());
  const others = (data?.titles ?? [])
    .filter(({ id, merged_into }) => id !== title.id && !merged_into)
    .map(({ id, name, plays }) => ({ id, text: named(name) || id, plays }))
    .sort((a, b) => collator.compare(a.text, b.text));
  const name = named(title.name);
  const merge = run(async () => {
    const stays = await call("PATCH", `/v1/titles/${encodeURIComponent(title.id)}`, { body: { into } });
    navigate(`/titles/${encodeURIComponent(stays.id)}`);
  });
  return html`
    <details class="more">
      <summary>${t("title.merge")}</summary>
      <form onSubmit=${merge}>
        <p>${t("title.merge-what", { n: title.plays })} ${t("title.merge-for-good", { name })}</p>
        <label class="field">
          <span>${t("title.merge-into")}</span>
          <select name="into" required value=${into} onChange=${entered(setInto)}>
            <option value="">${t("stats.choose")}</option>
            ${others.map(
              ({ id, text, plays }) => html`
                <option key=${id} value=${id}>${text} · ${t("stats.n-games", { n: plays })}</option>
              `,
            )}
          </select>
        </label>
        <${Sure} name="merge-sure" typed=${typed} onType=${setTyped} />
        <button type="submit" class="danger" disabled=${busy || !into || !isTyped(typed, name)}>
          ${t("title.merge-now")}
        </button>
        ${outcome}
      </form>
    </details>
  `;
}

/** @param {{ title: Api.TitlePage, onChanged: () => void }} props */
export const ManageTitle = ({ title, onChanged }) => html`
  <section class="manage no-print">
    <h2>${t("title.manage")}</h2>
    <${Rename} title=${title} onChanged=${onChanged} />
    <${Merge} title=${title} />
  </section>
`;
