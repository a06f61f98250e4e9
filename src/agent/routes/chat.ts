/**
 * The agent for scripts: one call that sends a message as `POST /api/conversations/:id/messages` does,
 * decides as `POST /api/approvals/decisions` does, and waits for the turn's end. It adds no permissions:
 * confirmations are compared with the stored bytes.
 */
import type { TenantContext } from "../../platform/context.ts";
import { approvalDeps } from "../../approvals/open.ts";
import { decideMany, getApproval, listApprovals, preview, type ApprovalDeps } from "../../approvals/index.ts";
import type { Principal } from "../../platform/auth/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { canonicalJson } from "../../kernel/hash.ts";
import { inBackground } from "../../platform/http/context.ts";
import type { Approval } from "../../approvals/api/approval.ts";
import { chatEndpoint, type ChatConfirmed, type ChatRefusedAction, type ChatResponse } from "../api/chat.ts";
import type { ConversationIdentity, ConversationRpc, TurnStanding } from "../api/objects.ts";
import { chatAnswer, decisionOn } from "./chat-answer.ts";
import { asksForEvents, eventStream, type OnTurns } from "./chat-stream.ts";
import { authorOf, derivedUuid, requireConversation, knownOrFresh } from "./conversation-asked.ts";
import { turnPoller } from "./poll-turn.ts";
import { serve, type App, type MemberCall } from "../../platform/http/serve.ts";

/** Most clients and proxies time out after thirty seconds. */
const WAIT_MS = 25_000;
/** A stream waits as long as a turn may work. */
const STREAM_MS = 11 * 60_000;
/** Pages of approvals searched for pending ones. */
const PAGES = 3;
/** Outcomes are searched in this many newest messages. */
const NEWEST = 50;

/** An undone decision leaves its action pending. */
const UNDER_WAY: readonly Approval["status"][] = ["approved", "executing"];

type ChatCall = MemberCall<NonNullable<typeof chatEndpoint.query>, NonNullable<typeof chatEndpoint.body>>;

export function chatRoutes(app: App): void {
  serve(app, chatEndpoint, chat);
}

async function chat(call: ChatCall): Promise<ChatResponse | Response> {
  const { c, ctx, principal } = call;
  const begun = await beginChat(call);
  if (!asksForEvents(c.req.header("accept"))) return answerOf(ctx, begun, WAIT_MS);
  return eventStream(
    { url: c.req.url, principal, log: ctx.log, waits: (work) => inBackground(c, work) },
    (onTurns) => answerOf(ctx, begun, STREAM_MS, onTurns),
  );
}

/** Decides what is confirmed and sends the message. */
async function beginChat(call: ChatCall) {
  const { ctx, tenantId, principal, body } = call;
  const { message, confirmActions = [], messageId = ctx.ids.newId() } = body;
  if (confirmActions.length > 0 && principal.scopes?.includes("chat:confirm") === false)
    throw new AppError("forbidden", "This access token isn’t allowed to confirm actions (chat:confirm).");
  // Derived, so that a repeat of the first message opens the same conversation.
  const id = body.conversationId ?? (await derivedUuid("chat", tenantId, principal.user.id, messageId));
  const identity = await (message === undefined ? requireConversation : knownOrFresh)(ctx, principal, id);
  const deps = await approvalDeps(ctx);
  const confirmed = await confirm(call, deps, id, { actions: confirmActions, messageId });
  const object = await ctx.objects.conversation(id);
  const author = authorOf(principal);
  const sent =
    message === undefined
      ? null
      : await object.send(identity, { messageId, author, text: message, answer: body.answer });
  // A chat that reached a limit continues in a fork, which has the turn.
  const at = sent?.conversationId ?? id;
  const there = at === id ? { object, identity } : await forkOf(ctx, principal, at);
  return { deps, confirmed, object, identity, sent, at, there };
}

/** Waits for the turns, and answers. */
async function answerOf(
  { clock }: TenantContext,
  { deps, confirmed, object, identity, sent, at, there }: Awaited<ReturnType<typeof beginChat>>,
  waitMs: number,
  onTurns?: OnTurns,
): Promise<ChatResponse> {
  const look = turnPoller(clock, clock.now() + waitMs);
  if (sent !== null) onTurns?.([sent.turnId], there.object, there.identity);
  const rested = await look(() => restedOf(deps, confirmed.ids));
  const next =
    sent === null
      ? await look(() => outcomeTurns(object, identity, rested))
      : { turns: [sent.turnId], isOpen: rested.isOpen };
  if (sent === null) onTurns?.(next.turns, there.object, there.identity);
  const { standings } = await look(() => standingsOf(there.object, there.identity, next.turns));
  const { pending, done } = await approvalsIn(deps, at);
  const byRule = done.filter((one) => next.turns.includes(one.turnId) && !confirmed.ids.includes(one.id));
  const completed = [...rested.approvals, ...byRule];
  return chatAnswer(at, standings, { pending, completed, refused: confirmed.refused, isOpen: next.isOpen });
}

async function forkOf(ctx: TenantContext, principal: Principal, id: string) {
  return {
    object: await ctx.objects.conversation(id),
    identity: await requireConversation(ctx, principal, id),
  };
}

/**
 * Applies confirmations. One that was decided the same way before counts as decided; one of another
 * conversation counts as unknown.
 */
