/** What pages show and change of sources, and of what they hold. */
import { and, desc, eq, lt, or, sql } from "drizzle-orm";
import { auditStatement, type Actor } from "../audit/index.ts";
import { inboundEvents, knowledgeItems, knowledgeSources } from "../db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { derivedId } from "../kernel/ids.ts";
import type {
  KnowledgeChoice,
  KnowledgeEstimate,
  KnowledgeItem,
  KnowledgeItemPage,
  KnowledgeOffer,
  KnowledgeSource,
} from "../protocol/knowledge.ts";
import { usdOf } from "../usage/index.ts";
import { estimateOf, summaryCost, type Prices } from "./estimate.ts";
import { heldFor, isToldOf } from "./held.ts";
import { BODY_CHARS } from "./mail-summary.ts";
import type { KnowledgeDeps } from "./ports.ts";
import { summarizeSoon, unsummarized } from "./summarize-soon.ts";
import { windowStart, type SourceRow } from "./sync.ts";

/** Sources of a team. */
export const MOST_SOURCES = 20;
/** Characters a page shows. */
const SHOWN_CHARS = 60_000;
const PAGE = 50;

/** What the pages are given beside what reading is. */
export interface KnowledgePagesDeps extends KnowledgeDeps, Prices {
  /** What can be read of what is connected now. */
  readonly offers: () => Promise<readonly KnowledgeOffer[]>;
  /** As people call the vendor. */
  readonly titleOf: (vendor: string) => string;
  /** Has the reading begin at once. */
  readonly wake: (kind?: "knowledge.sync" | "knowledge.summarize") => Promise<void>;
}

/** What an admin sets of a source. */
interface SourceChange {
  readonly summarizes: boolean;
}

/** One tenant's. */
export interface KnowledgePages {
  sources(): Promise<{ readonly sources: KnowledgeSource[]; readonly offers: KnowledgeOffer[] }>;
  /** Throws AppError `invalid_request` for what isn't offered, IntegrationError. */
  estimate(choice: KnowledgeChoice): Promise<KnowledgeEstimate>;
  /** Throws the same, and `conflict` for too many. */
  add(choice: KnowledgeChoice, by: Actor): Promise<KnowledgeSource>;
  /** Throws AppError `not_found`. */
  act(id: string, to: "read" | "pause", by: Actor): Promise<KnowledgeSource>;
  /** Throws the same, and `invalid_request` for what doesn't go with its kind. */
  change(id: string, to: SourceChange, by: Actor): Promise<KnowledgeSource>;
  remove(id: string, by: Actor): Promise<void>;
  items(
    id: string,
    page: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
  ): Promise<{ readonly items: KnowledgeItem[]; readonly nextCursor: string | null }>;
  /** Throws AppError `not_found`. */
  item(id: string): Promise<KnowledgeItemPage>;
}

/** Makes them. Cheap. */
export function knowledgePagesOf(deps: KnowledgePagesDeps): KnowledgePages {
  return {
    async sources() {
      const rows = await deps.db
        .rows(knowledgeSources)
        .orderBy(knowledgeSources.createdAt)
        .limit(MOST_SOURCES);
      return {
        sources: await Promise.all(rows.map((row) => viewOf(deps, row))),
        offers: [...(await deps.offers())],
      };
    },
    async estimate(choice) {
      const { vendor } = await offered(deps, choice);
      const shelf = await deps.open({ ...choice, vendor });
      if (shelf === null) throw notOffered();
      return estimateOf(deps, choice.kind, shelf, windowStart(choice, deps.clock.now()));
    },
    add: (choice, by) => add(deps, choice, by),
    act: (id, to, by) => act(deps, id, to, by),
    change: (id, to, by) => change(deps, id, to, by),
    async remove(id, by) {
      const row = await find(deps, id);
      const set = { state: "removing" as const, problem: null, dueAt: isoTime(deps.clock.now()) };
      const what = `${by.name} removed ${WORDS[row.kind]} of ${deps.titleOf(row.vendor)} from what Steward knows`;
      await deps.db.batch([
        deps.db.update(knowledgeSources, set, eq(knowledgeSources.id, id)),
        deps.db.remove(inboundEvents, heldFor(row)),
        noted(deps, by, id, "removed", what),
      ]);
      await deps.wake();
    },
    items: (id, page) => listItems(deps, id, page),
    item: (id) => readItem(deps, id),
  };
}

async function find({ db }: KnowledgePagesDeps, id: string): Promise<SourceRow> {
  const row = await db.find(knowledgeSources, eq(knowledgeSources.id, id));
  if (row === null) throw new AppError("not_found", "There’s no such source.");
  return row;
}

