/* What can be sent to friends from a game, a night or a season: a picture, and the game for the app on a phone. */
import { html } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { get } from "../lib/api.js";
import { club } from "../lib/club.js";
import { fileName } from "../lib/outward.js";
import { titleOf, useTitleName } from "../lib/titles.js";
import { words } from "../words/out.js";
import { words as titleWords } from "../words/titles.js";
import { Later } from "./later.js";

addWords(words);
addWords(titleWords);

const PICTURE = () => import("./share_picture.js");
const PHONE = () => import("./to_phone.js");
const SAID = () => import("../lib/pictures.js");

const clubName = () => club.get()?.name || "Dendro";

/**
 * @param {{ compose: () => Promise<import("../lib/picture.js").Said>, file: string, of: string }} props of: which one,
 * and which edition of it: another is another picture
 */
const Picture = ({ compose, file, of }) => html`
  <${Later} name="picture" summary=${t("out.picture")} load=${PICTURE} compose=${compose} file=${file} of=${of} />
`;

/** @param {{ info: Api.Game, rule?: Api.RulesGame }} props */
export function OutwardGame({ info, rule }) {
  const path = /** @type {const} */ (`/v1/games/${info.id}`);
  const compose = async () => {
    const [{ gamePicture }, text, score] = await Promise.all([
      SAID(),
      get(`${path}/record`, { keep: true }),
      get(`${path}/score`, { keep: true }),
    ]);
    return gamePicture({ info, rule, text, score, club: clubName() });
  };
  return html`
    <${Picture}
      compose=${compose}
      file=${fileName(titleOf(info, rule), info.day, String(info.id))}
      of=${`${info.id} ${info.last}`}
    />
    <${Later} name="phone" summary=${t("out.phone")} load=${PHONE} id=${info.id} />
  `;
}

/** @param {{ night: Api.NightPage, rules: Page.Rules }} props */
export function OutwardNight({ night, rules }) {
  const compose = async () => (await SAID()).nightPicture({ night, rules, club: clubName() });
  return html`<${Picture} compose=${compose} file=${fileName(clubName(), night.day)} of=${`${night.log_size}`} />`;
}

/** @param {{ page: Api.SeasonPage }} props */
export function OutwardSeason({ page }) {
  const title = useTitleName(page.season.title);
  const compose = async () => (await SAID()).seasonPicture({ page, title, club: clubName() });
  return html`
    <${Picture} compose=${compose} file=${fileName(page.season.name)} of=${`${page.log_size} ${title}`} />
  `;
}
