/**
 * Questions about the demo company: what its own texts, e-mails, calls and documents tell, and what `company.txt` adds in their midst. A seed chooses who
 * says it, when, and in which of its wordings; another seed asks the same of another company: other names, streets, sums, days and words.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { formatNumber } from "../../src/kernel/phone.ts";
import type { Nameable } from "../../src/knowledge/search/index.ts";
import type { SearchItem } from "../../src/platform/api/search-items.ts";
import type { SearchKind } from "../../src/platform/api/search.ts";
import { callText } from "../../src/messaging/texts/records.ts";
import { ALDER } from "../../sandbox/world/company.ts";
import { companyDrive } from "../../sandbox/world/drive/index.ts";
import { companyWorld, type CompanyWorld, type WorldContact } from "../../sandbox/world/index.ts";
import { companyMail } from "../../sandbox/world/mail/index.ts";
import { BUILDINGS } from "../../sandbox/world/places.ts";
import { between, pick, seededRandom, shuffled, type Random } from "../../sandbox/world/random.ts";
import { newNames } from "./new-names.ts";
import type { LabelledSet, Question, QuestionKind } from "./types.ts";

const DAY_MS = 86_400_000;
const WORKSPACE = join(import.meta.dirname, "../../sandbox/world/workspace/tenant_alder");
/** Things of the company's own beside those that are asked about. */
const BACKGROUND = 320;
/** When each seed's company is looked at. */
const SEEDS = [
  { seed: 4_711, now: "2026-11-20T15:00:00Z", isRenamed: false },
  { seed: 90_210, now: "2026-07-09T15:00:00Z", isRenamed: true },
] as const;
const KINDS: Readonly<Record<string, QuestionKind>> = {
  name: "name",
  date: "date",
  para: "paraphrase",
  hop: "multi-hop",
  none: "none",
};
const SOURCES: Readonly<Record<string, SearchKind>> = {
  sms: "sms",
  mail: "email",
  call: "call",
  note: "note",
  file: "file",
};

interface Case {
  readonly evidence: string[];
  readonly questions: string[];
}

/** The company of a seed, 0 or 1, with its questions. Throws where the file is not as it should be. */
export function company(which: 0 | 1): LabelledSet {
  const { seed, now, isRenamed } = SEEDS[which];
  const nowMs = Date.parse(now);
  const random = seededRandom(seed);
  const world = companyWorld(ALDER, nowMs);
  const own = ownItems(world, nowMs);
  const planted: SearchItem[] = [];
  const questions: Question[] = [];
  const people = peopleOf(world);
  const told = new Set<string>();
  for (const one of readCases()) {
    const slots = slotsOf(people, random, nowMs);
    const evidence: string[] = [];
    for (const line of one.evidence) {
      const owned = line.startsWith("= ") ? saidIn(own, line.slice(2)) : null;
      if (owned !== null) told.add(owned.id);
      else
        planted.push(
          plantedItem(line, slots, { index: planted.length, before: planted.at(-1), random, wording: which }),
        );
      evidence.push(owned?.id ?? planted.at(-1)?.id ?? "");
    }
    const answers = one.evidence.map((line, index) => ({ line, id: evidence[index] ?? "" }));
    const marked = answers.filter(({ line }) => line.endsWith("@answer"));
    for (const line of one.questions) {
      const question = questionOf(line, slots, questions.length);
      const ids = (marked.length > 0 ? marked : answers).map(({ id }) => id);
      questions.push({ ...question, evidence: question.kind === "none" ? [] : ids });
    }
  }
  const items = [...planted, ...sampled(own, told, random)].sort((left, right) =>
    left.at.localeCompare(right.at),
  );
  const set = { items, questions, now, people: nameables(world) };
  return isRenamed ? newNames(set, people) : set;
}

/** A question that nothing answers is a case of its own; `none+` asks further about whom the one before is about. */
function readCases(): Case[] {
  const cases: Case[] = [];
  let isAsking = true;
  for (const line of readFileSync(join(import.meta.dirname, "company.txt"), "utf8").split("\n")) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    if (line.startsWith("? ")) {
      const isLone = line.startsWith("? none:");
      if (isLone) cases.push({ evidence: [], questions: [line] });
      else cases.at(-1)?.questions.push(line);
      isAsking = true;
      continue;
    }
    if (!/^(?:\+>?|=) /.test(line)) throw new Error(`Not a line of questions: ${line}`);
    if (isAsking) cases.push({ evidence: [], questions: [] });
    isAsking = false;
    cases.at(-1)?.evidence.push(line);
  }
  return cases;
}

/** Whom a case can be about. */
export type People = Readonly<Record<"r" | "v" | "o", readonly WorldContact[]>>;

