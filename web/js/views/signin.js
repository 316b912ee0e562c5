// Sign in by pasting a token; a link with #token=… does the same on its own (main.js).
import { entered, html, useState } from "../lib/html.js";
import { t } from "../lib/i18n.js";
import { Heading } from "../lib/parts.js";
import { outbox } from "../lib/queue.js";
import { navigate } from "../lib/router.js";
import { session } from "../lib/session.js";
import { closed, refusal, signIn, signOut } from "../lib/signin.js";
import { useStore } from "../lib/store.js";

/** What the token on this device may do, in a sentence. */
export function Rights() {
  const now = useStore(session);
  if (!now) return t("settings.stranger");
  const best = /** @type {const} */ (["admin", "record", "read"]).find((scope) => now.scopes?.includes(scope));
  return t(best ? `signin.${best}` : "signin.unchecked");
}

export function SignOut() {
  const items = useStore(outbox);
  return html`
    ${items.length > 0 && html`<p>${t("signin.waiting", { n: items.length })}</p>`}
    <p><button type="button" onClick=${signOut}>${t("signin.out")}</button></p>
  `;
}

export default function View() {
  const now = useStore(session);
  const shut = useStore(closed);
  const problem = useStore(refusal);
  const [text, setText] = useState("");
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    if (!text.trim()) return;
    setBusy(true);
    const good = await signIn(text);
    setBusy(false);
    if (good) navigate("/", { replace: true });
  };
  if (now) {
    return html`
      <${Heading}>${t("signin.done")}<//>
      <p><${Rights} /></p>
      <${SignOut} />
    `;
  }
  return html`
    <${Heading}>${t("signin.title")}<//>
    ${shut && html`<p>${t("signin.closed")}</p>`}
    <p>${t("signin.text")}</p>
    <form class="narrow" onSubmit=${submit}>
      <div class="field">
        <label for="token">${t("signin.token")}</label>
        <input
          id="token"
          type=${shown ? "text" : "password"}
          autocomplete="current-password"
          spellcheck=${false}
          autocapitalize="none"
          placeholder="dendro_…"
          value=${text}
          aria-describedby=${problem ? "token-trouble" : undefined}
          onInput=${entered(setText)}
        />
        <label class="row">
          <input type="checkbox" checked=${shown} onChange=${() => setShown(!shown)} /> ${t("signin.show")}
        </label>
      </div>
      <div role="alert">
        ${
          problem &&
          html`
            <p id="token-trouble" class="error">${problem.status === 429 ? problem.message : t("signin.refused")}</p>
          `
        }
      </div>
      <button class="primary" disabled=${busy}>${t("signin.title")}</button>
    </form>
  `;
}
