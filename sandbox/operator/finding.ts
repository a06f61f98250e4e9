/** Plays that search and report: quotes with author and time, and a plain statement if nothing is found. */
import { look, type Play, type Scene, type Wanted } from "./engine.ts";
import { rentAsked } from "./rent.ts";
import { lookUp, meant, noMatch, one } from "./people.ts";
import {
  bullets,
  contactsIn,
  field,
  linesIn,
  quoted,
  quotesIn,
  rowsOf,
  short,
  type Contact,
  type Quote,
} from "./results.ts";
import { addDays, keywords, momentIn, shownTime, speaksOf, telling } from "./slots.ts";
import { first, record } from "./transcript.ts";

/** Names in a question: capitalized words after the first, else significant words. */
function namesIn(words: string): readonly string[] {
  const plain = words.replace(/[¿¡]|['’]s\b/g, "");
  const written = plain.match(/(?<=\S\s+)\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)*/gu);
  return (written ?? keywords(words)).slice(0, 4);
}

const THEIRS =
  /\b(?:did|has|have|does) (?!we\b).+? (?:sa(?:y|id)|wr[oi]t|text|e-?mail|mention|complain|tell|told|ask)/i;
const PASSING = new Set(
  "happened happening history lately thread conversation summarize summarise end ends run come does calls today yesterday tomorrow morning afternoon evening tonight week good ok okay fine again valid current".split(
    " ",
  ),
);

/** Answers a question from the records of the people it names, else from the files. */
export function* answered(scene: Scene): Play<string | null> {
  const names = namesIn(scene.words);
  const found = yield* look("", ...names.map((query): Wanted => ["search_contacts", { query, limit: 25 }]));
  const people = found
    .flatMap(contactsIn)
    .filter(({ id }, at, all) => all.findIndex((one) => one.id === id) === at);
  const namesOf = (contact: Contact): string[] =>
    names.filter((name) => meant(name, [contact], /^\p{Lu}/u.test(name) ? 2 : 3).length > 0);
  const most = Math.max(1, ...people.map((contact) => namesOf(contact).length));
  const named = people.filter((contact) => namesOf(contact).length === most);
  const name = named[0] === undefined ? (names[0] ?? "") : namesOf(named[0]).join(" ");
  if (named.length > 0) return yield* onRecord(scene, yield* one(scene, name, meant(name, named)), name);
  const isName = THEIRS.test(scene.words) && /^\p{Lu}/u.test(name);
  if (isName) return yield* onRecord(scene, { id: "", name, about: "", number: "", address: "" }, name);
  const unknown = /^\p{Lu}/u.test(name) ? `Nobody and nothing on record is called “${name}”.` : null;
  return (yield* inFiles(scene)) ?? unknown;
}

/** A person's records, on a topic or recent; files too, unless only their own words are asked for. */
function* onRecord(
  scene: Scene,
  { name, about, number, address }: Contact,
  asked: string,
): Play<string | null> {
  const { words } = scene;
  const topic = keywords(words).filter(
    (word) => !telling(`${asked} ${name}`).includes(word) && !PASSING.has(word),
  );
  const [isRecent, isTheirs] = [topic.length === 0, THEIRS.test(words)];
  const [mails, texts, files] = yield* look(
    `Looking through what there is about ${name}.`,
    ["search_emails", { query: fromWhom(name, address), limit: isRecent ? 2 : 8 }],
    number === ""
      ? ["search_texts", { query: name, limit: 8 }]
      : ["contact_history", { contact: number, limit: 60 }],
    ["search_files", { query: name.split(" ").at(-1) }],
  );
  const lines = isTheirs ? [] : linesIn(files).filter(({ text }) => speaksOf(text, topic));
  const thread = quotesIn(texts, name);
  const all = [...thread.slice(isRecent ? -4 : 0), ...quotesIn(mails)];
  const { quotes, most } = onTopic({ thread, all, topic, isTheirs });
  const isBare = quotes.length === 0 && lines.length === 0;
  const isThin = topic.length > 1 && most * 2 < topic.length + 1;
  const elsewhere = !isTheirs && (isThin || isBare) ? yield* onRecordOf(scene, topic) : null;
  if (elsewhere !== null) return elsewhere;
  const what = isRecent ? "" : ` about ${topic.join(" ")}`;
  const none = `I found nothing${what} from or about ${name}: not in texts, calls, e-mails or files.`;
  if (isBare && !isRecent && number !== "") return yield* allTheSame(scene, name, none, thread);
  return bullets(
    `${name}${isRecent && about !== "" ? ` (${about})` : ""},${what || " lately"}`,
    [...lines.slice(0, 3).map(({ quote }) => quote), ...quotes.slice(-5).map(quoted)],
    number === "" && address === "" ? `${noMatch(name)} ${none}` : none,
  );
}

const fromWhom = (name: string, address: string): string => `from:${address || `(${name})`}`;

/** What was written on a topic, or all without one; what they answered where the topic was ours. */
function onTopic({
  thread,
  all,
  topic,
  isTheirs,
}: {
  readonly thread: readonly Quote[];
  readonly all: readonly Quote[];
  readonly topic: readonly string[];
  readonly isTheirs: boolean;
}) {
  const hits = ({ subject, text }: Quote): number =>
    topic.filter((word) => speaksOf(`${subject} ${text}`, [word])).length;
  const theirs = all.filter(({ fromUs }) => !fromUs || !isTheirs);
  const most = Math.max(1, ...theirs.map(hits));
  const own = theirs.filter((quote) => topic.length === 0 || hits(quote) === most);
  const isAnswer = (quote: Quote, at: number): boolean => {
    const before = thread[at - 1];
    return !quote.fromUs && before?.fromUs === true && hits(before) > 0;
  };
  return { most, quotes: own.length === 0 && isTheirs ? thread.filter(isAnswer) : own };
}

/** Where a topic isn't on record: the person's row of the rent roll, and what was written last. */
function* allTheSame(scene: Scene, name: string, none: string, thread: readonly Quote[]): Play {
  const roll = yield* rentAsked({ ...scene, words: name });
  return [none, roll, bullets("The last with them", thread.slice(-2).map(quoted), "")]
    .filter(Boolean)
    .join("\n\n");
}

/** Matching lines of files and memory, quoted with their place. */
function* inFiles(scene: Scene): Play<string | null> {
  const words = keywords(scene.words);
  const longest = [...words].sort((a, b) => b.length - a.length).slice(0, 3);
  const queries = [...new Set([words.join(" "), ...longest.map((word) => word.replace(/s$/, ""))])];
  const found = yield* look("", ...queries.map((query): Wanted => ["search_files", { query }]));
  const memory = scene.memory
    .split("\n")
    .map((text, at) => ({ text, quote: `“${text}” (MEMORY.md, line ${at + 1})` }));
  const lines = [...found.flatMap(linesIn), ...memory]
    .filter(({ text }) => !/^[|\s-]*$|^#/.test(text))
    .map(({ quote }) => ({ quote, score: words.filter((word) => speaksOf(quote, [word])).length }));
  const best = Math.max(Math.ceil((words.length * 2) / 3), 1, ...lines.map(({ score }) => score));
  const isOfCases = /^(?:any|did|was|were|has|have|who|which|is there|are there)\b/i.test(scene.words);
  // Skills say what to do, not what happened.
  const isOne = (line: { quote: string; score: number }): boolean =>
    line.score === best && !(isOfCases && line.quote.includes("(skills/"));
  const quotes = lines.flatMap((line) => (isOne(line) ? [line.quote] : [])).slice(0, 4);
  const isKnown = quotes.length > 0 && best >= words.length && !isOfCases;
  const onRecord = isKnown ? null : yield* onRecordOf(scene, []);
  if (onRecord !== null) return onRecord;
  if (quotes.length === 0) return null;
  return bullets(best < words.length ? "The nearest I found in the files" : "The files say", quotes, "");
}

export const NO_SURE = "I found no sure answer";

/**
 * The passages on record that have at least half of a question's words, and one of its topic; else the nearest, as no answer. Null if there are
 * none.
 */
function* onRecordOf(scene: Scene, topic: readonly string[]): Play<string | null> {
  const asked = keywords(scene.words);
  const about =
    topic.length > 0 ? topic : asked.filter((word) => scene.words.includes(word) && !/\d/.test(word));
  const [found = null] = yield {
    say: "Looking through everything on record.",
    calls: [["retrieve_context", { query: scene.words.slice(0, 400), limit: 6 }]],
  };
  const shared = (text: string): number => asked.filter((word) => speaksOf(text, [word])).length;
  const near = rowsOf(found?.data, ["quote"])
    .map((row) => ({ row, count: shared(field(row, "quote")) }))
    .filter(({ row }) => field(row, "quote") !== field(row, "title"))
    .toSorted((one, other) => other.count - one.count);
  const isSure = ({ row, count }: (typeof near)[number]): boolean =>
    count >= Math.max(2, Math.ceil(asked.length / 2)) &&
    (about.length === 0 || speaksOf(field(row, "quote"), about));
  const sure = near.filter(isSure);
  const shown = sure.length > 0 || topic.length > 0 ? sure : near.filter(({ count }) => count > 0);
  const quotes = shown.slice(0, sure.length > 0 ? 3 : 2).map(({ row }) => {
    const place = [field(row, "title"), shownTime(field(row, "at"))].filter(Boolean).join(", ");
    const link = field(row, "link");
    return `“${short(field(row, "quote"), 240)}” (${link === "" ? place : `[${place}](${link})`})`;
  });
  if (sure.length === 0 && quotes.length > 0)
    return bullets(`${NO_SURE} to “${scene.words}”. The nearest on record`, quotes, "");
  const isWeak = record(found?.data)["unsure"] !== undefined;
  return quotes.length === 0 ? null : bullets(isWeak ? "The nearest on record" : "On record", quotes, "");
}

const WROTE =
  /\b(?:any(?:one|body)|some(?:one|body)|who(?: else)?|tenants?|residents?|people)\b.*?\b(?:text\w*|wr[oi]te|written|complain\w*|mention\w*|sa(?:y|id)|ask\w*|report\w*)\b(?: us)? (?:about|of|for|that)? ?(.+?)[?.!]*$/i;

/** Lists who wrote about a topic in texts and e-mails, within the days named, else the last 60. Returns null without a topic or a match. */
export function* whoWrote({ words, local }: Scene): Play<string | null> {
  const said = first(WROTE, words);
  const moment = momentIn(said, local);
  const topic = keywords(said.replace(moment?.words ?? "", "")).filter(
    (word) => !/^(?:most|week|month)$/.test(word),
  );
  if (topic.length === 0) return null;
  const from =
    moment === null ? (/\bweek\b/i.test(words) ? addDays(local, -7) : addDays(local, -60)) : moment.day;
  const query = topic.join(" ");
  const [texts = null, mails = null] = yield* look(
    "",
    ["search_texts", { query, from, limit: 20 }],
    ["search_emails", { query: `${query} after:${from.replaceAll("-", "/")}`, limit: 5 }],
  );
  const quotes = [...quotesIn(texts), ...quotesIn(mails)]
    .filter(
      ({ fromUs, text, subject, when }) =>
        !fromUs && when.slice(4) >= from && speaksOf(`${subject} ${text}`, topic),
    )
    .toSorted((one, other) => (one.when.slice(4) < other.when.slice(4) ? 1 : -1));
  const since = `since ${shownTime(from)}`;
  return bullets(
    `On ${query}, ${since}, newest first`,
    quotes.slice(0, 8).map(quoted),
    `I found no text or e-mail with “${query}” ${since}, as the word stands.`,
  );
}

const REPAIR =
  "repair broken heater heating valve leak elevator light drain boiler radiator tap smoke freezing".split(
    " ",
  );
const REPAIR_DAYS = 30;

/** Mentions of repairs, newest first, one per person. Only a person can tell whether one is done. */
export function* repairs(scene: Scene): Play {
  const at = /\b(?:at|in|on) (?!(?:it|them|that|there)\b)((?:\d+ )?\p{Lu}?[\p{L}\d ]+?)[?.!]*$/u;
  const place = first(at, scene.words);
  const from = addDays(scene.local, -REPAIR_DAYS);
  const queries = ["broken heater leak", "repair valve", "not working"];
  const [files, ...texts] = yield* look(
    "Looking through texts and notes.",
    ["search_files", { query: telling(place).join(" ") || "open" }],
    ...queries.map((query): Wanted => ["search_texts", { query, from, limit: 20 }]),
  );
  const there = place === "" ? null : meant(place, yield* lookUp(place)).map(({ name }) => name);
  const notes = linesIn(files).filter(
    ({ path, text }) => path.startsWith("daily_notes/") && speaksOf(text, REPAIR),
  );
  const said = texts
    .flatMap((found) => quotesIn(found))
    // The messages around a match may be older.
    .filter(({ when }) => when.slice("Fri ".length) >= from)
    .filter(({ who, text, fromUs }) => !fromUs && speaksOf(text, REPAIR) && there?.includes(who) !== false)
    .sort((a, b) => (a.when.slice(4) < b.when.slice(4) ? 1 : -1));
  const newest = said.filter(({ who }, at) => said.findIndex((other) => other.who === who) === at);
  const where = `${place && ` at ${place}`} in the last ${REPAIR_DAYS} days`;
  return bullets(
    `Repairs spoken of${where} (I can't tell from the words which are done)`,
    [...notes.slice(0, 3).map(({ quote }) => quote), ...newest.slice(0, 6).map(quoted)],
    `No one spoke of a repair${where}.`,
  );
}
