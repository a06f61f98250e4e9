/**
 * Writes of a run's attempt. `RunWriter` enforces the rules: every write is a transaction that first checks
 * that the attempt still owns the run, a reply commits with its open calls, and a call is answered once.
 * `Journal` is the storage: a conversation's log, a sub-run's, or memory.
 */
import { isoTime, type Clock } from "../../kernel/clock.ts";
import type { Json } from "../../kernel/hash.ts";
import type { Part } from "../api/message.ts";
import type { TokenUsage } from "../usage/index.ts";
import type {
  CallAnswer,
  CallRow,
  CommittedReply,
  Fallback,
  ModelStop,
  RunFigures,
  RunLog,
  RunState,
  ToolAnswer,
  ToolCall,
  TraceStep,
} from "./types.ts";

/** Thrown if another attempt took over the run, or it is over. The runner must stop without writing anything. */
export class RunLostError extends Error {
  override readonly name = "RunLostError";
}

export interface JournalEntry {
  readonly id: string;
  readonly kind: "reply" | "results" | "repair";
  readonly role: "user" | "assistant";
  readonly parts: readonly Part[];
  readonly createdAt: string;
  /** Set for replies only. */
  readonly stop: ModelStop | null;
  readonly fallback: Fallback | null;
}

/** Storage of a run's log and figures. Synchronous, so that everything between two awaits commits together. */
export interface Journal {
  transaction<Result>(work: () => Result): Result;
  /** Throws RunLostError if this attempt no longer owns the run. */
  state(): RunState;
  /** Saves the figures, and the maximum cost of the current model call, which is charged if the attempt dies. */
  save(figures: RunFigures, openReserveMicroUsd: number): void;
  lastMessage(): RunLog["last"];
  lastReply(): { readonly id: string; readonly stop: ModelStop; readonly parts: readonly Part[] } | null;
  /** What this run waits for by its calls. */
  waitsFor(): RunLog["waitsFor"];
  /** Number of messages of kind `repair` in this run. */
  repairs(): number;
  delegatedMicroUsd(): number;
  append(entry: JournalEntry): void;
  calls(replyId: string): CallRow[];
  openCalls(replyId: string, calls: readonly ToolCall[]): void;
  startCall(row: CallRow, nowIso: string): void;
  /** False if the call already has an answer, which then stays. */
  answerCall(row: CallRow, answer: CallAnswer): boolean;
  addTrace(step: TraceStep): void;
  /** Discards streamed text; the run continues as a new attempt. */
  restart(): void;
  /**
   * Called in the transaction that commits a reply, an answer, or the cost of a failed call, for the owner's
   * own records.
   */
  noteReply(parts: readonly Part[], costMicroUsd: number): void;
  noteAnswer(answer: ToolAnswer): void;
  noteCost(microUsd: number): void;
  /** Called after the commit, to update open pages. */
  showMessage(id: string): void;
  showAnswer(answer: ToolAnswer): void;
}

/** The calls in a reply's blocks. */
function callsOf(parts: readonly Part[]): ToolCall[] {
  return parts.flatMap((part) => {
    const { type, id, name, input } = part as { type: string; id?: unknown; name?: unknown; input?: unknown };
    if (type !== "tool_use" || typeof id !== "string" || typeof name !== "string") return [];
    const object = typeof input === "object" && input !== null && !Array.isArray(input) ? input : {};
    return [{ id, name, input: object as ToolCall["input"] }];
  });
}

function resultContent(answer: CallAnswer | null): Json {
  const { content = "", references = [] } = answer ?? {};
  if (references.length === 0) return content;
  return references.map((name) => ({ type: "tool_reference", tool_name: name }));
}

/** The results of a reply's calls as one message, in the order of the calls. Its ID is derived from the reply's. */
export function resultsEntry(
  calls: readonly CallRow[],
  createdAt: string,
  note: string | null = null,
): JournalEntry {
  const results: Part[] = calls.map((row) => ({
    type: "tool_result",
    tool_use_id: row.call.id,
    content: resultContent(row.answer),
    ...(row.answer?.passages === undefined ? {} : { passages: row.answer.passages }),
    ...(row.answer?.pictures === undefined ? {} : { pictures: row.answer.pictures }),
    ...(row.answer?.isError === true ? { is_error: true } : {}),
  }));
  return {
    id: `${calls[0]?.replyId ?? ""}.results`,
    kind: "results",
    role: "user",
    parts: note === null ? results : [...results, { type: "text", text: note }],
    createdAt,
    stop: null,
    fallback: null,
  };
}

export class RunWriter {
  readonly #journal: Journal;
  readonly #clock: Clock;

  constructor(journal: Journal, clock: Clock) {
    this.#journal = journal;
    this.#clock = clock;
  }

