/**
 * The agent's prompt as it stands: the epoch in force, the compaction, the history kept in memory so that a turn never reads the whole log
 * again. Decides when the stable prefix may change (a compaction, a cold cache) and leaves thinking bound to an older prefix out.
 */
import type { TextBlockParam, Tool } from "@anthropic-ai/sdk/resources/messages";
import type { Compaction, ConversationStore, Epoch, LogMessage } from "../conversations/index.ts";
import { isoTime, type Clock } from "../kernel/clock.ts";
import type { Logger } from "../kernel/log.ts";
import type { PromptView } from "../protocol/agent.ts";
import type { Author } from "../protocol/message.ts";
import { COMPACT_AT, messageTokens, planCompaction, transcriptOf } from "./compaction.ts";
import {
  buildRequest,
  contextTail,
  NEWS_MARK,
  newsBlock,
  systemBlocks,
  type PromptSource,
} from "./context.ts";
import type { ModelRequest } from "./ports.ts";
import { cachedTokens, promptParts } from "./prompt-view.ts";
import type { AgentDefinition } from "./registry.ts";
import { estimateTokens } from "./tokens.ts";
import { validateRequest } from "./validate.ts";

/** Without a call for so long the cached prefix is gone (its lifetime is five minutes), so a newer epoch costs nothing. */
const COLD_AFTER_MS = 6 * 60_000;
/** How long the model keeps a prefix it was not asked about. */
const CACHE_MS = 5 * 60_000;
/** A waiting epoch this young is not read anew. */
const EPOCH_FRESH_MS = 60_000;

/** Room for what comes with a new message: its context and the marks around it. */
const ROOM_TOKENS = 1_500;

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

/** The beginning of a request, as one epoch makes it. */
interface StablePart {
  readonly epoch: Epoch;
  readonly agent: AgentDefinition;
  readonly system: TextBlockParam[];
  readonly json: string;
  readonly tokens: number;
}

export class Prompt {
  readonly #deps: PromptDeps;
  #messages: LogMessage[] = [];
  #lastSeq = 0;
  #compaction: Compaction | null | undefined;
  #stable: StablePart | null = null;
  #loading: Promise<Epoch> | null = null;
  #compacting: Promise<void> | null = null;
  #refreshAfterMs = 0;

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
    if (this.#isCold(lastCallAt)) this.#promote();
  }

  /** Reads the tenant's facts anew ahead of a turn that may take them into force. Nothing waits for it. Never throws. */
  async refresh(lastCallAt: string | null): Promise<void> {
    if (this.#isCold(lastCallAt)) await this.#renewIfOld();
  }

  async #renewIfOld(): Promise<void> {
    const { store, clock, logger } = this.#deps;
    if (clock.now() < this.#refreshAfterMs) return;
    this.#refreshAfterMs = clock.now() + EPOCH_FRESH_MS;
    const known = store.epoch("next") ?? store.epoch("current");
    if (known === null || clock.now() - Date.parse(known.loadedAt) < EPOCH_FRESH_MS) return;
    try {
      await this.renew();
    } catch (error) {
      logger.warn("epoch.load_failed", { error });
    }
  }

  #isCold(lastCallAt: string | null): boolean {
    return lastCallAt === null || this.#deps.clock.now() - Date.parse(lastCallAt) > COLD_AFTER_MS;
  }