async function confirm(
  { principal }: ChatCall,
  deps: ApprovalDeps,
  conversationId: string,
  { actions, messageId }: { readonly actions: readonly ChatConfirmed[]; readonly messageId: string },
): Promise<{ ids: string[]; refused: ChatRefusedAction[] }> {
  const refused: ChatRefusedAction[] = [];
  const known: { readonly action: string; readonly decision: Decision }[] = [];
  const byId = new Map(
    actions.map((one) =>
      typeof one === "string" ? ([one, undefined] as const) : ([one.id, one.only] as const),
    ),
  );
  for (const [action, only] of byId) {
    const decision = decisionOn(action, messageId);
    try {
      if (!(await isOf(deps, decision.approvalId, conversationId)))
        throw new AppError("not_found", "This conversation has no such action.");
      known.push({ action, decision: only === undefined ? decision : await partOf(deps, decision, only) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ id: action, code: error.code, message: error.message });
    }
  }
  const decisions = known.map(({ decision }) => decision);
  const by = { id: principal.user.id, name: principal.user.name };
  const results = await decideMany(deps, { decisions, by });
  const ids: string[] = [];
  for (const [index, { approvalId }] of decisions.entries()) {
    const result = results[index];
    if (result?.ok === true || (await isApproved(deps, approvalId))) ids.push(approvalId);
    else if (result !== undefined)
      refused.push({
        id: known[index]?.action ?? "",
        code: result.error.code,
        message: result.error.message,
      });
  }
  return { ids, refused };
}

type Decision = ReturnType<typeof decisionOn>;

/**
 * The decision for some effects of an action, by position among those shown. Throws `effect_changed` if they would
 * differ from what was shown, `invalid_request`.
 */
async function partOf(deps: ApprovalDeps, decision: Decision, only: readonly number[]): Promise<Decision> {
  const approval = await getApproval(deps, decision.approvalId);
  const { status, effectHash, effects, wroteSince = [] } = approval;
  // Then the decision says itself what became of the action.
  if (status !== "pending" || effectHash !== decision.effectHash) return decision;
  const gone = wroteSince.map(({ index }) => index);
  const shown = Array.from({ length: effects.length + gone.length }, (_, index) => index).filter(
    (index) => !gone.includes(index),
  );
  if (only.some((position) => effects[position] === undefined))
    throw new AppError("invalid_request", `This action has ${effects.length} effects, counted from 0.`);
  const left = shown.filter((_, position) => !only.includes(position));
  if (left.length === 0) return decision;
  const without = [...gone, ...left];
  const edit = await preview(deps, { approvalId: approval.id, arguments: approval.arguments, without });
  const kept = effects.filter((_, position) => only.includes(position));
  const isSame =
    canonicalJson(edit.effects.map(({ document }) => document)) ===
    canonicalJson(kept.map(({ document }) => document));
  if (!isSame) throw new AppError("effect_changed", "This action changed since it was shown.");
  return { ...decision, effectHash: edit.effectHash, without };
}

async function isOf(deps: ApprovalDeps, approvalId: string, conversationId: string): Promise<boolean> {
  try {
    return (await getApproval(deps, approvalId)).conversationId === conversationId;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return false;
    throw error;
  }
}

async function isApproved(deps: ApprovalDeps, approvalId: string): Promise<boolean> {
  return (await getApproval(deps, approvalId)).decision === "approve";
}

async function restedOf(deps: ApprovalDeps, ids: readonly string[]) {
  const all = await Promise.all(ids.map((id) => getApproval(deps, id)));
  const approvals = all.filter(({ status }) => status !== "pending");
  return { approvals, isOpen: approvals.some(({ status }) => UNDER_WAY.includes(status)) };
}

/** The turns in which the agent handles the outcomes of some actions. */
async function outcomeTurns(
  object: Pick<ConversationRpc, "messages">,
  identity: ConversationIdentity,
  { approvals, isOpen }: { readonly approvals: readonly Approval[]; readonly isOpen: boolean },
): Promise<{ turns: string[]; isOpen: boolean }> {
  if (approvals.length === 0) return { turns: [], isOpen };
  const { items } = await object.messages(identity, { limit: NEWEST });
  const told = approvals.map(({ id }) =>
    items.find(({ parts }) => parts.some((part) => part.type === "outcome" && part["approvalId"] === id)),
  );
  const turns = new Set(told.flatMap((message) => message?.turnId ?? []));
  return { turns: [...turns], isOpen: told.includes(undefined) };
}

async function standingsOf(
  object: Pick<ConversationRpc, "standing">,
  identity: ConversationIdentity,
  turns: readonly string[],
): Promise<{ standings: TurnStanding[]; isOpen: boolean }> {
  const standings = await Promise.all(turns.map((turnId) => object.standing(identity, turnId)));
  return { standings, isOpen: standings.some(({ stop }) => stop === null) };
}

/** Pending approvals of a conversation, and its newest completed ones. */
async function approvalsIn(
  deps: ApprovalDeps,
  conversationId: string,
): Promise<{ pending: Approval[]; done: Approval[] }> {
  const pending: Approval[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES; page++) {
    const { items, nextCursor } = await listApprovals(deps, { conversationId, status: "pending", cursor });
    pending.push(...items);
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  const { items: done } = await listApprovals(deps, { conversationId, status: "done" });
  return { pending: pending.toReversed(), done };
}
