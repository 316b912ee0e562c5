// The club's year on one page, for the screen and for one sheet of paper: how much, what, who, and what was new.
import { html, useEffect } from "../lib/html.js";
import { addWords, day, month, named, number, points, t, today } from "../lib/i18n.js";
import { useApi } from "../lib/api.js";
import { useClub } from "../lib/club_name.js";
import { navigate } from "../lib/router.js";
import { Heading, Name, Names, Trouble, Waiting } from "../lib/parts.js";
import { Shown, useAnswer } from "../parts/answer.js";
import { Source } from "../parts/why.js";
import { words as statsWords } from "../words/stats.js";
import { words } from "../words/years.js";

addWords(statsWords);
addWords(words);

/** As many as one sheet of paper has room for. */
const ROWS = 10;
const RECORDS = 8;
const PEOPLE = 24;
const TITLES = 16;
const HOUR = 60;

/** @param {{ n: number, name: string }} props */
const Big = ({ n, name }) => html`<div><dd class="num">${number(n)}</dd><dt>${name}</dt></div>`;

/** @param {{ year: Api.Year }} props */
const Sums = ({ year: { games, nights, people, titles_count, minutes, timed } }) => html`
  <dl class="year-sums">
    <${Big} n=${games} name=${t("year.games", { n: games })} />
    <${Big} n=${nights} name=${t("year.nights", { n: nights })} />
    <${Big} n=${people} name=${t("year.people", { n: people })} />
    <${Big} n=${titles_count} name=${t("year.titles", { n: titles_count })} />
    ${
      minutes >= HOUR &&
      html`
        <${Big}
          n=${Math.round(minutes / HOUR)}
          name=${timed < games ? t("year.hours-of", { n: timed }) : t("year.hours", { n: Math.round(minutes / HOUR) })}
        />
      `
    }
  </dl>
`;

/**
 * A bar a month, as high as it has games; the number stands on it, and the whole in words for whoever hears it.
 * @param {{ year: Api.Year }} props
 */
function Months({ year: { year, months } }) {
  const most = Math.max(1, ...months.map(({ games }) => games));
  return html`
    <h2>${t("year.months")}</h2>
    <ol class="bare year-months">
      ${months.map(({ month: n, games, nights }) => {
        const name = month(`${year}-${String(n).padStart(2, "0")}-01`);
        return html`
          <li key=${n} style=${{ "--part": String(games / most) }}>
            <span class="unseen">${t("year.month", { month: name, games, nights })}</span>
            <span class="num" aria-hidden="true">${games > 0 ? number(games) : ""}</span>
            <span class="bar" aria-hidden="true"></span>
            <span class="name" aria-hidden="true">${name}</span>
          </li>
        `;
      })}
    </ol>
  `;
}

/**
 * Where everything is new, as in a club's first year, it is not said of each.
 * @param {{ is: boolean, of: { new: boolean }[] }} props
 */
const New = ({ is, of }) =>
  is && of.some((one) => !one.new) ? html` <span class="new-mark">${t("year.new")}</span>` : null;

/**
 * @param {{ all: number, shown: number }} props
 */
const More = ({ all, shown }) =>
  all > shown ? html`<p class="muted small">${t("year.more", { n: all - shown })}</p>` : null;

/** @param {{ year: Api.Year }} props */
const Played = ({ year: { titles, titles_count } }) => html`
  <section>
    <h2>${t("year.played")}</h2>
    <table>
      <caption class="unseen">${t("year.played")}</caption>
      <thead>
        <tr><th scope="col">${t("year.title-name")}</th><th scope="col" class="num">${t("stats.games")}</th></tr>
      </thead>
      <tbody>
        ${titles.slice(0, ROWS).map(
          ({ id, name, games, new: fresh }) => html`
            <tr key=${id}>
              <th scope="row">
                <a href=${`/titles/${encodeURIComponent(id)}`}><${Name}>${named(name) || id}<//></a>
                <${New} is=${fresh} of=${titles} />
              </th>
              <td class="num">${number(games)}</td>
            </tr>
          `,
        )}
      </tbody>
    </table>
    <${More} all=${Math.max(titles.length, titles_count)} shown=${Math.min(titles.length, ROWS)} />
  </section>
`;

