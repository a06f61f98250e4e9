/** What was found, told: quotes with who and when, and plainly nothing where nothing was found. */
import { lookUp, meant, nameFor, noMatch, one, queryFor, telling } from "./people.ts";
import { look, type Play, type Scene, type Wanted } from "./play.ts";
import { slot } from "./row.ts";
import {
  contactsIn,
  linesIn,
  mailsIn,
  quotesIn,
  tableOf,
  type Contact,
  type Mail,
  type Quote,
} from "./results.ts";
import { bullets, entryLine, fileLine, quoted, short } from "./shown.ts";
import { addDays, dayName, readDays, shownMoment } from "./times.ts";
import { offer } from "./suggestions.ts";
import type { Role } from "./tools.ts";
import { keywords, nameAsked, speaksOf } from "./topics.ts";
import type { Result } from "./transcript.ts";

type Found = readonly (Result | null)[];
type Days = { readonly from: string; readonly to: string };

/** Slot: whom a question asks about. */
export const whomAsked = slot(
  (scene) => nameAsked(scene) !== null,
  // oxlint-disable-next-line require-yield -- waits for no tool
  function* (scene) {
    return nameFor(nameAsked(scene) ?? "", scene);
  },
);

/** The contacts words mean, with what is on record of them. */
export function whoItIs(who: string, found: readonly Contact[]): string {
  const lines = meant(who, found).map(({ name, about, number, address }) =>
    [about === "" ? name : `${name} (${about})`, number, address].filter((part) => part !== null).join(", "),
  );
  return lines.length === 1
    ? `${lines[0] ?? ""}.`
    : bullets(`${lines.length} people match “${who}”`, lines, noMatch(who));
}

/** Whether only what they said themselves is asked for, not what there is about them. */
const THEIR_WORDS =
  /\b(?:did|has|have|does) (?!we\b).+? (?:say|said|write|wrote|written|text(?:ed)?|e-?mail(?:ed)?|mention(?:ed)?|complain(?:ed)?|tell|told|ask(?:ed)?)\b/i;

/** What is on record of somebody, about something or lately: texts, calls and e-mails; our own words and the files too, unless theirs are asked for. */
export function* onRecord(scene: Scene): Play<string> {
  const isAll = !THEIR_WORDS.test(scene.words);
  const who = nameFor(nameAsked(scene) ?? "", scene);
  const contacts = yield* lookUp(scene, who);
  const contact = meant(who, contacts).length === 0 ? null : yield* one(scene, who, contacts);
  const name = contact?.name ?? who;
  const own = [...telling(who), ...telling(name), "end", "run", "come"];
  const topic = keywords(scene.words).filter((word) => !own.includes(word));
  const isLatest = topic.length === 0;
  const calls: Wanted[] = [
    { role: "searchMail", values: { query: `from:${contact?.address ?? `(${who})`}`, limit: 8 } },
    ...said(contact, isLatest),
    ...(isAll ? [{ role: "searchFiles" as const, values: { query: name.split(" ").at(-1) } }] : []),
  ];
  const results = yield* look(`Looking through what there is about ${name}.`, ...calls);
  const of = (role: Role): Result | null => results[calls.findIndex((call) => call.role === role)] ?? null;
  const isTheirs = ({ fromUs }: Quote): boolean => isAll || !fromUs;
  const texts = of(isLatest ? "texts" : "history");
  const spokenBy = quotesIn(texts, scene.timeZone, name).filter(isTheirs);
  const mails = mailsIn(of("searchMail"), scene.timeZone).filter(isTheirs).map(asQuote);
  if (isLatest) {
    const latest = [...spokenBy.slice(-3), ...mails.slice(0, 2)].map(quoted);
    return bullets(`The latest ${isAll ? "with" : "from"} ${name}`, latest, nothingFrom(who, contact));
  }
  const about = ({ text }: { readonly text: string }): boolean => speaksOf(text, topic);
  const lines = linesIn(of("searchFiles"))
    .filter(about)
    .map(({ path, line, text }) => `${path}, line ${line}: “${fileLine(text)}”`);
  const spoken = [...spokenBy.filter(about).slice(-5), ...mails.filter(about).slice(0, 3)].map(quoted);
  const what = topic.join(" ");
  return bullets(
    `${name}, about ${what}`,
    [...spoken, ...lines.slice(0, 3)],
    `I found nothing about ${what} ${isAll ? `for ${name}, in texts, calls, e-mails or files` : `from ${name}, in texts, calls or e-mails`}.`,
  );
}