async function add(deps: KnowledgePagesDeps, choice: KnowledgeChoice, by: Actor): Promise<KnowledgeSource> {
  const { db, clock } = deps;
  const { vendor, service } = await offered(deps, choice);
  const { connectionId, kind, person, windowDays } = choice;
  const id = await derivedId("source", connectionId, kind, person);
  const sources = await db.rows(knowledgeSources).limit(MOST_SOURCES);
  const known = sources.find((row) => row.id === id);
  if (known?.state === "removing") throw beingRemoved();
  if (known === undefined && sources.length >= MOST_SOURCES)
    throw new AppError("conflict", `A team has at most ${MOST_SOURCES} sources. Remove one first.`);
  const now = isoTime(clock.now());
  const begun = { ...AT_FIRST, startedAt: now, dueAt: now, createdByName: by.name, createdAt: now };
  const summarizes = kind === "email" && choice.summarizes === true;
  const again = { windowDays, summarizes, state: "waiting", wholeAt: null, dueAt: now };
  await db.batch([
    db
      .insert(knowledgeSources, { id, connectionId, vendor, kind, person, windowDays, summarizes, ...begun })
      .onConflictDoUpdate({ target: [knowledgeSources.tenantId, knowledgeSources.id], set: again as never }),
    noted(deps, by, id, "added", `${by.name} had Steward read ${WORDS[kind]} of ${service}`),
  ]);
  await deps.wake();
  return viewOf(deps, await find(deps, id));
}

/** A source before its first pass. */
export const AT_FIRST = {
  state: "waiting",
  pass: 0,
  isWhole: true,
  since: null,
  cursor: null,
  isSweeping: false,
  isPartial: false,
  done: 0,
  within: 0,
  expected: null,
  items: 0,
  notRead: 0,
  wholeAt: null,
  finishedAt: null,
  failures: 0,
  problem: null,
} as const;

async function act(
  deps: KnowledgePagesDeps,
  id: string,
  to: "read" | "pause",
  by: Actor,
): Promise<KnowledgeSource> {
  const { db, clock } = deps;
  const row = await find(deps, id);
  if (row.state === "removing") throw beingRemoved();
  const isReading = to === "read" && row.state === "reading";
  if (!isReading) {
    const offers = to === "read" && isToldOf(row) ? await deps.offers() : null;
    const isTold = offers !== null && !offers.some((offer) => isOf(offer, row));
    const did = to === "pause" ? "paused" : "started";
    const what = `${by.name} ${did} reading ${WORDS[row.kind]} of ${deps.titleOf(row.vendor)}`;
    await db.batch([
      db.update(
        knowledgeSources,
        // One that is only told of isn't asked.
        isTold ? { state: "waiting" } : changeTo(to, row, isoTime(clock.now())),
        eq(knowledgeSources.id, id),
      ),
      ...(to === "read" ? [db.update(inboundEvents, { state: "received" }, heldFor(row))] : []),
      noted(deps, by, id, did, what),
    ]);
  }
  if (to === "read") await deps.wake();
  return viewOf(deps, await find(deps, id));
}

async function change(
  deps: KnowledgePagesDeps,
  id: string,
  { summarizes }: SourceChange,
  by: Actor,
): Promise<KnowledgeSource> {
  const { db } = deps;
  const row = await find(deps, id);
  if (row.state === "removing") throw beingRemoved();
  if (row.kind !== "email") throw new AppError("invalid_request", "Only e-mails are summarized.");
  if (row.summarizes !== summarizes) {
    const did = summarizes ? "had" : "stopped";
    const what = `${by.name} ${summarizes ? "had Steward summarize" : "stopped Steward summarizing"} ${WORDS[row.kind]} of ${deps.titleOf(row.vendor)}`;
    await db.batch([
      db.update(knowledgeSources, { summarizes, summaryProblem: null }, eq(knowledgeSources.id, id)),
      noted(deps, by, id, `summaries_${did}`, what),
    ]);
    await summarizeSoon(deps, id);
    await deps.wake("knowledge.summarize");
  }
  return viewOf(deps, await find(deps, id));
}

/** What was paused on its way goes on from there; anything else is read whole. */
function changeTo(to: "read" | "pause", { state, cursor }: SourceRow, now: string): Partial<SourceRow> {
  if (to === "pause") return { state: "paused", dueAt: null, problem: null };
  const goesOn = state === "paused" && cursor !== null;
  return goesOn
    ? { state: "reading", dueAt: now, failures: 0 }
    : { state: "waiting", wholeAt: null, dueAt: now, failures: 0 };
}

