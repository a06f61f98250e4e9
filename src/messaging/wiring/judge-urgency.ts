/** Wires the urgency check: implements its ports with the classifier, notifications and conversations. */
import { askAgent } from "../../agent/index.ts";
import { urgencyJudge, urgencySchema } from "../agents/urgency-judge.ts";
import { Patience, type JudgeDeps } from "../inbox/index.ts";
import type { Json } from "../../kernel/hash.ts";
import type { TenantContext } from "../../platform/context.ts";
import { askWorld } from "../../agent/wiring/ask-world.ts";
import { isRinging } from "../../notifications/index.ts";
import { holdAsked, ringUrgent } from "../open-inbox.ts";

const patience = new Patience();

/** Does no I/O. */
export function judgeDeps(ctx: TenantContext): JudgeDeps {
  return {
    db: ctx.db,
    clock: ctx.clock,
    logger: ctx.log,
    patience,
    async classify({ conversationId, name, words, source }, signal, alongside) {
      const verdictOf = ({ output }: { readonly output: Json | undefined }) =>
        output === undefined ? null : urgencySchema.parse(output);
      const answer = await askAgent(askWorld(ctx), {
        runId: ctx.ids.newId(),
        agent: urgencyJudge,
        text: `${source === "sms" ? "A text" : "An e-mail"} from ${name}:\n<message>\n${words.replaceAll("</message>", "")}\n</message>`,
        about: "Urgency check",
        conversationId,
        trigger: "urgency",
        startedBy: "system:steward",
        timeZone: "UTC",
        isBrief: true,
        signal,
        alongside: (given) => alongside(verdictOf(given)),
      });
      return verdictOf(answer);
    },
    rings: (conversationId) => isRinging(ctx.db, conversationId),
    ring: (question, why) => ringUrgent(ctx, question, why),
    hold: (question) => holdAsked(ctx, question),
  };
}
