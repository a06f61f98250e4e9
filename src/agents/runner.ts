/** Runs Steward in one conversation: puts prompt, tools and admission together for each attempt of a turn. */
import type { Tool } from "@anthropic-ai/sdk/resources/messages";
import {
  OutsideText,
  type CallRow,
  type Epoch,
  type Ledger,
  type TurnAttempt,
  type TurnEnd,
  type TurnLimits,
} from "../conversations/index.ts";
import { isoTime, type Clock } from "../kernel/clock.ts";
import type { Logger } from "../kernel/log.ts";
import { worstCaseMicroUsd } from "../usage/index.ts";
import type { PromptView } from "../protocol/agent.ts";
import { STEWARD, type Author } from "../protocol/message.ts";
import type { ConversationIdentity } from "../protocol/objects.ts";
import type { ServerEvent } from "../protocol/socket.ts";
import { contextTail } from "./context.ts";
import { spokenText, type RunSkill } from "./email-guidance.ts";
import { runTurn } from "./loop.ts";
import type {
  AdmissionPort,
  BringsOutsideText,
  CallModel,
  IsRead,
  RunTool,
  SummarizeCall,
  TurnScope,
} from "./ports.ts";
import { MemoryNews } from "./memory-news.ts";
import { instructed, Prompt } from "./prompt.ts";
import { modelOf, type AgentDefinition, type ModelNames } from "./registry.ts";
import { Advance } from "./spending.ts";
import { askForSummary } from "./summary.ts";

const RECENT_TEXTS = 20;

/** What an agent needs of the world, given by `src/app/turn.ts`. */
export interface AgentWorld {
  readonly models: ModelNames;
  readonly callModel: CallModel;
  readonly admission: AdmissionPort;
  readonly tools: readonly Tool[];
  readonly runTool: RunTool;
  readonly summarize: SummarizeCall;
  readonly isRead: IsRead;
  readonly bringsOutsideText: BringsOutsideText;
  /** The team's skill that a run nobody asked for works by, as it is now; null where there is none for it. Never throws. */
  readonly skillFor: (identity: ConversationIdentity, runId: string) => Promise<RunSkill | null>;
  /** The tenant's facts and limits, read from the records. */
  readonly loadEpoch: () => Promise<Epoch>;
  /** What the workspace has to say since an epoch was read; empty where there is nothing. */
  readonly loadNews: (epoch: Epoch) => Promise<string>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** One per object in memory. */
export class AgentRunner {
  readonly #agent: AgentDefinition;
  readonly #world: AgentWorld;
  readonly #ledger: Ledger;
  readonly #emit: (event: ServerEvent) => void;
  readonly #prompt: Prompt;
  readonly #outsideText: OutsideText;
  readonly #news: MemoryNews;
  #advance: Advance | null = null;

