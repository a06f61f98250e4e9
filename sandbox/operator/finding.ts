/** Plays that find and tell: quotes with who and when, and plainly nothing where nothing was found. */
import { look, type Play, type Scene, type Wanted } from "./engine.ts";
import { lookUp, meant, noMatch, one } from "./people.ts";
import { offer } from "./offers.ts";
import { bullets, contactsIn, linesIn, listIn, quoted, quotesIn, rowsOf } from "./results.ts";
import { addDays, daysIn, keywords, placeIn, shownDays, speaksOf, telling } from "./slots.ts";

/** Who somebody is, from the contacts. */
export function* whoIs({ words }: Scene): Play {
  const who = keywords(words).join(" ");
  const lines = meant(who, yield* lookUp(who)).map(({ name, about, number, address }) =>
    [about === "" ? name : `${name} (${about})`, number, address].filter(Boolean).join(", "),
  );
  return lines.length === 1
    ? `${lines[0] ?? ""}.`
    : bullets(`${lines.length} people match “${who}”`, lines, noMatch(who));
}

/** Names in a question: its capitals behind the first word, else its telling words. */
function namesIn(words: string): readonly string[] {
  const plain = words.replace(/[¿¡]/g, "").replace(/['’]s\b/g, "");
  const written = plain.match(/(?<=\S\s+)\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)*/gu) ?? [];
  return (written.length > 0 ? written : keywords(words)).slice(0, 4);
}

const THEIRS =
  /\b(?:did|has|have|does) (?!we\b).+? (?:sa(?:y|id)|wr[oi]t|text|e-?mail|mention|complain|tell|told|ask)/i;
const PASSING = new Set(["end", "ends", "run", "come", "does", "calls", "today", "yesterday"]);

/** Answers a question: with what is on record of whom it names, about something or lately; where it names no one, with the files. */
export function* answered(scene: Scene): Play {
  const names = namesIn(scene.words);
  const found = yield* look("", ...names.map((query): Wanted => ["search_contacts", { query, limit: 25 }]));
  const known = names.map((name, at) => ({ name, people: meant(name, contactsIn(found[at]), 2) }));
  const named = known.find(({ people }) => people.length > 0);
  const isTheirs = THEIRS.test(scene.words) && /\p{Lu}/u.test(names[0] ?? "");
  if (named === undefined && !isTheirs) return yield* inFiles(scene);
  const who = named?.name ?? names[0] ?? "";
  const { name, number, address } =
    named === undefined ? { name: who, number: "", address: "" } : yield* one(scene, who, named.people);
  const topic = keywords(scene.words).filter(
    (word) => !telling(`${who} ${name}`).includes(word) && !PASSING.has(word),
  );
  const [mails = null, texts = null, files = null] = yield* look(
    `Looking through what there is about ${name}.`,
    ["search_emails", { query: `from:${address || `(${name})`}`, limit: topic.length === 0 ? 2 : 8 }],
    number === ""
      ? ["search_texts", { query: name, limit: 8 }]
      : ["contact_history", { contact: number, limit: topic.length === 0 ? 20 : 60 }],
    ["search_files", { query: name.split(" ").at(-1) }],
  );
  const all = [...quotesIn(texts, name).slice(topic.length === 0 ? -4 : 0), ...quotesIn(mails)];
  const quotes = all.filter(
    ({ subject, text }) => topic.length === 0 || speaksOf(`${subject} ${text}`, topic),
  );
  const isAsked = ({ fromUs }: { readonly fromUs: boolean }): boolean => !fromUs || !THEIRS.test(scene.words);
  const lines = THEIRS.test(scene.words) ? [] : linesIn(files).filter(({ text }) => speaksOf(text, topic));
  const what = topic.length === 0 ? "" : ` about ${topic.join(" ")}`;
  const none = `I found nothing${what} from or about ${name}: not in texts, calls, e-mails or files.`;
  return bullets(
    `${name}${what === "" ? ", lately" : `,${what}`}`,
    [
      ...lines.slice(0, 3).map(({ place, text }) => `“${text}” (${place})`),
      ...quotes.filter(isAsked).map(quoted),
    ].slice(-7),
    named === undefined ? `${noMatch(who)} ${none}` : none,
  );
}

/** Lines of files and of the team's memory that answer, quoted with their place. */
function* inFiles(scene: Scene): Play {
  const words = keywords(scene.words);
  const longest = [...words].sort((a, b) => b.length - a.length).slice(0, 3);
  const queries = [...new Set([words.join(" "), ...longest.map((word) => word.replace(/s$/, ""))])];
  const found = yield* look("", ...queries.map((query): Wanted => ["search_files", { query }]));
  const memory = scene.memory.split("\n").map((text, at) => ({ place: `MEMORY.md, line ${at + 1}`, text }));
  const lines = [...found.flatMap(linesIn), ...memory]
    .filter(({ text }) => !/^[|\s-]*$|^#/.test(text))
    .map(({ place, text }) => ({
      quote: `“${text}” (${place})`,
      score: words.filter((word) => speaksOf(`${place} ${text}`, [word])).length,
    }));
  const best = Math.max(Math.ceil(words.length / 2), 1, ...lines.map(({ score }) => score));
  const quotes = lines
    .filter(({ score }) => score === best)
    .map(({ quote }) => quote)
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
export function* repairs(scene: Scene): Play {
  const place = placeIn(scene.words);
  const from = addDays(scene.local, -REPAIR_DAYS);
  const queries = ["broken heater leak", "repair valve", "not working"];
  const [files = null, ...texts] = yield* look(
    "Looking through texts and notes.",
    ["search_files", { query: telling(place).join(" ") || "open" }],
    ...queries.map((query): Wanted => ["search_texts", { query, from, limit: 20 }]),
  );
  const there = place === "" ? null : meant(place, yield* lookUp(place)).map(({ name }) => name);
  const notes = linesIn(files).filter(
    (line) => line.place.startsWith("daily_notes/") && speaksOf(line.text, REPAIR),
  );
  const said = texts
    .flatMap((found) => quotesIn(found))
    .filter(({ who, text, fromUs }) => !fromUs && speaksOf(text, REPAIR) && there?.includes(who) !== false)
    .sort((a, b) => (a.when.slice(4) < b.when.slice(4) ? 1 : -1));
  const newest = said.filter(({ who }, at) => said.findIndex((other) => other.who === who) === at);
  const where = `${place === "" ? "" : ` at ${place}`} in the last ${REPAIR_DAYS} days`;
  return bullets(
    `Repairs spoken of${where} (I can't tell from the words which are done)`,
    [
      ...notes.slice(0, 3).map(({ place: at, text }) => `“${text}” (${at})`),
      ...newest.slice(0, 6).map(quoted),
    ],
    `No one spoke of a repair${where}.`,
  );
}

/** A day, told part by part: what came in, what waits, the calendars, the notes. */
export function* dayTold({ words, local }: Scene): Play {
  const today = local.slice(0, 10);
  const named = daysIn(words, local) ?? { from: addDays(today, -1), to: today, at: null };
  const days = /\bsince\b/i.test(words) ? { ...named, to: today } : named;
  const [inbox = null, drafts = null, events = null, notes = null] = yield* look(
    "",
    ["list_inbox", { since: days.from }],
    ["list_approvals", {}],
    ["list_events", { from: days.from, to: days.to }],
    ["search_files", { query: days.from }],
  );
  const came = rowsOf(inbox?.data).filter(
    (row) => !/unsubscribe|automatic notice/i.test(JSON.stringify(row)),
  );
  const noted = linesIn(notes).filter(({ place }) => place.includes(days.from));
  const parts = [
    bullets("Came in", listIn({ text: "", isError: false, data: came }).slice(0, 10), "Nothing came in."),
    bullets("Waiting for approval", listIn(drafts).slice(0, 6), ""),
    bullets("Calendar", listIn(events).slice(0, 8), ""),
    bullets(
      "Notes",
      noted.map(({ text }) => text),
      "",
    ),
  ];
  return [`${shownDays(days)}:`, ...parts.filter((part) => part !== "")].join("\n\n");
}
