/**
 * Selects calls that still need approval although an earned rule allows them: one in ten, and every call
 * after one that was edited or rejected.
 */
import { and, eq, sql } from "drizzle-orm";
import { beyondEvidence, earnedBy, SAMPLE_RULE, type Shape } from "../index.ts";
import { earnedTallies } from "../tables/approvals.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { derivedId } from "../../kernel/ids.ts";
import type { Lint } from "../api/approval.ts";
import { SAMPLE_EVERY } from "../api/earned.ts";
import { isOnProbation } from "./arithmetic.ts";
import { DAY_MS } from "../../kernel/clock.ts";

export interface Sample {
  readonly rule: typeof SAMPLE_RULE;
  readonly lint: Lint;
}

/** The part of an allowed call that sampling needs. */
interface LetThrough {
  /** Addresses and numbers of the recipients. */
  readonly recipients: readonly string[];
  readonly shape: Shape;
  readonly nowMs: number;
}

/** Whether an allowed call needs approval as a sample, and the card's note; null if it doesn't. */
export async function sampleOf(db: TenantDb, rule: string, call: LetThrough): Promise<Sample | null> {
  const id = earnedBy({ rule });
  if (id === null) return null;
  const inForce = and(eq(earnedTallies.id, id), eq(earnedTallies.state, "in_force"));
  const tally = await db.find(earnedTallies, inForce ?? sql`false`);
  if (tally === null) return null;
  if (isOnProbation(tally.samples))
    return asking(
      "Steward earned a rule to do this without asking. The last check was edited, rejected, withdrawn, undone, or never decided, so it asks again.",
    );
  // Rules without stored evidence keep the scope they had.
  const beyond = tally.breadth === "" ? null : beyondEvidence(tally.breadth, call.shape);
  if (beyond !== null)
    return asking(
      `Steward earned a rule to do this without asking. This one holds ${beyond}, which nothing it was earned by held.`,
    );
  return (await isSampled(db.tenantId, { rule: id, ...call }))
    ? asking(
        `Steward earned a rule to do this without asking. One in ${SAMPLE_EVERY} still asks, to check that the rule still fits.`,
      )
    : null;
}

/**
 * One in ten, by hash of rule, recipient and day. The result is the same for a repeat after a crash, and
 * for a call that was withdrawn and made again, even with further recipients.
 */
export async function isSampled(
  tenantId: string,
  { rule, recipients, nowMs }: { readonly rule: string } & Pick<LetThrough, "recipients" | "nowMs">,
): Promise<boolean> {
  const day = String(Math.floor(nowMs / DAY_MS));
  const hashes = await Promise.all(
    (recipients.length === 0 ? [""] : recipients).map((one) => derivedId("sample", tenantId, rule, day, one)),
  );
  return hashes.some((hash) => Number.parseInt(hash.slice(-8), 16) % SAMPLE_EVERY === 0);
}

function asking(message: string): Sample {
  return { rule: SAMPLE_RULE, lint: { code: "earned_sample", level: "info", message, path: null } };
}
