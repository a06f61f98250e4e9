/** Use cases of the knowledge pages. */
import { eq, sql } from "drizzle-orm";
import { auditStatement, type Actor } from "../../platform/audit/index.ts";
import { inboundEvents } from "../../messaging/tables/inbox.ts";
import { knowledgeItems, knowledgeSources } from "../tables/knowledge.ts";
import { type Statement } from "../../platform/db/index.ts";
import { eventStatement, STEWARD_ACTOR } from "../../platform/events/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { derivedId } from "../../kernel/ids.ts";
import type {
  KnowledgeChoice,
  KnowledgeEstimate,
  KnowledgeItem,
  KnowledgeItemPage,
  KnowledgeOffer,
  KnowledgeSource,
  KnowledgeSync,
} from "../api/knowledge.ts";
import { sourceReaderChanged } from "../../platform/privacy.ts";
import { usdOf } from "../../agent/usage/index.ts";
import { estimateOf, summaryCost, type Prices } from "./estimate.ts";
import { findSource, listItems, readItem } from "./read-items.ts";
import { heldFor, isToldOf } from "./held.ts";
import { summarizedChars } from "./mail-summary.ts";
import type { KnowledgeDeps } from "./ports.ts";
import { askedRun, getSync, listSyncs } from "./runs.ts";
import { KIND_NAMES as WORDS } from "./source-news.ts";
import { summarizeSoon, unsummarized } from "./summarize-soon.ts";
import { windowStart, type SourceRow } from "./sync.ts";
import { isVisible, keptFor, membersOf, type Member } from "./visible.ts";

/** Maximum sources per team. */
export const MOST_SOURCES = 20;

/** A source's audience changed; `ids` holds the source. */
const SOURCE_SHARED = "knowledge.source.shared";

export interface KnowledgePagesDeps extends KnowledgeDeps, Prices {
  /** Sources that can be added now. */
  readonly offers: () => Promise<readonly KnowledgeOffer[]>;
  /** Starts the background work immediately. */
  readonly wake: (kind?: "knowledge.sync" | "knowledge.summarize" | "events.consume") => Promise<void>;
}

interface SourceChange {
  readonly summarizes?: boolean | undefined;
  /** The only member who can find it; null for everyone. */
  readonly ownerId?: string | null | undefined;
}

export interface KnowledgePages {
  /** As the given member sees them. */
  sources(userId: string): Promise<{
    readonly sources: KnowledgeSource[];
    readonly offers: KnowledgeOffer[];
    readonly members: { readonly id: string; readonly name: string }[];
  }>;
  /** Throws AppError `invalid_request` for a choice that isn't offered, IntegrationError. */
  estimate(choice: KnowledgeChoice): Promise<KnowledgeEstimate>;
  /** Throws like `estimate`, and `conflict` at the limit. */
  add(choice: KnowledgeChoice, by: Actor): Promise<KnowledgeSource>;
  /**
   * Adds and reads several sources, or none. Throws like `estimate`, and `conflict` at the limit. A repeat within a
   * second is the same sync.
   */
  startSync(choices: readonly KnowledgeChoice[], by: Actor): Promise<KnowledgeSync>;
  syncs(): Promise<KnowledgeSync[]>;
  /** Throws AppError `not_found`. */
  sync(id: string): Promise<KnowledgeSync>;
  /** Throws AppError `not_found`. */
  act(id: string, to: "read" | "pause", by: Actor): Promise<KnowledgeSource>;
  /** Throws like `act`, and `invalid_request` for an owner who isn't a member. */
  change(id: string, to: SourceChange, by: Actor): Promise<KnowledgeSource>;
  remove(id: string, by: Actor): Promise<void>;
  /** Throws AppError `not_found`, also for another member's private source. */
  items(
    userId: string,
    id: string,
    page: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
  ): Promise<{ readonly items: KnowledgeItem[]; readonly nextCursor: string | null }>;
  /** Throws like `items`. */
  item(userId: string, id: string): Promise<Omit<KnowledgeItemPage, "entities">>;
}

