/**
 * The prompt of one conversation: the snapshot in force, the compaction, and the history, kept in memory so
 * that a turn never reads the whole log. Decides when the stable prefix may change (a compaction, a cold
 * cache), and drops thinking bound to an older prefix.
 */
import type { TextBlockParam, Tool } from "@anthropic-ai/sdk/resources/messages";
import type {
  Compaction,
  LogMessage,
  MessagesStore,
  PromptSnapshot,
  PromptStore,
} from "./conversations/index.ts";
import { isoTime, type Clock } from "../kernel/clock.ts";
import { canonicalJson } from "../kernel/hash.ts";
import type { Logger } from "../kernel/log.ts";
import { settledWithin } from "../kernel/time-limit.ts";
import type { PromptView } from "./api/agent.ts";
import type { Author, Part } from "./api/message.ts";
import type { ConversationIdentity } from "./api/objects.ts";
import {
  COMPACT_AT,
  messageTokens,
  planCompaction,
  planShrinking,
  transcriptOf,
  withShrunk,
  type OldResult,
} from "./compaction.ts";
import { buildRequest, contextTail, untoldNews, systemBlocks, type PromptSource } from "./build-request.ts";
import type { AgentDefinition } from "./define-agent.ts";
import type { ModelNames } from "./models.ts";
import { outputSchemaOf } from "./output.ts";
import type { Digest, ModelRequest, ReachOf } from "./ports.ts";
import {
  imageTokens,
  isImage,
  picturesIn,
  wasShown,
  withoutImages,
  type PictureBlock,
  type ShownPictures,
} from "./pictures.ts";
import type { RunBounds } from "./prompt-snapshot.ts";
import { cachedTokens, promptParts } from "./prompt-view.ts";
import { delegableAgents, mayDelegate } from "./registry.ts";
import { shrunkResult } from "./shrunk-result.ts";
import { spokenText } from "./email-text.ts";
import { withSettings } from "./settings.ts";
import { estimateTokens } from "./tokens.ts";
import { findableBlock, promptTools, requestForModel } from "./tool-references.ts";
import { THREAD_MARK } from "./thread-block.ts";
import { validateRequest } from "./validate.ts";
import type { WaitingDraft } from "./waiting-drafts.ts";

/**
 * After this time without a call the cached prefix has expired (its lifetime is five minutes), so a new
 * snapshot costs nothing.
 */
const COLD_AFTER_MS = 6 * 60_000;
/** Lifetime of the model's cache. */
const CACHE_MS = 5 * 60_000;
/** A snapshot younger than this is not read again. */
const SNAPSHOT_FRESH_MS = 60_000;
/** Maximum wait for a newer snapshot at the start of a turn; far less than a cold prompt costs. */
const SNAPSHOT_WAIT_MS = 20;

/** Tokens reserved for a new message's context and markup. */
const ROOM_TOKENS = 1_500;

interface PromptDeps {
  readonly identity: () => Pick<ConversationIdentity, "conversationId" | "source">;
  readonly store: PromptStore;
  readonly messages: MessagesStore;
  readonly agent: AgentDefinition;
  readonly models: ModelNames;
  /** The agent's tools under a snapshot. */
  readonly toolsOf: (snapshot: PromptSnapshot) => readonly Tool[];
  readonly reachOf: ReachOf;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Reads a new snapshot of the tenant. */
  readonly loadSnapshot: () => Promise<PromptSnapshot>;
  /** Reads the current limits and settings of runs. */
  readonly loadBounds: () => Promise<RunBounds>;
  /** Asks the cheap model for a summary. Throws on failure. */
  readonly summarize: (transcript: string) => Promise<string>;
  /** Shortens results with the cheap model. */
  readonly digest: () => Digest;
}

/** The start of a request; the same for all requests under one snapshot. */
interface StablePart {
  readonly snapshot: PromptSnapshot;
  readonly agent: AgentDefinition;
  readonly model: string;
  readonly tools: readonly Tool[];
  readonly system: TextBlockParam[];
  readonly json: string;
  readonly tokens: number;
}

/** What `view` needs to predict the next message. */
interface NextMessage {
  readonly lastCallAt: string | null;
  readonly speaker: Author;
  readonly deltaOf: (snapshot: PromptSnapshot) => Promise<string>;
  readonly waiting: readonly WaitingDraft[];
}

