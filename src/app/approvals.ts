/** Composition of approvals: the real provider, conversation, devices and Workflow behind the ports. */
import { waitUntil } from "cloudflare:workers";
import type { ApprovalDeps } from "../approvals/index.ts";
import { findConversation } from "../conversations/index.ts";
import { dbFor, systemDb, type TenantDb } from "../db/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { systemIds } from "../kernel/ids.ts";
import { approvalWorkflowId, conversationObjectName } from "../kernel/tenant-names.ts";
import { notifyApproval, resolveApprovalNotification, settleUrgentNews } from "../notifications/index.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import { getPolicy } from "../policy/index.ts";
import type { Policy } from "../protocol/account.ts";
import type { Source } from "../protocol/conversation.ts";
import type { ConversationIdentity, ConversationRpc } from "../protocol/objects.ts";
import { effectExecutor } from "./actions.ts";
import { publish } from "./feed.ts";
import { notificationDeps } from "./notifications.ts";
import { resolveCall } from "./resolver.ts";

/** Where system effects stand: no conversation is behind it, so nobody is told there and no agent goes on. */
export const SYSTEM_CONVERSATION = "system:on-call";

/** Where the approvals of the daily upkeep stand: named as its schedule and its runs are. Persisted. */
export const UPKEEP_CONVERSATION = "system.memory.upkeep";

function hasNoConversation(conversationId: string): boolean {
  return conversationId === SYSTEM_CONVERSATION || conversationId === UPKEEP_CONVERSATION;
}

/** Type of the event that wakes an approval's Workflow; each approval has its own (PLATFORM.md, Workflows locally). */
export function decisionEvent(approvalId: string): string {
  return `decision-${approvalId}`;
}

/** What the use cases of one tenant's approvals are given. Make one per request or step. Throws AppError `not_found`. */
export async function approvalDeps(env: Env, tenantId: string): Promise<ApprovalDeps> {
  const tenant = await systemDb(env.DB).findTenant(tenantId);
  if (tenant === null) throw new AppError("not_found", "There is no such team.");
  const db = dbFor(env.DB, tenantId);
  const notifications = notificationDeps(env, tenantId);
  let policy: Promise<Policy> | null = null;
  return {
    db,
    clock: systemClock,
    ids: systemIds,
    logger: systemLogger,
    resolver: resolveCall(env, tenantId),
    executor: effectExecutor(env, tenantId),
    policy: () => (policy ??= getPolicy(db).then((found) => found.policy)),
    timeZone: tenant.timeZone,
    keepAlive: (work) => waitUntil(work),
    async deliverOutcome(conversationId, outcome) {
      if (hasNoConversation(conversationId)) return;
      const { stub, identity } = await openConversation(env, db, conversationId);
      await stub.deliverOutcome(identity, outcome);
    },
    async announce(approval) {
      await Promise.all([
        showInConversation(env, db, approval),
        publish(env, tenantId, { type: "approval.updated", approval }),
      ]);
    },
    async notify(approval, occasion, ordinal) {
      await notifyApproval(notifications, approval, occasion, ordinal);
      // An urgent draft goes the way of the on-call itself from here on: the same people are not asked twice.
      if (approval.urgent && approval.conversationId.startsWith("sms:"))
        await settleUrgentNews(notifications, approval.conversationId, "A draft waits for a decision");
    },
    resolveNotification: (approval) => resolveApprovalNotification(notifications, approval),
    workflow: {
      start: (approvalId) => startWorkflow(env, tenantId, approvalId),
      nudge: (approvalId) => nudgeWorkflow(env, tenantId, approvalId),
    },
  };
}

type Shown = Parameters<ApprovalDeps["announce"]>[0];

async function showInConversation(env: Env, db: TenantDb, approval: Shown): Promise<void> {
  if (hasNoConversation(approval.conversationId)) return;
  try {
    const { stub, identity } = await openConversation(env, db, approval.conversationId);
    await stub.approvalChanged(identity, approval);
  } catch (error) {
    systemLogger.warn("approval.announce_failed", { tenantId: db.tenantId, approvalId: approval.id, error });
  }
}

async function openConversation(
  env: Env,
  db: TenantDb,
  conversationId: string,
): Promise<{ stub: ConversationRpc; identity: ConversationIdentity }> {
  const { tenantId } = db;
  const stub = env.CONVERSATIONS.getByName(await conversationObjectName(tenantId, conversationId));
  const known = await findConversation(db, conversationId);
  return {
    stub,
    identity: {
      tenantId,
      conversationId,
      source: known?.source ?? sourceOf(conversationId),
      ...(known === null ? {} : { title: known.title }),
      ...(known?.contact === undefined ? {} : { contact: known.contact }),
      ...(known?.trigger === undefined ? {} : { trigger: known.trigger }),
    },
  };
}

/** The source of a conversation the directory does not know yet, from its id (DESIGN.md section 3). */
function sourceOf(conversationId: string): Source {
  if (conversationId.startsWith("sms:")) return "sms";
  return conversationId.startsWith("email:") ? "email" : "web_chat";
}

/** Starts the Workflow. A used id throws in production and does not locally: what exists afterwards decides. */
async function startWorkflow(env: Env, tenantId: string, approvalId: string): Promise<void> {
  const id = await approvalWorkflowId(tenantId, approvalId);
  try {
    await env.APPROVALS.create({ id, params: { tenantId, approvalId } });
  } catch (error) {
    const exists = await env.APPROVALS.get(id).then(
      () => true,
      () => false,
    );
    if (!exists) throw error;
  }
}

/** Wakes the Workflow. One that is over or gone is no error: the reconciler drives without it. */
async function nudgeWorkflow(env: Env, tenantId: string, approvalId: string): Promise<void> {
  try {
    const instance = await env.APPROVALS.get(await approvalWorkflowId(tenantId, approvalId));
    await instance.sendEvent({ type: decisionEvent(approvalId), payload: { approvalId } });
  } catch (error) {
    systemLogger.info("approval.nudge_missed", { tenantId, approvalId, error });
  }
}
