/**
 * Opt-outs from texts, stored separately: one row per number, written in the same batch as the text, so that
 * it survives any number of later texts. Ordered by provider time, not by arrival, because old texts are
 * backfilled.
 */
import { eq, sql, type SQL } from "drizzle-orm";
import {
  choiceIn,
  choiceOf,
  newerChoice,
  type TextingChoice,
  type TextMessage,
} from "../../integrations/connections/index.ts";
import { optOuts } from "../tables/inbox.ts";
import { type Statement, type TenantDb } from "../../platform/db/index.ts";
import { auditStatement } from "../../platform/audit/index.ts";
import { isoTime, msOf, type Clock } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { formatNumber } from "../../kernel/phone.ts";
import { erasedAmong } from "../../platform/erased/index.ts";
import type { TextRow } from "./types.ts";

/** Maximum characters stored of the request. */
const ASKED_CHARS = 200;

/**
 * Statements that record a text's opt-out or opt-in, if the condition holds; empty for other texts.
 * Idempotent.
 */
export function optOutStatements(
  db: TenantDb,
  { direction, contactNumber, text, at }: Pick<TextRow, "direction" | "contactNumber" | "text" | "at">,
  condition: SQL = sql`true`,
): Statement[] {
  const choice = direction === "incoming" ? choiceOf(text) : null;
  return choice === null ? [] : [keep(db, contactNumber, { ...choice, at }, condition)];
}

/**
 * Holds texts to a number that may have opted out until a person has reviewed it; no effect if something
 * newer is on record. Idempotent.
 */
export async function holdTexting(
  db: TenantDb,
  { contactNumber, text, at }: Pick<TextRow, "contactNumber" | "text" | "at">,
): Promise<void> {
  await keep(db, contactNumber, { optedOut: true, asked: text.trim().slice(0, ASKED_CHARS), at });
}

/**
 * Allows texting again after a person reviewed an opt-out in the sender's own words. After a keyword (STOP)
 * only the sender can opt in again: throws `conflict` then, and if nothing was asked.
 */
export async function allowTexting(
  { db, clock, ids }: { readonly db: TenantDb; readonly clock: Clock; readonly ids: IdSource },
  number: string,
  by: { readonly id: string; readonly name: string },
): Promise<void> {
  const held = await db.find(optOuts, eq(optOuts.number, number));
  if (held === null || !held.optedOut || held.asked === null)
    throw new AppError(
      "conflict",
      "They haven’t asked in their own words not to be texted. After STOP, only they can start again.",
    );
  const at = isoTime(Math.max(clock.now(), msOf(held.at) + 1));
  const isStill = sql`${optOuts.number} = ${number} and ${optOuts.asked} = ${held.asked}`;
  await db.batch([
    db.update(optOuts, { optedOut: false, asked: null, at }, isStill),
    auditStatement(
      db,
      {
        id: ids.newId(),
        actor: { kind: "user", ...by },
        action: "texting.allowed",
        subject: { kind: "number", id: number },
        sentence: `${by.name} allowed texting ${formatNumber(number)} again, after “${held.asked}”.`,
      },
      clock.now(),
    ),
  ]);
}

/**
 * A number's opt-out; null if it may be texted. Checks our records and the provider's recent texts, whose
 * events may be late or lost; what those say is then stored.
 */
export async function optOutOf(
  db: TenantDb,
  number: string,
  thread: readonly TextMessage[],
): Promise<TextingChoice | null> {
  const kept = (await db.find(optOuts, eq(optOuts.number, number))) ?? (await erasedChoice(db, number));
  const said = choiceIn(thread);
  const counts = newerChoice(kept, said);
  if (said !== null && counts === said) await keep(db, number, said);
  return counts?.optedOut === true ? counts : null;
}

/** A number's choice from before its owner was erased. The row is gone, but the choice still applies. */
async function erasedChoice(db: TenantDb, number: string): Promise<TextingChoice | null> {
  const row = (await erasedAmong(db, [number])).get(number);
  const { optedOut = null, choiceAt = null } = row ?? {};
  return optedOut === null || choiceAt === null ? null : { optedOut, at: choiceAt, asked: null };
}

function keep(
  db: TenantDb,
  number: string,
  { optedOut, at, asked }: TextingChoice,
  condition: SQL = sql`true`,
) {
  return db.insertWhere(optOuts, { number, optedOut, at, asked }, condition).onConflictDoUpdate({
    target: [optOuts.tenantId, optOuts.number],
    set: { optedOut, at, asked },
    setWhere: sql.raw(
      "excluded.at > opt_outs.at or (excluded.at = opt_outs.at and excluded.opted_out > opt_outs.opted_out)",
    ),
  });
}
