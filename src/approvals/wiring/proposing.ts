/** Composition of a tool's proposal: the approval, with the text group's lints, and what the kinds of its effects note of it. */
import { describe, PRIVATE_TITLE, propose } from "../index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { groupLints } from "../../messaging/texts/index.ts";
import { askerOf } from "../../agent/tools/call.ts";
import { asksForChange } from "../../agent/schedules/tools/own-words.ts";
import type { tenantGate } from "../../agent/tools/tenant-gate.ts";
import { EFFECTS, noteProposal } from "./actions.ts";
import { approvalDeps } from "../open.ts";

/** Proposes what a tool resolved. Safe to repeat: the approval's id follows from its call. */
export function proposing(ctx: TenantContext): Parameters<typeof tenantGate>[0]["propose"] {
  const db = ctx.db;
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
      lints: await groupLints(db, describe(EFFECTS, resolution, scope.conversationId).threadKey),
    });
    await noteProposal(ctx, resolution.effects, approval.id);
    return approval;
  };
}
