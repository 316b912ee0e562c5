/*
 * Who has access: every token that is good, what it allows and until when, and those that no longer are. Revoking
 * cannot be undone, so that it asks for the name to be typed.
 */
import { html, useState } from "../lib/html.js";
import { clubMoment, day, t } from "../lib/i18n.js";
import { call } from "../lib/api.js";
import { dayOf } from "../lib/club.js";
import { Name } from "../lib/parts.js";
import { check } from "../lib/signin.js";
import { Sure, isTyped, useDeed } from "./deed.js";

/**
 * The most that a token may do.
 * @param {{ scopes: string[] }} token
 */
export const bestOf = ({ scopes }) => ["admin", "record"].find((scope) => scopes.includes(scope)) ?? "read";

/** @param {Api.Token} token */
const isGood = ({ revoked, expires }) => !revoked && (!expires || new Date(expires) > new Date());

/** @param {string} text */
const dated = (text) => day(dayOf(new Date(text)));

/**
 * What there is to say of a token, in the order in which one wants to know it.
 * @param {Api.Token} token
 */
function about({ created, expires, revoked }) {
  const end = revoked
    ? t("invite.revokedOn", { date: dated(revoked) })
    : !expires
      ? t("invite.goodForEver")
      : new Date(expires) > new Date()
        ? t("invite.goodUntil", { date: clubMoment(expires) })
        : t("invite.expiredOn", { date: dated(expires) });
  return [end, t("invite.madeOn", { date: dated(created) })];
}

/**
 * @param {{ token: Api.Token, own: boolean, last: boolean, onRevoked: () => void }} props
 */
function Revoke({ token, own, last, onRevoked }) {
  const [typed, setTyped] = useState("");
  const { run, busy, outcome } = useDeed();
  const revoke = run(async () => {
    await call("DELETE", `/v1/tokens/${token.id}`);
    if (own) await check();
    else onRevoked();
  });
  return html`
    <details class="more revoke">
      <summary aria-label=${t("invite.revokeOf", { label: token.label })}>${t("invite.revoke")}</summary>
      <form onSubmit=${revoke}>
        <p>${t("invite.revokeWhat")}</p>
        ${own && html`<p class="gives-away">${t("invite.revokeSelf")}</p>`}
        ${last && html`<p class="gives-away">${t("invite.revokeLast")}</p>`}
        <${Sure}
          name="revoke-sure"
          typed=${typed}
          onType=${setTyped}
          ask=${t("invite.typeLabel", { label: token.label.trim() })}
        />
        <button type="submit" class="danger" disabled=${busy || !isTyped(typed, token.label)}>
          ${t("invite.revokeNow")}
        </button>
        ${outcome}
      </form>
    </details>
  `;
}

/** @param {{ token: Api.Token, own: boolean, children?: Page.Shown }} props */
const One = ({ token, own, children }) => html`
  <li data-token=${token.id}>
    <div class="access-head">
      <strong><${Name}>${token.label}<//></strong>
      ${own && html`<span class="mark">${t("invite.here")}</span>`}
    </div>
    <p class="small muted">
      <strong>${t(`invite.scope.${bestOf(token)}`)}</strong>
      ${about(token).map((text) => html`<span key=${text}> · ${text}</span>`)}
    </p>
    ${children}
  </li>
`;

/** @param {{ tokens: Api.Token[], mine: string | null, onRevoked: () => void }} props */
export function Access({ tokens, mine, onRevoked }) {
  const newest = [...tokens].sort((a, b) => b.created.localeCompare(a.created));
  const good = newest.filter(isGood);
  const over = newest.filter((token) => !isGood(token));
  const organisers = good.filter((token) => bestOf(token) === "admin").length;
  return html`
    <ul class="bare access">
      ${good.map(
        (token) => html`
          <${One} key=${token.id} token=${token} own=${token.id === mine}>
            <${Revoke}
              token=${token}
              own=${token.id === mine}
              last=${organisers === 1 && bestOf(token) === "admin"}
              onRevoked=${onRevoked}
            />
          <//>
        `,
      )}
    </ul>
    ${
      over.length > 0 &&
      html`
        <details class="more">
          <summary>${t("invite.over", { n: over.length })}</summary>
          <ul class="bare access over">
            ${over.map((token) => html`<${One} key=${token.id} token=${token} own=${false} />`)}
          </ul>
        </details>
      `
    }
  `;
}
