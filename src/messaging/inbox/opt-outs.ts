/**
 * Who has opted out of texts, as a fact of its own: one row a number, written in the batch that keeps the text, so that it holds after any number
 * of later texts. The provider's time decides, not the order in which texts became known: old ones are read from the past.
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

/** How much is kept of the words. */
const ASKED_CHARS = 200;

/** Keeps what a text says of it, where a condition holds; nothing for one that speaks of something else. Repeats change nothing. */
export function optOutStatements(
  db: TenantDb,
  { direction, contactNumber, text, at }: Pick<TextRow, "direction" | "contactNumber" | "text" | "at">,
  condition: SQL = sql`true`,
): Statement[] {
  const choice = direction === "incoming" ? choiceOf(text) : null;
  return choice === null ? [] : [keep(db, contactNumber, { ...choice, at }, condition)];
}

/** Holds a number for a text that may ask for it, until a person has looked; nothing where something newer counts. Repeats change nothing. */
export async function holdTexting(
  db: TenantDb,
  { contactNumber, text, at }: Pick<TextRow, "contactNumber" | "text" | "at">,
): Promise<void> {
  await keep(db, contactNumber, { optedOut: true, asked: text.trim().slice(0, ASKED_CHARS), at });
}

/**
 * A person has read what somebody asked in their own words, and allows texting them. What a keyword ended only its sender begins again: throws
 * `conflict` there, and where nothing was asked.
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
 * How a number has opted out; null where it may be texted. By what is on record, and by texts the provider holds (whose events may be on their way,
 * or lost: what they say is kept from then on).
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

/** What a number had said before its owner was erased: its row is gone, its word holds. */
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