/** Cheap: opens nothing. */
export function knowledgePagesOf(deps: KnowledgePagesDeps): KnowledgePages {
  return {
    async sources(userId) {
      const [rows, offers, members] = await Promise.all([
        deps.db.rows(knowledgeSources).orderBy(knowledgeSources.createdAt).limit(MOST_SOURCES),
        deps.offers(),
        membersOf(deps.db),
      ]);
      return {
        sources: await Promise.all(rows.map((row) => viewOf(deps, row, { userId, members }))),
        offers: [...offers],
        members: members.map(({ id, name }) => ({ id, name })),
      };
    },
    async estimate(choice) {
      const { vendor } = await offered(deps, choice);
      const shelf = await deps.open({ ...choice, vendor });
      if (shelf === null) throw notOffered();
      return estimateOf(deps, choice.kind, shelf, windowStart(choice, deps.clock.now()));
    },
    add: async (choice, by) => add(deps, choice, by, await syncIdOf(deps, [choice], by)),
    startSync: (choices, by) => startSync(deps, choices, by),
    syncs: () => listSyncs(deps),
    sync: (id) => getSync(deps, id),
    act: (id, to, by) => act(deps, id, to, by),
    change: (id, to, by) => change(deps, id, to, by),
    async remove(id, by) {
      const row = await findSource(deps.db, id);
      const set = { state: "removing" as const, problem: null, dueAt: isoTime(deps.clock.now()) };
      const what = `${by.name} removed the source ${WORDS[row.kind]} of ${deps.titleOf(row.vendor)}`;
      await deps.db.batch([
        deps.db.update(knowledgeSources, set, eq(knowledgeSources.id, id)),
        deps.db.remove(inboundEvents, heldFor(row)),
        noted(deps, by, id, "removed", what),
      ]);
      await deps.wake();
    },
    items: (userId, id, page) => listItems(deps, { userId, id }, page),
    item: (userId, id) => readItem(deps, userId, id),
  };
}

function syncIdOf(
  { clock }: KnowledgePagesDeps,
  choices: readonly KnowledgeChoice[],
  by: Actor,
): Promise<string> {
  const sources = choices.map(({ connectionId, kind, person }) => [connectionId, kind, person].join(" "));
  return derivedId("sync", by.id, isoTime(clock.now()), ...sources);
}

async function startSync(
  deps: KnowledgePagesDeps,
  choices: readonly KnowledgeChoice[],
  by: Actor,
): Promise<KnowledgeSync> {
  for (const choice of choices) {
    await offered(deps, choice);
    await ownerIn(deps, choice.ownerId ?? null);
  }
  const sources = await deps.db.rows(knowledgeSources).limit(MOST_SOURCES);
  const ids = await Promise.all(choices.map(sourceIdOf));
  if (sources.some(({ id, state }) => state === "removing" && ids.includes(id))) throw beingRemoved();
  if (new Set([...sources.map(({ id }) => id), ...ids]).size > MOST_SOURCES) throw tooManySources();
  const syncId = await syncIdOf(deps, choices, by);
  for (const choice of choices) await add(deps, choice, by, syncId);
  return getSync(deps, syncId);
}

function sourceIdOf({ connectionId, kind, person }: KnowledgeChoice): Promise<string> {
  return derivedId("source", connectionId, kind, person);
}

function tooManySources(): AppError {
  return new AppError("conflict", `A team has at most ${MOST_SOURCES} sources. Remove one first.`);
}

async function add(
  deps: KnowledgePagesDeps,
  choice: KnowledgeChoice,
  by: Actor,
  syncId: string,
): Promise<KnowledgeSource> {
  const { db, clock } = deps;
  const { vendor, service, people } = await offered(deps, choice);
  const { connectionId, kind, person, windowDays } = choice;
  const owner = await ownerIn(
    deps,
    choice.ownerId === undefined
      ? (people.find((one) => one.id === person)?.ownerId ?? null)
      : choice.ownerId,
  );
  const id = await sourceIdOf(choice);
  const sources = await db.rows(knowledgeSources).limit(MOST_SOURCES);
  const known = sources.find((row) => row.id === id);
  if (known?.state === "removing") throw beingRemoved();
  if (known === undefined && sources.length >= MOST_SOURCES) throw tooManySources();
  const now = isoTime(clock.now());
  const begun = {
    ...AT_FIRST,
    startedAt: now,
    dueAt: now,
    ...askedBy(by, now),
    createdByName: by.name,
    createdAt: now,
  };
  const summarizes = choice.summarizes ?? true;
  const kept = { ...keptFor(owner?.id ?? null), windowDays, summarizes };
  const again = { ...kept, ...askedBy(by, now), state: "waiting", wholeAt: null, dueAt: now };
  await db.batch([
    db
      .insert(knowledgeSources, { id, connectionId, vendor, kind, person, ...kept, ...begun })
      .onConflictDoUpdate({ target: [knowledgeSources.tenantId, knowledgeSources.id], set: again as never }),
    askedRun(
      db,
      { id, vendor, kind, person, windowDays, pass: (known?.pass ?? 0) + 1 },
      { syncId, byName: by.name, now },
    ),
    ...(known === undefined
      ? [sourceReaderChanged(db, id, kept.ownerId)]
      : readerStatements(deps, id, kept.ownerId)),
    noted(
      deps,
      by,
      id,
      "added",
      `${by.name} had Steward read ${WORDS[kind]} of ${service}, ${forWhom(owner)}`,
    ),
  ]);
  await deps.wake();
  return viewFor(deps, id, by);
}

