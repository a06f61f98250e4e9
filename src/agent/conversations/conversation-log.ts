/**
 * The conversation's transitions on its own tables: start, journal, end. Each public method is synchronous and commits as one, and shows open
 * pages what changed only after it is written. Which turn may run is decided here and nowhere else: one at a time, in the order the messages
 * came.
 */
import type { ObjectSql } from "../../platform/db/object-sql.ts";
import { isoTime, type Clock } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Approval } from "../../approvals/api/approval.ts";
import type { Conversation } from "../api/conversation.ts";
import { STEWARD, type Author } from "../api/message.ts";
import type { ConversationIdentity } from "../api/objects.ts";
import type { Question, ServerEvent } from "../api/conversation-frames.ts";
import { resultsEntry, type RunEnd, type TraceStep } from "../runs/index.ts";
import { isSilent, noticesOf, silentPreview } from "./background-run.ts";
import { callStore, type CallStore } from "./call-store.ts";
import { isHoldingBack } from "./contact-text.ts";
import { conversationStore, type ConversationChange, type ConversationStore } from "./conversation-store.ts";
import { messagesStore, type MessagesStore } from "./messages-store.ts";
import { promptStore, type PromptStore } from "./prompt-store.ts";
import { conversationView, cutAtWord, OWN_ID, statusAfter } from "./state.ts";
import { subRunStore, type SubRunStore } from "./sub-run-store.ts";
import { ended, recovery, restarted, started } from "./turn-state.ts";
import { turnStore, type TurnStore } from "./turn-store.ts";
import type { NewMessage, QueuedTurn, RunningTurn, StoredStatus } from "./types.ts";
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

/** What the log is given. */
interface LogDeps {
  readonly sql: ObjectSql;
  readonly clock: Clock;
  /** To every open page of this conversation. */
  readonly emit: (event: ServerEvent) => void;
  /** The conversation's row changed: for the tenant's feed and the directory. */
  readonly changed: (conversation: Conversation, reader: string | null) => void;
  /** Closes the pages of everybody who may not read the conversation any more. */
  readonly closeTo: (reader: string) => void;
  /** Whether a page shows this conversation now: what arrives is then not unread. */
  readonly watched: () => boolean;
  /** Says what tool calls are in words, whenever a message is shown. */
  readonly viewCall: ViewCall;
}

