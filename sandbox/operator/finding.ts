/** Plays that find and tell: quotes with who and when, and plainly nothing where nothing was found. */
import { keywords, nameAsked, placeIn, speaksOf } from "./asked.ts";
import { lookUp, meant, nameFor, noMatch, one, telling } from "./people.ts";
import { look, type Play, type Scene, type Wanted } from "./play.ts";
import { bullets, lineOf, linesIn, quoted, quotesIn, rowsOf, type Contact } from "./results.ts";
import { offer } from "./suggestions.ts";
import { addDays, readDays, shownDays } from "./times.ts";
import type { Result } from "./transcript.ts";

/** Who somebody is, from the contacts. */
export function* whoIs(scene: Scene): Play<string> {
  const who = nameFor(nameAsked(scene.words) ?? "", scene);
  const lines = meant(who, yield* lookUp(who)).map(({ name, about, number, address }) =>
    [about === "" ? name : `${name} (${about})`, number, address].filter(Boolean).join(", "),
  );
  return lines.length === 1
    ? `${lines[0] ?? ""}.`
    : bullets(`${lines.length} people match “${who}”`, lines, noMatch(who));
}

const THEIRS =
  /\b(?:did|has|have|does) (?!we\b).+? (?:sa(?:y|id)|wr[oi]t|text|e-?mail|mention|complain|tell|told|ask)/i;
const PASSING = new Set(["end", "ends", "run", "come", "does", "call"]);

/** What is on record of somebody, about something or lately: texts, calls, e-mails; the files too, unless only their own words are asked for. */
export function* onRecord(scene: Scene): Play<string> {
  const who = nameFor(nameAsked(scene.words) ?? "", scene);
  const found = yield* lookUp(who);
  const contact =
    meant(who, found).length === 0 ? { name: who, number: "", address: "" } : yield* one(scene, who, found);
  const names = telling(`${who} ${contact.name}`);
  const topic = keywords(scene.words).filter((word) => !names.includes(word) && !PASSING.has(word));
  const told = yield* topic.length === 0 ? lately(contact) : about(contact, topic);
  const lines = told.filter(({ fromUs }) => !fromUs || !THEIRS.test(scene.words)).map(({ line }) => line);
  const what = topic.length === 0 ? "" : ` about ${topic.join(" ")}`;
  const none = `I found nothing${what} from or about ${contact.name}: not in texts, calls, e-mails or files.`;
  return bullets(
    `${contact.name}${what === "" ? ", lately" : `,${what}`}`,
    lines.slice(-7),
    contact.number === "" ? `${noMatch(who)} ${none}` : none,
  );
}

type Told = readonly { readonly fromUs: boolean; readonly line: string }[];
type Known = Pick<Contact, "name" | "number" | "address">;

function* lately({ name, number, address }: Known): Play<Told> {
  const mail: Wanted = ["searchMail", { query: `from:${address || `(${name})`}`, limit: 2 }];
  const [mails = null, texts = null] = yield* look(
    `Reading what came from ${name}.`,
    mail,
    ...(number === "" ? [] : [["texts", { number, limit: 20 }] as const]),
  );
  return [...quotesIn(texts, name).slice(-4), ...quotesIn(mails)].map((quote) => ({
    ...quote,
    line: quoted(quote),
  }));
}

function* about({ name, number, address }: Known, topic: readonly string[]): Play<Told> {
  const [mails = null, files = null, texts = null] = yield* look(
    `Looking through what there is about ${name}.`,
    ["searchMail", { query: `from:${address || `(${name})`}`, limit: 8 }],
    ["searchFiles", { query: name.split(" ").at(-1) }],
    ...(number === "" ? [] : [["history", { contact: number, limit: 60 }] as const]),
  );
  const quotes = [...quotesIn(texts, name), ...quotesIn(mails)].filter(({ subject, text }) =>
    speaksOf(`${subject} ${text}`, topic),
  );
  const lines = linesIn(files).filter(({ text }) => speaksOf(text, topic));
  return [
    ...lines.slice(0, 3).map(({ place, text }) => ({ fromUs: true, line: `“${text}” (${place})` })),
    ...quotes.map((quote) => ({ ...quote, line: quoted(quote) })),
  ];
}

