/**
 * The conversation's transitions on its own tables: start, journal, end. Each public method is synchronous,
 * commits as one transaction, and updates open pages only after the write. Only this class decides which
 * turn may run: one at a time, in the order of the messages.
 */
import type { ObjectSql } from "../../platform/db/object-sql.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Approval } from "../../approvals/api/approval.ts";
import type { Conversation } from "../api/conversation.ts";
import { STEWARD, type Author } from "../api/message.ts";
import type { StandsOn } from "../citations/index.ts";
import type { ConversationIdentity } from "../api/objects.ts";
import type { Question, ServerEvent } from "../api/conversation-frames.ts";
import { resultsEntry, type RunEnd, type TraceStep } from "../runs/index.ts";
import { isSilent, noticesOf, silentPreview } from "./background-run.ts";
import { callStore, type CallStore } from "./call-store.ts";
import { isHoldingBack } from "./contact-text.ts";
import { conversationStore, type ConversationChange, type ConversationStore } from "./conversation-store.ts";
import { messagesStore, type MessagesStore } from "./messages-store.ts";
import { promptStore, type PromptStore } from "./prompt-store.ts";
import { answeredBy, conversationView, cutAtWord, openQuestions, OWN_ID, statusAfter } from "./state.ts";
import { subRunStore, type SubRunStore } from "./sub-run-store.ts";
import { endTurn, recovery, restarted, started } from "./turn-state.ts";
import { turnStore, type TurnStore } from "./turn-store.ts";
import type { LogMessage, NewMessage, QueuedTurn, RunningTurn, StoredStatus } from "./types.ts";
import { pushedMessageView, type ViewCall } from "./views.ts";

const PREVIEW_CHARS = 140;
const GIVEN_UP = {
  status: "failed",
  content: "Not answered: the turn broke off. Look before you try this again; it may have been proposed.",
  isError: true,
  durationMs: 0,
} as const;
const TAKE_UP = {
  unread:
    "The newest message above that no one of the team wrote was not worked on yet, because the agent could not run. Do it now.",
  paused:
    "An earlier request above was paused at the team's hourly limit and isn't finished. Finish it now, unless newer messages settle it. What its calls were to find is not known yet.",
} as const;
const TOOLS: Author = { kind: "system", id: "system:tools", name: "Tools" };

interface LogDeps {
  readonly sql: ObjectSql;
  readonly clock: Clock;
  /** Sends to every open page of this conversation. */
  readonly emit: (event: ServerEvent) => void;
  /** Called after the conversation's row changed, for the tenant's feed and the directory. */
  readonly changed: (conversation: Conversation, reader: string | null) => void;
  /** Closes the pages of members who may no longer read the conversation. */
  readonly closeTo: (reader: string) => void;
  /** Whether a page shows this conversation now, so that new messages aren't unread. */
  readonly watched: () => boolean;
  /** Describes tool calls in words, for every message shown. */
  readonly viewCall: ViewCall;
}

interface Startable {
  readonly turn: RunningTurn;
  /** Whether an earlier runner of the turn died. */
  readonly resumed: boolean;
}

export class ConversationLog {
  readonly store: ConversationStore;
  readonly messages: MessagesStore;
  readonly prompt: PromptStore;
  readonly turns: TurnStore;
  readonly calls: CallStore;
  readonly subRuns: SubRunStore;
  readonly viewCall: ViewCall;
  readonly #deps: LogDeps;

  constructor(deps: LogDeps) {
    this.#deps = deps;
    this.store = conversationStore(deps.sql);
    this.messages = messagesStore(deps.sql);
    this.prompt = promptStore(deps.sql);
    this.turns = turnStore(deps.sql);
    this.calls = callStore(deps.sql);
    this.subRuns = subRunStore(deps.sql);
    this.viewCall = deps.viewCall;
  }

