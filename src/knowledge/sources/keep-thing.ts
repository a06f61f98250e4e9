/** Stores one source item: unchanged items aren't read again, and only changed ones are reindexed. */
import { and, sql, type SQL } from "drizzle-orm";
import { eventStatement, STEWARD_ACTOR } from "../../platform/events/index.ts";
import { knowledgeItems } from "../tables/knowledge.ts";
import { type Statement, type TenantDb } from "../../platform/db/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import { canonicalJson, sha256Hex } from "../../kernel/hash.ts";
import { derivedId } from "../../kernel/ids.ts";
import type { KnowledgeKind } from "../api/knowledge.ts";
import type { FoundThing, KnowledgeDeps, ThingWords } from "./ports.ts";
import { summaryStateOf } from "./mail-summary.ts";
import type { SourceRow } from "./sync.ts";

/** Maximum characters stored; the rest stays at the service. */
export const TEXT_CHARS = 100_000;
const TITLE_CHARS = 300;
const NAME_CHARS = 200;
const MOST_PEOPLE = 30;
const MOST_FACTS = 20;
/** Failures on one item before it is skipped. */
const PATIENCE = 3;

type ItemRow = typeof knowledgeItems.$inferSelect;

/** Stored rows by the service's IDs. */
export async function knownOf(
  { db }: KnowledgeDeps,
  source: SourceRow,
  things: readonly FoundThing[],
): Promise<ReadonlyMap<string, ItemRow>> {
  const ids = await Promise.all(things.map(({ externalId }) => idOf(source, externalId)));
  const rows = ids.length === 0 ? [] : await db.rows(knowledgeItems, itemsWith(ids));
  return new Map(rows.map((row) => [row.externalId, row]));
}

function idOf({ id }: SourceRow, externalId: string): Promise<string> {
  return derivedId("item", id, externalId);
}

/**
 * Stores an item; `known` is its stored row. Idempotent. Returns whether its text was requested. With `asOf` (ISO time), newer stored
 * versions stay, so its stamp must start with a time.
 */
export async function keepThing(
  deps: KnowledgeDeps,
  source: SourceRow,
  thing: FoundThing,
  knownThings: ReadonlyMap<string, ItemRow>,
  asOf?: string,
): Promise<"known" | "read"> {
  const { db, clock } = deps;
  const id = await idOf(source, thing.externalId);
  const known = knownThings.get(thing.externalId);
  const { pass: seen } = source;
  const stamp = thing.stamp.slice(0, NAME_CHARS);
  if (known?.stamp === stamp) {
    if (known.seen !== seen) await db.update(knowledgeItems, { seen }, itemsWith([id]));
    return "known";
  }
  const words = await wordsOf(source, thing);
  if (words === null) return "read";
  const shown = shownOf({ ...thing, ...words.shown });
  const text = words.text.slice(0, TEXT_CHARS);
  const note = words.note ?? (text.length < words.text.length ? "Only the beginning can be found." : null);
  const hash = await sha256Hex(canonicalJson({ ...shown, text, note }));
  const readAt = isoTime(clock.now());
  const state = { stamp: words.isRead ? stamp : "", seen, readAt };
  const isNewer = notNewerThan(asOf);
  if (known?.hash === hash) {
    await db.update(knowledgeItems, state, and(itemsWith([id]), isNewer) ?? itemsWith([id]));
    return "read";
  }
  // Text first: a row without its text would not be found.
  await deps.words.put(id, text);
  const { kind } = source;
  const summarized = await summaryStateOf({ kind, ...shown, text }, known);
  const row = { ...shown, ...state, hash, note, characters: text.length, ...summarized };
  const stays = { id, sourceId: source.id, kind, externalId: thing.externalId };
  await db.batch([
    db.insert(knowledgeItems, { ...stays, ...row }).onConflictDoUpdate({
      target: [knowledgeItems.tenantId, knowledgeItems.id],
      set: row as never,
      ...(isNewer === undefined ? {} : { setWhere: isNewer }),
    }),
    eventOf(db, { kind, ids: [id], what: "changed", stamp: `${hash}:${readAt}` }, clock.now()),
  ]);
  return "read";
}

/** Condition: the row is no newer than `asOf`. Always true without it. */
function notNewerThan(asOf: string | undefined): SQL | undefined {
  return asOf === undefined ? undefined : sql`substr(${knowledgeItems.stamp}, 1, ${asOf.length}) <= ${asOf}`;
}

/**
 * The item's text; null if deleted meanwhile. If the service refuses it or fails repeatedly, the item is stored without text and retried
 * in the next pass, so that it doesn't block others.
 */
async function wordsOf(
  { failures }: SourceRow,
  thing: FoundThing,
): Promise<(ThingWords & { readonly isRead: boolean }) | null> {
  try {
    const words = await thing.words();
    return words === null ? null : { ...words, isRead: true };
  } catch (error) {
    if (!(error instanceof IntegrationError) || !isOfThisThing(error, failures)) throw error;
    return { text: "", note: "The service didn’t provide the text. Steward will retry.", isRead: false };
  }
}

function isOfThisThing({ status = 0 }: IntegrationError, failures: number): boolean {
  if (status === 401 || status === 429) return false;
  return (status >= 400 && status < 500) || failures >= PATIENCE;
}

/** Indexed and displayed fields besides the text, within limits. */
export function shownOf({ title, at, link, people, facts }: FoundThing) {
  const cut = (text: string, most = NAME_CHARS): string => text.slice(0, most);
  return {
    title: cut(title.trim() === "" ? "Untitled" : title, TITLE_CHARS),
    at: new Date(at).toISOString(),
    link: link.startsWith("https://") && link.length <= 2_000 ? link : "",
    people: people.slice(0, MOST_PEOPLE).map((name) => cut(name)),
    facts: facts.slice(0, MOST_FACTS).map(([name, value]): [string, string] => [cut(name), cut(value)]),
  };
}

export function itemsWith(ids: readonly string[]): SQL {
  return sql`${knowledgeItems.id} in (select value from json_each(${JSON.stringify(ids)}))`;
}

/** A reindexing event. `stamp` distinguishes changes of the same items. */
export function eventOf(
  db: TenantDb,
  about: {
    readonly kind: KnowledgeKind;
    readonly ids: readonly string[];
    readonly what: "changed" | "removed";
    readonly stamp: string;
  },
  nowMs: number,
): Statement {
  const { kind, ids, what, stamp } = about;
  const type = `knowledge.${kind}.${what}` as const;
  const event = { id: `${type}:${ids[0] ?? ""}:${stamp}`, type, actor: STEWARD_ACTOR, payload: { ids } };
  return eventStatement(db, event, nowMs);
}
