/** Runs an agent in one conversation: combines prompt, tools and admission for each attempt of a turn. */
import {
  GIVEN,
  OutsideText,
  plainText,
  type ConversationLog,
  type PromptSnapshot,
  type TurnAttempt,
} from "./conversations/index.ts";
import type { TenantDb } from "../platform/db/index.ts";
import { isoTime } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { lazy } from "../kernel/lazy.ts";
import type { IdSource } from "../kernel/ids.ts";
import type { PromptView } from "./api/agent.ts";
import { STEWARD, type Author, type OutcomePart, type Part } from "./api/message.ts";
import type { AdmitModelStep, ConversationIdentity } from "./api/objects.ts";
import type { Quote } from "../platform/api/search-items.ts";
import {
  RunWriter,
  type CallRow,
  type RunEnd,
  type RunLimits,
  type ToolAnswer,
  type TraceStep,
} from "./runs/index.ts";
import { worstCaseMicroUsd } from "./usage/index.ts";
import { askAgent } from "./ask-agent.ts";
import { aroundBlock, contextTail } from "./build-request.ts";
import type { AgentDefinition } from "./define-agent.ts";
import { statementJudge, statementVerdictsSchema } from "./agents/statement-judge.ts";
import { summarizer } from "./agents/summarizer.ts";
import { statementCheck, withVerdicts } from "./citations/index.ts";
import { digestWith } from "./digest.ts";
import { spokenText } from "./email-text.ts";
import type {
  BringsOutsideText,
  Digest,
  HandedTask,
  ReachOf,
  RunTool,
  TellsOfPeople,
  ToolsOf,
  TurnScope,
} from "./ports.ts";
import { seesPictures } from "./models.ts";
import { plainLine, withoutOwnMarks } from "./own-marks.ts";
import { configured, Prompt } from "./conversation-prompt.ts";
import type { RunBounds } from "./prompt-snapshot.ts";
import { DELEGATE, findAgent } from "./registry.ts";
import { runAgent, type AgentRun, type RunWorld } from "./run-agent.ts";
import { scripted } from "./script.ts";
import { showPictures, wasShown, type ReadPicture } from "./pictures.ts";
import { Reservation } from "./spending.ts";
import { notRefused, runSubRun } from "./sub-runs.ts";
import { findableTools } from "./tool-references.ts";
import type { RunSkill, TriggeredBy } from "./guidance.ts";
import type { LeadOf } from "./conversations/index.ts";
import type { ThreadAsked, ThreadFacts } from "./thread-block.ts";
import { heardIn, holdsOutsideWords, ledBy, takenIn } from "./outside-content.ts";
import { waitingDrafts, type WaitingDraft } from "./waiting-drafts.ts";
import { WorkspaceDelta } from "./workspace-delta.ts";

const RECENT_TEXTS = 20;
const RULE_CHARS = 300;
const CHECK_MS = 60_000;
/** Prefix of message IDs that are records of a phone call. Persisted. */
const CALL_MESSAGE = "call.";
/** Prefix of message IDs that are texts. Persisted. */
const TEXT_MESSAGE = "text.";
const GONE: RunEnd = {
  reason: "failed",
  error: {
    code: "not_found",
    message: "This conversation’s agent is no longer part of Steward. Start a new conversation.",
  },
};

