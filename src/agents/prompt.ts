/**
 * The agent's prompt as it stands: the epoch in force, the compaction, the history kept in memory so that a turn never reads the whole log
 * again. Decides when the stable prefix may change (a compaction, a cold cache) and leaves thinking bound to an older prefix out.
 */
import type { Tool } from "@anthropic-ai/sdk/resources/messages";
import type { Compaction, ConversationStore, Epoch, LogMessage } from "../conversations/index.ts";
import { isoTime, type Clock } from "../kernel/clock.ts";
import type { Logger } from "../kernel/log.ts";
import { COMPACT_AT, messageTokens, planCompaction, transcriptOf } from "./compaction.ts";
import { buildRequest, systemBlocks, type PromptSource } from "./context.ts";
import type { ModelRequest } from "./ports.ts";
import type { AgentDefinition } from "./registry.ts";
import { estimateTokens } from "./tokens.ts";
import { validateRequest } from "./validate.ts";

/** Without a call for so long the cached prefix is gone (its lifetime is five minutes), so a newer epoch costs nothing. */
const COLD_AFTER_MS = 6 * 60_000;

/** What the prompt is made from. */
export interface PromptDeps {
  readonly store: ConversationStore;
  readonly agent: AgentDefinition;
  readonly model: string;
  readonly tools: readonly Tool[];
  readonly clock: Clock;
  readonly logger: Logger;
  /** Facts of the tenant, read anew. */
  readonly loadEpoch: () => Promise<Epoch>;
  /** Asks the cheap agent for a summary. Throws where it cannot. */
  readonly summarize: (transcript: string) => Promise<string>;
}

export class Prompt {
  readonly #deps: PromptDeps;
  #messages: LogMessage[] = [];
  #lastSeq = 0;
  #compaction: Compaction | null | undefined;
  #loading: Promise<Epoch> | null = null;
  #compacting: Promise<void> | null = null;

  constructor(deps: PromptDeps) {
    this.#deps = deps;
  }

  /** The epoch in force; read once, when the conversation has none yet. Call it early: the first token waits for it only then. */
  epoch(): Promise<Epoch> {
    const known = this.#deps.store.epoch("current");
    if (known !== null) return Promise.resolve(known);
    this.#loading ??= this.#deps
      .loadEpoch()
      .then((epoch) => {
        this.#deps.store.setEpoch("current", epoch);
        return epoch;
      })
      .finally(() => {
        this.#loading = null;
      });
    return this.#loading;
  }

  /** Takes a newer epoch into force where the cache is cold anyway. `lastCallAt` is null before the first call. */
  warmUp(lastCallAt: string | null): void {
    const cold = lastCallAt === null || this.#deps.clock.now() - Date.parse(lastCallAt) > COLD_AFTER_MS;
    if (cold) this.#promote();
  }

  #promote(): void {
    const next = this.#deps.store.epoch("next");
    if (next !== null && next.text !== this.#deps.store.epoch("current")?.text) {
      this.#deps.store.setEpoch("current", next);
    }
  }

  /** The request from the log as it is now. Compacts first where the model's own window is nearly full. */
  async request(openTurnSeq: number | null): Promise<ModelRequest> {
    const epoch = await this.epoch();
    await this.#compactWithin(this.#deps.agent.contextTokens, openTurnSeq);
    return buildRequest(this.#source(epoch));
  }

  /** Reads the tenant's facts anew; they come into force with the next compaction or cold cache, the limits at once. */
  async renew(): Promise<Epoch> {
    const next = await this.#deps.loadEpoch();
    this.#deps.store.setEpoch("next", next);
    return next;
  }

  /** Between turns: compacts once the working window is nearly full. */
  async upkeep(): Promise<void> {
    await this.#compactWithin(this.#deps.agent.windowTokens, null);
  }

  #source(epoch: Epoch): PromptSource {
    const { agent, model, tools, store } = this.#deps;
    this.#refresh();
    const prefix = JSON.stringify([
      model,
      tools,
      systemBlocks(agent, epoch.text),
      this.#compaction?.throughSeq ?? 0,
    ]);
    const known = store.prefix();
    if (known === null || known.text !== prefix) {
      store.setPrefix({ text: prefix, changedAtSeq: known === null ? 0 : this.#lastSeq });
    }
    return {
      agent,
      model,
      tools,
      tenantBlock: epoch.text,
      compaction: this.#compaction ?? null,
      messages: this.#messages,
      thinkingAfterSeq: store.prefix()?.changedAtSeq ?? 0,
    };
  }

  /** Reads what was committed since the last look. */
  #refresh(): void {
    const compaction = this.#deps.store.compaction();
    if (this.#compaction === undefined || compaction?.throughSeq !== this.#compaction?.throughSeq) {
      this.#compaction = compaction;
      const through = compaction?.throughSeq ?? 0;
      this.#messages = this.#messages.filter((message) => message.seq > through);
      this.#lastSeq = Math.max(this.#lastSeq, through);
    }
    const newer = this.#deps.store.committedAfter(this.#lastSeq);
    this.#messages.push(...newer);
    this.#lastSeq = newer.at(-1)?.seq ?? this.#lastSeq;
  }

  /** Tokens of all that is not history. */
  #fixedTokens(epochText: string): number {
    const { agent, tools } = this.#deps;
    return (
      estimateTokens(tools) +
      estimateTokens(systemBlocks(agent, epochText)) +
      estimateTokens(this.#compaction?.summary ?? "")
    );
  }

  async #compactWithin(windowTokens: number, openTurnSeq: number | null): Promise<void> {
    this.#refresh();
    const epoch = this.#deps.store.epoch("current");
    const fixedTokens = this.#fixedTokens(epoch?.text ?? "");
    const total = fixedTokens + this.#messages.reduce((sum, message) => sum + messageTokens(message), 0);
    if (epoch === null || total < COMPACT_AT * windowTokens) return;
    if (this.#compacting !== null) return this.#compacting;
    // Down to a share of the working window, also where the model's own larger one set it off.
    const target = Math.min(windowTokens, this.#deps.agent.windowTokens);
    const throughSeq = planCompaction({
      messages: this.#messages,
      windowTokens: target,
      fixedTokens,
      openTurnSeq,
    });
    if (throughSeq === null) return;
    this.#compacting = this.#compact(throughSeq, epoch).finally(() => {
      this.#compacting = null;
    });
    return this.#compacting;
  }

  /** A summary that fails, is empty, or makes a request that is not valid leaves the history as it was. */
  async #compact(throughSeq: number, epoch: Epoch): Promise<void> {
    const { store, logger, clock } = this.#deps;
    try {
      const replaced = this.#messages.filter((message) => message.seq <= throughSeq);
      const summary = (await this.#deps.summarize(transcriptOf(this.#compaction ?? null, replaced))).trim();
      if (summary === "") throw new Error("the summary is empty");
      const compaction: Compaction = { throughSeq, summary, createdAt: isoTime(clock.now()) };
      const rest = this.#messages.filter((message) => message.seq > throughSeq);
      const request = buildRequest({ ...this.#source(epoch), compaction, messages: rest });
      if (validateRequest(request, { open: true }).length > 0)
        throw new Error("the compacted history is not valid");
      store.addCompaction(compaction);
      this.#promote();
      logger.info("conversation.compacted", { count: replaced.length });
    } catch (error) {
      logger.warn("conversation.compaction_failed", { error });
    }
  }
}
