/** Stores which entities items mention. Written and deleted with the items, in batches. Idempotent. */
import { sql } from "drizzle-orm";
import { among, type TenantDb } from "../../platform/db/index.ts";
import { entityWords, mentions } from "../tables/entities.ts";
import type { MentionKind, MentionRole } from "../api/entities.ts";
import { dropMembers, dropStatements, entityStatements, idOf, inBatches } from "./entity-rows.ts";
import type { EntityRow } from "./grouping.ts";
import { rowsOfGroups } from "./groups.ts";
import { namesOf, runsOf } from "./identities.ts";
import { membersOf, readItems, type ItemFacts } from "./read-items.ts";

const MENTIONS_AT_ONCE = 14;
/** Limits for names per title, and for rows with those names. */
const MOST_NAMED = 6;
const MOST_NAMESAKES = 500;

interface Mention {
  readonly entityId: string;
  readonly itemId: string;
  readonly role: MentionRole;
  readonly at: string;
}

/** Stores the mentions of these items; mentions of deleted items are removed. */
export async function keepMentions(db: TenantDb, kind: MentionKind, ids: readonly string[]): Promise<void> {
  const items = await readItems(db, kind, ids);
  const identities = items.flatMap(({ about }) => about.map(({ identity }) => identity));
  const named = await namedIn(db, items);
  const wanted = (await Promise.all(items.map((item) => mentionsOf(item, named)))).flat();
  const ofKind = sql`${mentions.kind} = ${kind}`;
  const before = await db.rows(mentions, sql`${ofKind} and ${among(mentions.itemId, ids)}`);
  const [was, is] = [new Set(before.map(wordsOfMention)), new Set(wanted.map(wordsOfMention))];
  const differing = [
    ...before.filter((one) => !is.has(wordsOfMention(one))),
    ...wanted.filter((one) => !was.has(wordsOfMention(one))),
  ];
  const changed = [...new Set(differing.map(({ itemId }) => itemId))];
  const isChanged = ({ itemId }: Mention): boolean => changed.includes(itemId);
  const fresh = wanted.filter(isChanged).map((one) => ({ ...one, kind }));
  await db.batch([
    ...(await entityStatements(db, identities)),
    ...(changed.length === 0
      ? []
      : [db.remove(mentions, sql`${ofKind} and ${among(mentions.itemId, changed)}`)]),
    ...inBatches(fresh, MENTIONS_AT_ONCE).map((some) => db.insert(mentions, some).onConflictDoNothing()),
    ...dropStatements(db, [...new Set(before.filter(isChanged).map(({ entityId }) => entityId))]),
  ]);
}

/** Stores the team's members. */
export async function keepMembers(db: TenantDb): Promise<void> {
  const members = await membersOf(db);
  await db.batch([...(await entityStatements(db, members)), ...(await dropMembers(db, members))]);
}

async function mentionsOf(
  { id, at, about, naming }: ItemFacts,
  named: (naming: readonly string[]) => readonly string[],
): Promise<Mention[]> {
  const all = new Map<string, Mention>();
  const add = (entityId: string, role: MentionRole): void => {
    if (!all.has(entityId)) all.set(entityId, { entityId, itemId: id, role, at });
  };
  for (const { identity, role } of about) add(await idOf(identity), role);
  for (const entityId of named(naming)) add(entityId, "named");
  return [...all.values()];
}

/** Entities named in titles by a unique full name, preferring vouched-for entities. */
async function namedIn(
  db: TenantDb,
  items: readonly ItemFacts[],
): Promise<(naming: readonly string[]) => string[]> {
  const runs = [...new Set(items.flatMap(({ naming }) => naming.flatMap(runsOf)))];
  if (runs.length === 0) return () => [];
  const words = await db.rows(entityWords, among(entityWords.word, runs)).limit(MOST_NAMESAKES);
  const rows = await rowsOfGroups(db, [...new Set(words.map(({ entityId }) => entityId))]);
  const byName = new Map<string, EntityRow[]>();
  for (const row of rows)
    for (const name of namesOf(row)) byName.set(name, [...(byName.get(name) ?? []), row]);
  return (naming) =>
    [...new Set(naming.flatMap(runsOf))]
      .flatMap((run) => {
        const all = byName.get(run) ?? [];
        const vouched = all.filter(isVouched);
        const [first, ...others] = vouched.length > 0 ? vouched : all;
        return first === undefined || others.some(({ rootId }) => rootId !== first.rootId) ? [] : [first.id];
      })
      .slice(0, MOST_NAMED);
}

function isVouched({ type, key }: EntityRow): boolean {
  return type !== "person" || key.startsWith("contact:") || key.startsWith("user:");
}

function wordsOfMention({ entityId, itemId, role, at }: Mention): string {
  return `${itemId} ${entityId} ${role} ${at}`;
}
