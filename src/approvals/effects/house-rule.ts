/** A house rule put into the team's policy, or taken out of it, by an admin's approval. A rule it contradicts goes with the same decision. */
import * as z from "zod";
import { AppError } from "../../kernel/errors.ts";
import { houseRuleSchema, MAX_HOUSE_RULES } from "../api/house-rules.ts";
import { deciderOf } from "../decider-of.ts";
import { changePolicy, getPolicy } from "../policy/index.ts";
import { defineEffect } from "./define-effect.ts";
import { onOwnFiles } from "./own-files.ts";

const documentSchema = z.strictObject({
  /** Null where rules are only taken out. */
  rule: houseRuleSchema.nullable(),
  /** What is checked, in plain words. */
  check: z.string(),
  /** The rules it takes the place of. */
  replaces: z.array(z.strictObject({ id: z.string(), sentence: z.string() })).max(10),
  /** Whether a member said the sentence, as code found it in their own messages: then it holds in that conversation until it is decided. */
  isOwnWords: z.boolean(),
});
type Document = z.output<typeof documentSchema>;

export const houseRule = defineEffect({
  kind: "policy.house_rule",
  document: documentSchema,
  words: { name: "House rule", plural: "house rules", verb: "confirm", done: "In force" },
  says: ({ rule, replaces }) => {
    const sentence = rule?.sentence ?? replaces[0]?.sentence ?? "";
    return {
      title: rule === null ? `Remove the house rule “${sentence}”` : `House rule: “${sentence}”`,
      target: "Policy",
      ask: rule === null ? "Remove this house rule?" : "Make this a house rule?",
      sent: rule === null ? "The house rule is removed" : "The house rule is in force",
    };
  },
  layout: [
    { path: "/rule/sentence", label: "Rule", role: "subject" },
    { path: "/check", label: "What is checked", role: "detail" },
    { path: "/replaces/*/sentence", label: "Instead of", role: "notice" },
    { path: "/rule/by/name", label: "Said by", role: "detail" },
    { path: "/replaces/*/id", label: "Instead of", role: "id" },
    { path: "/rule/id", label: "Rule", role: "id" },
    { path: "/rule/at", label: "Said at", role: "id" },
    { path: "/rule/by/id", label: "Said by", role: "id" },
    { path: "/rule/channels", label: "Channels", role: "id" },
    { path: "/rule/channels/*", label: "Channels", role: "id" },
    { path: "/rule/recipients", label: "Recipients", role: "id" },
    { path: "/rule/recipients/*", label: "Recipients", role: "detail" },
    { path: "/rule/hours", label: "Hours", role: "id" },
    { path: "/rule/hours/from", label: "From", role: "id" },
    { path: "/rule/hours/to", label: "To", role: "id" },
    { path: "/rule/hours/days", label: "Days", role: "id" },
    { path: "/rule/hours/days/*", label: "Days", role: "id" },
    { path: "/rule/holds", label: "Holds", role: "id" },
    { path: "/rule/holds/*", label: "Holds", role: "id" },
    { path: "/rule/words", label: "Words", role: "id" },
    { path: "/rule/words/*", label: "Words", role: "id" },
    { path: "/rule/amountAbove", label: "Amount above", role: "id" },
    { path: "/rule/judged", label: "Read by a model", role: "id" },
    { path: "/rule/decides/who", label: "Decides", role: "id" },
    { path: "/rule/decides/people/*/id", label: "Decides", role: "id" },
    { path: "/rule/decides/people/*/name", label: "Decides", role: "id" },
    { path: "/rule", label: "Rule", role: "id" },
    { path: "/replaces", label: "Instead of", role: "id" },
    { path: "/isOwnWords", label: "Said in these words", role: "id" },
  ],
  audience: () => "no_one",
  adminsOnly: true,
  recovery: "look_up",
  async perform(document, { db, clock }, effectId) {
    const by = await deciderOf(db, effectId);
    await onOwnFiles(() =>
      changePolicy(db, { by, nowMs: clock.now() }, (policy) => {
        const houseRules = afterwards(document, policy.houseRules);
        if (houseRules === null) return null;
        const { rule, replaces } = document;
        const sentence =
          rule === null
            ? `${by.name} removed the house rule “${replaces[0]?.sentence ?? ""}”`
            : `${by.name} confirmed the house rule “${rule.sentence}”`;
        return { policy: { ...policy, houseRules }, sentence };
      }),
    );
    return { providerId: effectId };
  },
  async lookUp(document, { db }, { idempotencyKey = "" }) {
    const { policy } = await getPolicy(db);
    return afterwards(document, policy.houseRules) === null
      ? { kind: "found", done: { providerId: idempotencyKey } }
      : { kind: "absent" };
  },
  compensate: ({ rule }) =>
    rule === null
      ? null
      : {
          label: "Remove the rule",
          effect: {
            kind: "policy.house_rule",
            document: {
              rule: null,
              check: "",
              replaces: [{ id: rule.id, sentence: rule.sentence }],
              isOwnWords: false,
            },
          },
        },
});

/** The rules as they are then; null where they are so already. */
function afterwards({ rule, replaces }: Document, rules: readonly { readonly id: string }[]) {
  const gone = new Set(replaces.map(({ id }) => id));
  const isThere = rule === null || rules.some(({ id }) => id === rule.id);
  if (isThere && !rules.some(({ id }) => gone.has(id))) return null;
  const kept = rules.filter(({ id }) => !gone.has(id) && id !== rule?.id) as NonNullable<Document["rule"]>[];
  if (rule !== null && kept.length >= MAX_HOUSE_RULES)
    throw new AppError("conflict", "There is no room for another house rule.");
  return rule === null ? kept : [...kept, rule];
}
