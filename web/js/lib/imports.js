// What an import would do and what it did, and what somebody chose about the names in a file.
import { list, t } from "./i18n.js";

/**
 * What was chosen about one name of a file: `to`, whom or what it is here; null: somebody new, however it looks.
 * @typedef {{ from: string, to: string | null }} Choice
 * @typedef {Map<string, Choice>} Choices by keyOf
 */

/**
 * A name of the file, told apart from others by the same name.
 * @param {Api.ImportName} row
 */
export const keyOf = ({ id, name }) => `${id ?? ""} ${name ?? ""}`;

/**
 * How a mapping names it: by its name where that is one person's and can stand before an equals sign, which keeps the
 * address short; by the id of the other program otherwise.
 * @param {Api.ImportName} row
 * @param {Api.ImportName[]} rows
 * @returns {string | null}
 */
export function fromOf({ id, name }, rows) {
  const single = name && !name.includes("=") && rows.filter((one) => one.name === name).length === 1;
  return single ? name : (id ?? name);
}

/**
 * The address of an import, or of its preview.
 * @param {{ dry: boolean, people: Choices, titles: Choices }} props
 */
export function importPath({ dry, people, titles }) {
  /** @type {[string, Choices][]} */
  const kinds = [
    ["player", people],
    ["title", titles],
  ];
  const pairs = kinds.flatMap(([name, choices]) =>
    [...choices.values()].flatMap(({ from, to }) => (to === null ? [] : [[name, `${from}=${to}`]])),
  );
  const text = new URLSearchParams([...(dry ? [["dry_run", "1"]] : []), ...pairs]).toString();
  return text ? `/v1/import?${text}` : "/v1/import";
}

/** Bytes that the daemon takes as an address are 4096: what is chosen has to fit beside the rest. */
const LONGEST = 3900;

/**
 * Whether there is room for what was chosen.
 * @param {{ people: Choices, titles: Choices }} said
 */
export const fitsAddress = (said) => importPath({ dry: true, ...said }).length <= LONGEST;

/**
 * What becomes of the games in a file: the first four are all of them. Those that are corrected are among those known;
 * those that are made void are not in the file any more.
 * @param {Api.ImportReport} report
 */
function shares({ added, corrected = 0, voided = 0, known, refused }) {
  return { added, corrected, known: known - corrected, refused, voided };
}

const PARTS = /** @type {const} */ (["added", "corrected", "known", "refused"]);
const DEEDS = /** @type {const} */ (["added", "corrected", "voided"]);

/**
 * "312 games: 298 new, 12 already here, 2 cannot be taken. 1 game here was deleted there."; `did`: it has happened.
 * @param {Api.ImportReport} report
 * @param {boolean} [did]
 */
export function tallyText(report, did = false) {
  const n = shares(report);
  const tense = did ? "did" : "would";
  const parts = PARTS.flatMap((name) => (n[name] > 0 ? [t(`import.${tense}.${name}`, { n: n[name] })] : []));
  const games = t("import.games", { n: report.records });
  const sum = parts.length > 0 ? t("import.sum", { games, parts: list(parts) }) : games;
  return n.voided > 0 ? `${sum}. ${t(`import.${tense}.voided`, { n: n.voided })}` : sum;
}

/**
 * What the import will do, as its button says it: "Import 12 games, correct 10, make 4 void"; "" where it is nothing.
 * @param {Api.ImportReport} report
 */
export function deedText(report) {
  const n = shares(report);
  return DEEDS.filter((name) => n[name] > 0)
    .map((name, i) => t(`import.${i === 0 ? "do" : "also"}.${name}`, { n: n[name] }))
    .join(", ");
}

/**
 * Where in a file: "line 12, column 3"; "" where nobody knows.
 * @param {{ record?: number | null, line?: number | null, column?: number | null }} at
 */
export function placeText({ line, column }) {
  if (!line) return "";
  return column ? t("import.lineColumn", { line, column }) : t("import.line", { line });
}

/**
 * What an undone import left behind.
 * @param {Api.ImportUndone} done
 */
export const undoneText = ({ voided, restored = 0, kept = 0 }) =>
  [
    t("import.undone.voided", { n: voided }),
    ...(restored ? [t("import.undone.restored", { n: restored })] : []),
    ...(kept ? [t("import.undone.kept", { n: kept })] : []),
  ].join(" ");