/** A turn that may run now. */
interface Startable {
  readonly turn: RunningTurn;
  /** Taken up again after its runner died. */
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
   * Makes the conversation's row on first use; it enters the directory with its first change or with `list`. Throws AppError `not_found`
   * where the object belongs to another conversation.
   */
  open(identity: ConversationIdentity): Conversation {
    const known = this.store.find();
    if (known === null) {
      this.store.create(identity, identity.title ?? "New conversation", this.#now());
    } else if (
      known.identity.tenantId !== identity.tenantId ||
      known.identity.conversationId !== identity.conversationId
    ) {
      throw new AppError("not_found", "That conversation doesn't exist");
    }
    return conversationView(this.store.get());
  }

  /** Puts the conversation into the directory, also while nothing was said in it. */
  list(): void {
    this.store.mark("directory", "");
    this.announce();
  }

  /** Shows an approval's newest state; an older one than shown is dropped. */
  showApproval(approval: Approval): void {
    const known = this.store.openApprovals().some((other) => other.id === approval.id);
    if (!this.store.showApproval(approval)) return;
    this.#deps.emit({
      type: known || approval.status !== "pending" ? "approval.updated" : "approval.requested",
      approval,
    });
    this.#settleWaiting();
  }

  /** An approval came to rest: it waits no more, also where its newest view got lost on the way. */
  closeApproval(approvalId: string): void {
    this.store.closeApproval(approvalId);
    this.#settleWaiting();
  }

  /** A conversation waits for approvals only while one is open and no turn is to come. */
  #settleWaiting(): void {
    const waits = this.store.get().status === "waiting_approval";
    if (!waits || this.store.openApprovals().length > 0) return;
    const holdsBack = isHoldingBack(this);
    if (!holdsBack && this.turns.queued().length > 0) return;
    this.note({ status: holdsBack ? "held_back" : "idle" });
    this.announce();
  }

  /**
   * The turn to run now: the one that died, else the next of the queue that is due. Marks it running. Null where there is none. One that is given up ends,
   * unless `isPutOff` puts it off.
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

  /** Calls whose attempt died are charged at their reserve, as admission does when the reservation lapses. */
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

  /** Adds to what the conversation cost. */
  charge(microUsd: number): void {
    if (microUsd > 0) this.note({ costMicroUsd: this.store.get().costMicroUsd + microUsd });
  }

  /** Counts a new attempt of the running turn: text streamed before is void. */
  restart(runId: string, stalls?: number): RunningTurn {
    const turn = this.turns.running();
    if (turn?.id !== runId) throw new Error("the turn is gone");
    const again = restarted(turn, this.calls.progressOf(runId), stalls ?? turn.stalls);
    this.turns.save(again);
    this.#deps.emit({ type: "turn.restarted", turnId: runId, attempt: again.attempt });
    return again;
  }

  /** Takes a turn off the queue: its messages enter the history behind what was said meanwhile. */
  #start(turn: QueuedTurn): RunningTurn {
    const taken: string[] = [];
    const running = this.store.transaction(() => {
      const last = this.messages.lastCommitted();
      const isOvertaken = last !== null && last.runId !== turn.id;
      if (isOvertaken) taken.push(...this.#closeOpenCalls(last.runId));
      taken.push(...this.#commitOutcomes());
      const own = this.messages.queued().filter((message) => message.runId === turn.id);
      // What contacts wrote enters in the order they wrote it, whatever order it arrived in.
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
      this.note({ status: "running", question: this.#stillAsked(turn), lastStop: null });
      return begun;
    });
    for (const id of taken) this.show(id);
    this.#deps.emit({
      type: "turn.started",
      turnId: turn.id,
      attempt: running.attempt,
      ...(taken.length === 0 ? {} : { messageId: taken.at(-1) }),
    });
    const { question } = this.store.get();
    if (question !== null) this.ask(question);
    this.announce();
    return running;
  }

  /** A turn that was put off and overtaken by others says so in the history, so that the agent goes on with it. */
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

  /** Outcomes that came in the middle of a turn enter the history between turns. */
  #commitOutcomes(): string[] {
    const waiting = this.messages.queued().filter((message) => message.kind === "outcome");
    for (const message of waiting) this.messages.commitQueued(message.id);
    return waiting.map((message) => message.id);
  }

  /** Adds a message of our own making to the log. Throws where its id is there already. */
  append(message: NewMessage): void {
    if (!this.messages.insert(message)) throw new Error(`message ${message.id} is in the log already`);
  }

  /** Ends the running turn; `steps` stand last in its trace. Repeats do nothing. */
  end(runId: string, end: RunEnd, steps: readonly TraceStep[] = []): void {
    const turn = this.turns.running();
    if (turn?.id !== runId) return;
    const taken: string[] = [];
    this.store.transaction(() => {
      taken.push(...this.#closeOpenCalls(runId));
      for (const step of steps) this.calls.addTrace(runId, step);
      this.#endSubRuns(runId, end);
      this.turns.save(ended(turn, end, this.#deps.clock.now()));
      taken.push(...this.#commitOutcomes());
      const silent = isSilent(this.messages, turn, end.reason);
      // What the agent said on its way to nothing is not shown: the list shows what came in, of a schedule what came of it.
      const heard = silent ? silentPreview(this, runId) : undefined;
      // What a person decided, and the agent only closes, asks for no one's eyes.
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

  /** The question that stays open while a turn runs: what became of a draft is no answer to what was asked beside it. */
  #stillAsked({ id, kind }: QueuedTurn): Question | null {
    const { question } = this.store.get();
    if (kind === "outcome") return question;
    if (question !== null) this.store.mark("notice", `answered.${id}`);
    return null;
  }

  /** What a turn had handed over and is not done ends with it. */
  #endSubRuns(runId: string, end: RunEnd): void {
    // The turn's output is not theirs.
    const theirs: RunEnd = end.reason === "end_turn" ? { reason: "end_turn", error: null } : end;
    for (const run of this.subRuns.of(runId)) this.subRuns.end(run.id, theirs, this.#now());
  }

  /** A turn that had nothing to do leaves what waits for a decision waiting. */
  #statusAfter(reason: RunEnd["reason"]): StoredStatus {
    const after = statusAfter(reason);
    if (after !== "idle") return after;
    if (this.store.get().question !== null) return "waiting_answer";
    if (this.store.openApprovals().length > 0) return "waiting_approval";
    return isHoldingBack(this) ? "held_back" : after;
  }

  /** A turn that ends in the middle of its calls answers them, so that the history stays valid for the next. */
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

  /** Asks the running turn to stop; false where none runs. */
  requestStop(by: Author): boolean {
    const turn = this.turns.running();
    if (turn === null) return false;
    this.turns.save({ ...turn, stopRequestedBy: by.name });
    return true;
  }

  /** Changes what people set: title, read mark, deletion. */
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

  /** Shows a question the agent asked. */
  ask(question: Question): void {
    this.#deps.emit({ type: "question.asked", question });
  }

  /** Somebody's words came in: they stand in the list, unread where no page shows them. `byTeam`: a person of the team wrote or decided them. `also` changes with them. */
  heard(text: string, byTeam = false, also: ConversationChange = {}): void {
    const unread = byTeam || this.#deps.watched() ? {} : { unread: true };
    this.note({ ...also, ...this.#saidNow(text), ...unread });
  }

  /** What the agent said last stands in the list, and what it cost is counted. */
  said(text: string, microUsd = 0): void {
    if (text === "") this.charge(microUsd);
    else this.note({ ...this.#saidNow(text), costMicroUsd: this.store.get().costMicroUsd + microUsd });
  }

  #saidNow(text: string): ConversationChange {
    return { preview: cutAtWord(text, PREVIEW_CHARS), lastMessageAt: this.#now() };
  }

  /** Changes the conversation's row without telling the feed. */
  note(change: ConversationChange): void {
    this.store.change(change);
  }

  /** Shows open pages, the feed and the directory how the conversation stands. */
  announce(): void {
    const row = this.store.get();
    const conversation = conversationView(row);
    this.#deps.emit({ type: "conversation.updated", conversation });
    this.#deps.changed(conversation, row.reader);
  }

  /** Notes who may read the conversation from now on; true where that changed. Pages of everybody else are closed before anything more is shown. */
  readBy(reader: string | null): boolean {
    if (this.store.get().reader === reader) return false;
    this.store.setReader(reader);
    if (reader !== null) this.#deps.closeTo(reader);
    this.announce();
    return true;
  }

  /** Shows open pages a message of the log. */
  show(messageId: string): void {
    const message = this.messages.find(messageId);
    if (message !== null)
      this.#deps.emit({ type: "message.added", message: pushedMessageView(message, this.viewCall) });
  }

  #now(): string {
    return isoTime(this.#deps.clock.now());
  }
}
