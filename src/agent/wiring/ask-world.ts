/** Composes the dependencies of every run: models, admission, end hooks, records. */
import { notifier } from "../../platform/notifier.ts";
import { endHooks, type AskWorld } from "../index.ts";
import { agentServices } from "../services.ts";
import type { TenantContext } from "../../platform/context.ts";
import { alertOfDrafts } from "../../approvals/index.ts";
import { approvalDeps } from "../../approvals/open.ts";
import { admission } from "./admission.ts";

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
