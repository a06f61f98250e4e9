/** Maps found items to entities, and named people to all their addresses and numbers. */
import { and, inArray } from "drizzle-orm";
import { among, type TenantDb } from "../../platform/db/index.ts";
import { entityWords, mentions } from "../tables/entities.ts";
import type { EntityRef } from "../api/entities.ts";
import type { NamedPerson } from "../../platform/api/search-items.ts";
import { groupsWith } from "./groups.ts";
import { refOf } from "./shown.ts";

const MOST_CHIPS = 4;
const MOST_OF_ONE = 30;
const MOST_KEYS = 40;
const ROLES = ["card", "from", "of", "named", "said", "with"];

/** A found item. The `thread` of texts and calls contains a number. */
export interface FoundThing {
  readonly source: string;
  readonly id: string;
  readonly thread?: string | null;
}

/** The entities of each item, at most a given number per item, in item order. */
export async function entitiesOf(
  db: TenantDb,
  things: readonly FoundThing[],
  most = MOST_CHIPS,
): Promise<EntityRef[][]> {
  if (things.length === 0) return [];
  const numberOf = ({ thread }: FoundThing): string => /^sms:(\+\d+)/.exec(thread ?? "")?.[1] ?? "";
  const numbers = things.map(numberOf).filter((number) => number !== "");
  const mentioned = and(
    inArray(mentions.kind, ["email", "document", "event", "issue"]),
    among(
      mentions.itemId,
      things.map(({ id }) => id),
    ),
  );
  const [rows, owners] = await Promise.all([
    db.rows(mentions, mentioned).limit(things.length * MOST_OF_ONE),
    db.rows(entityWords, among(entityWords.word, numbers)).limit(things.length * MOST_CHIPS),
  ]);
  const ids = things.map((thing) => {
    const own = owners.filter(({ word }) => word === numberOf(thing));
    const mine = rows.filter(({ kind, itemId }) => kind === thing.source && itemId === thing.id);
    const sorted = mine.toSorted((one, other) => ROLES.indexOf(one.role) - ROLES.indexOf(other.role));
    return [...own, ...sorted].map(({ entityId }) => entityId);
  });
  const groups = await groupsWith(db, [...new Set(ids.flat())]);
  const rootOf = new Map(groups.flatMap((group) => group.map(({ id }) => [id, refOf(group[0])])));
  return ids.map((list) => {
    const roots = new Map(list.flatMap((id) => rootOf.get(id) ?? []).map((ref) => [ref.id, ref]));
    return [...roots.values()].slice(0, most);
  });
}

/** Adds all numbers and addresses of the same people's records, including manually merged ones. */
export async function reachedBy(db: TenantDb, people: readonly NamedPerson[]): Promise<NamedPerson[]> {
  const keys = people.flatMap((person) => person.keys).filter((key) => key !== "");
  if (keys.length === 0) return [...people];
  const found = await db.rows(entityWords, among(entityWords.word, keys)).limit(MOST_KEYS);
  const groups = await groupsWith(
    db,
    found.map(({ entityId }) => entityId),
  );
  const all = groups.map((group) => group.flatMap(({ emails, phones }) => [...emails, ...phones]));
  return people.map((person) => {
    const theirs = all.filter((some) => person.keys.some((key) => some.includes(key)));
    return { ...person, keys: [...new Set([...person.keys, ...theirs.flat()])].slice(0, MOST_KEYS) };
  });
}
