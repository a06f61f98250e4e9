/** Iterates over all records, one page at a time, in key order. */
import { asc, eq, sql } from "drizzle-orm";
import * as z from "zod";
import { contacts } from "../../messaging/tables/contacts.ts";
import { knowledgeItems, knowledgeSources } from "../tables/knowledge.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { mailSource } from "../../messaging/inbox/index.ts";
import type { MentionKind } from "../api/entities.ts";

/** Sweep order. E-mails are in mailboxes, and in sources too. */
const SHELVES = ["contacts", "mailboxes", "email", "document", "event", "issue"] as const;

const placeSchema = z.object({
  shelf: z.enum(SHELVES),
  after: z.string().nullable(),
  /** Limits the sweep to one source. */
  source: z.string().optional(),
});
/** A sweep's position: the shelf and the last item done. */
export type Place = z.infer<typeof placeSchema>;

/** The position in an event's payload; the beginning if absent. */
export function placeOfSweep(written: unknown): Place {
  return placeSchema.safeParse(written).data ?? { shelf: SHELVES[0], after: null };
}

/** The start of a source's items; null if there is no such source. */
export async function placeOfSource(db: TenantDb, source: string): Promise<Place | null> {
  const row = await db.find(knowledgeSources, eq(knowledgeSources.id, source));
  return row === null ? null : { shelf: row.kind, after: null, source };
}

/** A page of items and the next position; null at the end. */
export async function sweepPage(
  db: TenantDb,
  { shelf, after, source }: Place,
  limit: number,
): Promise<{ readonly kind: MentionKind; readonly ids: readonly string[]; readonly next: Place | null }> {
  if (source !== undefined) {
    const held = await idsOf(db, source, after, limit);
    const next = held.last === null ? null : { shelf, after: held.last, source };
    return { kind: kindOn(shelf), ids: held.ids, next };
  }
  const { ids, last } = await idsOn(db, shelf, after, limit);
  const following = SHELVES[SHELVES.indexOf(shelf) + 1];
  const onward = following === undefined ? null : { shelf: following, after: null };
  return { kind: kindOn(shelf), ids, next: last === null ? onward : { shelf, after: last } };
}

function kindOn(shelf: Place["shelf"]): MentionKind {
  if (shelf === "contacts") return "contact";
  return shelf === "mailboxes" ? "email" : shelf;
}

/** In the order of the source's item index. */
async function idsOf(db: TenantDb, source: string, after: string | null, limit: number) {
  const [, at = "", id = ""] = /^(.*)~([^~]+)$/s.exec(after ?? "") ?? [];
  const rows = await db
    .pick(
      { id: knowledgeItems.id, at: knowledgeItems.at },
      knowledgeItems,
      sql`${knowledgeItems.sourceId} = ${source} and (${knowledgeItems.at}, ${knowledgeItems.id}) > (${at}, ${id})`,
    )
    .orderBy(asc(knowledgeItems.at), asc(knowledgeItems.id))
    .limit(limit);
  const end = rows.length < limit ? undefined : rows.at(-1);
  return {
    ids: rows.map((row) => String(row["id"])),
    last: end === undefined ? null : `${String(end["at"])}~${String(end["id"])}`,
  };
}

async function idsOn(
  db: TenantDb,
  shelf: Place["shelf"],
  after: string | null,
  limit: number,
): Promise<{ readonly ids: readonly string[]; readonly last: string | null }> {
  if (shelf === "mailboxes") {
    const { items, next } = await mailSource(db).page(after, limit);
    return { ids: items.map(({ id }) => id), last: next };
  }
  const query =
    shelf === "contacts"
      ? db.pick({ id: contacts.id }, contacts, sql`${contacts.id} > ${after ?? ""}`).orderBy(asc(contacts.id))
      : db
          .pick(
            { id: knowledgeItems.id },
            knowledgeItems,
            sql`${knowledgeItems.kind} = ${shelf} and ${knowledgeItems.id} > ${after ?? ""}`,
          )
          .orderBy(asc(knowledgeItems.id));
  const ids = (await query.limit(limit)).map((row) => String(row["id"]));
  return { ids, last: ids.length < limit ? null : (ids.at(-1) ?? null) };
}
