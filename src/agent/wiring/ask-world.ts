/** Composes the dependencies of every run: models, admission, end hooks, records; and asks an agent one question. */
import { notifier } from "../../platform/notifier.ts";
import { askAgent, type Answer, type AskWorld, type Question } from "../ask-agent.ts";
import { endHooks } from "../end-hooks.ts";
import { agentServices } from "../services.ts";
import type { TenantContext } from "../../platform/context.ts";
import { alertOfDrafts } from "../../approvals/index.ts";
import { approvalDeps } from "../../approvals/open.ts";
import type { AdmissionPort } from "../ports.ts";

/** `step` is the context of the step at work, if there are several. */
export function askWorld(ctx: TenantContext, step: () => TenantContext = () => ctx.fresh()): AskWorld {
  const hooks = {
    clock: ctx.clock,
    logger: ctx.log,
    alertAdmins: ({ runId, conversationId }: { runId: string; conversationId: string }) =>
      notifier(ctx).alertAdmins({ code: "turn_failed", turnId: runId, conversationId }),
  };
  return {
    db: ctx.db,
    models: { cheap: ctx.config.models.cheap, main: ctx.config.models.main, heavy: ctx.config.models.heavy },
    callModel: agentServices(ctx).callModel,
    admission: admission(ctx),
    alertOfDrafts: async (drafts) => alertOfDrafts(await approvalDeps(step()), drafts),
    endHooks: (run) => endHooks(hooks, run),
    clock: ctx.clock,
    logger: ctx.log,
  };
}

/** All methods are idempotent by ID. */
export function admission(ctx: TenantContext): AdmissionPort {
  return {
    admitModelStep: async (step) => (await ctx.objects.team()).admitModelStep(ctx.tenantId, step),
    settle: async (reservationId, costMicroUsd) =>
      (await ctx.objects.team()).settle(ctx.tenantId, reservationId, costMicroUsd),
    admitToolCall: async (toolCallId, countedAs) =>
      (await ctx.objects.team()).admitToolCall(ctx.tenantId, toolCallId, countedAs),
  };
}

type Given = "runId" | "startedBy" | "timeZone";

/** Asks an agent one question for a team: in Steward’s name and in UTC, unless the question says otherwise. */
export function askOnce(
  ctx: TenantContext,
  question: Omit<Question, Given> & Partial<Pick<Question, Given>>,
): Promise<Answer> {
  return askAgent(askWorld(ctx), {
    runId: ctx.ids.newId(),
    startedBy: "system:steward",
    timeZone: "UTC",
    ...question,
  });
}