export class Prompt {
  readonly #deps: PromptDeps;
  #messages: LogMessage[] = [];
  #lastSeq = 0;
  #compaction: Compaction | null | undefined;
  #shrunk: ReadonlyMap<string, string> | null = null;
  #stable: StablePart | null = null;
  #loading: Promise<PromptSnapshot> | null = null;
  #compacting: Promise<void> | null = null;
  #renewing: Promise<void> | null = null;
  #refreshAfterMs = 0;
  /** Pictures of the current turn, by message or call ID. */
  #pictures = new Map<string, readonly PictureBlock[]>();

  constructor(deps: PromptDeps) {
    this.#deps = deps;
  }

  /** The snapshot in force. Read on first use only, so call it early: otherwise the first token waits for it. */
  snapshot(): Promise<PromptSnapshot> {
    const known = this.#deps.store.snapshot("current");
    if (known !== null) return Promise.resolve(known);
    this.#loading ??= this.#deps
      .loadSnapshot()
      .then((snapshot) => {
        this.#deps.store.setSnapshot("current", snapshot);
        return snapshot;
      })
      .finally(() => {
        this.#loading = null;
      });
    return this.#loading;
  }

  /**
   * Uses a newer snapshot if the cache is cold anyway, waiting only briefly. `lastCallAt` is null before the
   * first call.
   */
  async warmUp(lastCallAt: string | null): Promise<void> {
    if (!this.#isCold(lastCallAt)) return;
    await settledWithin(SNAPSHOT_WAIT_MS, this.refresh(lastCallAt), undefined);
    this.#promote();
  }

  /** Reads a newer snapshot if the current one is old and the cache is cold. Never throws. */
  async refresh(lastCallAt: string | null): Promise<void> {
    if (!this.#isCold(lastCallAt)) return;
    const { store, clock } = this.#deps;
    const known = store.snapshot("next") ?? store.snapshot("current");
    const isOld = known !== null && clock.now() - Date.parse(known.loadedAt) >= SNAPSHOT_FRESH_MS;
    if (this.#renewing === null && isOld && clock.now() >= this.#refreshAfterMs) {
      this.#refreshAfterMs = clock.now() + SNAPSHOT_FRESH_MS;
      this.#renewing = this.#renew().finally(() => {
        this.#renewing = null;
      });
    }
    await this.#renewing;
  }

