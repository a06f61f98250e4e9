/** Which calls still ask although an earned rule lets them through: one in ten, and every one after one that was edited or rejected. */
import { and, eq, sql } from "drizzle-orm";
import { earnedBy, SAMPLE_RULE } from "../approvals/index.ts";
import { earnedTallies, type TenantDb } from "../db/index.ts";
import { derivedId } from "../kernel/ids.ts";
import type { Lint } from "../protocol/approval.ts";
import { SAMPLE_EVERY } from "../protocol/earned.ts";
import { isOnProbation } from "./arithmetic.ts";

/** A call that asks all the same. */
export interface Sample {
  readonly rule: typeof SAMPLE_RULE;
  readonly lint: Lint;
}

/** Whether a call that this policy rule lets through is put before a person all the same, and what its card says; null where it isn't. */
export async function sampleOf(
  db: TenantDb,
  rule: string,
  call: { readonly conversationId: string; readonly id: string },
): Promise<Sample | null> {
  const id = earnedBy({ rule });
  if (id === null) return null;
  const inForce = and(eq(earnedTallies.id, id), eq(earnedTallies.state, "in_force"));
  const tally = await db.find(earnedTallies, inForce ?? sql`false`);
  if (tally === null) return null;
  if (isOnProbation(tally.samples))
    return asking(
      "Steward earned a rule to do this without asking. The last check was edited, rejected, or undone, so it asks again.",
    );
  return (await isSampled(db.tenantId, call))
    ? asking(
        `Steward earned a rule to do this without asking. One in ${SAMPLE_EVERY} still asks, to check that the rule still fits.`,
      )
    : null;
}

/** One call in ten, by its id: a repeat after a crash is decided the same. */
export async function isSampled(
  tenantId: string,
  { conversationId, id }: { readonly conversationId: string; readonly id: string },
): Promise<boolean> {
  const hash = await derivedId("sample", tenantId, conversationId, id);
  return Number.parseInt(hash.slice(-8), 16) % SAMPLE_EVERY === 0;
}

function asking(message: string): Sample {
  return { rule: SAMPLE_RULE, lint: { code: "earned_sample", level: "info", message, path: null } };
}