/** Lines of files and of the team's memory that answer, quoted with their place. */
export function* inFiles(scene: Scene): Play<string> {
  const words = keywords(scene.words);
  const longest = [...words].sort((a, b) => b.length - a.length).slice(0, 3);
  const queries = [...new Set([words.join(" "), ...longest.map((word) => word.replace(/s$/, ""))])];
  const found = yield* look("", ...queries.map((query): Wanted => ["searchFiles", { query }]));
  const memory = scene.memory
    .split("\n")
    .map((text, index) => ({ place: `MEMORY.md, line ${index + 1}`, text }));
  const lines = [...found.flatMap(linesIn), ...memory].filter(({ text }) => !/^[|\s-]*$|^#/.test(text));
  const score = ({ place, text }: { readonly place: string; readonly text: string }): number =>
    words.filter((word) => speaksOf(`${place} ${text}`, [word])).length;
  const best = Math.max(Math.ceil(words.length / 2), 1, ...lines.map(score));
  const quotes = lines
    .filter((line) => score(line) === best)
    .map(({ place, text }) => `“${text}” (${place})`)
    .slice(0, 4);
  if (quotes.length === 0) return yield* offer(scene, "I found nothing in the files that answers that.");
  return bullets(best < words.length ? "The nearest I found in the files" : "The files say", quotes, "");
}

const REPAIR =
  "repair broken heater heating valve leak elevator light drain boiler radiator tap smoke freezing".split(
    " ",
  );
const REPAIR_DAYS = 30;

/** Mentions of repairs, the newest first, one of each person. Whether one is done, only a person can tell. */
export function* repairs(scene: Scene): Play<string> {
  const place = placeIn(scene.words);
  const from = addDays(scene.local, -REPAIR_DAYS);
  const queries = ["broken heater leak", "repair valve", "not working"];
  const [files = null, ...texts] = yield* look(
    "Looking through texts and notes.",
    ["searchFiles", { query: place === "" ? "open" : telling(place).join(" ") }],
    ...queries.map((query): Wanted => ["searchTexts", { query, from, limit: 20 }]),
  );
  const there = place === "" ? null : meant(place, yield* lookUp(place)).map(({ name }) => name);
  const notes = linesIn(files).filter(
    ({ place: at, text }) => at.startsWith("daily_notes/") && speaksOf(text, REPAIR),
  );
  const said = texts
    .flatMap((found) => quotesIn(found))
    .filter(({ who, text, fromUs }) => !fromUs && speaksOf(text, REPAIR) && there?.includes(who) !== false)
    .sort((a, b) => (a.when.slice(4) < b.when.slice(4) ? 1 : -1));
  const newest = said.filter(({ who }, index) => said.findIndex((other) => other.who === who) === index);
  const where = `${place === "" ? "" : ` at ${place}`} in the last ${REPAIR_DAYS} days`;
  const lines = [
    ...notes.slice(0, 3).map(({ place: at, text }) => `“${text}” (${at})`),
    ...newest.slice(0, 6).map(quoted),
  ];
  return bullets(
    `Repairs spoken of${where} (I can't tell from the words which are done)`,
    lines,
    `No one spoke of a repair${where}.`,
  );
}

/** A day, told part by part: what came in, the mail where the inbox does not hold it, the calendars, the notes. */
export function* dayTold(scene: Scene): Play<string> {
  const today = scene.local.slice(0, 10);
  const named = readDays(scene.words, scene.local) ?? { from: addDays(today, -1), to: today, at: null };
  const days = /\bsince\b/i.test(scene.words) ? { ...named, to: today } : named;
  const query = `in:inbox after:${days.from.replaceAll("-", "/")} before:${addDays(days.to, 1).replaceAll("-", "/")}`;
  const hasInbox = scene.toolbox.has("inbox");
  const [inbox = null, drafts = null, events = null, notes = null] = yield* look(
    "",
    hasInbox ? ["inbox", { since: days.from }] : ["searchMail", { query, limit: 12 }],
    ["drafts", {}],
    ["events", { from: days.from, to: days.to }],
    ["searchFiles", { query: days.from }],
  );
  const list = (found: Result | null): string[] => rowsOf(found?.data).map(lineOf);
  const came = rowsOf(inbox?.data).filter(
    (row) => !/unsubscribe|automatic notice/i.test(JSON.stringify(row)),
  );
  const parts = [
    bullets(
      hasInbox ? "Came in" : "E-mails (texts stand in Conversations)",
      came.slice(0, 10).map(lineOf),
      "Nothing came in.",
    ),
    bullets("Waiting for approval", list(drafts).slice(0, 6), ""),
    bullets("Calendar", list(events).slice(0, 8), ""),
    bullets(
      "Notes",
      linesIn(notes)
        .filter(({ place }) => place.includes(days.from))
        .map(({ text }) => text),
      "",
    ),
  ];
  return [`${shownDays(days)}:`, ...parts.filter((part) => part !== "")].join("\n\n");
}
