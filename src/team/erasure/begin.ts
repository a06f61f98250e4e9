/** Starts erasures, and lists them for pages. */
import { desc, eq, sql } from "drizzle-orm";
import { auditIf, type Actor } from "../../platform/audit/index.ts";
import { among, type Statement, type TenantDb } from "../../platform/db/index.ts";
import { erasedKeys } from "../../platform/db/tables/erased.ts";
import { erasures } from "../tables/erasure.ts";
import { optOuts } from "../../messaging/tables/inbox.ts";
import { erasedHash } from "../../platform/erased/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { ErasedPerson } from "../api/erasure.ts";
import { OWN_ROWS } from "./own.ts";
import { personToErase } from "./person.ts";
import type { ErasureDeps } from "./ports.ts";

/** Newest calls that may still get late events. */
const LATE_CALLS = 100;

/**
 * Throws AppError `invalid_request` if the name is wrong, `conflict` while a draft for them is being sent.
 */
export async function beginErasure(
  { db, clock }: Pick<ErasureDeps, "db" | "clock">,
  asked: { readonly id: string; readonly contact: string; readonly name: string; readonly by: Actor },
): Promise<void> {
  const { person } = await personToErase(db, asked.contact);
  if (asked.name.trim() !== person.name.trim())
    throw new AppError("invalid_request", "That isn’t the name of this contact. Type it exactly as shown.");
  const now = isoTime(clock.now());
  const keys = [
    ...(person.contactId === null ? [] : [person.contactId]),
    ...person.numbers,
    ...person.addresses,
    // Late events refer to a call only by its ID.
    ...person.calls.slice(0, LATE_CALLS),
  ];
  const row = {
    id: asked.id,
    person,
    stage: "drafts" as const,
    place: null,
    removed: {},
    left: [],
    requestedById: asked.by.id,
    requestedByName: asked.by.name,
    requestedAt: now,
    finishedAt: null,
    hash: null,
    failures: 0,
    dueAt: now,
  };
  const entry = {
    id: `erasure:${asked.id}`,
    actor: asked.by,
    action: "contact.erased",
    subject: { kind: "erasure", id: asked.id },
    sentence: `${asked.by.name} had a contact erased for good`,
    changes: [],
  };
  await db.batch([
    // From now on, old provider data is not imported again.
    ...(await erasedRows(db, keys, now)),
    db.insert(erasures, row).onConflictDoNothing(),
    auditIf(db, entry, clock.now(), erasures, eq(erasures.id, asked.id)),
  ]);
}

/** Prevents reimport, and texting if they had opted out. */
async function erasedRows(db: TenantDb, keys: readonly string[], erasedAt: string): Promise<Statement[]> {
  const said = new Map((await db.rows(optOuts, among(optOuts.number, keys))).map((row) => [row.number, row]));
  return keys.map((key) => {
    const hash = erasedHash(db, key);
    const choice = said.get(key);
    const set = {
      erasedAt,
      ...(choice === undefined ? {} : { optedOut: choice.optedOut, choiceAt: choice.at }),
    };
    return db
      .insert(erasedKeys, { hash, ...set })
      .onConflictDoUpdate({ target: [erasedKeys.tenantId, erasedKeys.hash], set: set as never });
  });
}

/** Newest first. */
export function listErasures(db: TenantDb): Promise<(typeof erasures.$inferSelect)[]> {
  return db.rows(erasures).orderBy(desc(erasures.requestedAt)).limit(100);
}

/** Counts what will be erased. */
export async function countOwn(
  db: TenantDb,
  person: ErasedPerson,
): Promise<{ what: string; count: number }[]> {
  const counts = await Promise.all(
    OWN_ROWS.map(async ({ table, what, where }) => {
      const [row] = await db.pick(
        { count: sql<number>`count(*)`.as("count") },
        table,
        where(person, db.tenantId),
      );
      return { what, count: Number(row?.["count"] ?? 0) };
    }),
  );
  const all = Map.groupBy(counts, ({ what }) => what);
  return [...all]
    .map(([what, list]) => ({ what, count: list.reduce((sum, { count }) => sum + count, 0) }))
    .filter(({ count }) => count > 0);
}
