// Names that were typed while this device knew nobody: before such an entry is sent, they are compared with the club's
// people (lib/alike.js), and whoever looks like somebody is asked about. The entry waits with the question, as one that
// was refused does. Where people cannot be read, nothing is asked: entry is never in the way.
import { lookAlike, tellApart } from "./alike.js";
import { Problem, getAll } from "./api.js";

/**
 * Names that the daemon may not have heard of.
 * @param {Page.Person[]} seats
 */
export const newNames = (seats) => seats.flatMap(({ id, name, guest }) => (id || guest ? [] : [name]));

/**
 * The question that an entry has to wait for; null: none. Throws where there is no network.
 * @param {Page.Item} item
 * @returns {Promise<Page.ItemProblem | null>}
 */
export async function question({ look = [], body }) {
  /** @type {Api.Person[]} */
  let people;
  try {
    people = await getAll("/v1/players", "players", { keep: true });
  } catch (error) {
    if (error instanceof Problem && error.status < 500 && error.status !== 429) return null;
    throw error;
  }
  const written = `${body.record ?? ""}\n${(body.seats ?? []).join("\n")}`;
  const taken = new Set(people.flatMap(({ id }) => (new RegExp(`@${id}$`, "m").test(written) ? [id] : [])));
  for (const typed of look) {
    const person = lookAlike(typed, people, taken);
    if (person) return { status: 0, id: "page.look-alike", detail: "", like: { typed, person } };
  }
  return null;
}

/**
 * The entry with that answer: it is her, whose handle stands in the place of the name, or somebody else.
 * @param {Page.Item} item
 * @param {{ typed: string, person: Page.Person }} like
 * @param {boolean} same
 * @returns {Pick<Page.Item, "body" | "look">}
 */
export function answered({ body, look = [] }, { typed, person }, same) {
  if (!same) {
    tellApart(typed, String(person.id));
    return { body, look };
  }
  const handle = `@${person.id}`;
  const lines = body.record?.split("\n").map((line) => {
    const seat = /^seat \d+ /.exec(line)?.[0];
    return seat && line.slice(seat.length) === typed ? seat + handle : line;
  });
  return {
    body: {
      ...body,
      ...(lines && { record: lines.join("\n") }),
      ...(body.seats && { seats: body.seats.map((name) => (name === typed ? handle : name)) }),
    },
    look: look.filter((name) => name !== typed),
  };
}