/** Dependencies of a conversation's agent, composed by `src/agent/open-turn.ts`. */
export interface AgentWorld extends RunWorld {
  readonly db: TenantDb;
  readonly ids: IdSource;
  readonly toolsOf: ToolsOf;
  readonly reachOf: ReachOf;
  readonly bringsOutsideText: BringsOutsideText;
  readonly tellsOfPeople: TellsOfPeople;
  /** Tools that return names and facts of contacts, but none of their text. */
  readonly recordTools: readonly string[];
  /** Tools that return what names things in the team's own records. */
  readonly factTools: readonly string[];
  /** Tools that return text of servers and public sites. */
  readonly publicTools: readonly string[];
  /** The team's current skill for a background run; null if there is none. Never throws. */
  readonly skillFor: (identity: ConversationIdentity, runId: string) => Promise<RunSkill | null>;
  /** What is known about an outside sender; null if there is none. Never throws. */
  readonly threadOf: (
    identity: ConversationIdentity,
    asked: ThreadAsked & { readonly timeZone: string },
  ) => Promise<ThreadFacts | null>;
  /** What an agent's prompt says about the tenant, its available tools, and its limits. */
  readonly loadSnapshot: (agent: string) => Promise<PromptSnapshot>;
  /** The team's current limits of runs. */
  readonly loadBounds: () => Promise<RunBounds>;
  /**
   * Records that a question is about, with the trace of their retrieval, for agents that answer about
   * records; null for others. Never throws.
   */
  readonly aroundOf: (
    asked: { readonly agent: string; readonly question: string; readonly said: readonly string[] },
    by: Author,
  ) => Promise<{
    readonly parts: Parameters<typeof aroundBlock>[0];
    readonly step: TraceStep;
    /** The parts that only one member may read. */
    readonly quotes: readonly Quote[];
  } | null>;
  readonly readPicture: ReadPicture;
  /** Workspace changes since a snapshot; empty if there are none. */
  readonly loadDelta: (snapshot: PromptSnapshot, conversationId: string) => Promise<string>;
}

/** One per object in memory. */
export class AgentRunner {
  readonly #agent: AgentDefinition;
  readonly #world: AgentWorld;
  readonly #log: ConversationLog;
  readonly #prompt: Prompt;
  readonly #outsideText: OutsideText;
  readonly #delta: WorkspaceDelta;
  #reservation: Reservation | null = null;