  #promote(): void {
    const next = this.#deps.store.epoch("next");
    const current = this.#deps.store.epoch("current");
    if (next !== null && (current === null || differ(next, current))) {
      this.#deps.store.setEpoch("current", next);
    }
  }

  /**
   * What would be sent now, part by part, from the same request `request` makes; nothing is changed by looking. `lastCallAt` is null before
   * the first call, `speaker` is whom the context of a next message would name, `newsOf` tells what its tail would say of the workspace.
   */
  async view(
    lastCallAt: string | null,
    speaker: Author,
    newsOf: (epoch: Epoch) => Promise<string>,
  ): Promise<PromptView> {
    const { store, agent, model, clock } = this.#deps;
    const [current, newest] = [await this.epoch(), await this.#deps.loadEpoch()];
    const next = store.epoch("next");
    const epoch = this.#isCold(lastCallAt) && next !== null ? next : current;
    const { source } = this.#sourceOf(epoch);
    const request = buildRequest(source);
    const lastReply = source.messages.findLastIndex(({ role }) => role === "assistant");
    const sent = buildRequest({ ...source, messages: source.messages.slice(0, Math.max(0, lastReply)) });
    const last = source.messages.at(-1);
    const tailStored = last?.role === "user" && last.context !== null;
    const { source: channel, conversationId } = store.get().identity;
    const { timeZone } = epoch;
    const told = tailStored ? "" : await newsOf(epoch);
    const news = this.hasTold(told) ? "" : told;
    const parts = promptParts(request, {
      summarized: source.compaction !== null,
      tailStored,
      nextTail: contextTail({ nowMs: clock.now(), timeZone, speaker, source: channel, news }),
      warm: lastCallAt !== null && clock.now() - Date.parse(lastCallAt) < CACHE_MS && !differ(epoch, current),
      sentMessages: lastReply < 0 ? 0 : sent.messages.length,
    });
    return {
      conversationId,
      agent: agent.name,
      model,
      maxTokens: agent.maxTokens,
      windowTokens: agent.windowTokens,
      totalTokens: parts.reduce((sum, { tokens }) => sum + tokens, 0),
      cachedTokens: cachedTokens(parts),
      counting: "estimate",
      parts,
      context: tailStored ? "stored" : "next",
      epochLoadedAt: epoch.loadedAt,
      newerWaiting: differ(newest, epoch),
      summarizedMessages: source.compaction === null ? 0 : store.countThrough(source.compaction.throughSeq),
    };
  }

  /** The request from the log as it is now. Compacts first where the model's own window is nearly full. */
  async request(openTurnSeq: number | null): Promise<ModelRequest> {
    const epoch = await this.epoch();
    await this.#compactWithin(this.#deps.agent.contextTokens, openTurnSeq);
    return buildRequest(this.#source(epoch));
  }

  /** Whether the history as it would be sent ends in these very news of the workspace. */
  hasTold(news: string): boolean {
    this.#refresh();
    const told = this.#messages.findLast(({ context }) => context?.includes(NEWS_MARK) === true);
    return news !== "" && told?.context?.includes(newsBlock(news)) === true;
  }

  /** What a request with these words more takes at the most, roughly; null before the tenant's facts are known. */
  boundWith(words: string): number | null {
    const epoch = this.#deps.store.epoch("current");
    if (epoch === null) return null;
    this.#refresh();
    const tokens =
      this.#fixedTokens(epoch) + this.#messages.reduce((sum, message) => sum + messageTokens(message), 0);
    return Math.ceil((tokens + estimateTokens(words) + ROOM_TOKENS) * 2);
  }

  /** Reads the tenant's facts anew; they come into force with the next compaction or cold cache, the limits at once. */
  async renew(): Promise<Epoch> {
    const next = await this.#deps.loadEpoch();
    this.#deps.store.setEpoch("next", next);
    return next;
  }

  /** Between turns: reads the tenant's facts anew where they are old, and compacts once the working window is nearly full. */
  async upkeep(): Promise<void> {
    await this.#renewIfOld();
    await this.#compactWithin(this.#deps.agent.windowTokens, null);
  }

  #source(epoch: Epoch): PromptSource {
    const { source, prefix, changedAtSeq } = this.#sourceOf(epoch);
    if (changedAtSeq !== null) this.#deps.store.setPrefix({ text: prefix, changedAtSeq });
    return source;
  }

  /** What a request is made of; `changedAtSeq` is set where the stable prefix is another than last time. */
  #sourceOf(epoch: Epoch): { source: PromptSource; prefix: string; changedAtSeq: number | null } {
    const { model, tools, store } = this.#deps;
    this.#refresh();
    const compaction = this.#compaction ?? null;
    const { agent, system, json } = this.#stablePart(epoch);
    const prefix = `${compaction?.throughSeq ?? 0} ${json}`;
    const known = store.prefix();
    const changedAtSeq = known?.text === prefix ? null : known === null ? 0 : this.#lastSeq;
    const thinkingAfterSeq = changedAtSeq ?? known?.changedAtSeq ?? 0;
    const source = {
      agent,
      model,
      tools,
      system,
      compaction,
      messages: this.#messages,
      thinkingAfterSeq,
    };
    return { source, prefix, changedAtSeq };
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

  /** A committed message got its context: whatever of it is held since is read again. */
  reread(seq: number): void {
    this.#messages = this.#messages.filter((message) => message.seq < seq);
    this.#lastSeq = Math.min(this.#lastSeq, seq - 1);
  }

  /** What an epoch makes of the request's beginning. Made once an epoch: it is large, and the same turn after turn. */
  #stablePart(epoch: Epoch): StablePart {
    if (this.#stable?.epoch === epoch) return this.#stable;
    const { model, tools } = this.#deps;
    const agent = instructed(this.#deps.agent, epoch);
    const system = systemBlocks(agent, epoch.text);
    const json = JSON.stringify([model, tools, system]);
    const tokens = estimateTokens(tools) + estimateTokens(system);
    this.#stable = { epoch, agent, system, json, tokens };
    return this.#stable;
  }

  /** Tokens of all that is not history. */
  #fixedTokens(epoch: Epoch): number {
    return this.#stablePart(epoch).tokens + estimateTokens(this.#compaction?.summary ?? "");
  }

  async #compactWithin(windowTokens: number, openTurnSeq: number | null): Promise<void> {
    this.#refresh();
    const epoch = this.#deps.store.epoch("current");
    if (epoch === null) return;
    const fixedTokens = this.#fixedTokens(epoch);
    const total = fixedTokens + this.#messages.reduce((sum, message) => sum + messageTokens(message), 0);
    if (total < COMPACT_AT * windowTokens) return;
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

/** An agent with what the team has it told. */
export function instructed(agent: AgentDefinition, epoch: Epoch | null): AgentDefinition {
  const own = epoch?.instructions?.[agent.name];
  return own === undefined ? agent : { ...agent, instructions: own };
}

/** Whether two epochs put other words into the prompt. */
function differ(left: Epoch, right: Epoch): boolean {
  const words = ({ text, instructions = {} }: Epoch): string =>
    JSON.stringify([text, Object.entries(instructions).toSorted(([one], [other]) => (one < other ? -1 : 1))]);
  return words(left) !== words(right);
}