/** @param {{ year: Api.Year }} props */
const Came = ({ year: { people_top, people } }) => html`
  <section>
    <h2>${t("year.came")}</h2>
    <table>
      <caption class="unseen">${t("year.came")}</caption>
      <thead>
        <tr>
          <th scope="col">${t("stats.player")}</th>
          ${["games", "nights", "wins"].map((id) => html`<th scope="col" class="num">${t(`stats.${id}`)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${people_top.slice(0, ROWS).map(
          ({ player, handle, games, nights, wins, new: fresh }) => html`
            <tr key=${handle}>
              <th scope="row">
                <a href=${`/people/${handle}`}><${Name}>${player}<//></a><${New} is=${fresh} of=${people_top} />
              </th>
              <td class="num">${number(games)}</td>
              <td class="num">${number(nights)}</td>
              <td class="num">${number(wins)}</td>
            </tr>
          `,
        )}
      </tbody>
    </table>
    <${More} all=${people} shown=${Math.min(people_top.length, ROWS)} />
  </section>
`;

/**
 * Names as a sentence has them, each a link, and how many more there are.
 * @param {{ names: string[], links: string[], most: number, all?: number }} props
 */
const Some = ({ names, links, most, all = names.length }) => html`
  <p>
    <${Names} names=${names.slice(0, most)} links=${links.slice(0, most)} />
    ${all > most && html` ${t("year.more", { n: all - Math.min(most, names.length) })}`}
  </p>
`;

/** @param {{ year: Api.Year }} props */
const Evenings = ({ year: { seasons, longest_night, pair } }) => html`
  ${
    seasons.length > 0 &&
    html`
      <h2>${t("year.seasons")}</h2>
      <ul class="bare year-list">
        ${seasons.map(
          ({ id, name, winners }) => html`
            <li key=${id}>
              <a href=${`/seasons/${id}`}><${Name}>${name}<//></a>
              ${
                winners.length > 0 &&
                html`
                  <span class="muted">${t("year.won-by")}</span>
                  <span>
                    <${Names}
                      names=${winners.map(({ player }) => player)}
                      links=${winners.map(({ handle }) => `/people/${handle}`)}
                    />
                  </span>
                `
              }
            </li>
          `,
        )}
      </ul>
    `
  }
  ${
    longest_night &&
    html`
      <h2>${t("year.longest")}</h2>
      <p>
        <a href=${`/nights/${longest_night.day}`}>${day(longest_night.day)}</a>
        ${" "}<span class="muted">${t("year.longest-text", { n: longest_night.games })}</span>
      </p>
    `
  }
  ${
    pair &&
    html`
      <h2>${t("year.pair")}</h2>
      <p>
        <${Names}
          names=${[pair.a.player, pair.b.player]}
          links=${[`/people/${pair.a.handle}`, `/people/${pair.b.handle}`]}
        />
        ${" "}<span class="muted">${t("year.pair-text", { n: pair.games })}</span>
      </p>
    `
  }
`;

/** @param {{ year: Api.Year }} props */
const News = ({ year: { records, new_people, new_titles, new_people_count, new_titles_count } }) => html`
  ${
    records.length > 0 &&
    html`
      <h2>${t("year.records")}</h2>
      <ul class="bare year-list">
        ${records.slice(0, RECORDS).map(
          ({ title, value, player, handle, id }) => html`
            <li key=${`${id} ${handle} ${value}`}>
              <a href=${`/games/${id}`}><${Name}>${named(title)}<//></a>
              <strong class="num">${points(value)}</strong>
              <a class="quiet" href=${`/people/${handle}`}><${Name}>${player}<//></a>
            </li>
          `,
        )}
      </ul>
      <${More} all=${records.length} shown=${RECORDS} />
    `
  }
  ${
    new_titles.length > 0 &&
    html`
      <h2>${t("year.new-titles")}</h2>
      <${Some}
        names=${new_titles.map(({ id, name }) => named(name) || id)}
        links=${new_titles.map(({ id }) => `/titles/${encodeURIComponent(id)}`)}
        most=${TITLES}
        all=${new_titles_count}
      />
    `
  }
  ${
    new_people.length > 0 &&
    html`
      <h2>${t("year.new-people")}</h2>
      <${Some}
        names=${new_people.map(({ player }) => player)}
        links=${new_people.map(({ handle }) => `/people/${handle}`)}
        most=${PEOPLE}
        all=${new_people_count}
      />
    `
  }
`;

/** @param {{ year: string, years: Api.Years | null }} props */
const Others = ({ year, years }) => html`
  <div class="row spread no-print">
    <p class="row ways" role="group" aria-label=${t("year.others")}>
      ${(years && years.years.length > 1 ? years.years : []).map(
        ({ year: one }) => html`
          <a key=${one} href=${`/years/${one}`} aria-current=${String(one) === year ? "page" : undefined}>
            ${String(one)}
          </a>
        `,
      )}
    </p>
    <button type="button" onClick=${() => print()}>${t("stats.print")}</button>
  </div>
`;

/** @param {{ year: string, years: Api.Years | null }} props */
function Year({ year, years }) {
  const answer = useAnswer(`/v1/years/${encodeURIComponent(year)}`);
  const club = useClub();
  return html`
    <${Others} year=${year} years=${years} />
    <article class="sheet year">
      <${Heading} title=${t("year.title", { year })}>
        ${t("year.title", { year })}${" "}<span class="muted small"><${Name}>${club}<//></span>
      <//>
      <${Shown} answer=${answer}>
        ${(/** @type {Api.Year} */ data) =>
          data.games === 0
            ? html`<p class="nothing">${t("year.nothing")}</p>`
            : html`
              <${Sums} year=${data} />
              <${Months} year=${data} />
              <div class="year-columns"><${Played} year=${data} /><${Came} year=${data} /></div>
              <div class="year-columns">
                <section><${Evenings} year=${data} /></section>
                <section><${News} year=${data} /></section>
              </div>
              <${Source} url=${answer.url} n=${t("stats.n-games", { n: data.games })} undated=${years?.undated} />
              <p class="printed">${t("stats.printed-at", { date: day(today()) })}</p>
            `}
      <//>
    </article>
  `;
}

/** @param {Page.View} props */
export default function View({ params }) {
  const { data, error, reload } = useApi("/v1/years", { keep: true });
  const newest = data && Math.max(...data.years.map(({ year }) => year));
  const some = data && data.years.length > 0;
  useEffect(() => {
    if (!params.year && some) navigate(`/years/${newest}`, { replace: true });
  }, [newest]);
  if (params.year) return html`<${Year} year=${params.year} years=${data} />`;
  return html`
    <${Heading}>${t("stats.year")}<//>
    ${
      error
        ? html`<${Trouble} error=${error} retry=${reload} />`
        : data && !some
          ? html`<p class="nothing">${t("year.none")}</p>`
          : html`<${Waiting} />`
    }
  `;
}
