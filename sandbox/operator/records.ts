/** Look-ups in the team's sheets and in everything on record: rows and passages as they stand, with where they stand. */
import type { Play, Scene, Wanted } from "./engine.ts";
import { bullets, contactsIn, field, quoted, quotesIn, rowsOf, short, type Contact } from "./results.ts";
import { keywords, shownTime, speaksOf } from "./slots.ts";
import { asText, record, type Result, type Row } from "./transcript.ts";
import { meant, one } from "./people.ts";

/** Spanish words of questions, in English: what is on record is mostly English. */
const ENGLISH: Readonly<Record<string, string>> = {
  cuanto: "much",
  cuando: "when",
  donde: "where",
  debe: "owes",
  deben: "owe",
  debo: "owe",
  renta: "rent",
  alquiler: "rent",
  contrato: "lease",
  vence: "ends",
  termina: "ends",
  llave: "key",
  llaves: "keys",
  calentador: "heater",
  calefaccion: "heating",
  fuga: "leak",
  plomero: "plumber",
  electricista: "electrician",
  cerrajero: "locksmith",
  techo: "roof",
  numero: "number",
  telefono: "phone",
  correo: "email",
  tareas: "tasks",
  tarea: "task",
  manana: "tomorrow",
  hoy: "today",
  ayer: "yesterday",
  semana: "week",
  cita: "appointment",
  citas: "appointments",
  deposito: "deposit",
  perro: "dog",
  mascota: "pet",
  quien: "who",
  dijo: "said",
  escribio: "wrote",
  tengo: "I have",
  pendientes: "open",
  vecino: "neighbor",
  ascensor: "elevator",
  lunes: "Monday",
  guardia: "duty",
  noche: "tonight",
  esta: "",
  mensajes: "texts",
  correos: "emails",
  reparaciones: "repairs",
  abiertas: "open",
  abiertos: "open",
  como: "how",
  tiempo: "time",
  mi: "my",
  nuestro: "our",
  se: "",
  queda: "is left",
  calendario: "calendar",
  cual: "which",
  su: "their",
  el: "the",
  es: "is",
  y: "and",
  que: "what",
  para: "for",
  cuantos: "many",
  hay: "are",
  martes: "Tuesday",
  miercoles: "Wednesday",
  jueves: "Thursday",
  viernes: "Friday",
  sabado: "Saturday",
  domingo: "Sunday",
};
const IS_SPANISH =
  /[¿¡]|(?<!\p{L})(?:cu[aá]ntos?|cu[aá]ndo|d[oó]nde|qui[eé]n|qu[eé]|debe[ns]?|tienes?|tienen|tengo|hay|cu[aá]l)(?!\p{L})/iu;

/** A Spanish question word by word in English; anything else unchanged. */
export function inEnglish(words: string): string {
  if (!IS_SPANISH.test(words)) return words;
  return words.replace(
    /[\p{L}]+/gu,
    (word) => ENGLISH[word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()] ?? word,
  );
}

/** Calls whose tools may be missing, or fail: null stands for their results. */
function* tried(say: string, ...calls: readonly Wanted[]): Play<readonly (Result | null)[]> {
  const results = yield { say, calls };
  return results.map((result) =>
    result === null || result.isError || record(result.data)["status"] === "retry" ? null : result,
  );
}

