/**
 * Who has opted out of texts, as a fact of its own: one row a number, written in the batch that keeps the text, so that it holds after any number
 * of later texts. The provider's time decides, not the order in which texts became known: old ones are read from the past.
 */
import { eq, sql, type SQL } from "drizzle-orm";
import {
  choiceIn,
  newerChoice,
  optsOut,
  type TextingChoice,
  type TextMessage,
} from "../connections/index.ts";
import { optOuts, type Statement, type TenantDb } from "../db/index.ts";
import { erasedAmong } from "../erased/index.ts";
import type { TextRow } from "./types.ts";

/** Keeps what a text says of it, where a condition holds; nothing for one that speaks of something else. Repeats change nothing. */
export function optOutStatements(
  db: TenantDb,
  { direction, contactNumber, text, at }: Pick<TextRow, "direction" | "contactNumber" | "text" | "at">,
  condition: SQL = sql`true`,
): Statement[] {
  const optedOut = direction === "incoming" ? optsOut(text) : null;
  return optedOut === null ? [] : [keep(db, contactNumber, { optedOut, at }, condition)];
}

/**
 * Whether a number has opted out: by what is on record, and by texts the provider holds (whose events may be on their way, or lost: what
 * they say is kept from then on).
 */
export async function hasOptedOut(
  db: TenantDb,
  number: string,
  thread: readonly TextMessage[],
): Promise<boolean> {
  const kept = (await db.find(optOuts, eq(optOuts.number, number))) ?? (await erasedChoice(db, number));
  const said = choiceIn(thread);
  const counts = newerChoice(kept, said);
  if (said !== null && counts === said) await keep(db, number, said);
  return counts?.optedOut ?? false;
}

/** What a number had said before its owner was erased: its row is gone, its word holds. */
async function erasedChoice(db: TenantDb, number: string): Promise<TextingChoice | null> {
  const row = (await erasedAmong(db, [number])).get(number);
  const { optedOut = null, choiceAt = null } = row ?? {};
  return optedOut === null || choiceAt === null ? null : { optedOut, at: choiceAt };
}

function keep(db: TenantDb, number: string, { optedOut, at }: TextingChoice, condition: SQL = sql`true`) {
  return db.insertWhere(optOuts, { number, optedOut, at }, condition).onConflictDoUpdate({
    target: [optOuts.tenantId, optOuts.number],
    set: { optedOut, at },
    setWhere: sql.raw(
      "excluded.at > opt_outs.at or (excluded.at = opt_outs.at and excluded.opted_out > opt_outs.opted_out)",
    ),
  });
}
