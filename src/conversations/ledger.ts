/**
 * The conversation's transitions on its own tables: accept, start, journal, end. Each public method is synchronous and commits as one, and
 * tells open pages what changed only after it is written. Which turn may run is decided here and nowhere else: one at a time, in the
 * order the messages came.
 */
import { isoTime, type Clock } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { IdSource } from "../kernel/ids.ts";
import type { Approval } from "../protocol/approval.ts";
import type { Conversation } from "../protocol/conversation.ts";
import { STEWARD, type Author } from "../protocol/message.ts";
import type { Accepted, ConversationIdentity, InboundMessage } from "../protocol/objects.ts";
import type { Question, ServerEvent } from "../protocol/socket.ts";
import type { ObjectSql } from "../db/object-sql.ts";
import { resultsMessage } from "./results-message.ts";
import { isSilent, noticesOf } from "./background-run.ts";
import { isHoldingBack } from "./contact-text.ts";
import { conversationView, cutAtWord, isOwnId, OWN_ID, plainText, recovery, statusAfter } from "./state.ts";
import { conversationStore, type ConversationChange, type ConversationStore } from "./store.ts";
import { turnStore, type TurnStore } from "./turn-store.ts";
import type { LogMessage, NewMessage, StoredStatus, Turn, TurnEnd } from "./types.ts";
import { triggerWords } from "./unread.ts";
import { pushedMessageView } from "./views.ts";

const TITLE_CHARS = 60;
const PREVIEW_CHARS = 140;
const GIVEN_UP = {
  status: "failed",
  content: "Not answered: the turn broke off. Look before you try this again; it may have been proposed.",
  isError: true,
  durationMs: 0,
} as const;

/** What the ledger is given. */
export interface LedgerDeps {
  readonly sql: ObjectSql;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** To every open page of this conversation. */
  readonly emit: (event: ServerEvent) => void;
  /** The conversation's row changed: for the tenant's feed and the directory. */
  readonly changed: (conversation: Conversation) => void;
  /** Whether a page shows this conversation now: what arrives is then not unread. */
  readonly watched: () => boolean;
}

/** A turn that may run now. */
export interface Startable {
  readonly turn: Turn;
  /** Taken up again after its runner died. */
  readonly resumed: boolean;
}

export class Ledger {
  readonly store: ConversationStore;
  readonly turns: TurnStore;
  readonly #deps: LedgerDeps;

