/** A sub-run's journal: its own messages in the conversation's object. Valid as long as the parent's attempt. */
import { RunLostError, type Journal, type RunState } from "../runs/index.ts";
import type { ConversationLog } from "./conversation-log.ts";
import type { RunningSubRun } from "./types.ts";

/**
 * Opens the journal of a new attempt. `parent` returns its parent's state and throws RunLostError if the
 * parent lost its run.
 */
export function subRunJournal(
  log: Pick<ConversationLog, "store" | "calls" | "subRuns" | "charge" | "showApproval">,
  { id }: Pick<RunningSubRun, "id">,
  { parent, startedAt }: { readonly parent: () => RunState; readonly startedAt: string },
): Journal {
  const { calls, subRuns } = log;
  const attempt = subRuns.attempt(id);
  const held = (): RunningSubRun => {
    const run = subRuns.find(id);
    if (run?.status !== "running" || run.attempt !== attempt) throw new RunLostError();
    return run;
  };
  return {
    transaction: (work) => log.store.transaction(work),
    state() {
      const { stopRequestedBy } = parent();
      return { ...held().figures, id, startedAt, attempt, stopRequestedBy };
    },
    save: (figures, openReserveMicroUsd) => subRuns.saveFigures(id, figures, openReserveMicroUsd),
    lastMessage: () => subRuns.lastMessage(id),
    lastReply() {
      const reply = subRuns.lastReply(id);
      return reply === null ? null : { ...reply, stop: reply.stop ?? "end_turn" };
    },
    waitsFor: () => calls.waitsFor(id),
    repairs: () => subRuns.repairsOf(id),
    delegatedMicroUsd: () => 0,
    append: (entry) => subRuns.insertMessage(id, entry),
    calls: (replyId) => calls.ofReply(replyId),
    openCalls: (replyId, opened) => calls.open(id, replyId, opened),
    startCall: (row, nowIso) => calls.start(row.replyId, row.call.id, nowIso),
    answerCall: (row, answer) => calls.answer(row.replyId, row.call.id, answer),
    addTrace: (step) => calls.addTrace(id, step),
    restart: () => {},
    noteReply: (_, costMicroUsd) => log.charge(costMicroUsd),
    noteAnswer({ approvals, question }) {
      if (approvals.length === 0 && question === null) return;
      const run = held();
      const proposed = approvals.map(({ id: approvalId, title }) => ({ approvalId, title }));
      subRuns.saveWaiting(id, [...run.pending, ...proposed], question ?? run.question);
    },
    noteCost: (microUsd) => log.charge(microUsd),
    showMessage: () => {},
    showAnswer({ approvals }) {
      for (const approval of approvals) log.showApproval(approval);
    },
  };
}
