import * as z from "zod";
import { localTime } from "../../kernel/local-time.ts";
import type { EntityRef } from "../api/entities.ts";
import { WEAK_ANSWER } from "../../platform/api/search-items.ts";
import { passage } from "../../agent/runs/index.ts";
import {
  ask,
  excerptsOf,
  partAbout,
  SHOWN,
  withoutDuplicates,
  type Answered,
  type Excerpt,
} from "../search/index.ts";
import { defineTool } from "../../agent/tools/define-tool.ts";
import { readsLikeName } from "../../agent/tools/name-like.ts";
import type { KnowledgeServices } from "./index.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { dayOf } from "../../kernel/calendar.ts";

/** Kinds as the model names them; tasks are those of sources, and the team's own with their projects and comments. */
const KINDS = {
  texts: ["sms"],
  calls: ["call"],
  emails: ["email"],
  files: ["file"],
  chats: ["conversation"],
  notes: ["note"],
  documents: ["document"],
  events: ["event"],
  tasks: ["issue", "project", "task", "comment"],
  accounts: ["account"],
} as const;
/** The model's name for a kind. */
export const NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(KINDS).flatMap(([name, kinds]) => kinds.map((kind) => [kind, name])),
);
const KIND_NAMES = Object.keys(KINDS) as [keyof typeof KINDS, ...(keyof typeof KINDS)[]];
/** What the agent said in another chat is not evidence. */
const EVIDENCE = KIND_NAMES.filter((name) => name !== "chats");
/** Passages looked at: many are turns of one sitting, copies, or from this chat. */
const LOOKED_AT = 60;
const MOST_ENTITIES = 6;
/** Minimum share of the best score. */
const WORTH = 0.05;
/** Days before today at which a span starts and ends. */
const DAYS = { today: [0, 0], yesterday: [1, 1], last_week: [7, 0], last_month: [30, 0] } as const;
const day = z.iso.date();

const NOTHING = "Nothing on record answers this. Say so plainly.";
const OLDER = "`reach` has the oldest day on record of each kind: say how far back you looked.";
const IN_MAILBOXES =
  "The mailboxes themselves may hold an e-mail that isn’t on record: search_emails, where you have it, asks them.";
const ON_THE_LINE =
  "Older texts may be on the phone line: list_messages, where you have it, reads what one person wrote.";
const NOTHING_AMONG =
  "Nothing among the sources, days or names you asked for: ask once more without them before you say that nothing is on record.";
const NOTHING_YET = "Nothing that has been read so far answers this: say so, and what is still missing.";
const UNSURE =
  "These share few words with the question, but one may answer it in others: read them. Only if no quote does, say that nothing on record answers it.";

export const retrieveContext = defineTool({
  name: "retrieve_context",
  title: "Look through everything on record",
  done: "Looked through everything on record",
  description:
    "Finds the passages that answer a question best in everything on record at once: texts, calls, e-mails, files, notes, accounts, and documents, events and tasks of sources. Ask in a whole sentence with names, places and time. " +
    "Each has its quote, day and link: say where you have something from. The first is not always the answer; where none is, say so. `relevance` only compares them.",
  keywords:
    "find search look up knowledge everything anywhere known record context question answer evidence quote source history",
  input: z.strictObject({
    query: z.string().trim().min(3).max(400).describe("When did Walt repair the boiler at Cedar Hollow?"),
    sources: z.array(z.enum(KIND_NAMES)).max(10).optional().describe("Chats with you only where named"),
    time: z
      .enum(["today", "yesterday", "last_week", "last_month"])
      .optional()
      .describe("The last 7 and 30 days"),
    from: day.optional(),
    to: day.optional(),
    about: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe("Only what names this person, unit or number"),
    limit: z.int().min(1).max(20).optional(),
  }),
  effect: "read",
  lists: true,
  egress: "none",
  tellsOutside: true,
  summarize: ({ query }) => `Looking through everything for ${query}`,
  looksAt: ({ query }) => ({ things: "Everything on record", asked: query, askedIs: "words" }),
  async run(
    { query, sources, time, about, limit = SHOWN.excerpts, ...days },
    services: KnowledgeServices,
    { conversationId },
  ) {
    const { retrieve, peopleIn, entitiesOf, beingRead, reach, spanOf, clock, timeZone } = services;
    const named = time === undefined ? days : daysOf(time, clock.now(), timeZone);
    const span = spanOf({ from: named.from, to: named.to });
    const asking = { retrieve, peopleIn, spanOf, today: dayOf(clock.now(), timeZone) };
    const kinds = (sources ?? EVIDENCE).flatMap((name) => KINDS[name]);
    const answer = await ask(asking, {
      question: query,
      limit: LOOKED_AT,
      withTurns: true,
      ...(about === undefined ? {} : { about }),
      sources: kinds,
      ...(span.from === undefined ? {} : { from: span.from }),
      ...(span.to === undefined ? {} : { to: span.to }),
    });
    const { found } = answer;
    const best = Math.max(...found.map(({ score }) => score), Number.EPSILON);
    // Leaves out what was said in this conversation.
    const others = found.filter(
      ({ source, thread }) => source !== "conversation" || thread !== conversationId,
    );
    const worth = withoutDuplicates(others).filter(({ score }) => score >= best * WORTH);
    const excerpts = excerptsOf(worth, { ...SHOWN, excerpts: limit }, query);
    const entities = mostOf(await entitiesOf(excerpts.map(({ passage: one }) => one)));
    const origins = await Promise.all(
      excerpts.map(async ({ passage: { source, title }, text }) =>
        source === "file" ? services.outsideOf(title, text) : null,
      ),
    );
    const items = excerpts.map(
      ({ passage: { source, id, title, at, url, score, summary }, text, turns }, index) => {
        const origin = origins[index] ?? null;
        const place = { in: NAMES[source] ?? source, title, at: localTime(at, timeZone), link: url };
        return {
          id,
          type: source,
          in: place.in,
          title,
          at: place.at,
          ...(summary ? { summary } : {}),
          ...(origin === null ? {} : { source: origin }),
          quote: passage(
            turns.length > 0
              ? turns.map((turn) => lineOf(turn, query)).join("\n")
              : source === "sms"
                ? asTheirs(text)
                : text,
            place,
          ),
          link: url,
          relevance: Math.round((score / best) * 100) / 100,
        };
      },
    );
    const isOurs = excerpts.map(
      ({ passage: { source, title }, turns }, index) =>
        (source === "file" && origins[index] === null) ||
        (source === "sms" && turns.length > 0 && turns.every((turn) => turn.isOurs) && readsLikeName(title)),
    );
    const waits = await services.waitingChanges(
      excerpts.flatMap(({ passage: { source, title } }) => (source === "file" ? [title] : [])),
    );
    const missing = notAllRead(await beingRead());
    const isThin = items.length === 0 || isWeak(answer);
    const isNarrowed = [sources, span.from, span.to, about].some((one) => one !== undefined);
    return {
      kind: "list",
      items,
      keep: "first",
      outside:
        isOurs.includes(false) || ![...entities, ...answer.people].every(({ name }) => readsLikeName(name)),
      beside: {
        ...besideOf(answer),
        ...(items.length > 0
          ? {}
          : { nothing: isNarrowed ? NOTHING_AMONG : missing === null ? NOTHING : NOTHING_YET }),
        ...(isThin ? reachOf(await reach(), kinds, timeZone) : {}),
        beingRead: missing,
        ...(waits.size === 0 ? {} : { waits: Object.fromEntries(waits) }),
        ...(entities.length === 0 ? {} : { entities }),
      },
    };
  },
});