const LATE = /\b(?:late|behind|overdue|unpaid|not paid|n['’]t paid|owes?|owing|arrears|past due)\b/i;
const OF_RENT =
  /\brent roll\b|\b(?:rents?|lease|deposit|balance)\b.*\b(?:of|for|does|is|are|when|ends?|much|what|paid?|pays?|late|behind|owes?)\b|\b(?:who|when|what|how much|much)\b.*\b(?:rents?|lease|deposit|balance|owes?|owed|arrears)\b|\b(?:behind|late) (?:on|with)\b/i;
const UNIT = /\b(\d{1,2}[A-F])\b/i;
const ROLL = "Rent roll";

const ENDING =
  /^(?!.*['’]s lease).*\bleases?\b.*\b(?:ends?|ending|expir\w*|up)\b.*\b(?:next|soon|first|days|month|weeks?)\b/i;
/** The paper itself is a file. */
const OF_FILES =
  /^(?:please )?(?:find|open|show|search|read|look for)\b.*\b(?:lease|agreement|letter)\b|\b(?:drive|pdf)\b/i;
const WHOSE = /\b(?:who|whose|which|list|show|any)\b/i;

/** What the rent roll says: who is late, which leases end, or the row of a person or unit. Null for anything else. */
export function* rentAsked(scene: Scene): Play<string | null> {
  const words = inEnglish(scene.words);
  if (!OF_RENT.test(words) || OF_FILES.test(words)) return null;
  if (ENDING.test(words)) return yield* leasesEnding(scene.local);
  const people = yield* named(words);
  const unit = UNIT.exec(words)?.[1]?.toUpperCase() ?? "";
  const [first] = people;
  if (first !== undefined) return yield* rollOf(yield* one(scene, first.name.split(" ")[0] ?? "", people));
  if (unit !== "") return yield* rollOfUnit(unit, /\brent roll\b/i.test(words));
  return LATE.test(words) && WHOSE.test(words) ? yield* whoIsLate() : null;
}

function* rollOf(person: Contact): Play<string | null> {
  const thread: Wanted[] =
    person.number === "" ? [] : [["contact_history", { contact: person.number, limit: 60 }]];
  const [found = null, texts = null] = yield* tried(
    "Looking into the rent roll.",
    ["read_sheet", { file: ROLL, query: person.name }],
    ...thread,
  );
  const rows = rowsOf(found?.data, ["Unit"]).map(ofRoll);
  const money = quotesIn(texts, person.name).findLast(({ text }) => MONEY.test(text));
  return rows.length === 0 ? null : rolled(found, [...rows, ...(money === undefined ? [] : [quoted(money)])]);
}

function* rollOfUnit(unit: string, isSaid: boolean): Play<string | null> {
  const [found = null] = yield* tried("Looking into the rent roll.", [
    "read_sheet",
    { file: ROLL, query: unit },
  ]);
  if (found === null) return isSaid ? "I have no tool to look that up here." : null;
  const rows = rowsOf(found.data, ["Unit"]).map(ofRoll);
  return rows.length === 0 ? null : rolled(found, rows);
}

function rolled(found: Result | null, lines: readonly string[]): string {
  return bullets(`The rent roll says (seen as ${seenAs(found)})`, lines.slice(0, 12), "");
}

/** The leases that end next, by the rent roll. */
function* leasesEnding(local: string): Play<string | null> {
  const [found = null] = yield* tried("Looking into the rent roll.", ["read_sheet", { file: ROLL }]);
  const rows = rowsOf(found?.data, ["Unit"])
    .filter((row) => field(row, "Lease end") >= local.slice(0, 10))
    .toSorted((one, other) => (field(one, "Lease end") < field(other, "Lease end") ? -1 : 1));
  if (rows.length === 0) return null;
  const lines = rows
    .slice(0, 6)
    .map(
      (row) =>
        `${shownTime(field(row, "Lease end"))}: ${field(row, "Resident")}, ${field(row, "Building")} ${field(row, "Unit")}`,
    );
  return bullets(`Leases that end next, by the rent roll (seen as ${seenAs(found)})`, lines, "");
}

const MONEY = /(?=.*\$\d)(?=.*\b(?:rent|balance|owe|open|due|paid|pay|received|late fee)\b)/is;

function ofRoll(row: Row): string {
  const [end, note] = [field(row, "Lease end"), field(row, "Notes")];
  const balance = field(row, "Balance");
  const told = [
    `${field(row, "Rent")} a month`,
    end && `lease to ${end}`,
    balance && (/[1-9]/.test(balance) ? `${balance} open` : "nothing open"),
    field(row, "Deposit") && `deposit ${field(row, "Deposit")}`,
    note,
  ].filter(Boolean);
  return `${field(row, "Building")} ${field(row, "Unit")}, ${field(row, "Resident")}: ${told.join(", ")}`;
}

function* whoIsLate(): Play<string | null> {
  const [found = null] = yield* tried("Looking into the rent roll.", [
    "read_sheet",
    { file: ROLL, tab: "Late this month" },
  ]);
  if (found === null) return null;
  const lines = rowsOf(found.data, ["Unit"]).map(
    (row) =>
      `${field(row, "Resident")}, ${field(row, "Building")} ${field(row, "Unit")}: ${field(row, "Owed")}`,
  );
  return bullets(
    `Late this month by the rent roll (seen as ${seenAs(found)})`,
    lines,
    "The rent roll shows no late rent this month.",
  );
}

/** Whose access it was read with. */
const seenAs = (found: Result | null): string =>
  asText(record(found?.data)["seenAs"]).replace(/, who asks$/, "");

/** The people of the contacts whom the words name, by as many of their names as possible. */
export function* named(words: string): Play<Contact[]> {
  const asked = keywords(words)
    .filter((word) => /^\p{L}{3,}$/u.test(word))
    .slice(0, 6);
  if (asked.length === 0) return [];
  const found = yield* tried("", ...asked.map((query): Wanted => ["search_contacts", { query, limit: 25 }]));
  const all = found.flatMap((each) => contactsIn(each));
  const people = all.filter(
    ({ id, name }, at) => all.findIndex((other) => other.id === id && other.name === name) === at,
  );
  const hits = (contact: Contact): number =>
    asked.filter((word) => meant(word, [contact], 3).length > 0).length;
  const most = Math.max(1, ...people.map(hits));
  return people.filter((contact) => hits(contact) === most);
}

/** Words that don't say what a question is about. */
const WEAK = new Set(
  "make made send sent like look looks want wants need needs use uses used usually thing people day week month year time good quick come came going happen happened".split(
    " ",
  ),
);

/** Rows of the team's sheets that hold the question's words, then the passages on record that answer it. Null if there are none. */
export function* onRecordOf(scene: Scene): Play<string | null> {
  const asked = keywords(inEnglish(scene.words)).filter((word) => !WEAK.has(word));
  if (asked.length === 0) return null;
  const { passages, rows } = yield* lookedUp(inEnglish(scene.words), asked);
  if (rows.length > 0) return bullets("On record", rows, "");
  const half = Math.max(2, Math.ceil(asked.length / 2));
  const weak = record(passages?.data)["unsure"] !== undefined;
  const quotes = rowsOf(passages?.data, ["quote"])
    .map((row) => ({
      row,
      count: shared(`${field(row, "title")} ${field(row, "quote")}`, asked),
      own: shared(field(row, "quote"), asked),
    }))
    .filter(({ count, own }) => own >= Math.min(2, asked.length) && count >= Math.min(half, asked.length))
    .toSorted(
      (one, other) => other.count - one.count || Number(isGuide(one.row)) - Number(isGuide(other.row)),
    )
    .filter(({ row }, _, all) => !isGuide(row) || all.every((each) => isGuide(each.row)))
    .slice(0, 3)
    .map(({ row }) => placed(row));
  return quotes.length === 0 ? null : bullets(weak ? "The nearest on record" : "On record", quotes, "");
}

/** Only the rows of sheets; null if none has the question's words. */
export function* rowsOnRecord(words: string): Play<string | null> {
  const { rows } = yield* lookedUp(words, keywords(words));
  return rows.length === 0 ? null : bullets("On record", rows, "");
}

function* lookedUp(
  words: string,
  asked: readonly string[],
): Play<{ readonly passages: Result | null; readonly rows: readonly string[] }> {
  const [files = null, passages = null] = yield* tried(
    "Looking through everything on record.",
    ["search_drive", { query: asked.join(" ") }],
    ["retrieve_context", { query: words.slice(0, 400), limit: 6 }],
  );
  const inDrive = rowsOf(files?.data, ["link"]).filter((row) => field(row, "kind") === "sheet");
  // A sheet's text has its cells between bars.
  const tables = rowsOf(passages?.data, ["quote"]).filter(
    (row) => field(row, "type") === "document" && / \| .* \| /.test(field(row, "quote")),
  );
  const names = [
    ...new Set([...inDrive.map((row) => field(row, "name")), ...tables.map((row) => field(row, "title"))]),
  ];
  return { passages, rows: yield* inSheets(names.slice(0, 3), asked) };
}

/** A skill or rule tells how things are done, not what there is. */
function isGuide(row: Row): boolean {
  return /^(?:skills\/|MEMORY\.md)|template/i.test(field(row, "title"));
}

function shared(text: string, asked: readonly string[]): number {
  return asked.filter((word) => speaksOf(text, [word])).length;
}

function placed(row: Row): string {
  const link = field(row, "link");
  const place = [field(row, "title"), shownTime(field(row, "at"))].filter(Boolean).join(", ");
  return `“${short(field(row, "quote"), 240)}” (${link === "" ? place : `[${place}](${link})`})`;
}

function isCell(value: unknown): value is string | number {
  return typeof value === "number" || (typeof value === "string" && value !== "");
}

/** The rows with most of the words, each with its columns' names. */
function* inSheets(names: readonly string[], asked: readonly string[]): Play<string[]> {
  if (names.length === 0) return [];
  const read = yield* tried("", ...names.map((file): Wanted => ["read_sheet", { file }]));
  const rows = read.flatMap((found) => {
    const items = record(found?.data)["items"];
    const name = field(record(found?.data), "name");
    return (Array.isArray(items) ? items : []).map((item) => ({ name, row: record(item) }));
  });
  const scored = rows.map(({ name, row }) => {
    const said = Object.entries(row).flatMap(([column, value]) =>
      column === "row" || !isCell(value) ? [] : [`${column}: ${value}`],
    );
    const own = asked.filter((word) =>
      speaksOf(said.map((cell) => cell.slice(cell.indexOf(":"))).join(" "), [word]),
    ).length;
    return { text: `${said.join(", ")} (${name})`, own };
  });
  const best = Math.max(Math.min(2, asked.length), ...scored.map(({ own }) => own));
  const fitting = scored.filter(({ own }) => own === best);
  return fitting.length > 3 ? [] : fitting.map(({ text }) => text);
}
