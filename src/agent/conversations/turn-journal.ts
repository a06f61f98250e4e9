/** A turn's journal: the conversation's own log, shown to people immediately. */
import type { Author, Part } from "../api/message.ts";
import { citesAny, standsOn, type StandsOn } from "../citations/index.ts";
import { RunLostError, type Journal } from "../runs/index.ts";
import { isNoAction } from "./background-run.ts";
import type { ConversationLog } from "./conversation-log.ts";
import { plainText } from "./state.ts";
import type { RunningTurn } from "./types.ts";

/** Maximum earlier messages that an answer's sources may come from. */
export const GIVEN = 100;
const TOOLS: Author = { kind: "system", id: "system:tools", name: "Tools" };

function agentAuthor(agent: { readonly name: string; readonly title: string }): Author {
  return { kind: "agent", id: `agent:${agent.name}`, name: agent.title };
}

/** The sources of an answer; null for a reply with calls. */
function proofOf(
  { messages, calls }: ConversationLog,
  runId: string,
  parts: readonly Part[],
): StandsOn | null {
  if (parts.some(({ type }) => type === "tool_use")) return null;
  if (!calls.hasAnswered(runId) && !citesAny(parts)) return null;
  return standsOn(runId, { parts, text: plainText }, messages.page(undefined, GIVEN).items);
}

/**
 * Opens the journal of an attempt of the running turn. Writes throw RunLostError once another attempt owns
 * the turn.
 */
export function turnJournal(
  log: ConversationLog,
  { id, attempt: first }: Pick<RunningTurn, "id" | "attempt">,
  agent: { readonly name: string; readonly title: string },
): Journal {
  const { messages, turns, calls } = log;
  let attempt = first;
  const held = (): RunningTurn => {
    const turn = turns.running();
    if (turn?.id !== id || turn.attempt !== attempt) throw new RunLostError();
    return turn;
  };
  return {
    transaction: (work) => log.store.transaction(work),
    state() {
      const { figures, startedAt, stopRequestedBy } = held();
      return { ...figures, id, startedAt, attempt, stopRequestedBy };
    },
    save: (figures, openReserveMicroUsd) => turns.saveFigures(id, figures, openReserveMicroUsd),
    lastMessage() {
      const last = messages.lastCommitted();
      return last === null ? null : { kind: last.kind, stop: last.modelStop };
    },
    lastReply() {
      const reply = messages.lastReply(id);
      return reply === null
        ? null
        : { id: reply.id, stop: reply.modelStop ?? "end_turn", parts: reply.parts };
    },
    waitsFor: () => calls.waitsFor(id),
    repairs: () => messages.repairsOf(id),
    delegatedMicroUsd: () => log.subRuns.costOf(id),
    append({ stop, ...entry }) {
      const author = entry.kind === "reply" ? agentAuthor(agent) : TOOLS;
      const proof = entry.kind === "reply" ? proofOf(log, id, entry.parts) : null;
      log.append({ ...entry, author, runId: id, queued: false, modelStop: stop, standsOn: proof });
    },
    calls: (replyId) => calls.ofReply(replyId),
    openCalls: (replyId, opened) => calls.open(id, replyId, opened),
    startCall: (row, nowIso) => calls.start(row.replyId, row.call.id, nowIso),
    answerCall: (row, answer) => calls.answer(row.replyId, row.call.id, answer),
    addTrace: (step) => calls.addTrace(id, step),
    restart() {
      held();
      attempt = log.restart(id).attempt;
    },
    noteReply(parts, costMicroUsd) {
      const turn = held();
      if (turn.unreadSinceMs !== null) turns.save({ ...turn, unreadSinceMs: null });
      const text = plainText(parts);
      log.said(isNoAction(text) ? "" : text, costMicroUsd);
    },
    noteAnswer({ question }) {
      if (question === null) return;
      log.note({ question });
      log.said(question.question);
    },
    noteCost: (microUsd) => log.charge(microUsd),
    showMessage: (messageId) => log.show(messageId),
    showAnswer({ approvals, question }) {
      for (const approval of approvals) log.showApproval(approval);
      if (question !== null) log.ask(question);
    },
  };
}