/** Who is notified when it has been read. */
function askedBy({ kind, id }: Actor, now: string): Pick<SourceRow, "askedById" | "askedAt"> {
  return { askedById: kind === "user" ? id : null, askedAt: now };
}

/** A source before its first pass. */
export const AT_FIRST = {
  summarizes: true,
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
  const row = await findSource(deps.db, id);
  if (row.state === "removing") throw beingRemoved();
  const isReading = to === "read" && row.state === "reading";
  if (!isReading) {
    const offers = to === "read" && isToldOf(row) ? await deps.offers() : null;
    const isTold = offers !== null && !offers.some((offer) => isOf(offer, row));
    const did = to === "pause" ? "paused" : "started";
    const what = `${by.name} ${did} reading ${WORDS[row.kind]} of ${deps.titleOf(row.vendor)}`;
    const now = isoTime(clock.now());
    const set = changeTo(to, row, now);
    const syncId = await derivedId("sync", by.id, now, id);
    await db.batch([
      ...(!isTold && set.state === "waiting"
        ? [askedRun(db, { ...row, pass: row.pass + 1 }, { syncId, byName: by.name, now })]
        : []),
      db.update(
        knowledgeSources,
        // A webhook-only source has nothing to read.
        isTold ? { state: "waiting" } : set,
        eq(knowledgeSources.id, id),
      ),
      ...(to === "read" ? [db.update(inboundEvents, { state: "received" }, heldFor(row))] : []),
      noted(deps, by, id, did, what),
    ]);
  }
  if (to === "read") await deps.wake();
  return viewFor(deps, id, by);
}

async function change(
  deps: KnowledgePagesDeps,
  id: string,
  { summarizes, ownerId }: SourceChange,
  by: Actor,
): Promise<KnowledgeSource> {
  const row = await findSource(deps.db, id);
  if (row.state === "removing") throw beingRemoved();
  if (ownerId !== undefined) await changeOwner(deps, row, ownerId, by);
  if (summarizes !== undefined && summarizes !== row.summarizes)
    await changeSummaries(deps, row, summarizes, by);
  return viewFor(deps, id, by);
}

/** Effective immediately for all items: access is checked on every read. */
async function changeOwner(
  deps: KnowledgePagesDeps,
  row: SourceRow,
  ownerId: string | null,
  by: Actor,
): Promise<void> {
  const owner = await ownerIn(deps, ownerId);
  const what = `${by.name} made ${WORDS[row.kind]} of ${deps.titleOf(row.vendor)} findable ${forWhom(owner)}`;
  await deps.db.batch([
    deps.db.update(knowledgeSources, keptFor(ownerId), eq(knowledgeSources.id, row.id)),
    ...readerStatements(deps, row.id, ownerId),
    noted(deps, by, row.id, "shared", what),
  ]);
  await deps.wake("events.consume");
}

/** Quotes of the source get the new reader at once, and holders of copies are notified. */
function readerStatements(
  { db, clock }: KnowledgePagesDeps,
  sourceId: string,
  ownerId: string | null,
): Statement[] {
  const nowMs = clock.now();
  const event = {
    id: `${SOURCE_SHARED}:${sourceId}:${nowMs}:${ownerId ?? "team"}`,
    type: SOURCE_SHARED,
    actor: STEWARD_ACTOR,
    payload: { ids: [sourceId] },
  } as const;
  return [sourceReaderChanged(db, sourceId, ownerId), eventStatement(db, event, nowMs)];
}

