/** Composes the gate with the tenant's policy, admission and approvals. */
import { eq } from "drizzle-orm";
import { notifier } from "../../platform/notifier.ts";
import type { RunTool } from "../ports.ts";
import {
  findProposal,
  listDrafts,
  withdrawForAgent,
  describe,
  type NamedDraft,
  PRIVATE_TITLE,
  propose,
} from "../../approvals/index.ts";
import { auditStatement } from "../../platform/audit/index.ts";
import { sampleOf } from "../../approvals/earned/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { users } from "../../platform/db/index.ts";
import { recordQuotes } from "../../platform/privacy.ts";
import { grantedTools } from "../tools/agent-tools.ts";
import { tenantGate } from "../tools/tenant-gate.ts";
import { EFFECTS, noteProposal, approvalDeps } from "../../approvals/open.ts";
import { admission } from "./ask-world.ts";
import { approvalServices } from "../../approvals/services.ts";
import { judge } from "./judge.ts";
import { tenantHandle } from "../tools/tenant.ts";
import { askerOf } from "../tools/call.ts";
import { findRecorded } from "../conversations/index.ts";
import { asksForChange } from "../schedules/tools/own-words.ts";

/**
 * The gate of one tenant. Services are opened once per run; each call is judged and proposed in the context
 * of its step.
 */
export function runTool(ctx: TenantContext, stepOf: () => TenantContext = () => ctx): RunTool {
  const db = ctx.db;
  const gate = tenantGate({
    tenant: tenantHandle(ctx, {
      drafts: {
        list: (query) => listDrafts({ db, effects: EFFECTS }, query),
        withdraw: async (asked) => {
          const onPersonsWord = knowingWhose(db, asked.speaker, asked.onPersonsWord);
          return withdrawForAgent(await approvalDeps(ctx), { ...asked, onPersonsWord });
        },
      },
    }),
    grants: grantedTools,
    effects: EFFECTS,
    lack: (effects) => approvalServices(ctx).lack(effects),
    judge: (call) => judge(stepOf())(call),
    admitToolCall: (id, countedAs) => admission(ctx).admitToolCall(id, countedAs),
    findProposal: async ({ id }, { conversationId }) =>
      findProposal(await approvalDeps(stepOf()), conversationId, id),
    propose: (asked) => proposing(stepOf())(asked),
    sample: (rule, call) => sampleOf(db, rule, { ...call, nowMs: ctx.clock.now() }),
    audit: async (entry) => void (await db.batch([auditStatement(db, entry, ctx.clock.now())])),
    alertAdmins: (code) => notifier(ctx).alertAdmins({ code }),
    clock: ctx.clock,
    logger: ctx.log,
  });
  return async (call, scope) => {
    const answer = await gate(call, scope);
    // Recorded before the answer is stored or shown.
    if (answer.quotes !== undefined) await recordQuotes(db, scope.conversationId, answer.quotes);
    return answer;
  };
}

/** Proposes a resolved call. Idempotent, because the approval's ID derives from the call. */
function proposing(ctx: TenantContext): Parameters<typeof tenantGate>[0]["propose"] {
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
              onPersonsWord: knowingWhose(ctx.db, scope.speaker, async ({ title }, whose) =>
                asksForChange(askerOf(scope), "replace", title, whose),
              ),
            },
      note: draft.note,
      alertsLater: true,
      lints: await approvalServices(ctx).groupLints(
        describe(EFFECTS, resolution, scope.conversationId).threadKey,
      ),
    });
    await noteProposal(ctx, resolution.effects, approval.id);
    return approval;
  };
}

/**
 * The same question, asked with what is known of a draft of another conversation: whether the speaker began it, or the
 * name of who did, by which people call a draft: “Priya’s text”.
 */
function knowingWhose(
  db: TenantContext["db"],
  speaker: { readonly id?: string | undefined } | null,
  isAsked: NamedDraft["onPersonsWord"],
): NamedDraft["onPersonsWord"] {
  return async (draft, whose) => {
    if (whose === "own") return isAsked(draft, whose);
    const startedBy = (await findRecorded(db, draft.conversationId))?.startedBy ?? null;
    const [by] =
      startedBy === null ? [] : await db.pick({ name: users.name }, users, eq(users.id, startedBy));
    return by !== undefined && startedBy === speaker?.id
      ? isAsked(draft, "mine")
      : isAsked({ ...draft, title: `${draft.title} ${by?.name ?? ""}` }, "theirs");
  };
}
