/** E-mail senders by part of a name or address, with recent message counts to tell namesakes apart. */
import { and, desc, eq, gte, sql } from "drizzle-orm";
import { mentions } from "../tables/entities.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import type { EntityItem } from "../api/entities.ts";
import type { Group } from "./grouping.ts";
import { groupsWith } from "./groups.ts";
import { readThings } from "./items.ts";
import { listEntities } from "./list.ts";

/** Maximum people per name. */
const MOST_PEOPLE = 20;
/** Maximum e-mails counted per person. */
const MOST_COUNTED = 200;
/** E-mails listed per person. */
const MOST_NAMED = 5;

export interface Sender {
  readonly name: string;
  readonly addresses: readonly string[];
  /** E-mails since the given time; `isMore` if there are more than were counted. */
  readonly emails: number;
  readonly isMore: boolean;
  /** Newest first. */
  readonly newest: readonly EntityItem[];
}

type Mention = typeof mentions.$inferSelect;

/** Senders since a given time, most frequent first, followed by namesakes without e-mails. */
export async function sendersNamed(db: TenantDb, name: string, since: string): Promise<Sender[]> {
  const { items } = await listEntities(db, { type: "person", q: name, limit: MOST_PEOPLE });
  const groups = await groupsWith(
    db,
    items.map(({ id }) => id),
  );
  if (groups.length === 0) return [];
  const written = await Promise.all(groups.map((group) => writtenBy(db, group, since)));
  const named = written.flatMap((rows) => rows.slice(0, MOST_NAMED));
  const things = await readThings(db, [...new Set(named.map(({ itemId }) => itemId))]);
  const byId = new Map(things.map((thing) => [thing.id, thing]));
  return groups
    .map((group, at): Sender => {
      const rows = written[at] ?? [];
      return {
        name: group[0].name,
        addresses: [...new Set(group.flatMap(({ emails }) => emails))],
        emails: Math.min(rows.length, MOST_COUNTED),
        isMore: rows.length > MOST_COUNTED,
        newest: rows.slice(0, MOST_NAMED).flatMap(({ itemId }) => byId.get(itemId) ?? []),
      };
    })
    .filter(({ addresses }) => addresses.length > 0)
    .toSorted((one, other) => other.emails - one.emails);
}

/** E-mails from any record of a person, newest first, without duplicates. */
async function writtenBy(db: TenantDb, group: Group, since: string): Promise<Mention[]> {
  const lists = group.map(({ id }) =>
    db
      .rows(
        mentions,
        and(
          eq(mentions.entityId, id),
          gte(mentions.at, since),
          sql`${mentions.kind} = 'email' and ${mentions.role} = 'from'`,
        ) ?? sql`false`,
      )
      .orderBy(desc(mentions.at), desc(mentions.itemId))
      .limit(MOST_COUNTED + 1),
  );
  const rows = ((await db.batch(lists)) as Mention[][]).flat();
  const once = [...new Map(rows.map((row) => [row.itemId, row])).values()];
  return once.toSorted((one, other) => (one.at < other.at ? 1 : -1));
}
