/**
 * The only price table of model calls. All amounts are whole micro-dollars, rounded up, so that rounding
 * never exceeds a budget. An unknown model costs the highest rates and is reported as such.
 */

/** Micro-dollars per million tokens ($1 / MTok = 1,000,000). */
interface Rates {
  readonly input: number;
  readonly output: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly cacheRead: number;
}

interface ModelPrice extends Rates {
  /** Rates of a whole request whose prompt, including cache reads and writes, exceeds `aboveTokens`. */
  readonly longPrompt?: Rates & { readonly aboveTokens: number };
}

/**
 * Dollars per million tokens. Cache writes cost 1.25× the input price (5 minutes) and 2× (1 hour) for every
 * model; reads differ.
 */
function rates(input: number, output: number, cacheRead: number): Rates {
  const micro = (dollars: number): number => Math.round(dollars * 1_000_000);
  return {
    input: micro(input),
    output: micro(output),
    cacheWrite5m: micro(input * 1.25),
    cacheWrite1h: micro(input * 2),
    cacheRead: micro(cacheRead),
  };
}

/**
 * Read on 2026-11-21 from a copy of https://platform.claude.com/docs/en/about-claude/pricing (“Model
 * pricing”). The copy is older than the 5.5 models and Sonnet 5, whose prices are as quoted by published
 * tools in October 2026. Estimates for budgets, not an invoice.
 */
const PRICES: Readonly<Record<string, ModelPrice>> = {
  "claude-fable-5-1": rates(10, 50, 0.25),
  "claude-fable-5": rates(10, 50, 1),
  "claude-opus-5-5": rates(4, 20, 0.2),
  "claude-opus-5": rates(5, 25, 0.5),
  "claude-opus-4-8": rates(5, 25, 0.5),
  "claude-opus-4-7": rates(5, 25, 0.5),
  "claude-opus-4-6": rates(5, 25, 0.5),
  "claude-opus-4-5": rates(5, 25, 0.5),
  "claude-opus-4-1": rates(15, 75, 1.5),
  "claude-sonnet-5-5": rates(2, 10, 0.1),
  "claude-sonnet-5": rates(2, 10, 0.2),
  "claude-sonnet-4-6": rates(3, 15, 0.3),
  "claude-sonnet-4-5": rates(3, 15, 0.3),
  "claude-haiku-5-5": {
    ...rates(0.1, 0.5, 0.01),
    longPrompt: { aboveTokens: 100_000, ...rates(0.5, 2.5, 0.05) },
  },
  "claude-haiku-4-5": rates(1, 5, 0.1),
};

const RATE_NAMES = ["input", "output", "cacheWrite5m", "cacheWrite1h", "cacheRead"] as const;

/** The highest of each rate in the table. */
const DEAREST: Rates = Object.values(PRICES)
  .flatMap((price) => [price, price.longPrompt ?? price])
  .reduce<Rates>(
    (dearest, price) => {
      const entries = RATE_NAMES.map((name) => [name, Math.max(dearest[name], price[name])] as const);
      return Object.fromEntries(entries) as Record<(typeof RATE_NAMES)[number], number>;
    },
    rates(0, 0, 0),
  );

/** Token counts of one model call, as Anthropic reports them. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  /** Tokens written to the cache, of either lifetime. */
  readonly cacheWriteTokens: number;
  /**
   * The part of `cacheWriteTokens` written for an hour (`usage.cache_creation.ephemeral_1h_input_tokens`);
   * default 0.
   */
  readonly cacheWrite1hTokens?: number;
}

/** Finds a model without the date in its ID (`claude-haiku-4-5-20251001`). */
function priceOf(model: string): ModelPrice | undefined {
  const name = model.replace(/-\d{8}$/, "");
  return Object.hasOwn(PRICES, name) ? PRICES[name] : undefined;
}

function ratesFor(price: ModelPrice, promptTokens: number): Rates {
  return price.longPrompt !== undefined && promptTokens > price.longPrompt.aboveTokens
    ? price.longPrompt
    : price;
}

/** A non-negative integer; a missing count is 0. */
function tokenCount(tokens: number | undefined): number {
  return tokens !== undefined && Number.isFinite(tokens) && tokens > 0 ? Math.ceil(tokens) : 0;
}

/** List price in dollars per million tokens; null for a model without a known price. */
export function usdPerMillion(
  model: string,
): { readonly input: number; readonly output: number; readonly cached: number } | null {
  const price = priceOf(model);
  return price === undefined
    ? null
    : { input: usdOf(price.input), output: usdOf(price.output), cached: usdOf(price.cacheRead) };
}

/** Rounded up. `known` is false if the model has no price and the highest rates were used. */
export function costMicroUsd(model: string, usage: TokenUsage): { microUsd: number; known: boolean } {
  const price = priceOf(model);
  const input = tokenCount(usage.inputTokens);
  const read = tokenCount(usage.cacheReadTokens);
  const written = tokenCount(usage.cacheWriteTokens);
  const written1h = Math.min(written, tokenCount(usage.cacheWrite1hTokens));
  const rate = ratesFor(price ?? DEAREST, input + read + written);
  const total =
    input * rate.input +
    tokenCount(usage.outputTokens) * rate.output +
    (written - written1h) * rate.cacheWrite5m +
    written1h * rate.cacheWrite1h +
    read * rate.cacheRead;
  return { microUsd: Math.ceil(total / 1_000_000), known: price !== undefined };
}

/**
 * Ten dollars per thousand web searches, in addition to tokens (platform.claude.com, “Web search tool”,
 * pricing; read 2026-11-23).
 */
const WEB_SEARCH_MICRO_USD = 10_000;

export function webSearchMicroUsd(searches: number): number {
  return tokenCount(searches) * WEB_SEARCH_MICRO_USD;
}

/**
 * Upper bound of a call's cost, for its reservation: the whole prompt written to the hour's cache, and
 * every allowed token used. Holds if `inputTokens` is an upper bound of the prompt.
 */
export function worstCaseMicroUsd(model: string, inputTokens: number, maxOutputTokens: number): number {
  return costMicroUsd(model, {
    inputTokens: 0,
    outputTokens: maxOutputTokens,
    cacheReadTokens: 0,
    cacheWriteTokens: inputTokens,
    cacheWrite1hTokens: inputTokens,
  }).microUsd;
}

/**
 * US dollars per million tokens of embedding models. Workers AI: from its model page (read 2026-11-28);
 * OpenAI: an unverified estimate. Other models, such as those of a custom server, cost the highest rate.
 */
const EMBEDDING_PRICES: Readonly<Record<string, number>> = {
  "@cf/qwen/qwen3-embedding-0.6b": 0.012,
  "text-embedding-3-small": 0.02,
  "text-embedding-3-large": 0.13,
  "text-embedding-ada-002": 0.1,
};
const DEAREST_EMBEDDING = Math.max(...Object.values(EMBEDDING_PRICES));

/** Micro-dollars, rounded up. */
export function embeddingMicroUsd(model: string, tokens: number): number {
  const usd = Object.hasOwn(EMBEDDING_PRICES, model) ? EMBEDDING_PRICES[model] : undefined;
  return Math.ceil(tokenCount(tokens) * (usd ?? DEAREST_EMBEDDING));
}

/** Converts micro-dollars to dollars, for display. */
export function usdOf(microUsd: number): number {
  return microUsd / 1_000_000;
}