function nothingFrom(who: string, contact: Contact | null): string {
  return contact === null
    ? `${noMatch(who)} There's no e-mail from them either.`
    : `There's nothing on record from ${contact.name}.`;
}

/** The look-up of what was said with somebody, lately or ever; none of who has no number. */
function said(contact: Contact | null, isLatest: boolean): Wanted[] {
  if (contact === null || contact.number === null) return [];
  const { number, id } = contact;
  return isLatest
    ? [{ role: "texts", values: { number, contactId: id, limit: 20 } }]
    : [{ role: "history", values: { contact: number, contactId: id, limit: 60 } }];
}

/** An e-mail as words of somebody, without what they quote. */
function asQuote({ who, when, subject, text }: Mail): Quote {
  const own = text.replace(/\s*\bOn \w{3}, [\s\S]{10,90}(?:wrote:[\s\S]*)?$/, "");
  const words = short(own, 240);
  return { who, when, text: `${subject}: ${/[.?!…]$/.test(words) ? words : `${words}…`}`, fromUs: false };
}

/** A search of the mailboxes, from words that ask for e-mails; null where they name nothing to search. */
export function mailQuery({ words }: Scene): string | null {
  if (!/\be-?mails?\b|\bmail\b/i.test(words)) return null;
  const lately = /\bthis week\b/i.test(words)
    ? " newer_than:7d"
    : /\btoday\b/i.test(words)
      ? " newer_than:1d"
      : "";
  const from = /\b(?:from|by|of) (.+?)(?: (?:this week|today|lately))?[?.!]*$/i.exec(words)?.[1];
  const about = keywords(words).join(" ");
  return from === undefined ? (about === "" ? null : about + lately) : `from:(${from})${lately}`;
}

/** E-mails with their first words. */
export function mailList(query: string, mails: readonly Mail[]): string {
  const asked = query
    .replace(/^from:\((.*?)\)/, "from $1")
    .replace(" newer_than:7d", " this week")
    .replace(" newer_than:1d", " today");
  const lines = mails.map(
    ({ when, who, subject, text }) => `${shownMoment(when)}, ${who}, “${subject}”: ${short(text)}`,
  );
  return bullets(`E-mails: ${asked}`, lines, `I found no e-mails: ${asked}.`);
}

