/**
 * Adds a rule that Steward earned to the team's policy, after an admin's approval. Runs only while the
 * decisions still support it. The policy itself shows whether it ran.
 */
import * as z from "zod";
import { earnedRuleSchema, isBorneOut, isInForce, putInForce } from "../earned/index.ts";
import { deciderOf } from "../decider-of.ts";
import { defineEffect, definePrecondition } from "./define-effect.ts";
import { onOwnFiles } from "./own-files.ts";

type Document = z.output<typeof earnedRuleSchema>;

const stillEarned = definePrecondition({
  kind: "rule_earned",
  observed: z.object({ rule: z.string() }),
  about: ({ rule }) => rule,
  of: ({ rule }: Document) => ({ rule }),
  async check({ rule }, { db }) {
    return (await isBorneOut(db, rule))
      ? { holds: true }
      : { holds: false, reason: "What your team has decided since no longer bears it out." };
  },
});

export const earnedRule = defineEffect({
  kind: "policy.earned_rule",
  document: earnedRuleSchema,
  words: { name: "New rule", plural: "new rules", verb: "add the rule", done: "In force" },
  says: ({ sentence }) => ({
    title: `New rule: ${sentence}`,
    target: "Policy",
    ask: "Let Steward do this without asking?",
    sent: "The rule is in force",
  }),
  layout: [
    { path: "/sentence", label: "Rule", role: "subject" },
    { path: "/because", label: "Why", role: "detail" },
    { path: "/afterwards", label: "From then on", role: "detail" },
    { path: "/figures/unchanged", label: "Approved unchanged", role: "id" },
    { path: "/figures/decided", label: "Decisions", role: "id" },
    { path: "/figures/since", label: "First decision", role: "id" },
    { path: "/figures/lowerBound", label: "Lower bound", role: "id" },
    { path: "/figures/line", label: "Line", role: "id" },
    { path: "/agent", label: "Agent", role: "id" },
    { path: "/tool", label: "Tool", role: "id" },
    { path: "/recipients", label: "Recipients", role: "id" },
    { path: "/rule", label: "Rule", role: "id" },
  ],
  audience: () => "no_one",
  adminsOnly: true,
  preconditions: [stillEarned],
  recovery: "look_up",
  async perform(document, { db, clock }, effectId) {
    const by = await deciderOf(db, effectId);
    await onOwnFiles(() => putInForce(db, document, { nowMs: clock.now(), by }));
    return { providerId: effectId };
  },
  /** Finds nothing if the rule was revoked since; its precondition then no longer holds either. */
  async lookUp({ rule }, { db }, { idempotencyKey = "" }) {
    return (await isInForce(db, rule))
      ? { kind: "found", done: { providerId: idempotencyKey } }
      : { kind: "absent" };
  },
});
