/** Which calls still ask although an earned rule lets them through: one in ten, and every one after one that was edited or rejected. */
import { and, eq, sql } from "drizzle-orm";
import { beyondEvidence, earnedBy, SAMPLE_RULE, type Shape } from "../index.ts";
import { earnedTallies } from "../tables/approvals.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { derivedId } from "../../kernel/ids.ts";
import type { Lint } from "../api/approval.ts";
import { SAMPLE_EVERY } from "../api/earned.ts";
import { isOnProbation } from "./arithmetic.ts";

/** A call that asks all the same. */
export interface Sample {
  readonly rule: typeof SAMPLE_RULE;
  readonly lint: Lint;
}

/** A call that a rule lets through, as far as it matters here. */
interface LetThrough {
  /** Addresses and numbers it reaches. */
  readonly recipients: readonly string[];
  readonly shape: Shape;
  readonly nowMs: number;
}

/** Whether a call that this policy rule lets through is put before a person all the same, and what its card says; null where it isn't. */
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
  // Rules from before their evidence was kept cover what they did.
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
 * One in ten, by rule, recipient and day: a call that was withdrawn and made again is asked about again, whoever else it then goes to, and a repeat after a
 * crash is decided the same.
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

const DAY_MS = 86_400_000;

function asking(message: string): Sample {
  return { rule: SAMPLE_RULE, lint: { code: "earned_sample", level: "info", message, path: null } };
}
