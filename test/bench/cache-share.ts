/** What the model had in its cache of what it was sent, by the sandbox's own byte-exact accounting. */
import { estimateTokens } from "../../src/agent/tokens.ts";
import { promptTools } from "../../src/agent/tool-references.ts";
import type { ModelRequest } from "../../src/agent/ports.ts";
import { controlAt } from "../support/client.ts";

interface Recorded {
  readonly items: readonly {
    readonly request: Pick<ModelRequest, "model" | "system" | "tools">;
    readonly usage: {
      readonly input_tokens: number;
      readonly cache_creation_input_tokens: number;
      readonly cache_read_input_tokens: number;
    } | null;
  }[];
}

/** Cache accounting over some turns of one conversation. */
export interface CacheShare {
  /** Turns that were not the first after a compaction. */
  readonly turns: number;
  readonly readTokens: number;
  readonly inputTokens: number;
  readonly share: number;
  /** Turns that found all the turn before had sent: nothing of it had changed by a byte. */
  readonly intactTurns: number;
  /** System and tools of a turn as the model reads them, at most; estimated. */
  readonly beltTokens: number;
}

/** Reads the accounting of the agent's requests that hold the marker; the first only fills the cache. */
export async function measureCacheShare(
  sandboxUrl: string,
  marker: string,
  model: string,
): Promise<CacheShare> {
  const { items } = await controlAt<Recorded>(
    sandboxUrl,
    `anthropic/requests?marker=${encodeURIComponent(marker)}`,
  );
  const own = items.filter(({ request }) => request.model === model);
  const usages = own.flatMap(({ usage }) => usage ?? []);
  let [turns, readTokens, inputTokens, intactTurns] = [0, 0, 0, 0];
  let sentBefore = Number.NaN;
  for (const usage of usages) {
    const sent = usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens;
    if (!Number.isNaN(sentBefore)) {
      readTokens += usage.cache_read_input_tokens;
      inputTokens += sent;
    }
    // A prompt that is shorter than the one before was compacted: the bytes may change then, and only then.
    if (sent >= sentBefore) {
      turns += 1;
      if (usage.cache_read_input_tokens >= sentBefore) intactTurns += 1;
    }
    sentBefore = sent;
  }
  return {
    turns,
    readTokens,
    inputTokens,
    share: readTokens / inputTokens,
    intactTurns,
    beltTokens: Math.max(...own.map(({ request }) => beltOf(request))),
  };
}

function beltOf({ system, tools }: Pick<ModelRequest, "system" | "tools">): number {
  return estimateTokens(system) + estimateTokens(promptTools(tools));
}
