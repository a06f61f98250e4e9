/** Composition of a tool's proposal: the approval, with the text group's lints, and what the kinds of its effects note of it. */
import { describe, PRIVATE_TITLE, propose } from "../../approvals/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { askerOf } from "../tools/call.ts";
import { asksForChange } from "../schedules/tools/own-words.ts";
import type { tenantGate } from "../tools/tenant-gate.ts";
import { EFFECTS, noteProposal } from "../../approvals/wiring/actions.ts";
import { approvalDeps } from "../../approvals/open.ts";
import { approvalServices } from "../../approvals/services.ts";

/** Proposes what a tool resolved. Safe to repeat: the approval's id follows from its call. */
export function proposing(ctx: TenantContext): Parameters<typeof tenantGate>[0]["propose"] {
  return async ({ call, scope, resolution, draft, ...judged }) => {
    const deps = await approvalDeps(ctx);
    const isPrivate = (await deps.reader(scope.conversationId)) !== null;
    // The whole team sees this title, and other runs read it.
    const conversationTitle = isPrivate ? PRIVATE_TITLE : scope.conversationTitle;
    const approval = await propose(deps, {
      ...judged,
      scope: { ...scope, conversationTitle, turnId: scope.turnId ?? scope.runId },
      toolCallId: call.id,
      tool: call.name,
      arguments: resolution.arguments ?? call.input,
      resolution,
      replaces:
        draft.replaces === null
          ? undefined
          : {
              approvalId: draft.replaces,
              onPersonsWord: (title, whose) => asksForChange(askerOf(scope), "withdraw", title, whose),
            },
      note: draft.note,
      lints: await approvalServices(ctx).groupLints(
        describe(EFFECTS, resolution, scope.conversationId).threadKey,
      ),
    });
    await noteProposal(ctx, resolution.effects, approval.id);
    return approval;
  };
}