async function changeSummaries(
  deps: KnowledgePagesDeps,
  row: SourceRow,
  summarizes: boolean,
  by: Actor,
): Promise<void> {
  const did = summarizes ? "had Steward summarize" : "stopped Steward summarizing";
  const what = `${by.name} ${did} ${WORDS[row.kind]} of ${deps.titleOf(row.vendor)}`;
  await deps.db.batch([
    deps.db.update(knowledgeSources, { summarizes, summaryProblem: null }, eq(knowledgeSources.id, row.id)),
    noted(deps, by, row.id, "summarized", what),
  ]);
  await summarizeSoon(deps, row.id);
  await deps.wake("knowledge.summarize");
}

/** A paused pass resumes; otherwise a full pass starts. */
function changeTo(to: "read" | "pause", { state, cursor }: SourceRow, now: string): Partial<SourceRow> {
  if (to === "pause") return { state: "paused", dueAt: null, problem: null };
  const goesOn = state === "paused" && cursor !== null;
  return goesOn
    ? { state: "reading", dueAt: now, failures: 0 }
    : { state: "waiting", wholeAt: null, dueAt: now, failures: 0 };
}

function beingRemoved(): AppError {
  return new AppError("conflict", "This source is being removed. Try again in a moment.");
}

function notOffered(): AppError {
  return new AppError("invalid_request", "That’s no longer connected. Reload the page.");
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

/** Throws AppError `invalid_request` for a non-member. */
async function ownerIn({ db }: KnowledgePagesDeps, ownerId: string | null): Promise<Member | null> {
  if (ownerId === null) return null;
  const owner = (await membersOf(db)).find(({ id }) => id === ownerId);
  if (owner === undefined) throw new AppError("invalid_request", "They’re no longer on your team.");
  return owner;
}

function forWhom(owner: Member | null): string {
  return owner === null ? "for everyone in the team" : `for ${owner.name} alone`;
}

function noted({ db, clock }: KnowledgePagesDeps, actor: Actor, id: string, what: string, sentence: string) {
  const nowMs = clock.now();
  const entry = { id: `knowledge:${id}:${what}:${nowMs}`, actor, action: `knowledge.${what}` };
  const subject = { kind: "knowledge_source", id };
  return auditStatement(db, { ...entry, subject, sentence, changes: [] }, nowMs);
}

async function viewFor(
  deps: KnowledgePagesDeps,
  id: string,
  { id: userId }: Actor,
): Promise<KnowledgeSource> {
  const [row, members] = await Promise.all([findSource(deps.db, id), membersOf(deps.db)]);
  return viewOf(deps, row, { userId, members });
}

async function viewOf(
  deps: KnowledgePagesDeps,
  row: SourceRow,
  { userId, members }: { readonly userId: string; readonly members: readonly Member[] },
): Promise<KnowledgeSource> {
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
    owner: row.visibility === "team" ? null : ownerView(row, members),
    isVisible: isVisible(row, userId),
    summaries: await summariesOf(deps, row),
  };
}

function ownerView({ ownerId }: SourceRow, members: readonly Member[]) {
  const name = members.find(({ id }) => id === ownerId)?.name ?? "someone who left";
  return { id: ownerId ?? "", name };
}

async function summariesOf(
  deps: KnowledgePagesDeps,
  { id, kind, summarizes, summaryProblem }: SourceRow,
): Promise<NonNullable<KnowledgeSource["summaries"]>> {
  const [counts] = await deps.db.pick(
    {
      left: sql<number>`count(*)`.as("left_over"),
      chars:
        sql<number>`coalesce(sum(min(${knowledgeItems.characters}, ${summarizedChars(kind, Infinity)})), 0)`.as(
          "chars",
        ),
    },
    knowledgeItems,
    unsummarized(id),
  );
  const left = Number(counts?.["left"] ?? 0);
  const each = left === 0 ? 0 : await summaryCost(deps, kind, Number(counts?.["chars"] ?? 0) / left);
  return { isOn: summarizes, left, leftUsd: usdOf(Math.ceil(left * each)), problem: summaryProblem };
}
