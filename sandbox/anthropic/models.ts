/**
 * Protocol differences between models. Sources: platform.claude.com, "Troubleshooting thinking", "Prompt caching", "Prefix checks on
 * thinking blocks" and the migration guides, read 2026-11-21 as stored copies.
 */

export type ThinkingType = "adaptive" | "between_tools" | "disabled" | "enabled";

export interface ModelRules {
  /** Accepted `thinking.type` values; any other is a 400. */
  readonly thinking: readonly ThinkingType[];
  /** Whether thinking is on without a `thinking` parameter. */
  readonly thinksByDefault: boolean;
  /** Whether thinking text is omitted unless `display: "summarized"` is set. */
  readonly omitsThinking: boolean;
  /** Whether thinking blocks are bound to all preceding content, so that changing it is a 400. */
  readonly bindsThinking: boolean;
  readonly forcedToolUse: boolean;
  /** Whether a conversation may end with an assistant message to continue. */
  readonly prefill: boolean;
  /** Minimum length of a cached prefix. */
  readonly minCacheTokens: number;
  readonly maxOutputTokens: number;
  readonly contextTokens: number;
}

const FIVE_FIVE: ModelRules = {
  thinking: ["adaptive", "disabled"],
  thinksByDefault: true,
  omitsThinking: true,
  bindsThinking: true,
  forcedToolUse: true,
  prefill: false,
  minCacheTokens: 512,
  maxOutputTokens: 128_000,
  contextTokens: 1_000_000,
};
const FIVE: ModelRules = { ...FIVE_FIVE, bindsThinking: false };
const FOUR_SIX: ModelRules = {
  ...FIVE,
  thinking: ["adaptive", "enabled", "disabled"],
  thinksByDefault: false,
  omitsThinking: false,
};
const FOUR_FIVE: ModelRules = {
  ...FOUR_SIX,
  thinking: ["enabled", "disabled"],
  prefill: true,
  maxOutputTokens: 64_000,
  contextTokens: 200_000,
};

const MODELS: Readonly<Record<string, ModelRules>> = {
  "claude-sonnet-5-5": { ...FIVE_FIVE, thinking: ["adaptive", "between_tools"], forcedToolUse: false },
  "claude-haiku-5-5": FIVE_FIVE,
  "claude-opus-5-5": FIVE_FIVE,
  "claude-sonnet-5": { ...FIVE, minCacheTokens: 1024 },
  "claude-opus-5": FIVE,
  "claude-sonnet-4-6": { ...FOUR_SIX, minCacheTokens: 1024 },
  "claude-opus-4-6": { ...FOUR_SIX, minCacheTokens: 4096 },
  "claude-sonnet-4-5": { ...FOUR_FIVE, minCacheTokens: 1024 },
  "claude-sonnet-4-5-20250929": { ...FOUR_FIVE, minCacheTokens: 1024 },
  "claude-opus-4-5": { ...FOUR_FIVE, minCacheTokens: 4096 },
  "claude-opus-4-5-20251101": { ...FOUR_FIVE, minCacheTokens: 4096 },
  "claude-haiku-4-5": { ...FOUR_FIVE, minCacheTokens: 4096 },
  "claude-haiku-4-5-20251001": { ...FOUR_FIVE, minCacheTokens: 4096 },
};

/** Null for an unknown model. */
export function findModel(name: string): ModelRules | null {
  return Object.hasOwn(MODELS, name) ? (MODELS[name] ?? null) : null;
}