  /** Reads a newer snapshot, which takes effect with the next compaction or cold cache. Never throws. */
  async #renew(): Promise<void> {
    const { store, loadSnapshot, logger } = this.#deps;
    try {
      store.setSnapshot("next", await loadSnapshot());
    } catch (error) {
      logger.warn("prompt.snapshot_failed", { error });
    }
  }

  #isCold(lastCallAt: string | null): boolean {
    return lastCallAt === null || this.#deps.clock.now() - Date.parse(lastCallAt) > COLD_AFTER_MS;
  }

  #promote(): void {
    const { store } = this.#deps;
    const [next, current] = [store.snapshot("next"), store.snapshot("current")];
    if (next !== null && (current === null || differ(next, current))) store.setSnapshot("current", next);
  }

  /**
   * The next request in parts, for display, built as `request` does. Changes nothing. `lastCallAt` is null
   * before the first call; `speaker`, `deltaOf` and `waiting` predict the next message's tail.
   */
  async view({ lastCallAt, speaker, deltaOf, waiting }: NextMessage): Promise<PromptView> {
    const { store, messages, clock } = this.#deps;
    const { source: channel, conversationId } = this.#deps.identity();
    const [current, newest] = [await this.snapshot(), await this.#deps.loadSnapshot()];
    const next = store.snapshot("next");
    const snapshot = this.#isCold(lastCallAt) && next !== null ? next : current;
    // People are shown no images of a running turn.
    const { pictures: _, ...source } = this.#sourceOf(snapshot).source;
    const { agent, model } = source;
    const request = requestForModel(buildRequest(source));
    const lastReply = source.messages.findLastIndex(({ role }) => role === "assistant");
    const sent = buildRequest({ ...source, messages: source.messages.slice(0, Math.max(0, lastReply)) });
    const last = source.messages.at(-1);
    const tailStored = last?.role === "user" && last.context !== null;
    const { timeZone } = snapshot;
    const told = tailStored ? "" : await deltaOf(snapshot);
    const delta = this.untold(told);
    const isWarm = lastCallAt !== null && clock.now() - Date.parse(lastCallAt) < CACHE_MS;
    const parts = promptParts(request, {
      summarized: source.compaction !== null,
      tailStored,
      nextTail: contextTail({
        nowMs: clock.now(),
        timeZone,
        speaker,
        source: channel,
        conversationId,
        delta,
        waiting,
      }),
      warm: isWarm && !differ(snapshot, current),
      sentMessages: lastReply < 0 ? 0 : sent.messages.length,
    });
    return {
      conversationId,
      agent: agent.name,
      agentTitle: agent.title,
      model,
      maxTokens: agent.maxTokens,
      windowTokens: configured(this.#deps.agent, newest).windowTokens,
      totalTokens: parts.reduce((sum, { tokens }) => sum + tokens, 0),
      cachedTokens: cachedTokens(parts),
      counting: "estimate",
      parts,
      context: tailStored ? "stored" : "next",
      epochLoadedAt: snapshot.loadedAt,
      newerWaiting: differ(newest, snapshot),
      summarizedMessages:
        source.compaction === null ? 0 : messages.countThrough(source.compaction.throughSeq),
    };
  }

  /** The request for the current log. Compacts first if the model's window is nearly full. */
  async request(openTurnSeq: number | null): Promise<ModelRequest> {
    const snapshot = await this.snapshot();
    await this.#compactWithin(this.#deps.agent.contextTokens, openTurnSeq);
    return buildRequest(this.#source(snapshot));
  }

  /** Sends these pictures with the next requests, and no earlier ones. */
  showPictures(blocks: ShownPictures["blocks"] = new Map()): void {
    this.#pictures = new Map(blocks);
  }

  /** Adds those that a call of the turn was answered with. */
  addPictures(callId: string, blocks: readonly PictureBlock[]): void {
    this.#pictures.set(callId, blocks);
  }

  /** Replaces the turn's images by words, after the model refused them. */
  dropImages(): void {
    for (const [id, blocks] of this.#pictures) this.#pictures.set(id, withoutImages(blocks));
  }

  /** The part of the workspace changes that the sent history doesn't contain. */
  untold(delta: string): string {
    return untoldNews(delta, (words) => this.isTold(words));
  }

  /** Whether a context in the sent history contains exactly these words. */
  isTold(words: string): boolean {
    this.#refresh();
    return this.#messages.some(({ context }) => context?.includes(words) === true);
  }

  /** When the newest message in the history came that brought its thread; null if none did. */
  threadToldAt(): string | null {
    this.#refresh();
    return (
      this.#messages.findLast(({ context }) => context?.includes(THREAD_MARK) === true)?.createdAt ?? null
    );
  }

  /** Upper bound of the cost of a first call with this text added; null before the first snapshot. */
  boundWith(words: string): { readonly tokens: number; readonly model: string } | null {
    const snapshot = this.#deps.store.snapshot("current");
    if (snapshot === null) return null;
    this.#refresh();
    const tokens = this.#fixedTokens(snapshot) + this.#historyTokens();
    const { model } = this.#stablePart(snapshot);
    return { tokens: Math.ceil((tokens + estimateTokens(words) + ROOM_TOKENS) * 2), model };
  }

  /** Reads the current limits, which apply at once; the prompt's text stays unchanged. */
  async renewBounds(): Promise<PromptSnapshot> {
    const { store, loadBounds } = this.#deps;
    const [bounds, current] = await Promise.all([loadBounds(), this.snapshot()]);
    const known = store.snapshot("next") ?? current;
    const { agents, mode, limits, sessions, houseRules } = known;
    if (canonicalJson(bounds) === canonicalJson({ agents, mode, limits, sessions, houseRules })) return known;
    const next = { ...known, ...bounds };
    store.setSnapshot("next", next);
    return next;
  }

  /** Runs between turns: compacts if the working window is nearly full. */
  async upkeep(): Promise<void> {
    await this.#compactWithin(null, null);
  }

  #source(snapshot: PromptSnapshot): PromptSource {
    const { source, prefix, changedAtSeq } = this.#sourceOf(snapshot);
    if (changedAtSeq !== null) this.#deps.store.setPrefix({ text: prefix, changedAtSeq });
    return source;
  }

  /** The request's inputs. `changedAtSeq` is set if the stable prefix differs from the last request's. */
  #sourceOf(snapshot: PromptSnapshot): { source: PromptSource; prefix: string; changedAtSeq: number | null } {
    const { store } = this.#deps;
    this.#refresh();
    const compaction = this.#compaction ?? null;
    const { agent, model, tools, system, json } = this.#stablePart(snapshot);
    const shrunk = this.#shrunk?.size ?? 0;
    const prefix = `${compaction?.throughSeq ?? 0}${shrunk === 0 ? "" : `.${shrunk}`}${this.#takenOut()} ${json}`;
    const known = store.prefix();
    const changedAtSeq = known?.text === prefix ? null : known === null ? 0 : this.#lastSeq;
    const thinkingAfterSeq = changedAtSeq ?? known?.changedAtSeq ?? 0;
    const messages = this.#messages;
    const pictures = this.#pictures;
    const source = { agent, model, tools, system, compaction, messages, thinkingAfterSeq, pictures };
    return { source, prefix, changedAtSeq };
  }

  /** Messages whose pictures are no longer sent, which changes what follows them. */
  #takenOut(): string {
    const sent = new Set(this.#messages.flatMap(({ id, runId }) => (this.#pictures.has(id) ? [runId] : [])));
    const isSent = ({ kind, runId, parts }: LogMessage): boolean =>
      kind === "results"
        ? parts.every((part) => picturesIn(part) === 0 || this.#pictures.has(callOf(part)))
        : sent.has(runId);
    const gone = this.#messages.filter((message) => wasShown(message) && !isSent(message));
    return gone.map(({ seq }) => `-${seq}`).join("");
  }

  /** Reads messages committed since the last read. */
  #refresh(): void {
    const compaction = this.#deps.store.compaction();
    if (this.#compaction === undefined || compaction?.throughSeq !== this.#compaction?.throughSeq) {
      this.#compaction = compaction;
      const through = compaction?.throughSeq ?? 0;
      this.#messages = this.#messages.filter((message) => message.seq > through);
      this.#shrunk = null;
      this.#lastSeq = Math.max(this.#lastSeq, through);
    }
    const shrunk = (this.#shrunk ??= this.#deps.store.shrunkAfter(this.#compaction?.throughSeq ?? 0));
    const newer = this.#deps.messages
      .committedAfter(this.#lastSeq)
      .map((message) => withShrunk(message, shrunk));
    this.#messages.push(...newer);
    this.#lastSeq = newer.at(-1)?.seq ?? this.#lastSeq;
  }

  /** Reads a message again after it received its context. */
  reread(seq: number): void {
    this.#messages = this.#messages.filter((message) => message.seq < seq);
    this.#lastSeq = Math.min(this.#lastSeq, seq - 1);
  }

  /** Cached per snapshot, because it is large and the same in every turn. */
  #stablePart(snapshot: PromptSnapshot): StablePart {
    if (this.#stable?.snapshot === snapshot) return this.#stable;
    const { models } = this.#deps;
    const agent = configured(this.#deps.agent, snapshot);
    const tools = this.#deps.toolsOf(snapshot);
    const model = models[agent.tier];
    const system = systemBlocks(
      agent,
      `${snapshot.text}${findableBlock(tools, this.#deps.reachOf)}${agentsBlock(agent, snapshot)}`,
    );
    const output = outputSchemaOf(agent);
    const json = JSON.stringify([model, tools, system, ...(output === null ? [] : [output])]);
    const tokens =
      estimateTokens(promptTools(tools)) +
      estimateTokens(system) +
      (output === null ? 0 : estimateTokens(output));
    this.#stable = { snapshot, agent, model, tools, system, json, tokens };
    return this.#stable;
  }

  /** Tokens of everything except history. */
  #fixedTokens(snapshot: PromptSnapshot): number {
    return this.#stablePart(snapshot).tokens + estimateTokens(this.#compaction?.summary ?? "");
  }

  #historyTokens(): number {
    const images = [...this.#pictures.values()].flat().filter(isImage);
    return (
      this.#messages.reduce((sum, message) => sum + messageTokens(message), 0) +
      images.reduce((sum, image) => sum + imageTokens(image), 0)
    );
  }

  /** Compacts if this window is nearly full; null is the working window. */
  async #compactWithin(within: number | null, openTurnSeq: number | null): Promise<void> {
    this.#refresh();
    const snapshot = this.#deps.store.snapshot("current");
    if (snapshot === null) return;
    const newest = this.#deps.store.snapshot("next") ?? snapshot;
    const working = configured(this.#deps.agent, newest).windowTokens;
    const windowTokens = within ?? working;
    const fixedTokens = this.#fixedTokens(snapshot);
    if (fixedTokens + this.#historyTokens() < COMPACT_AT * windowTokens) return;
    if (this.#compacting !== null) return this.#compacting;
    // The target is a share of the working window, even if the model's larger window triggered the compaction.
    const target = Math.min(windowTokens, working);
    const plan = { messages: this.#messages, windowTokens: target, fixedTokens, openTurnSeq };
    const results = planShrinking({ ...plan, windowTokens });
    const throughSeq = planCompaction(plan);
    if (results === null && throughSeq === null) return;
    this.#compacting = (async () => {
      if (results !== null && (await this.#shrink(results, snapshot))) return;
      if (throughSeq !== null) await this.#compact(throughSeq, snapshot);
    })().finally(() => {
      this.#compacting = null;
    });
    return this.#compacting;
  }

  /** Shrinks results of earlier turns. False if that failed; then the history stays unchanged. */
  async #shrink(results: readonly OldResult[], snapshot: PromptSnapshot): Promise<boolean> {
    const { store, messages, logger } = this.#deps;
    try {
      const digest = this.#deps.digest();
      const shrunk = await Promise.all(
        results.map(async (result) => {
          const asked = spokenText(messages.firstOf(result.runId)?.parts ?? []);
          return { ...result, content: await shrunkResult(result.content, asked, digest) };
        }),
      );
      const known = new Map(shrunk.map(({ seq, callId, content }) => [`${seq} ${callId}`, content]));
      const rest = this.#messages.map((message) => withShrunk(message, known));
      const request = buildRequest({ ...this.#source(snapshot), messages: rest });
      if (validateRequest(request, { open: true }).length > 0)
        throw new Error("the shrunk history is not valid");
      store.addShrunk(shrunk);
      this.#shrunk = null;
      this.#messages = rest;
      this.#promote();
      logger.info("conversation.shrunk", { count: shrunk.length });
      return true;
    } catch (error) {
      logger.warn("conversation.shrinking_failed", { error });
      return false;
    }
  }

  /** If the summary fails, is empty or leads to an invalid request, the history stays unchanged. */
  async #compact(throughSeq: number, snapshot: PromptSnapshot): Promise<void> {
    const { store, logger, clock } = this.#deps;
    try {
      const newer = this.#renew();
      const replaced = this.#messages.filter((message) => message.seq <= throughSeq);
      const summary = (
        await this.#deps.summarize(transcriptOf(this.#compaction ?? null, replaced, snapshot.timeZone))
      ).trim();
      if (summary === "") throw new Error("the summary is empty");
      const compaction: Compaction = { throughSeq, summary, createdAt: isoTime(clock.now()) };
      const rest = this.#messages.filter((message) => message.seq > throughSeq);
      const request = buildRequest({ ...this.#source(snapshot), compaction, messages: rest });
      if (validateRequest(request, { open: true }).length > 0)
        throw new Error("the compacted history is not valid");
      await newer;
      store.addCompaction(compaction);
      this.#promote();
      logger.info("conversation.compacted", { count: replaced.length });
    } catch (error) {
      logger.warn("conversation.compaction_failed", { error });
    }
  }
}

function callOf(part: Part): string {
  return (part as { readonly tool_use_id?: string }).tool_use_id ?? "";
}

/** Applies the team's instructions, model and limits to an agent. */
export function configured(agent: AgentDefinition, snapshot: PromptSnapshot | null): AgentDefinition {
  const own = snapshot?.instructions?.[agent.name];
  const set = withSettings(agent, snapshot?.agents?.[agent.name]);
  return own === undefined ? set : { ...set, instructions: own };
}

/** The agents that this one may delegate to; empty if it can't delegate. */
function agentsBlock(agent: AgentDefinition, { agents = {} }: PromptSnapshot): string {
  if (!mayDelegate(agent)) return "";
  const open = delegableAgents(agent.name).filter(({ name }) => agents[name]?.enabled !== false);
  if (open.length === 0) return "";
  const lines = open.map(({ name, description }) => `- ${name}: ${description}`);
  return `\n<agents>\nAgents you can hand a task to (delegate):\n${lines.join("\n")}\n</agents>`;
}

/** Whether two snapshots lead to different prompts. */
function differ(left: PromptSnapshot, right: PromptSnapshot): boolean {
  return snapshotWords(left) !== snapshotWords(right);
}

/** The prompt's parts of a snapshot, as one string. */
function snapshotWords({
  text,
  brief = "",
  skillGroups = {},
  instructions = {},
  agents = {},
  tools = {},
}: PromptSnapshot): string {
  const byName = (values: Readonly<Record<string, unknown>>): [string, unknown][] =>
    Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const set = Object.fromEntries(
    Object.entries(agents).flatMap(([name, { modelOverride, enabled }]) =>
      modelOverride === null && enabled ? [] : [[name, [modelOverride, enabled]]],
    ),
  );
  return JSON.stringify([text, brief, byName(skillGroups), byName(instructions), byName(set), byName(tools)]);
}