function peopleOf({ contacts }: CompanyWorld): People {
  const of = (kind: WorldContact["kind"]): WorldContact[] =>
    contacts.filter((one) => one.kind === kind && one.lastName !== null);
  return { r: of("resident"), v: of("vendor"), o: of("owner") };
}

type Slots = Readonly<Record<string, string>> & {
  readonly people: Readonly<Record<string, WorldContact | undefined>>;
  readonly atMs: number;
};

function slotsOf(people: People, random: Random, nowMs: number): Slots {
  const [r, v, o] = [pick(random, people.r), pick(random, people.v), pick(random, people.o)];
  const building = pick(random, BUILDINGS);
  const atMs = nowMs - between(random, 5, 330) * DAY_MS + between(random, -6, 6) * 3_600_000;
  const dollars = (): string => `$${(between(random, 12, 480) * 5).toLocaleString("en-US")}`;
  const day = (days: number, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(atMs + days * DAY_MS);
  return {
    people: { r, v, o },
    atMs,
    r: nameOf(r),
    rf: r.firstName,
    v: nameOf(v),
    vcompany: v.company ?? nameOf(v),
    o: nameOf(o),
    b: building.address,
    u: pick(random, building.units),
    slug: building.address.toLowerCase().replaceAll(/\W+/g, "-"),
    date: day(between(random, -25, 60), { month: "long", day: "numeric" }),
    ago: agoWords(Math.round((nowMs - atMs) / DAY_MS)),
    said: `in ${day(0, { month: "long", year: "numeric" })}`,
    month: day(between(random, 20, 120), { month: "long" }),
    wd: day(between(random, 1, 6), { weekday: "long" }),
    money: dollars(),
    money2: dollars(),
    num: String(between(random, 1_000, 99_999)),
    day2: String(between(random, 4, 19)),
    pct: String(between(random, 2, 9)),
    phone: `412 555 01${between(random, 51, 99)}`,
  } as unknown as Slots;
}

function nameables({ contacts }: CompanyWorld): Nameable[] {
  return contacts.map((contact) => ({
    name: nameOf(contact),
    keys: [...contact.phones, ...contact.emails].map(({ value }) => value.toLowerCase()),
    also: contact.company === null ? [] : [contact.company],
  }));
}

function nameOf({ firstName, lastName }: WorldContact): string {
  return `${firstName} ${lastName ?? ""}`.trim();
}

/** As people say how long ago it was. */
function agoWords(days: number): string {
  if (days < 14) return `${days} days ago`;
  return days < 60 ? `${Math.round(days / 7)} weeks ago` : `${Math.round(days / 30.44)} months ago`;
}

/** Fills `{slot}`s. Throws for one that is unknown. */
function filled(text: string, slots: Slots): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = slots[name];
    if (typeof value !== "string") throw new Error(`Unknown slot {${name}}`);
    return value;
  });
}

/** A line such as `+ mail r "Subject": one wording || another`; `+>` goes on where the line before stopped. */
function plantedItem(
  line: string,
  slots: Slots,
  where: {
    readonly index: number;
    readonly before: SearchItem | undefined;
    readonly random: Random;
    readonly wording: 0 | 1;
  },
): SearchItem {
  const [, goesOn, source = "", who = "", subject = "", words = ""] =
    /^\+(>?) (\w+) (\S+?)(?: "(.*?)")?: (.*?)(?: @answer)?$/.exec(line) ?? [];
  const kind = SOURCES[source];
  if (kind === undefined) throw new Error(`Not evidence: ${line}`);
  const { index, before, random, wording } = where;
  const wordings = words.replaceAll(" @answer", "").split(" || ");
  const text = filled(wordings[(index + wording) % wordings.length] ?? words, slots).replaceAll("\\n", "\n");
  const atMs =
    goesOn === ">" && before !== undefined
      ? Date.parse(before.at) + between(random, 4, 50) * 60_000
      : slots.atMs + index * 60_000;
  const common = { id: `p${index}`, source: kind, at: new Date(atMs).toISOString(), url: "" };
  if (kind === "file") {
    const path = filled(who, slots);
    return { ...common, title: path, text, keywords: path.replaceAll(/[/_.-]+/g, " "), thread: null };
  }
  const person = slots.people[who];
  if (person === undefined) throw new Error(`Of whom is this: ${line}`);
  if (kind === "email") return mailItem(common, person, filled(subject, slots), text);
  return {
    ...common,
    ...textAbout(person),
    text: kind === "call" ? `(incoming call, completed)\nSummary: ${text}` : text,
  };
}

function mailItem(
  common: Pick<SearchItem, "id" | "source" | "at" | "url">,
  person: WorldContact,
  subject: string,
  text: string,
): SearchItem {
  return {
    ...common,
    title: `${nameOf(person)}: ${subject}`,
    text: `${subject}\n${text}`,
    keywords: person.emails[0]?.value ?? "",
    thread: `mail:${common.id}`,
  };
}