/** What a turn says, and which side said it where both write under one name. Only the team's lines begin with “Us:”. */
function lineOf({ source, title, text, isOurs, isApart }: Excerpt["turns"][number], query: string): string {
  const said = partAbout(text, query, SHOWN.chars);
  const words = source !== "sms" ? said : isOurs ? `Us: ${said}` : asTheirs(`${title}: ${said}`);
  return isApart ? `…\n${words}` : words;
}

function asTheirs(words: string): string {
  return words.replaceAll(/^(?=\s*Us:)/gm, "> ");
}

/** Notes about the whole result: how the question was interpreted, and low confidence. */
function besideOf(answer: Answered) {
  const { people, said, isBeyond } = answer;
  return {
    ...(said === null ? {} : { when: whenWords(said, isBeyond) }),
    ...(people.length === 0 ? {} : { people: people.map(({ name }) => name) }),
    ...(isWeak(answer) ? { unsure: UNSURE } : {}),
  };
}

function isWeak({ found }: Answered): boolean {
  return (found[0]?.answered ?? 1) < WEAK_ANSWER;
}

/** How far back the kinds asked for are on record, and where older e-mails may be. */
function reachOf(
  { oldest, hasMailboxes }: Awaited<ReturnType<KnowledgeServices["reach"]>>,
  kinds: readonly string[],
  timeZone: string,
) {
  const days = new Map<string, string>();
  for (const kind of kinds) {
    const at = oldest.get(kind);
    const name = NAMES[kind] ?? kind;
    if (at !== undefined) days.set(name, dayOf(Date.parse(at), timeZone));
  }
  const inMailboxes = hasMailboxes && kinds.includes("email");
  const notes = [
    ...(days.size > 0 ? [OLDER] : []),
    ...(kinds.includes("sms") ? [ON_THE_LINE] : []),
    ...(inMailboxes ? [IN_MAILBOXES] : []),
  ];
  return {
    ...(days.size > 0 ? { reach: Object.fromEntries(days) } : {}),
    ...(notes.length > 0 ? { looked: notes.join(" ") } : {}),
  };
}

/** Why something may be missing; null if everything has been read. */
function notAllRead({ texts, kinds }: Awaited<ReturnType<KnowledgeServices["beingRead"]>>): string | null {
  const names = kinds.map((kind) => NAMES[kind] ?? kind).join(", ");
  const sources = names === "" ? "" : `Being read for the first time, not all on record yet: ${names}.`;
  return [texts ?? "", sources].filter((part) => part !== "").join(" ") || null;
}

/** Entities across all results, most frequent first, with their pages. */
function mostOf(about: readonly (readonly EntityRef[])[]) {
  const byId = Map.groupBy(about.flat(), ({ id }) => id);
  const most = [...byId.values()].toSorted((one, other) => other.length - one.length);
  return most
    .slice(0, MOST_ENTITIES)
    .flatMap(([first]) => first ?? [])
    .map(({ id, name, type }) => ({ name, type, link: `/directory/${id}` }));
}

/** How time words were interpreted, so that the model doesn't assume other days. */
function whenWords({ words, from, to }: NonNullable<Answered["said"]>, isBeyond: boolean): string {
  const days = from === to ? from : `${from} to ${to}`;
  return isBeyond
    ? `Nothing on record of ${days} ("${words}"): these are of other days.`
    : `Only of ${days} ("${words}")`;
}

function daysOf(time: keyof typeof DAYS, nowMs: number, timeZone: string) {
  const [first, last] = DAYS[time];
  return { from: dayOf(nowMs - first * DAY_MS, timeZone), to: dayOf(nowMs - last * DAY_MS, timeZone) };
}
