/** Estimates what reading a source would take: item count, duration, and cost from a sample. */
import { IntegrationError } from "../../kernel/errors.ts";
import { tokensOfChars } from "../../kernel/tokens.ts";
import type { KnowledgeEstimate, KnowledgeKind } from "../api/knowledge.ts";
import { embeddedChars, passagesOf } from "../search/index.ts";
import { usdOf } from "../../agent/usage/index.ts";
import { shownOf, TEXT_CHARS } from "./keep-thing.ts";
import { HEAD_CHARS, summarizedChars } from "./mail-summary.ts";
import type { FoundThing, OpenShelf } from "./ports.ts";
import { itemOf } from "./search-source.ts";

/** Sample size. */
const LOOKED_AT = 5;

export interface Prices {
  /** Embedding cost of this many tokens in micro-dollars; 0 without embeddings. */
  readonly vectorsMicroUsd: (tokens: number) => number;
  /** Cost of summarizing an item of this many characters, in micro-dollars. */
  readonly summaryMicroUsd: (chars: number) => number | Promise<number>;
}

/** Throws IntegrationError if the service can't list. */
export async function estimateOf(
  prices: Prices,
  kind: KnowledgeKind,
  { reader, msEach }: OpenShelf,
  from: string,
): Promise<KnowledgeEstimate> {
  const [{ items, isMore }, { things }] = await Promise.all([
    reader.count(from),
    reader.list({ from, since: null, cursor: null }),
  ]);
  const sizes = await sizesOf(kind, spread(things));
  const total = (of: (size: Size) => number): number | null => {
    if (items === 0) return 0;
    return sizes.length === 0
      ? null
      : (items * sizes.reduce((sum, size) => sum + of(size), 0)) / sizes.length;
  };
  const tokens = total((size) => size.tokens);
  const costs = new Map(
    await Promise.all(
      sizes.map(async (size) => [size, await summaryCost(prices, kind, size.chars)] as const),
    ),
  );
  const summaries = total((size) => costs.get(size) ?? 0);
  return {
    items,
    isMore,
    minutes: Math.max(1, Math.ceil((items * msEach) / 60_000)),
    tokens: tokens === null ? null : Math.round(tokens),
    usd: tokens === null ? null : usdOf(prices.vectorsMicroUsd(tokens)),
    summaryUsd: summaries === null ? null : usdOf(Math.ceil(summaries)),
  };
}

/** Cost of summarizing an item of this many characters, in micro-dollars; 0 if it isn't summarized. */
export async function summaryCost(
  { summaryMicroUsd }: Pick<Prices, "summaryMicroUsd">,
  kind: KnowledgeKind,
  chars: number,
): Promise<number> {
  const read = summarizedChars(kind, chars);
  return read === 0 && kind !== "email" ? 0 : summaryMicroUsd(read + HEAD_CHARS);
}

interface Size {
  readonly tokens: number;
  readonly chars: number;
}

/** A sample spread over a page. */
function spread(things: readonly FoundThing[]): FoundThing[] {
  const step = Math.max(1, things.length / LOOKED_AT);
  const some = Array.from({ length: LOOKED_AT }, (_, index) => things[Math.floor(index * step)]);
  return [...new Set(some.filter((thing) => thing !== undefined))];
}

/** Token counts of items whose text could be read. */
async function sizesOf(kind: KnowledgeKind, things: readonly FoundThing[]): Promise<Size[]> {
  const read = await Promise.all(
    things.map(async (thing) => {
      try {
        const words = await thing.words();
        const text = words?.text.slice(0, TEXT_CHARS) ?? "";
        const shown = shownOf({ ...thing, ...words?.shown });
        const passages = passagesOf(itemOf({ kind, id: thing.externalId, ...shown }, text));
        const embedded = passages.reduce((sum, passage) => sum + embeddedChars(passage), 0);
        return { tokens: tokensOfChars(embedded), chars: text.length };
      } catch (error) {
        if (error instanceof IntegrationError) return null;
        throw error;
      }
    }),
  );
  return read.filter((size) => size !== null);
}