  /**
   * Creates the conversation's row on first use. It enters the directory with its first change or with
   * `list`. Throws `not_found` if the object belongs to another conversation.
   */
  open(identity: ConversationIdentity): Conversation {
    const known = this.store.find();
    if (known === null) {
      this.store.create(identity, identity.title ?? "New conversation", this.#now());
    } else if (
      known.identity.tenantId !== identity.tenantId ||
      known.identity.conversationId !== identity.conversationId
    ) {
      throw new AppError("not_found", "That conversation doesn’t exist");
    }
    return conversationView(this.store.get());
  }

  /** Adds the conversation to the directory, even if it is empty. */
  list(): void {
    this.store.mark("directory", "");
    this.announce();
  }

  /** Shows an approval's newest version; ignores an older one. */
  showApproval(approval: Approval): void {
    const known = this.store.openApprovals().some((other) => other.id === approval.id);
    if (!this.store.showApproval(approval)) return;
    this.#deps.emit({
      type: known || approval.status !== "pending" ? "approval.updated" : "approval.requested",
      approval,
    });
    this.#settleWaiting();
  }

  /** Marks an approval as settled, even if its last version was lost on the way. */
  closeApproval(approvalId: string): void {
    this.store.closeApproval(approvalId);
    this.#settleWaiting();
  }

  /** The status is `waiting_approval` only while an approval is open and no turn is queued; a question stays open. */
  #settleWaiting(): void {
    const waits = this.store.get().status === "waiting_approval";
    if (!waits || this.store.openApprovals().length > 0) return;
    const holdsBack = isHoldingBack(this);
    if (!holdsBack && this.turns.queued().length > 0) return;
    const isAsking = openQuestions(this.store.get()).length > 0;
    this.note({ status: isAsking ? "waiting_answer" : holdsBack ? "held_back" : "idle" });
    this.announce();
  }

  /**
   * Returns the turn to run now and marks it running: an interrupted one, else the next due one; null if
   * there is none. A turn with too many attempts ends, unless `isPutOff` requeues it.
   */
  next(isPutOff: (turn: RunningTurn, end: RunEnd) => boolean = () => false): Startable | null {
    for (;;) {
      const running = this.turns.running();
      if (running !== null) {
        const resumed = this.#resume(running, isPutOff);
        if (resumed !== null) return { turn: resumed, resumed: true };
        continue;
      }
      const due = this.turns.queued().find((turn) => turn.notBefore <= this.#deps.clock.now());
      return due === undefined ? null : { turn: this.#start(due), resumed: false };
    }
  }

  #resume(turn: RunningTurn, isPutOff: (turn: RunningTurn, end: RunEnd) => boolean): RunningTurn | null {
    const verdict = recovery(turn, this.calls.progressOf(turn.id));
    this.#chargeLostCalls(turn);
    if (verdict.resume) return this.restart(turn.id, verdict.stalls);
    if (!isPutOff(turn, verdict.end)) this.end(turn.id, verdict.end);
    return null;
  }

  /** Charges the reserved cost of calls whose attempt died, as admission does when a reservation lapses. */
  #chargeLostCalls(turn: RunningTurn): void {
    this.store.transaction(() => {
      this.#chargeLost(this.turns, turn);
      for (const run of this.subRuns.of(turn.id))
        if (run.status === "running") this.#chargeLost(this.subRuns, run);
    });
  }

  #chargeLost(
    store: Pick<TurnStore, "saveFigures">,
    { id, figures, openReserveMicroUsd }: Pick<RunningTurn, "id" | "figures" | "openReserveMicroUsd">,
  ): void {
    if (openReserveMicroUsd === 0) return;
    store.saveFigures(id, { ...figures, costMicroUsd: figures.costMicroUsd + openReserveMicroUsd }, 0);
    this.charge(openReserveMicroUsd);
  }

  /** Adds to the conversation's cost. */
  charge(microUsd: number): void {
    if (microUsd > 0) this.note({ costMicroUsd: this.store.get().costMicroUsd + microUsd });
  }

  /** Counts a new attempt of the running turn; text streamed so far is discarded. */
  restart(runId: string, stalls?: number): RunningTurn {
    const turn = this.turns.running();
    if (turn?.id !== runId) throw new Error("the turn is gone");
    const again = restarted(turn, this.calls.progressOf(runId), stalls ?? turn.stalls);
    this.turns.save(again);
    this.#deps.emit({ type: "turn.restarted", turnId: runId, attempt: again.attempt });
    return again;
  }

  /** Starts a queued turn. Its messages move to the end of the history. */
  #start(turn: QueuedTurn): RunningTurn {
    const taken: string[] = [];
    const running = this.store.transaction(() => {
      const last = this.messages.lastCommitted();
      const isOvertaken = last !== null && last.runId !== turn.id;
      if (isOvertaken) taken.push(...this.#closeOpenCalls(last.runId));
      taken.push(...this.#commitOutcomes());
      const own = this.messages.queued().filter((message) => message.runId === turn.id);
      // Contacts' texts enter in the order they were written, whatever their order of arrival.
      if (turn.speaker.kind === "contact")
        own.sort((left, right) => (left.createdAt < right.createdAt ? -1 : 1));
      for (const message of own) {
        this.messages.commitQueued(message.id);
        taken.push(message.id);
      }
      if (turn.putOff !== null && own.length === 0 && isOvertaken) taken.push(this.#takeUpAgain(turn));
      for (const other of this.turns.queued()) {
        if (other.kind === "outcome" && other.id !== turn.id) this.turns.dropQueued(other.id);
      }
      const begun = started(turn, this.calls.progressOf(turn.id), this.#deps.clock.now());
      this.turns.save(begun);
      this.note({ status: "running", ...this.#stillAsked(turn, own), lastStop: null });
      return begun;
    });
    for (const id of taken) this.show(id);
    this.#deps.emit({
      type: "turn.started",
      turnId: turn.id,
      attempt: running.attempt,
      ...(taken.length === 0 ? {} : { messageId: taken.at(-1) }),
    });
    for (const question of openQuestions(this.store.get())) this.ask(question);
    this.announce();
    return running;
  }

  /** Adds a note to the history when a requeued turn was overtaken by others, so that the agent continues it. */
  #takeUpAgain({ id: runId, attempt, speaker }: QueuedTurn): string {
    const id = `${OWN_ID}again.${runId}.${attempt + 1}`;
    const text = TAKE_UP[speaker.kind === "user" ? "paused" : "unread"];
    this.append({
      id,
      kind: "inbound",
      role: "user",
      parts: [{ type: "text", text }],
      author: STEWARD,
      createdAt: this.#now(),
      runId,
      queued: false,
    });
    return id;
  }

  /** Adds outcomes that arrived during the turn to the history. */
  #commitOutcomes(): string[] {
    const waiting = this.messages.queued().filter((message) => message.kind === "outcome");
    for (const message of waiting) this.messages.commitQueued(message.id);
    return waiting.map((message) => message.id);
  }

  /** Adds a message of our own. Throws if its ID exists. */
  append(message: NewMessage): void {
    if (!this.messages.insert(message)) throw new Error(`message ${message.id} is in the log already`);
  }

  /** Ends the running turn; `steps` are appended to its trace. Idempotent. */
  end(runId: string, end: RunEnd, steps: readonly TraceStep[] = []): void {
    const turn = this.turns.running();
    if (turn?.id !== runId) return;
    const taken: string[] = [];
    this.store.transaction(() => {
      taken.push(...this.#closeOpenCalls(runId));
      for (const step of steps) this.calls.addTrace(runId, step);
      this.#endSubRuns(runId, end);
      this.turns.save(endTurn(turn, end, this.#deps.clock.now()));
      taken.push(...this.#commitOutcomes());
      const silent = isSilent(this.messages, turn, end.reason);
      // The intermediate text of a silent run isn't shown; the list shows what came in, or a schedule's result.
      const heard = silent ? silentPreview(this, runId) : undefined;
      // An outcome that a person caused doesn't mark the conversation as unread.
      const isQuiet = silent || (turn.kind === "outcome" && end.reason === "end_turn");
      this.note({
        status: this.#statusAfter(end.reason),
        lastStop: {
          reason: end.reason,
          ...(end.error === null ? {} : { code: end.error.code, message: end.error.message }),
        },
        ...(this.#deps.watched() || isQuiet ? {} : { unread: true }),
        ...(heard !== undefined ? { preview: cutAtWord(heard, PREVIEW_CHARS) } : {}),
      });
      this.store.mark("run", runId);
      this.store.mark("transcript", "");
      for (const notice of noticesOf(this, turn, end, this.#deps.watched()))
        this.store.mark("notice", `${notice}.${runId}`);
    });
    for (const id of taken) this.show(id);
    this.#deps.emit(
      end.error === null
        ? { type: "turn.finished", turnId: runId, stopReason: end.reason }
        : { type: "turn.failed", turnId: runId, error: end.error },
    );
    this.#settleWaiting();
    this.announce();
  }

  /**
   * The questions that stay open when a turn starts. An outcome closes none; a message closes the one it answers, and any
   * that named no colleague.
   */
  #stillAsked(
    { id, kind, speaker }: QueuedTurn,
    own: readonly LogMessage[],
  ): Pick<ConversationChange, "question" | "stillAsked" | "answered"> {
    if (kind === "outcome" || own.length === 0) return {};
    const open = openQuestions(this.store.get());
    const answered = answeredBy(
      open,
      speaker,
      own.flatMap(({ parts }) => parts),
    );
    const stillAsked = open.filter((one) => one !== answered && one.to !== undefined);
    if (stillAsked.length < open.length) this.store.mark("notice", `answered.${id}`);
    return { question: null, stillAsked, answered };
  }

  /** Ends unfinished sub-runs with their turn. */
  #endSubRuns(runId: string, end: RunEnd): void {
    // The output belongs to the turn, not to its sub-runs.
    const theirs: RunEnd = end.reason === "end_turn" ? { reason: "end_turn", error: null } : end;
    for (const run of this.subRuns.of(runId)) this.subRuns.end(run.id, theirs, this.#now());
  }

  /** After a turn with nothing to do, pending approvals and questions stay pending. */
  #statusAfter(reason: RunEnd["reason"]): StoredStatus {
    const after = statusAfter(reason);
    if (after !== "idle") return after;
    if (openQuestions(this.store.get()).length > 0) return "waiting_answer";
    if (this.store.openApprovals().length > 0) return "waiting_approval";
    return isHoldingBack(this) ? "held_back" : after;
  }

  /** Answers open calls when a turn ends early, so that the history stays valid. */
  #closeOpenCalls(runId: string): string[] {
    const last = this.messages.lastCommitted();
    if (last === null || last.kind !== "reply" || last.runId !== runId) return [];
    for (const row of this.calls.ofReply(last.id)) {
      if (row.answer === null) this.calls.answer(row.replyId, row.call.id, GIVEN_UP);
    }
    const calls = this.calls.ofReply(last.id);
    if (calls.length === 0) return [];
    const { id, kind, role, parts, createdAt } = resultsEntry(calls, this.#now());
    this.append({ id, kind, role, parts, createdAt, author: TOOLS, runId, queued: false });
    return [id];
  }

  /** Asks the running turn to stop; false if none runs. */
  requestStop(by: Author): boolean {
    const turn = this.turns.running();
    if (turn === null) return false;
    this.turns.save({ ...turn, stopRequestedBy: by.name });
    return true;
  }

  /** Changes what people can set: title, read mark, deletion. */
  update(change: { title?: string; unread?: boolean; deleted?: boolean }): Conversation {
    this.note({
      ...(change.title === undefined ? {} : { title: change.title, titled: true }),
      ...(change.unread === undefined ? {} : { unread: change.unread }),
      ...(change.deleted === undefined ? {} : { deletedAt: change.deleted ? this.#now() : null }),
    });
    if (change.deleted !== undefined) this.store.mark("transcript", "");
    this.announce();
    return conversationView(this.store.get());
  }

  /** Shows a question of the agent. */
  ask(question: Question): void {
    this.#deps.emit({ type: "question.asked", question });
  }

  /**
   * Updates the preview for an inbound message, and marks it unread unless a page shows it. `byTeam`: a
   * member wrote or decided it. `also` is changed with it.
   */
  heard(text: string, byTeam = false, also: ConversationChange = {}): void {
    const unread = byTeam || this.#deps.watched() ? {} : { unread: true };
    this.note({ ...also, ...this.#saidNow(text), ...unread });
  }

  /** Updates the preview for the agent's last message, and adds its cost. */
  said(text: string, microUsd = 0): void {
    if (text === "") this.charge(microUsd);
    else this.note({ ...this.#saidNow(text), costMicroUsd: this.store.get().costMicroUsd + microUsd });
  }

  #saidNow(text: string): ConversationChange {
    return { preview: cutAtWord(text, PREVIEW_CHARS), lastMessageAt: this.#now() };
  }

  /** Changes the conversation's row without updating the feed. */
  note(change: ConversationChange): void {
    this.store.change(change);
  }

  /** Publishes the conversation to open pages, the feed and the directory. */
  announce(): void {
    const row = this.store.get();
    const conversation = conversationView(row);
    this.#deps.emit({ type: "conversation.updated", conversation });
    this.#deps.changed(conversation, row.reader);
  }

  /**
   * Changes who may read the conversation; returns whether that changed anything. Pages of everyone else are
   * closed before anything more is shown.
   */
  readBy(reader: string | null): boolean {
    if (this.store.get().reader === reader) return false;
    this.store.setReader(reader);
    if (reader !== null) this.#deps.closeTo(reader);
    this.announce();
    return true;
  }

  /** Stores what an answer stands on, and shows it. */
  mark(messageId: string, standsOn: StandsOn): void {
    this.messages.setStandsOn(messageId, standsOn);
    this.show(messageId);
  }

  /** Shows a message of the log on open pages. */
  show(messageId: string): void {
    const message = this.messages.find(messageId);
    if (message !== null)
      this.#deps.emit({ type: "message.added", message: pushedMessageView(message, this.viewCall) });
  }

  #now(): string {
    return isoTime(this.#deps.clock.now());
  }
}