async function listItems(
  deps: KnowledgePagesDeps,
  id: string,
  { cursor, limit = PAGE }: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
): Promise<{ readonly items: KnowledgeItem[]; readonly nextCursor: string | null }> {
  await find(deps, id);
  const [at = "", last = ""] = (cursor ?? "").split("|");
  const before = or(lt(knowledgeItems.at, at), and(eq(knowledgeItems.at, at), lt(knowledgeItems.id, last)));
  const ofSource = eq(knowledgeItems.sourceId, id);
  const rows = await deps.db
    .rows(knowledgeItems, cursor === undefined ? ofSource : and(ofSource, before))
    .orderBy(desc(knowledgeItems.at), desc(knowledgeItems.id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const end = shown.at(-1);
  return {
    items: shown.map((row) => ({
      id: row.id,
      kind: row.kind,
      title: row.title,
      at: row.at,
      note: row.note,
      summary: row.summary,
    })),
    nextCursor: rows.length > limit && end !== undefined ? `${end.at}|${end.id}` : null,
  };
}

async function readItem(deps: KnowledgePagesDeps, id: string): Promise<KnowledgeItemPage> {
  const row = await deps.db.find(knowledgeItems, eq(knowledgeItems.id, id));
  if (row === null)
    throw new AppError("not_found", "It’s not on record any more. It may be gone where it was read.");
  const source = await deps.db.find(knowledgeSources, eq(knowledgeSources.id, row.sourceId));
  const text = await deps.words.get(id);
  const { kind, title, at, note, summary, sourceId, link, people, facts, readAt } = row;
  return {
    id,
    kind,
    title,
    at,
    note,
    summary,
    sourceId,
    link,
    readAt,
    service: source === null ? "" : deps.titleOf(source.vendor),
    people: [...people],
    facts: facts.map(([name, value]): [string, string] => [name, value]),
    text: text.slice(0, SHOWN_CHARS),
    isCut: text.length > SHOWN_CHARS,
  };
}

function beingRemoved(): AppError {
  return new AppError("conflict", "This source is being removed. Try again in a moment.");
}

const WORDS = {
  email: "the e-mails",
  document: "the documents",
  event: "the calendar",
  issue: "the tasks",
} as const;

function notOffered(): AppError {
  return new AppError("invalid_request", "That isn’t connected any more. Reload the page.");
}

async function offered(deps: KnowledgePagesDeps, choice: KnowledgeChoice): Promise<KnowledgeOffer> {
  const offer = (await deps.offers()).find((one) => isOf(one, choice));
  if (offer === undefined) throw notOffered();
  return offer;
}

function isOf(
  offer: KnowledgeOffer,
  { connectionId, kind, person }: Pick<SourceRow, "connectionId" | "kind" | "person">,
): boolean {
  const isTheirs = offer.people.length === 0 ? person === "" : offer.people.some(({ id }) => id === person);
  return offer.connectionId === connectionId && offer.kind === kind && isTheirs;
}

function noted({ db, clock }: KnowledgePagesDeps, actor: Actor, id: string, what: string, sentence: string) {
  const nowMs = clock.now();
  const entry = { id: `knowledge:${id}:${what}:${nowMs}`, actor, action: `knowledge.${what}` };
  const subject = { kind: "knowledge_source", id };
  return auditStatement(db, { ...entry, subject, sentence, changes: [] }, nowMs);
}

async function viewOf(deps: KnowledgePagesDeps, row: SourceRow): Promise<KnowledgeSource> {
  const { id, vendor, kind, person, windowDays, state, isWhole, done, within, expected, items, notRead } =
    row;
  return {
    id,
    kind,
    person,
    windowDays,
    state,
    items,
    notRead,
    service: deps.titleOf(vendor),
    progress: state === "reading" ? { isWhole, done: done + within, expected } : null,
    finishedAt: row.finishedAt,
    nextAt: state === "waiting" ? row.dueAt : null,
    problem: row.problem,
    createdBy: row.createdByName,
    isToldOf: isToldOf(row),
    summaries: kind === "email" ? await summariesOf(deps, row) : null,
  };
}

async function summariesOf(
  deps: KnowledgePagesDeps,
  { id, summarizes, summaryProblem }: SourceRow,
): Promise<NonNullable<KnowledgeSource["summaries"]>> {
  const [counts] = await deps.db.pick(
    {
      left: sql<number>`count(*)`.as("left_over"),
      chars: sql<number>`coalesce(sum(min(${knowledgeItems.characters}, ${BODY_CHARS})), 0)`.as("chars"),
    },
    knowledgeItems,
    unsummarized(id),
  );
  const left = Number(counts?.["left"] ?? 0);
  const each = left === 0 ? 0 : summaryCost(deps, Number(counts?.["chars"] ?? 0) / left);
  return { isOn: summarizes, left, leftUsd: usdOf(Math.ceil(left * each)), problem: summaryProblem };
}