function textAbout(person: WorldContact): Pick<SearchItem, "title" | "keywords" | "thread"> {
  const number = person.phones[0]?.value ?? "";
  return {
    title: nameOf(person),
    keywords: [number, formatNumber(number), person.role ?? "", person.company ?? ""].join(" "),
    thread: `sms:${number}`,
  };
}

function questionOf(line: string, slots: Slots, index: number): Omit<Question, "evidence"> {
  const [, kind = "", mark, query = ""] = /^\? (\w+)\+?(\*?): (.*)$/.exec(line) ?? [];
  const known = KINDS[kind];
  if (known === undefined) throw new Error(`Not a question: ${line}`);
  return { id: `q${index}`, kind: known, query: filled(query, slots), isWordless: mark === "*" };
}

/** What the demo company has on record, as its sources would give it to the index. */
function ownItems({ contacts, messages, calls }: CompanyWorld, nowMs: number): SearchItem[] {
  const byNumber = new Map(contacts.map((contact) => [contact.phones[0]?.value ?? "", contact]));
  const about = (number: string): Pick<SearchItem, "title" | "keywords" | "thread"> => {
    const contact = byNumber.get(number);
    return contact === undefined
      ? { title: formatNumber(number), keywords: number, thread: `sms:${number}` }
      : textAbout(contact);
  };
  return [
    ...messages.map(({ id, participant, text, createdAt: at }): SearchItem => ({
      source: "sms",
      id,
      text,
      at,
      url: "",
      ...about(participant),
    })),
    ...calls.map(
      ({ id, participant, createdAt: at, direction, status, durationS, summary, dialogue }): SearchItem => ({
        source: "call",
        id,
        at,
        url: "",
        ...about(participant),
        text: callText({
          direction,
          status,
          durationSeconds: durationS,
          summary: [...(summary?.points ?? [])],
          nextSteps: [...(summary?.nextSteps ?? [])],
          transcript: (dialogue ?? []).map(({ who, text }) => ({
            who: who === "us" ? "team" : "contact",
            name: null,
            text,
          })),
        } as unknown as Parameters<typeof callText>[0]),
      }),
    ),
    ...companyMail(ALDER, nowMs).map(({ mailbox, key, threadKey, draft }): SearchItem => ({
      source: "email",
      id: `${mailbox}/${key}`,
      title: `${draft.from.replace(/ <.*$/, "")}: ${draft.subject}`,
      text: `${draft.subject}\n${draft.text}`,
      keywords: [draft.from, ...draft.to].join(" "),
      at: new Date(draft.dateMs).toISOString(),
      url: "",
      thread: `mail:${threadKey}`,
    })),
    ...companyDrive(ALDER, nowMs).flatMap(({ id, name, modifiedMs, content }): SearchItem[] => {
      const text =
        content.kind === "doc"
          ? content.markdown
          : content.kind === "pdf"
            ? content.pages.map((lines) => lines.join("\n")).join("\n")
            : null;
      return text === null ? [] : [fileItem(id, name, text, modifiedMs)];
    }),
    ...readdirSync(WORKSPACE, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".md"))
      .toSorted()
      .map((path) => fileItem(path, path, readFileSync(join(WORKSPACE, path), "utf8"), nowMs - 20 * DAY_MS)),
  ];
}

function fileItem(id: string, title: string, text: string, atMs: number): SearchItem {
  const keywords = title.replaceAll(/[/_.-]+/g, " ");
  return {
    source: "file",
    id,
    title,
    text,
    keywords,
    at: new Date(atMs).toISOString(),
    url: "",
    thread: null,
  };
}

/** The one thing that says this. */
function saidIn(items: readonly SearchItem[], words: string): SearchItem {
  const plain = (text: string): string => text.replaceAll(/[\s*|]+/g, " ");
  const found = items.find(({ text }) => plain(text).includes(plain(words)));
  if (found === undefined) throw new Error(`Nobody in the demo company says "${words}"`);
  return found;
}

/** What was asked about with its whole thread, and other threads until it is enough. */
function sampled(own: readonly SearchItem[], told: ReadonlySet<string>, random: Random): SearchItem[] {
  const threads = [...Map.groupBy(own, ({ id, thread }) => thread ?? id).values()];
  const needed = threads.filter((items) => items.some(({ id }) => told.has(id)));
  const others = shuffled(
    random,
    threads.filter((items) => !needed.includes(items)),
  );
  const all = needed.flat();
  for (const items of others) {
    if (all.length >= BACKGROUND) break;
    all.push(...items.slice(-12));
  }
  return all;
}
