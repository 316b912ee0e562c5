// In and out: games of other programs are looked at and taken in, past imports undone, games handed out as files.
import { html, useState } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { useApi } from "../lib/api.js";
import { Heading } from "../lib/parts.js";
import { may, session } from "../lib/session.js";
import { useStore } from "../lib/store.js";
import { ExportForm } from "../parts/export_form.js";
import { ImportFile } from "../parts/import_file.js";
import { PastImports } from "../parts/import_undo.js";
import { words as clubWords } from "../words/club.js";
import { words } from "../words/exchange.js";
import { words as outWords } from "../words/out.js";
import { Back } from "./club.js";

addWords(clubWords);
addWords(words);
addWords(outWords);

/** @param {{ onChanged: () => void }} props */
function Import({ onChanged }) {
  const past = useApi("/v1/imports");
  const [undone, setUndone] = useState(/** @type {Api.ImportUndone[]} */ ([]));
  const changed = () => {
    past.reload();
    onChanged();
  };
  const onImported = () => {
    setUndone([]); // what was undone may count again
    changed();
  };
  /** @param {Api.ImportUndone} one */
  const onUndone = (one) => {
    setUndone((old) => [...old.filter((other) => other.import !== one.import), one]);
    changed();
  };
  return html`
    <${ImportFile} undone=${undone} onImported=${onImported} onUndone=${onUndone} />
    <${PastImports} past=${past} undone=${undone} onUndone=${onUndone} />
  `;
}

/** @param {Page.View} props */
export default function View({ query }) {
  useStore(session);
  const [round, setRound] = useState(0); // an import brings people and titles to choose from
  const onChanged = () => setRound((n) => n + 1);
  const asked = [...query.keys()].length > 0; // a list led here with its filters: what it wants comes first
  const sections = [
    html`
      <section key="in" class="exchange-in">
        <h2>${t("import.title")}</h2>
        ${may("record") ? html`<${Import} onChanged=${onChanged} />` : html`<p class="muted">${t("import.denied")}</p>`}
      </section>
    `,
    html`<section key="out" class="exchange-out"><${ExportForm} query=${query} round=${round} /></section>`,
  ];
  return html`
    <${Back} />
    <${Heading}>${t("exchange.title")}<//>
    <div class="exchange">${asked ? sections.reverse() : sections}</div>
  `;
}
