/** A run's log in memory, for single questions. A crash loses it, and the caller asks again. */
import type { Part } from "../api/message.ts";
import { waitedFor } from "./next-step.ts";
import type { Journal, JournalEntry } from "./journal.ts";
import { NO_FIGURES, type CallRow, type RunFigures, type RunState, type TraceStep } from "./types.ts";

/** A journal whose messages can be read. */
export interface MemoryJournal extends Journal {
  /** All messages, oldest first, including the question. */
  readonly messages: () => readonly Pick<JournalEntry, "id" | "role" | "parts">[];
  readonly steps: () => readonly TraceStep[];
}

export function memoryJournal(run: {
  readonly id: string;
  readonly startedAt: string;
  readonly question: readonly Part[];
}): MemoryJournal {
  const first = {
    id: `sw.${run.id}.0`,
    kind: "inbound",
    role: "user",
    parts: run.question,
    stop: null,
  } as const;
  const entries: (typeof first | JournalEntry)[] = [first];
  const steps: TraceStep[] = [];
  let figures: RunFigures = NO_FIGURES;
  let calls: CallRow[] = [];
  const { id, startedAt } = run;
  const state = (): RunState => ({ ...figures, id, startedAt, attempt: 1, stopRequestedBy: null });
  return {
    messages: () => entries,
    steps: () => steps,
    transaction: (work) => work(),
    state,
    save(saved) {
      const { model, modelCalls, toolCalls, usage, costMicroUsd, fallbacks } = saved;
      figures = { model, modelCalls, toolCalls, usage, costMicroUsd, fallbacks };
    },
    lastMessage: () => entries.at(-1) ?? null,
    lastReply() {
      const reply = entries.findLast(({ kind }) => kind === "reply");
      return reply === undefined
        ? null
        : { id: reply.id, stop: reply.stop ?? "end_turn", parts: reply.parts };
    },
    waitsFor: () => waitedFor(calls.map(({ answer }) => answer?.status)),
    repairs: () => entries.filter(({ kind }) => kind === "repair").length,
    delegatedMicroUsd: () => 0,
    append: (entry) => void entries.push(entry),
    calls: (replyId) => calls.filter((row) => row.replyId === replyId),
    openCalls(replyId, opened) {
      const rows = opened.map((call, position): CallRow => ({
        replyId,
        position,
        call,
        startedAt: null,
        answer: null,
      }));
      calls = [...calls, ...rows];
    },
    startCall: (row, startedAt) => change(row, (known) => ({ ...known, startedAt })),
    answerCall(row, answer) {
      const open = calls.some((known) => isSame(known, row) && known.answer === null);
      if (open) change(row, (known) => ({ ...known, answer }));
      return open;
    },
    addTrace: (step) => void steps.push(step),
    restart: () => {},
    noteReply: () => {},
    noteAnswer: () => {},
    noteCost: () => {},
    showMessage: () => {},
    showAnswer: () => {},
  };

  function change(row: CallRow, to: (known: CallRow) => CallRow): void {
    calls = calls.map((known) => (isSame(known, row) ? to(known) : known));
  }
}

function isSame(left: CallRow, right: CallRow): boolean {
  return left.replyId === right.replyId && left.call.id === right.call.id;
}