  constructor(options: {
    agent: AgentDefinition;
    summarizer: AgentDefinition;
    world: AgentWorld;
    ledger: Ledger;
    emit: (event: ServerEvent) => void;
  }) {
    const { agent, summarizer, world, ledger } = options;
    this.#agent = agent;
    this.#world = world;
    this.#ledger = ledger;
    this.#emit = options.emit;
    this.#outsideText = new OutsideText(ledger.store);
    this.#news = new MemoryNews({ load: world.loadNews, clock: world.clock, logger: world.logger });
    this.#prompt = new Prompt({
      store: ledger.store,
      agent,
      model: modelOf(agent, world.models),
      tools: world.tools,
      clock: world.clock,
      logger: world.logger,
      loadEpoch: world.loadEpoch,
      summarize: (transcript) => {
        const told = instructed(summarizer, ledger.store.epoch("current"));
        return askForSummary({ agent: told, world, ledger }, transcript);
      },
    });
  }

  /** Reads what the first turn needs before it is asked for. Never throws. */
  prepare(): void {
    this.#prompt.epoch().then(
      (epoch) => this.#news.refresh(epoch),
      (error: unknown) => this.#world.logger.warn("epoch.load_failed", { error }),
    );
    void this.#prompt.refresh(this.#lastCallAt());
  }

  /** The prompt this conversation would send now; `speaker` is who asks. */
  promptView(speaker: Author): Promise<PromptView> {
    const running = this.#ledger.turns.running();
    const calling = running !== null && running.modelCalls > 0;
    const lastCallAt = calling ? isoTime(this.#world.clock.now()) : this.#lastCallAt();
    return this.#prompt.view(lastCallAt, speaker, (epoch) => this.#news.text(epoch, "nobody"));
  }

  /** When the last turn ended, and with it its last call; null before the first. */
  #lastCallAt(): string | null {
    return this.#ledger.turns.lastEnded()?.finishedAt ?? null;
  }

  /**
   * The most the first call of a turn with these words can cost, for reserving it along with the session check. Null where no turn would start,
   * or where it cannot be said yet.
   */
  firstStepMicroUsd(words: string): number | null {
    const { turns } = this.#ledger;
    if (this.#advance !== null || turns.running() !== null || turns.queued().length > 0) return null;
    const bound = this.#prompt.boundWith(words);
    if (bound === null) return null;
    return worstCaseMicroUsd(modelOf(this.#agent, this.#world.models), bound, this.#agent.maxTokens);
  }

  /** Hands over what was reserved for the turn that is about to start. */
  fund(reserved: { readonly reservationId: string; readonly reserveMicroUsd: number }): void {
    this.#advance?.giveBack();
    this.#advance = new Advance(this.#world, reserved);
  }

  /** Gives back what no turn took. */
  unfund(): void {
    this.#advance?.giveBack();
    this.#advance = null;
  }

  /** A line for people about a call. */
  summarize(row: CallRow): string {
    return this.#world.summarize(row.call);
  }

  /** Runs an attempt to its end. */
  async run(attempt: TurnAttempt): Promise<TurnEnd> {
    const { ledger, clock } = { ledger: this.#ledger, clock: this.#world.clock };
    const advance = this.#advance;
    this.#advance = null;
    this.#prompt.warmUp(this.#lastCallAt());
    const epoch = await this.#prompt.epoch();
    await this.#closeWithContext(attempt, epoch);
    const openTurnSeq = ledger.store.firstOf(attempt.turn.id)?.seq ?? null;
    const scope = this.#scopeOf(attempt, epoch);
    return runTurn(
      {
        ...this.#world,
        clock,
        advance,
        emit: this.#emit,
        contextTokens: this.#agent.contextTokens,
        request: () => this.#prompt.request(openTurnSeq),
        scope: () => ({ ...scope, outside: this.#hasOutsideText() }),
        limits: freshSoon(epoch.limits, () => this.#prompt.renew().then(({ limits }) => limits)),
      },
      attempt,
    ).finally(() => advance?.giveBack());
  }

  /** Housekeeping between turns. */
  async upkeep(): Promise<void> {
    await this.#prompt.upkeep();
    await this.#news.renew(await this.#prompt.epoch());
  }

  /** The message that starts the turn gets its `<context>` tail, once. */
  async #closeWithContext({ turn, journal }: TurnAttempt, epoch: Epoch): Promise<void> {
    const { last } = journal.log();
    if (turn.modelCalls > 0 || last === null || last.role !== "user" || last.context !== null) return;
    const { identity } = this.#ledger.store.get();
    const { source, contact } = identity;
    const isTriggered = turn.kind === "message" && turn.speaker.kind !== "user";
    const trigger = isTriggered
      ? {
          contact: contact ?? null,
          address: identity.trigger?.address,
          skill: await this.#world.skillFor(identity, turn.id),
        }
      : undefined;
    const { timeZone } = epoch;
    const news = await this.#news.text(epoch, isTriggered ? "nobody" : "person");
    this.#ledger.store.setContext(
      last.id,
      contextTail({
        nowMs: this.#world.clock.now(),
        timeZone,
        speaker: turn.speaker,
        source,
        trigger,
        news: this.#prompt.hasTold(news) ? "" : news,
      }),
    );
    this.#prompt.reread(last.seq);
  }

  #hasOutsideText(): boolean {
    const { source } = this.#ledger.store.get().identity;
    if (source !== "web_chat" && source !== "schedule") return true;
    if (this.#outsideText.found()) return true;
    return this.#ledger.turns.answeredTools().some((name) => this.#world.bringsOutsideText(name));
  }

  #scopeOf({ turn }: TurnAttempt, epoch: Epoch): TurnScope {
    const { identity, title } = this.#ledger.store.get();
    const startedBy = this.#ledger.store.firstOf(turn.id);
    return {
      tenantId: identity.tenantId,
      timeZone: epoch.timeZone,
      conversationId: identity.conversationId,
      conversationTitle: title,
      turnId: turn.id,
      runId: turn.id,
      agent: this.#agent.name,
      speaker: turn.speaker.kind === "contact" ? STEWARD : turn.speaker,
      ...(startedBy === null ? {} : { messageId: startedBy.id }),
      recentTexts: this.#ledger.store.recentSpoken(RECENT_TEXTS).flatMap((message) => {
        const text = spokenText(message.parts);
        const { kind, name } = message.author;
        return text === "" ? [] : [{ who: kind, name, text, at: message.createdAt, messageId: message.id }];
      }),
    };
  }
}

/**
 * What held last time at the first question, from the second on what holds now. The look-up itself waits for the second question too: begun
 * earlier it would compete with the first token.
 */
function freshSoon(known: TurnLimits, load: () => Promise<TurnLimits>): () => Promise<TurnLimits> {
  let isFirst = true;
  let fresh: Promise<TurnLimits> | null = null;
  return () => {
    if (isFirst) {
      isFirst = false;
      return Promise.resolve(known);
    }
    fresh ??= load().catch(() => known);
    return fresh;
  };
}
