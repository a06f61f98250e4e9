/** Composition of the house rules check: the cheap agent behind the port of approvals. */
import type { ApprovalDeps } from "../../approvals/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { draftJudge, draftVerdictsSchema } from "../agents/draft-judge.ts";
import { askAgent } from "../ask-agent.ts";
import { withoutOwnMarks } from "../own-marks.ts";
import { askWorld } from "./ask-world.ts";

/** A draft waits for its verdict: longer than this and a person reads it without one. */
const PATIENCE_MS = 15_000;
const UNNAMED = "It may go against it.";

export function judgeDraft(ctx: TenantContext): ApprovalDeps["judgeDraft"] {
  return async ({ conversationId, rules, draft }) => {
    try {
      const { output } = await askAgent(askWorld(ctx), {
        runId: ctx.ids.newId(),
        agent: draftJudge,
        text: `<rules>\n${rules.map((rule, at) => `${at + 1}. ${withoutOwnMarks(rule)}`).join("\n")}\n</rules>\n\n<draft>\n${withoutOwnMarks(draft).replaceAll("</draft>", "")}\n</draft>`,
        about: "House rules check",
        conversationId,
        trigger: "house_rules",
        startedBy: "system:steward",
        timeZone: "UTC",
        isBrief: true,
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const said = draftVerdictsSchema.safeParse(output);
      if (!said.success) return null;
      const verdicts = new Map(said.data.rules.map((verdict) => [verdict.number, verdict]));
      // A rule it says nothing of may be broken.
      return rules.map((_, at) => {
        const verdict = verdicts.get(at + 1);
        if (verdict?.against === false) return null;
        return verdict === undefined || verdict.why.trim() === "" ? UNNAMED : verdict.why;
      });
    } catch (error) {
      ctx.log.warn("house_rules.not_judged", { tenantId: ctx.tenantId, conversationId, error });
      return null;
    }
  };
}