  constructor({ agent, world, log }: { agent: AgentDefinition; world: AgentWorld; log: ConversationLog }) {
    this.#agent = agent;
    this.#world = world;
    this.#log = log;
    this.#outsideText = new OutsideText(log.messages, [...world.recordTools, ...world.factTools]);
    this.#delta = new WorkspaceDelta({
      load: (snapshot) => world.loadDelta(snapshot, log.store.get().identity.conversationId),
      clock: world.clock,
      logger: world.logger,
    });
    this.#prompt = new Prompt({
      identity: () => log.store.get().identity,
      store: log.prompt,
      messages: log.messages,
      agent,
      models: world.models,
      toolsOf: (snapshot) => world.toolsOf(agent.name, snapshot),
      reachOf: world.reachOf,
      clock: world.clock,
      logger: world.logger,
      loadSnapshot: () => world.loadSnapshot(agent.name),
      loadBounds: () => world.loadBounds(),
      summarize: (transcript) => this.#summary(transcript),
      digest: () => this.#digest(),
    });
  }

  /** Preloads what the first turn needs. Never throws. */
  prepare(): void {
    this.#prompt.snapshot().then(
      (snapshot) => this.#delta.refresh(snapshot),
      (error: unknown) => this.#world.logger.warn("prompt.snapshot_failed", { error }),
    );
    void this.#prompt.refresh(this.#lastCallAt());
  }

  /** The prompt that this conversation would send now; `speaker` is the reader. */
  promptView(speaker: Author): Promise<PromptView> {
    const running = this.#log.turns.running();
    const calling = running !== null && running.figures.modelCalls > 0;
    const lastCallAt = calling ? isoTime(this.#world.clock.now()) : this.#lastCallAt();
    return this.#prompt.view({
      lastCallAt,
      speaker,
      deltaOf: (snapshot) => this.#delta.text(snapshot, "unattended"),
      waiting: this.#waiting(),
    });
  }

  /** When the last turn ended; null before the first. */
  #lastCallAt(): string | null {
    return this.#log.turns.lastEnded()?.finishedAt ?? null;
  }

  /**
   * The first model step of a turn with this text, at its maximum cost, so that it can be reserved together
   * with the session check. Null if no turn would start or the cost is unknown.
   */
  firstStep(words: string): AdmitModelStep | null {
    const { turns } = this.#log;
    if (this.#agent.script !== undefined) return null;
    if (this.#reservation !== null || turns.running() !== null || turns.queued().length > 0) return null;
    const bound = this.#prompt.boundWith(words);
    if (bound === null) return null;
    const reservationId = `ahead.${this.#world.ids.newId()}`;
    const reserveMicroUsd = worstCaseMicroUsd(bound.model, bound.tokens, this.#agent.maxTokens);
    return { reservationId, runId: reservationId, agent: this.#agent.name, reserveMicroUsd };
  }

  /** Takes over the budget reserved for the next turn. */
  reserved(step: AdmitModelStep): void {
    this.#reservation?.release();
    this.#reservation = new Reservation(this.#world, step);
  }

  /** Releases a reserved budget that no turn used. */
  release(): void {
    this.#reservation?.release();
    this.#reservation = null;
  }

  /** What the conversation contains from outside the team. */
  readonly takenIn = () => takenIn(this.#log, this.#outsideText, this.#world);

  /** Whether outside text may have led to a text of the agent, and which words of it the text repeats; see `ledBy`. */
  readonly leadOf: LeadOf = (text) => {
    const isLed = holdsOutsideWords(this.#log, this.#outsideText);
    return isLed && text !== "" ? { isLed, ledBy: ledBy(this.#log, text, this.#world) } : { isLed };
  };

  /** Describes a call for people. */
  summarize(row: CallRow): string {
    return this.#world.summarize(row.call);
  }

  async run(attempt: TurnAttempt): Promise<RunEnd> {
    const { turn } = attempt;
    const reservation = this.#reservation;
    this.#reservation = null;
    if (findAgent(this.#agent.name) === null) return GONE;
    // A turn resumed after a crash keeps the prompt it started with.
    if (turn.figures.modelCalls === 0) await this.#prompt.warmUp(this.#lastCallAt());
    const snapshot = await this.#prompt.snapshot();
    const pictures = await this.#showPictures(turn, snapshot);
    await this.#closeWithContext(attempt, snapshot, pictures);
    if (!this.#isTold(turn, pictures)) this.#prompt.showPictures();
    const openTurnSeq = this.#log.messages.firstOf(turn.id)?.seq ?? null;
    const scope = this.#scopeOf(attempt, snapshot);
    const run: AgentRun = {
      agent: configured(this.#agent, snapshot),
      writer: new RunWriter(attempt.journal, this.#world.clock),
      display: attempt.display,
      signal: attempt.signal,
      request: () => this.#prompt.request(openTurnSeq),
      limits: refreshingLimits(this.#limits(snapshot), async () =>
        this.#limits(await this.#prompt.renewBounds()),
      ),
      scope: () => ({
        ...scope,
        ...this.takenIn(),
        heard: lazy(() => heardIn(this.#log, this.#world)),
        repeats: (text) => ledBy(this.#log, text, this.#world),
        findable: findableTools(this.#world.toolsOf(this.#agent.name, this.#inForce())),
      }),
      canWait: turn.speaker.kind !== "user",
      lastCallNote: null,
      reservation,
      pictures: this.#prompt,
      ...(this.#agent.script === undefined
        ? {}
        : { script: scripted(this.#log, turn.id, this.#agent.script) }),
    };
    // A delegated task runs alone and to its end, although delegating changes nothing itself.
    const isRead = (name: string): boolean => name !== DELEGATE && this.#world.isRead(name);
    const world = { ...this.#world, isRead, runTool: this.#withSubRuns(run) };
    return runAgent(world, run).finally(() => {
      this.#prompt.showPictures();
      reservation?.release();
    });
  }

  /**
   * Loads the pictures of a turn's messages for its requests, in every attempt, because they aren't stored.
   * Returns the note about them.
   */
  async #showPictures({ id }: TurnAttempt["turn"], snapshot: PromptSnapshot): Promise<string> {
    if (this.#agent.script !== undefined) return "";
    const model = this.#world.models[configured(this.#agent, snapshot).tier];
    const { blocks, note } = await showPictures(this.#log.messages.inboundOf(id), {
      read: this.#world.readPicture,
      canSee: seesPictures(model),
    });
    this.#prompt.showPictures(blocks);
    return note;
  }

  /** Whether the turn's context has this note. An earlier attempt may have been shown others. */
  #isTold({ id }: TurnAttempt["turn"], note: string): boolean {
    return (
      note === "" || this.#log.messages.inboundOf(id).some(({ context }) => context?.includes(note) === true)
    );
  }

  /** The snapshot of the current run. */
  #inForce(): PromptSnapshot {
    const known = this.#log.prompt.snapshot("current");
    if (known === null) throw new TypeError("a run without a prompt snapshot");
    return known;
  }

  /** Tool calls of a run. A call that delegates gets the sub-run's answer. */
  #withSubRuns(parent: AgentRun): RunTool {
    const deps = { world: this.#world, log: this.#log, snapshot: () => this.#inForce() };
    return async (call, scope) => {
      const handed: { answer?: Promise<ToolAnswer> } = {};
      const delegate = async (task: HandedTask): Promise<void> => {
        await (handed.answer ??= runSubRun(deps, { parent, call, task }));
      };
      const { hooks, durationMs, ...own } = await this.#world.runTool(call, { ...scope, delegate });
      return { ...((await handed.answer) ?? own), hooks, durationMs };
    };
  }

  /** Runs the end hooks and returns their trace steps. Never throws. */
  ending(id: string, end: RunEnd): Promise<readonly TraceStep[]> {
    const { conversationId } = this.#log.store.get().identity;
    return this.#world.endHooks({ id, kind: "turn", conversationId, agent: this.#agent.name, end });
  }

  /** The team's limits, overridden by those of this agent. */
  #limits(snapshot: PromptSnapshot): RunLimits {
    const { limits } = configured(this.#agent, snapshot);
    const all = snapshot.limits;
    return {
      modelCalls: limits.modelCalls ?? all.modelCalls,
      toolCalls: limits.toolCalls ?? all.toolCalls,
      workMs: limits.minutes === undefined ? all.workMs : limits.minutes * 60_000,
      costMicroUsd: limits.costUsd === undefined ? all.costMicroUsd : limits.costUsd * 1_000_000,
    };
  }

  /**
   * Runs between turns. After a person's turn it checks the answer's statements and preloads the workspace
   * changes for their next message.
   */
  async upkeep(): Promise<void> {
    const ended = this.#log.turns.lastEnded();
    const isPersons = ended?.speaker.kind === "user";
    const checked = isPersons ? this.#checkStatements(ended.id) : null;
    await this.#prompt.upkeep();
    if (isPersons) await this.#delta.renew(await this.#prompt.snapshot());
    await checked;
  }

  /** Marks the statements of a run's answer that its sources don't support. Never throws. */
  async #checkStatements(runId: string): Promise<void> {
    const answer = this.#log.messages.lastReply(runId);
    if (this.#agent.script !== undefined || answer === null) return;
    const { id, parts, standsOn } = answer;
    if (standsOn === null || standsOn.doubtedStatements !== undefined) return;
    const { messages, prompt } = this.#log;
    const { items: given, hasMore } = messages.page(undefined, GIVEN);
    // No text supports what is seen in a picture.
    if (given.some((message) => message.runId === runId && wasShown(message))) return;
    const compaction = prompt.compaction();
    const check = statementCheck(runId, { parts, text: plainText }, given, {
      told: [prompt.snapshot("current")?.text ?? "", compaction?.summary ?? ""],
      isAll: !hasMore || (given[0]?.seq ?? 0) <= (compaction?.throughSeq ?? 0) + 1,
    });
    if (check === null) return;
    try {
      const { output, figures } = await askAgent(this.#world, {
        runId: this.#world.ids.newId(),
        agent: statementJudge,
        text: check.text,
        about: "Check of an answer",
        conversationId: this.#log.store.get().identity.conversationId,
        trigger: "statements",
        startedBy: STEWARD.id ?? STEWARD.name,
        timeZone: "UTC",
        isBrief: true,
        keepsOutput: false,
        signal: AbortSignal.timeout(CHECK_MS),
      });
      this.#log.charge(figures.costMicroUsd);
      const said = statementVerdictsSchema.safeParse(output);
      if (said.success) this.#log.mark(id, withVerdicts(standsOn, check, said.data.statements));
    } catch (error) {
      this.#world.logger.warn("answer.not_checked", { runId, error });
    }
  }

  /** Summarizes a transcript in a run of its own, paid by the conversation. Throws on failure. */
  async #summary(transcript: string): Promise<string> {
    const snapshot = this.#log.prompt.snapshot("current");
    const answer = await askAgent(this.#world, {
      runId: this.#world.ids.newId(),
      agent: summarizer,
      text: `<transcript>\n${withoutOwnMarks(transcript)}\n</transcript>\n\nWrite the summary.`,
      about: "Summary of a long conversation",
      conversationId: this.#log.store.get().identity.conversationId,
      trigger: "summary",
      startedBy: STEWARD.id ?? STEWARD.name,
      timeZone: snapshot?.timeZone ?? "UTC",
    });
    this.#log.charge(answer.figures.costMicroUsd);
    if (answer.end.reason !== "end_turn") throw new AppError("upstream_failed", "There is no summary");
    return answer.text;
  }

  /**
   * Adds the `<context>` tail to the message that starts the turn, once; again if an earlier attempt got no
   * answer, because time has passed.
   */
  async #closeWithContext(attempt: TurnAttempt, snapshot: PromptSnapshot, pictures: string): Promise<void> {
    const { turn } = attempt;
    const last = this.#log.messages.lastCommitted();
    if (turn.figures.modelCalls > 0 || last === null || last.role !== "user") return;
    if (last.context !== null) {
      if (turn.attempt === 1 || last.runId !== turn.id) return;
      this.#log.messages.setContext(last.id, null);
      this.#prompt.reread(last.seq);
    }
    const { source, conversationId } = this.#log.store.get().identity;
    const isTriggered = turn.kind === "message" && turn.speaker.kind !== "user";
    const { timeZone } = snapshot;
    const trigger = isTriggered ? await this.#triggeredBy(turn, timeZone) : undefined;
    const delta = await this.#delta.text(snapshot, isTriggered ? "unattended" : "person");
    const around = await this.#around(attempt, spokenText(last.parts));
    this.#log.messages.setContext(
      last.id,
      contextTail({
        nowMs: this.#world.clock.now(),
        timeZone,
        speaker: turn.speaker,
        source,
        conversationId,
        decidedBy: turn.kind === "outcome" ? deciderOf(last.parts) : undefined,
        trigger,
        delta: this.#prompt.untold(delta),
        houseRules: this.#houseRules(snapshot),
        waiting: this.#waiting(),
        around,
        pictures,
      }),
    );
    this.#prompt.reread(last.seq);
  }

  /** The records that a person's question is about; empty for other agents. */
  async #around({ turn: { kind, speaker }, journal }: TurnAttempt, question: string): Promise<string> {
    if (kind !== "message" || speaker.kind !== "user" || question === "") return "";
    const said = this.#log.messages.recentSpoken(RECENT_TEXTS).map(({ parts }) => spokenText(parts));
    const asked = { agent: this.#agent.name, question, said: said.toReversed() };
    const around = await this.#world.aroundOf(asked, speaker);
    if (around === null) return "";
    journal.addTrace(around.step);
    return aroundBlock(around.parts, (words) => this.#prompt.isTold(words));
  }

  /** The trigger's description for guidance. */
  async #triggeredBy(turn: TurnAttempt["turn"], timeZone: string): Promise<TriggeredBy> {
    const { identity } = this.#log.store.get();
    const { messages } = this.#log;
    const came = messages.inboundOf(turn.id).map(({ id }) => id);
    const since = this.#prompt.threadToldAt();
    const isRead = (id: string): boolean =>
      came.includes(id) || (since !== null && messages.find(id) !== null);
    const answering = answeringFrom(identity, turn.speaker, came);
    const isGuest = answering !== undefined;
    const [skill, thread] = await Promise.all([
      isGuest ? null : this.#world.skillFor(identity, turn.id),
      isGuest ? null : this.#world.threadOf(identity, { timeZone, since, isRead }),
    ]);
    const calls = came.filter((id) => id.startsWith(CALL_MESSAGE)).length;
    return {
      contact: identity.contact ?? null,
      answering,
      address: identity.trigger?.address,
      skill,
      thread,
      came: { texts: came.length > calls, calls: calls > 0 },
      isTold: (words) => this.#prompt.isTold(words),
    };
  }

  /** As the newest step knew them, but for those that the history says. */
  #houseRules(snapshot: PromptSnapshot): string[] {
    const { houseRules = [] } = this.#log.prompt.snapshot("next") ?? snapshot;
    return houseRules.map((rule) => plainLine(rule, RULE_CHARS)).filter((rule) => !this.#prompt.isTold(rule));
  }

  /** Uses only the object's own records: no remote read delays the first token. */
  #waiting(): WaitingDraft[] {
    return waitingDrafts(this.#log.store.openApprovals());
  }

  /** Shortens results in runs of their own, paid by the conversation. */
  #digest(turn?: { readonly id: string; readonly signal: AbortSignal }): Digest {
    return digestWith(this.#world, {
      conversationId: this.#log.store.get().identity.conversationId,
      parentRunId: turn?.id,
      timeZone: this.#log.prompt.snapshot("current")?.timeZone ?? "UTC",
      signal: turn?.signal,
      charge: (microUsd) => this.#log.charge(microUsd),
    });
  }

  #scopeOf({ turn, signal }: TurnAttempt, snapshot: PromptSnapshot): TurnScope {
    const { identity, title, answered } = this.#log.store.get();
    const startedBy = this.#log.messages.firstOf(turn.id);
    return {
      tenantId: identity.tenantId,
      timeZone: snapshot.timeZone,
      conversationId: identity.conversationId,
      conversationTitle: title,
      runId: turn.id,
      callsBefore: (callId) => {
        const rows = this.#log.calls.ofRun(turn.id);
        const at = rows.findIndex(({ call }) => call.id === callId);
        return notRefused(at < 0 ? rows : rows.slice(0, at));
      },
      agent: this.#agent.name,
      digest: this.#digest({ id: turn.id, signal }),
      speaker: turn.speaker.kind === "contact" ? STEWARD : turn.speaker,
      ...(identity.trigger?.urgent === undefined ? {} : { urgent: true }),
      ...(startedBy === null ? {} : { messageId: startedBy.id }),
      ...(answered === null ? {} : { answers: answered }),
      recentTexts: this.#log.messages.recentSpoken(RECENT_TEXTS).flatMap((message) => {
        const text = spokenText(message.parts);
        const { kind, name } = message.author;
        return text === "" ? [] : [{ who: kind, name, text, at: message.createdAt, messageId: message.id }];
      }),
    };
  }
}

/**
 * The author of these texts, if they aren't the conversation's contact: a person who was asked from here
 * and answered.
 */
function answeringFrom(
  { source, contact }: ConversationIdentity,
  { kind, id, name }: Author,
  came: readonly string[],
): string | undefined {
  if (kind !== "contact" || !came.some((messageId) => messageId.startsWith(TEXT_MESSAGE))) return undefined;
  const isContact =
    contact?.id === undefined || id === undefined ? contact?.name === name : contact.id === id;
  return source === "sms" && isContact ? undefined : name;
}

/** The person whose decision led to this outcome; undefined if no one decided. */
function deciderOf(parts: readonly Part[]): string | undefined {
  return parts
    .flatMap((part) => (part.type === "outcome" ? ((part as OutcomePart).decidedBy ?? []) : []))
    .at(-1);
}

/**
 * Returns the known limits on the first call and loads current ones from the second on. The load starts
 * only then, so that it doesn't compete with the first token.
 */
function refreshingLimits(known: RunLimits, load: () => Promise<RunLimits>): () => Promise<RunLimits> {
  let isFirst = true;
  let fresh: Promise<RunLimits> | null = null;
  return () => {
    if (isFirst) {
      isFirst = false;
      return Promise.resolve(known);
    }
    fresh ??= load().catch(() => known);
    return fresh;
  };
}