  constructor(deps: LedgerDeps) {
    this.#deps = deps;
    this.store = conversationStore(deps.sql);
    this.turns = turnStore(deps.sql);
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
      throw new AppError("not_found", "There is no such conversation");
    }
    return conversationView(this.store.get());
  }

  /** Puts the conversation into the directory, also while nothing was said in it. */
  list(): void {
    this.store.mark("directory", "");
    this.#announce();
  }

  /** Writes an inbound message and its turn. A repeat with the same id changes nothing and answers as the first did. */
  accept(message: InboundMessage): Accepted {
    if (isOwnId(message.messageId)) {
      throw new AppError("invalid_request", `A message id may not start with ${OWN_ID}`);
    }
    const known = this.store.findMessage(message.messageId);
    if (known !== null) return { accepted: true, duplicate: true, turnId: known.turnId };
    const turnId = this.#deps.ids.newId();
    this.store.transaction(() => {
      this.store.insertMessage({
        id: message.messageId,
        kind: "inbound",
        role: "user",
        parts: [{ type: "text", text: message.text }],
        author: message.author,
        createdAt: this.#now(),
        turnId,
        queued: true,
        context: null,
        modelStop: null,
      });
      this.turns.enqueue({
        id: turnId,
        kind: "message",
        speaker: message.author,
        notBefore: 0,
        queuedAt: this.#now(),
      });
      const row = this.store.get();
      this.#change({
        ...this.#saidNow(message.text),
        ...(row.titled ? {} : { title: cutAtWord(message.text, TITLE_CHARS) || row.title, titled: true }),
        ...(row.deletedAt === null ? {} : { deletedAt: null }),
        ...(message.author.kind === "user" || this.#deps.watched() ? {} : { unread: true }),
      });
    });
    this.#emitMessage(message.messageId);
    this.#announce();
    return { accepted: true, duplicate: false, turnId };
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

  /** A conversation waits for approvals only while one is open and no turn is to come. */
  #settleWaiting(): void {
    const waits = this.store.get().status === "waiting_approval";
    if (!waits || this.store.openApprovals().length > 0) return;
    const holdsBack = isHoldingBack(this);
    if (!holdsBack && this.turns.queued().length > 0) return;
    this.#change({ status: holdsBack ? "held_back" : "idle" });
    this.#announce();
  }

  /**
   * The turn to run now: the one that died, else the next of the queue that is due. Marks it running. Null where there is none. One that is given up ends,
   * unless `isPutOff` puts it off.
   */
  next(isPutOff: (turn: Turn, end: TurnEnd) => boolean = () => false): Startable | null {
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

  #resume(turn: Turn, isPutOff: (turn: Turn, end: TurnEnd) => boolean): Turn | null {
    const verdict = recovery(turn, this.turns.progressOf(turn.id));
    this.#chargeLostCall(turn);
    if (verdict.resume) return this.restart(turn.id, verdict.stalls);
    if (!isPutOff(turn, verdict.end)) this.end(turn.id, verdict.end);
    return null;
  }

  /** A call whose attempt died is charged at its reserve, as admission does when the reservation lapses. */
  #chargeLostCall(turn: Turn): void {
    if (turn.openReserveMicroUsd === 0) return;
    this.store.transaction(() => {
      this.turns.change(turn.id, {
        costMicroUsd: turn.costMicroUsd + turn.openReserveMicroUsd,
        openReserveMicroUsd: 0,
      });
      this.#change({ costMicroUsd: this.store.get().costMicroUsd + turn.openReserveMicroUsd });
    });
  }

  /** Counts a new attempt of the running turn: text streamed before is void. */
  restart(turnId: string, stalls: number): Turn {
    const turn = this.turns.find(turnId);
    if (turn === null) throw new Error("the turn is gone");
    const attempt = turn.attempt + 1;
    this.turns.change(turnId, { attempt, stalls, progress: this.turns.progressOf(turnId) });
    this.#deps.emit({ type: "turn.restarted", turnId, attempt });
    return { ...turn, attempt, stalls };
  }

  /** Takes a turn off the queue: its messages enter the history behind what was said meanwhile. */
  #start(turn: Turn): Turn {
    const taken: string[] = [];
    const attempt = turn.attempt + 1;
    this.store.transaction(() => {
      const last = this.store.lastCommitted();
      if (last !== null && last.turnId !== turn.id) taken.push(...this.#closeOpenCalls(last.turnId));
      taken.push(...this.#commitOutcomes());
      const own = this.store.queued().filter((message) => message.turnId === turn.id);
      // What contacts wrote enters in the order they wrote it, whatever order it arrived in.
      if (turn.speaker.kind === "contact")
        own.sort((left, right) => (left.createdAt < right.createdAt ? -1 : 1));
      for (const message of own) {
        this.store.commitQueued(message.id);
        taken.push(message.id);
      }
      if (turn.startedAt !== null && own.length === 0 && last !== null && last.turnId !== turn.id)
        taken.push(this.#takeUpAgain(turn.id, attempt));
      for (const other of this.turns.queued()) {
        if (other.kind === "outcome" && other.id !== turn.id) this.turns.dropQueued(other.id);
      }
      this.turns.change(turn.id, {
        status: "running",
        attempt,
        progress: this.turns.progressOf(turn.id),
        startedAt: this.#now(),
        stopReason: null,
        errorCode: null,
        errorMessage: null,
        finishedAt: null,
      });
      this.#change({ status: "running", question: null, lastStop: null });
    });
    for (const id of taken) this.#emitMessage(id);
    this.#deps.emit({
      type: "turn.started",
      turnId: turn.id,
      attempt,
      ...(taken.length === 0 ? {} : { messageId: taken.at(-1) }),
    });
    this.#announce();
    return this.turns.find(turn.id) ?? turn;
  }

  /** A turn that was put off and overtaken by others says so in the history, so that the agent goes on with it. */
  #takeUpAgain(turnId: string, attempt: number): string {
    const id = `${OWN_ID}again.${turnId}.${attempt}`;
    const text =
      "The newest message above that nobody of the team wrote was not worked on yet, because the agent could not run. Do it now.";
    this.append({
      id,
      kind: "inbound",
      role: "user",
      parts: [{ type: "text", text }],
      author: STEWARD,
      createdAt: this.#now(),
      turnId,
      queued: false,
      context: null,
      modelStop: null,
    });
    return id;
  }

  /** Outcomes that came in the middle of a turn enter the history between turns. */
  #commitOutcomes(): string[] {
    const waiting = this.store.queued().filter((message) => message.kind === "outcome");
    for (const message of waiting) this.store.commitQueued(message.id);
    return waiting.map((message) => message.id);
  }

  /** Appends to the running turn's log. Called by the journal inside its own transaction. */
  append(message: NewMessage): void {
    if (!this.store.insertMessage(message)) throw new Error(`message ${message.id} is in the log already`);
  }

  /** Tells open pages about a message of the log. */
  show(messageId: string): void {
    this.#emitMessage(messageId);
  }

  /** Changes the conversation's row without telling the feed. */
  note(change: ConversationChange): void {
    this.#change(change);
  }

  /** Ends the running turn. Repeats do nothing. */
  end(turnId: string, end: TurnEnd): void {
    const turn = this.turns.find(turnId);
    if (turn === null || turn.status !== "running") return;
    const taken: string[] = [];
    this.store.transaction(() => {
      taken.push(...this.#closeOpenCalls(turnId));
      this.turns.change(turnId, {
        status: end.reason === "failed" ? "failed" : "finished",
        stopReason: end.reason,
        errorCode: end.error?.code ?? null,
        errorMessage: end.error?.message ?? null,
        finishedAt: this.#now(),
      });
      taken.push(...this.#commitOutcomes());
      const silent = isSilent(this, turn, end.reason);
      // What the agent said on its way to nothing is no news: the list shows what came in.
      const heard = silent ? triggerWords(this, turnId).at(-1) : undefined;
      this.#change({
        status: this.#statusAfter(end.reason),
        lastStop: {
          reason: end.reason,
          ...(end.error === null ? {} : { code: end.error.code, message: end.error.message }),
        },
        ...(this.#deps.watched() || silent ? {} : { unread: true }),
        ...(heard !== undefined ? { preview: cutAtWord(plainText(heard.parts), PREVIEW_CHARS) } : {}),
      });
      this.store.mark("run", turnId);
      for (const notice of noticesOf(this, turn, end)) this.store.mark("notice", `${notice}.${turnId}`);
    });
    for (const id of taken) this.#emitMessage(id);
    this.#deps.emit(
      end.error === null
        ? { type: "turn.finished", turnId, stopReason: end.reason }
        : { type: "turn.failed", turnId, error: end.error },
    );
    this.#settleWaiting();
    this.#announce();
  }

  /** A turn that had nothing to do leaves what waits for a decision waiting. */
  #statusAfter(reason: TurnEnd["reason"]): StoredStatus {
    const after = statusAfter(reason);
    if (after !== "idle") return after;
    if (this.store.openApprovals().length > 0) return "waiting_approval";
    return isHoldingBack(this) ? "held_back" : after;
  }

  /** A turn that ends in the middle of its calls answers them, so that the history stays valid for the next. */
  #closeOpenCalls(turnId: string): string[] {
    const last = this.store.lastCommitted();
    if (last === null || last.kind !== "reply" || last.turnId !== turnId) return [];
    for (const row of this.turns.calls(last.id)) {
      if (row.answer === null) this.turns.answerCall(row.replyId, row.call.id, GIVEN_UP);
    }
    const calls = this.turns.calls(last.id);
    if (calls.length === 0) return [];
    const results = resultsMessage(calls, turnId, this.#now());
    this.append(results);
    return [results.id];
  }

  /** Asks the running turn to stop; false where none runs. */
  requestStop(by: Author): boolean {
    const turn = this.turns.running();
    if (turn === null) return false;
    this.turns.change(turn.id, { stopRequestedBy: by.name });
    return true;
  }

  /** Changes what people set: title, read mark, deletion. */
  update(change: { title?: string; unread?: boolean; deleted?: boolean }): Conversation {
    this.#change({
      ...(change.title === undefined ? {} : { title: change.title, titled: true }),
      ...(change.unread === undefined ? {} : { unread: change.unread }),
      ...(change.deleted === undefined ? {} : { deletedAt: change.deleted ? this.#now() : null }),
    });
    this.#announce();
    return conversationView(this.store.get());
  }

  /** Shows a question the agent asked. */
  ask(question: Question): void {
    this.#deps.emit({ type: "question.asked", question });
  }

  #saidNow(text: string): ConversationChange {
    return { preview: cutAtWord(text, PREVIEW_CHARS), lastMessageAt: this.#now() };
  }

  /** What came in stands in the list, unread where no page shows it. */
  heard(text: string): void {
    this.#change({ ...this.#saidNow(text), ...(this.#deps.watched() ? {} : { unread: true }) });
  }

  /** What the agent said last stands in the list. */
  said(text: string): void {
    if (text !== "") this.#change(this.#saidNow(text));
  }

  #change(change: ConversationChange): void {
    this.store.change(change);
  }

  #announce(): void {
    const conversation = conversationView(this.store.get());
    this.#deps.emit({ type: "conversation.updated", conversation });
    this.#deps.changed(conversation);
  }

  #emitMessage(id: string): void {
    const message: LogMessage | null = this.store.findMessage(id);
    if (message !== null) this.#deps.emit({ type: "message.added", message: pushedMessageView(message) });
  }

  #now(): string {
    return isoTime(this.#deps.clock.now());
  }
}
