/**
 * Composition of delayed notifications and on-call: approvals behind the port, and the text to a person on
 * call as a system effect.
 */
import { getApproval } from "../approvals/index.ts";
import { AppError } from "../kernel/errors.ts";
import { textOnCall, textState, type RingDeps } from "./index.ts";
import type { TenantContext } from "../platform/context.ts";
import { approvalDeps } from "../approvals/open.ts";
import { notificationDeps } from "./open.ts";
import { textColleagueDeps } from "./open-notice-sender.ts";

/** Dependencies for one tenant. Does no I/O; create one per run. */
export function ringDeps(ctx: TenantContext): RingDeps {
  return {
    ...notificationDeps(ctx),
    findApproval: async (approvalId) => {
      try {
        return await getApproval(await approvalDeps(ctx), approvalId);
      } catch (error) {
        if (error instanceof AppError && error.code === "not_found") return null;
        throw error;
      }
    },
    textOnCall: async (text) => textOnCall(await textColleagueDeps(ctx), text),
    textState: (id) => textState({ db: ctx.db }, id),
  };
}
