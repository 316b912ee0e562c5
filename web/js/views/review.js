// The review of a game: where it was won, what each decision cost and what would have been better, and what the cards
// could have made. Until it is made: a way to ask for it, how far it is, or why there is none.
import { html, useMemo } from "../lib/html.js";
import { addWords, day, moment, t } from "../lib/i18n.js";
import { useApi } from "../lib/api.js";
import { Heading, Names, Trouble, Waiting, seatName } from "../lib/parts.js";
import { made, reviewable, useReview } from "../lib/reviews.js";
import { navigate } from "../lib/router.js";
import { titleOf } from "../lib/titles.js";
import { namesOf, useBoards } from "../draw/all.js";
import { Chance } from "../parts/review_chance.js";
import { Decisions } from "../parts/review_decisions.js";
import { BestForests } from "../parts/review_forest.js";
import { ReviewPlayers } from "../parts/review_players.js";
import { ReviewUnmade } from "../parts/review_ask.js";
import { Explained } from "../parts/why.js";
import { words as gameWords } from "../words/replay.js";
import { words } from "../words/review.js";
import { words as statsWords } from "../words/stats.js";

addWords(gameWords);
addWords(statsWords);
addWords(words);

/** @param {{ review: Api.Reviewed, info: Api.Game, query: URLSearchParams }} props */
function Made({ review, info, query }) {
  const loaded = useBoards(info.id, info.game);
  const who = useMemo(() => namesOf(info), [info]);
  if (!loaded) return html`<${Waiting} />`;
  const go = (/** @type {number} */ at) => navigate(`/games/${info.id}/replay?at=${at}`);
  return html`
    <${Chance} review=${review} info=${info} who=${who} onGo=${go} />
    <${ReviewPlayers} review=${review} who=${who} />
    <${Decisions} review=${review} info=${info} query=${query} who=${who} ...${loaded} />
    <${BestForests} review=${review} who=${who} boards=${loaded.boards} />
    <p class="source">
      <span>${t("review.source", { budget: review.budget, when: moment(review.made_at ?? "") })}</span>${" "}
      <${Explained} name=${t("review.source.how")} text=${t("review.source.why")} />
    </p>
  `;
}

/** @param {{ info: Api.Game, query: URLSearchParams }} props */
function Review({ info, query }) {
  const asked = useReview(String(info.id));
  const whole = made(asked.review);
  if (whole) return html`<${Made} review=${whole} info=${info} query=${query} />`;
  if (asked.error) return html`<${Trouble} error=${asked.error} retry=${asked.reload} />`;
  if (!asked.review && !asked.none) return html`<${Waiting} />`;
  return html`<${ReviewUnmade} asked=${asked} />`;
}

/** @param {Page.View} props */
export default function View({ params, query }) {
  const { data: info, error, reload } = useApi(`/v1/games/${params.id}`, { keep: true });
  const { data: all } = useApi("/v1/rules", { keep: true });
  const rules = all?.games.find(({ game }) => game === info?.game);
  const back = html`<p class="back-line"><a class="back" href=${`/games/${params.id}`}>← ${t("review.back")}</a></p>`;
  const trouble = error && !info;
  if (trouble || !info || !all) {
    return html`
      ${back}<${Heading}>${t("review.title")}<//>
      ${trouble ? html`<${Trouble} error=${error} retry=${reload} />` : html`<${Waiting} />`}
    `;
  }
  const title = titleOf(info, rules);
  const number = t("games.number", { n: String(info.id) });
  const facts = [title, info.day && day(info.day), info.place, number].filter(Boolean);
  return html`
    <article class="review">
      ${back}
      <${Heading} title=${`${t("review.title")} · ${title} · ${number}`}>${t("review.title")}<//>
      <p class="review-who">
        <${Names}
          names=${info.seats.map(seatName)}
          links=${info.seats.map(({ person }) => (person ? `/people/${person}` : undefined))}
        />
      </p>
      <p class="muted small facts">${facts.join("\u00a0· ")}</p>
      ${
        reviewable(info, rules)
          ? html`<${Review} info=${info} query=${query} />`
          : html`<p><strong>${t("review.none")}</strong> ${t("review.none.text")}</p>`
      }
    </article>
  `;
}