  /** Throws RunLostError if this attempt no longer owns the run. */
  state(): RunState {
    return this.#journal.state();
  }

  /** The current log state, from which the next step is derived. */
  log(): RunLog {
    const journal = this.#journal;
    const run = journal.state();
    const reply = journal.lastReply();
    const last = journal.lastMessage();
    // A run without a reply has no calls.
    if (reply === null)
      return { run, last, calls: [], reply, waitsFor: null, repairs: 0, delegatedMicroUsd: 0 };
    return {
      run,
      last,
      calls: journal.calls(reply.id),
      reply,
      waitsFor: journal.waitsFor(),
      repairs: journal.repairs(),
      delegatedMicroUsd: journal.delegatedMicroUsd(),
    };
  }

  /** The ID of the next reply, stable until it is committed. */
  nextReplyId(): string {
    const { id, modelCalls } = this.state();
    return `sw.${id}.${modelCalls + 1}`;
  }

  /** Discards streamed text; the run continues as a new attempt. */
  restart(): void {
    this.#journal.restart();
  }

  /** Records the maximum cost of the next call, so that it is charged after a crash. */
  reserve(model: string, microUsd: number): void {
    this.#journal.save({ ...this.state(), model }, microUsd);
  }

  /** Releases the reserve of a failed call and charges its cost. */
  abandonCall(costMicroUsd: number, step: TraceStep): void {
    this.#journal.transaction(() => {
      const run = this.state();
      this.#journal.save({ ...run, costMicroUsd: run.costMicroUsd + costMicroUsd }, 0);
      if (costMicroUsd > 0) this.#journal.noteCost(costMicroUsd);
      this.#journal.addTrace(step);
    });
  }

  /** Commits a reply with its calls, figures and trace. Nothing acts on a reply before this. */
  commitReply(reply: CommittedReply, step: TraceStep): void {
    const { id, parts, stop, fallback } = reply;
    this.#journal.transaction(() => {
      const run = this.state();
      const createdAt = isoTime(this.#clock.now());
      this.#journal.append({ id, kind: "reply", role: "assistant", parts, createdAt, stop, fallback });
      this.#journal.openCalls(id, callsOf(parts));
      const figures = {
        ...run,
        costMicroUsd: run.costMicroUsd + reply.costMicroUsd,
        modelCalls: run.modelCalls + 1,
        usage: sum(run.usage, reply.usage),
        fallbacks: run.fallbacks + (fallback === null ? 0 : 1),
      };
      this.#journal.save(figures, 0);
      this.#journal.addTrace(step);
      this.#journal.noteReply(parts, reply.costMicroUsd);
    });
    this.#journal.showMessage(id);
  }

  startCall(row: CallRow): void {
    this.state();
    this.#journal.startCall(row, isoTime(this.#clock.now()));
  }

  /** Answers a call once. False if it already has an answer, which then stays. */
  answerCall(row: CallRow, answer: ToolAnswer, trace: readonly TraceStep[] = []): boolean {
    const { status, content, isError, durationMs, references, passages, images = [] } = answer;
    const kept = {
      status,
      content,
      isError,
      durationMs,
      ...(references === undefined ? {} : { references }),
      ...(passages === undefined ? {} : { passages }),
      ...(images.length === 0 ? {} : { pictures: images.length }),
    };
    const first = this.#journal.transaction(() => {
      const run = this.state();
      if (!this.#journal.answerCall(row, kept)) return false;
      this.#journal.save({ ...run, toolCalls: run.toolCalls + 1 }, 0);
      for (const step of trace) this.#journal.addTrace(step);
      this.#journal.noteAnswer(answer);
      return true;
    });
    if (first) this.#journal.showAnswer(answer);
    return first;
  }

  /** Commits the results as one message; the model reads `note` after them. */
  commitResults(calls: readonly CallRow[], note: string | null = null): void {
    this.#append(resultsEntry(calls, isoTime(this.#clock.now()), note));
  }

  /** Sends the newest reply back for correction. */
  askRepair(text: string): void {
    const reply = this.#journal.lastReply();
    this.#append({
      id: `${reply?.id ?? ""}.repair`,
      kind: "repair",
      role: "user",
      parts: [{ type: "text", text }],
      createdAt: isoTime(this.#clock.now()),
      stop: null,
      fallback: null,
    });
  }

  #append(entry: JournalEntry): void {
    this.#journal.transaction(() => {
      this.state();
      this.#journal.append(entry);
    });
    this.#journal.showMessage(entry.id);
  }
}

function sum(left: TokenUsage, right: TokenUsage): TokenUsage {
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    cacheReadTokens: left.cacheReadTokens + right.cacheReadTokens,
    cacheWriteTokens: left.cacheWriteTokens + right.cacheWriteTokens,
  };
}
