/**
 * Adds an earned rule to the team's policy after an admin's approval and removes it again, in one batch
 * with its tally.
 */
import * as z from "zod";
import { eq, sql } from "drizzle-orm";
import { countedMarks, isBroad } from "../index.ts";
import type { Actor } from "../../platform/audit/index.ts";
import { earnedTallies } from "../tables/approvals.ts";
import { type TenantDb } from "../../platform/db/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { changePolicy, getPolicy, type PolicyUpdate } from "../policy/index.ts";
import { earnedKindSchema, type PolicyRule } from "../api/policy-rules.ts";
import { reachesLine } from "./arithmetic.ts";

/** A proposed rule with its evidence, as its approval shows it. */
export const earnedRuleSchema = z.strictObject({
  /** ID of the rule and of its tally. */
  rule: z.string().min(1),
  agent: z.string().min(1),
  tool: z.string().min(1),
  recipients: earnedKindSchema,
  /** The rule, its evidence and its consequences, in words. */
  sentence: z.string(),
  because: z.string(),
  afterwards: z.string(),
  figures: z.strictObject({
    unchanged: z.number().int(),
    decided: z.number().int(),
    lowerBound: z.number(),
    line: z.number(),
    since: z.string(),
  }),
});
export type EarnedRuleDocument = z.output<typeof earnedRuleSchema>;

/** Maximum rules of a team. */
export const MAX_RULES = 50;

type EarnedRule = Pick<EarnedRuleDocument, "rule" | "agent" | "tool" | "recipients">;

export function ruleOf({ rule, agent, tool, recipients }: EarnedRule): PolicyRule {
  const any = { bounds: [], hours: null };
  return { id: rule, agent, tool, recipients: [recipients], ...any, decision: "allow", origin: "earned" };
}

export async function isInForce(db: TenantDb, rule: string): Promise<boolean> {
  const { policy } = await getPolicy(db);
  return policy.rules.some(({ id }) => id === rule);
}

/** Whether the current decisions still support the proposal. */
export async function isBorneOut(db: TenantDb, rule: string): Promise<boolean> {
  const [{ policy }, tally] = await Promise.all([
    getPolicy(db),
    db.find(earnedTallies, eq(earnedTallies.id, rule)),
  ]);
  return tally !== null && isBroad(tally.breadth) && reachesLine(countedMarks(tally.breadth), policy.earned);
}

/**
 * Adds the rule after the team's own. Idempotent. Throws `conflict` if the limit is reached, `changed` if
 * others keep changing the policy.
 */
export async function putInForce(
  db: TenantDb,
  document: EarnedRuleDocument,
  at: { readonly nowMs: number; readonly by: Actor },
): Promise<void> {
  await changeRules(db, at, (rules) => {
    if (rules.some(({ id }) => id === document.rule)) return null;
    if (rules.length >= MAX_RULES) throw new AppError("conflict", "There is no room for another rule.");
    return {
      rules: [...rules, ruleOf(document)],
      sentence: `${at.by.name} let Steward act by a rule it earned`,
      also: (won) => [
        db.update(
          earnedTallies,
          {
            state: "in_force",
            stateAt: isoTime(at.nowMs),
            because: null,
            samples: "",
            round: sql`${earnedTallies.round} + 1`,
            evidence: document.figures,
          },
          sql`${earnedTallies.id} = ${document.rule} and ${won}`,
        ),
      ],
    };
  });
}

/** Removes the rule. Returns whether it was there. Throws `changed` if others keep changing the policy. */
export async function takeOut(
  db: TenantDb,
  rule: string,
  { nowMs, by, because }: { readonly nowMs: number; readonly by: Actor; readonly because?: string },
): Promise<boolean> {
  return changeRules(db, { nowMs, by }, (rules) =>
    rules.some(({ id, origin }) => id === rule && origin === "earned")
      ? {
          rules: rules.filter(({ id }) => id !== rule),
          sentence: `${by.name} took back a rule that was earned${because === undefined ? "" : `: ${because}`}`,
          ...(because === undefined ? {} : { because }),
        }
      : null,
  );
}

type Change = { readonly rules: PolicyRule[] } & Pick<PolicyUpdate, "sentence" | "because" | "also">;

function changeRules(
  db: TenantDb,
  at: { readonly nowMs: number; readonly by: Actor },
  change: (rules: readonly PolicyRule[]) => Change | null,
): Promise<boolean> {
  return changePolicy(db, at, (policy) => {
    const to = change(policy.rules);
    if (to === null) return null;
    const { rules, ...more } = to;
    return { policy: { ...policy, rules }, ...more };
  });
}