/** Slot: lines of files and of the team's memory that answer, quoted with their place. */
export function* inFiles(scene: Scene): Play<string> {
  const words = keywords(scene.words);
  const longest = [...words].sort((a, b) => b.length - a.length).slice(0, 3);
  const queries = new Set([words.join(" "), ...longest.map((word) => word.replace(/s$/, ""))]);
  const calls = [...queries].map((query): Wanted => ({ role: "searchFiles", values: { query } }));
  const found = yield* look("", ...calls);
  const remembered = scene.memory
    .split("\n")
    .map((text, index) => ({ path: "MEMORY.md", line: index + 1, text }));
  const lines = [...found.flatMap(linesIn), ...remembered].filter(({ text }) => !/^[|\s-]*$|^#/.test(text));
  const score = ({ path, text }: { readonly path: string; readonly text: string }): number =>
    words.filter((word) => speaksOf(`${path} ${text}`, [word])).length;
  const best = Math.max(Math.min(2, words.length), ...lines.map(score));
  const chosen = lines
    .filter((line) => score(line) === best)
    .map(({ path, line, text }) => `“${fileLine(text)}” (${path}, line ${line})`);
  const quotes = [...new Set(chosen)].slice(0, 4);
  if (quotes.length === 0) return yield* offer(scene, "I found nothing in the files that answers that.");
  return bullets(best < words.length ? "The nearest I found in the files" : "The files say", quotes, "");
}

const REPAIR =
  "repair broken heater heating valve leak elevator light drain boiler radiator tap smoke freezing".split(
    " ",
  );
const REPAIR_DAYS = 30;

/** Where open repairs could be spoken of, everywhere or at one place. */
export function repairSearches(place: string, { today }: Scene): Wanted[] {
  const from = addDays(today, -REPAIR_DAYS);
  const texts = ["broken heater leak", "repair valve", "not working"];
  return [
    { role: "searchFiles", values: { query: place === "" ? "open" : telling(place).join(" ") } },
    { role: "contacts", values: { query: place === "" ? "resident" : queryFor(place), limit: 25 } },
    ...texts.map((query): Wanted => ({ role: "searchTexts", values: { query, from, limit: 20 } })),
  ];
}

/** Mentions of repairs, the newest first, one of each person. Whether one is done, only a person can tell. */
export function repairs(place: string, { today, timeZone }: Scene, [files, people, ...texts]: Found): string {
  const notes = linesIn(files).filter(
    ({ path, text }) => path.startsWith("daily_notes/") && speaksOf(text, REPAIR),
  );
  const there = place === "" ? null : meant(place, contactsIn(people)).map(({ name }) => name);
  const newest = texts
    .flatMap((found) => quotesIn(found, timeZone))
    .filter(
      ({ who, when, text, fromUs }) =>
        !fromUs &&
        when >= addDays(today, -REPAIR_DAYS) &&
        speaksOf(text, REPAIR) &&
        there?.includes(who) !== false,
    )
    .sort((a, b) => (a.when < b.when ? 1 : -1))
    .filter(({ who }, index, all) => all.findIndex((other) => other.who === who) === index);
  const lines = [
    ...notes.slice(0, 3).map(({ path, text }) => `“${fileLine(text)}” (${path})`),
    ...newest.slice(0, 6).map(quoted),
  ];
  const where = place === "" ? "" : ` at ${place}`;
  const within = `in the last ${REPAIR_DAYS} days`;
  return bullets(
    `Repairs spoken of${where} ${within} (I can't tell from the words which are done)`,
    lines,
    `No one spoke of a repair${where} ${within}.`,
  );
}

/** The days a summary is asked for. */
export function dayAsked({ words, today, local }: Scene): Days {
  if (/\bsince yesterday\b/i.test(words)) return { from: addDays(today, -1), to: today };
  if (/\b(?:my|this|the) (?:morning|day)\b/i.test(words)) return { from: today, to: today };
  const { from, to } = readDays(words, local);
  return { from, to };
}

/** What can be looked at of some days: what waits, the mail, the calendars, the notes. */
export function dayLooks({ from, to }: Days, { files, toolbox }: Scene): Wanted[] {
  const query = `in:inbox after:${from.replaceAll("-", "/")} before:${addDays(to, 1).replaceAll("-", "/")}`;
  const notes = files.filter((path) => [from, to].some((day) => path.startsWith(`daily_notes/${day}`)));
  const looks: Wanted[] = [
    { role: "unanswered", values: {} },
    { role: "searchMail", values: { query, limit: 12 } },
    { role: "events", values: { from, to } },
    ...notes.slice(0, 4).map((path) => ({ role: "readFile" as const, values: { path } })),
  ];
  return looks.filter(({ role }) => toolbox.has(role));
}

/** The days, told part by part; what no tool shows is said. */
export function dayTold(days: Days, scene: Scene, found: Found): string {
  const roles = dayLooks(days, scene).map(({ role }) => role);
  const of = (role: string): Found => found.filter((_result, index) => roles[index] === role);
  const mails = of("searchMail")
    .flatMap((one) => mailsIn(one, scene.timeZone))
    .filter(({ fromUs, text }) => !fromUs && !/unsubscribe|automatic notice/i.test(text));
  const notes = of("readFile").flatMap((one) => tableOf(one, "path", "text"));
  const texts = of("unanswered").flatMap((one) => quotesIn(one, scene.timeZone));
  const parts = [
    bullets("Texts waiting for an answer", texts.slice(0, 6).map(quoted), ""),
    bullets(
      "E-mails (without newsletters and notices)",
      mails.slice(0, 6).map(({ who, subject, text }) => `${who}, “${subject}”: ${short(text)}`),
      "",
    ),
    bullets(
      "Calendar",
      of("events")
        .flatMap((one) => tableOf(one, "title", "start"))
        .slice(0, 8)
        .map(entryLine),
      "",
    ),
    ...notes.map(({ path, text }) =>
      bullets(
        path,
        text.split("\n").flatMap((line) => (line.startsWith("- ") ? [line.slice(2)] : [])),
        "",
      ),
    ),
    roles.includes("unanswered")
      ? ""
      : "Texts: I have no tool that lists a whole day's texts. Conversations shows them.",
  ];
  const name = days.from === days.to ? dayName(days.from) : `${dayName(days.from)} and ${dayName(days.to)}`;
  return [`${name}:`, ...parts.filter((part) => part !== "")].join("\n\n");
}

/** Who is on call, from the tool for it or from the calendars. */
export function onCall([tool, events]: Found): string {
  const named = tableOf(tool, "name").map(({ name }) => name);
  if (named.length > 0) return `On call: ${named.join(", ")}.`;
  const entries = tableOf(events, "title", "start").filter(({ title }) => /\bon call\b/i.test(title));
  return bullets(
    "The calendars say",
    entries.map(entryLine),
    "I can't see who's on call: nothing in the calendars says so.",
  );
}
