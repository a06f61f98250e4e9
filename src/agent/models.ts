/** The models of a deployment, by what they are for. */

/** From cheap and fast to the best there is. */
export const TIERS = ["cheap", "main", "heavy"] as const;
export type Tier = (typeof TIERS)[number];

/** Names of the models: CHEAP_MODEL, AGENT_MODEL, HEAVY_MODEL. */
export type ModelNames = Readonly<Record<Tier, string>>;

/**
 * Whether a model reads `tool_reference` blocks: Claude from generation 4 on (platform.claude.com, "Tool search tool", model support; read
 * 2026-11-22). Of others nothing is known, and they find tools in two steps.
 */
export function knowsToolReferences(model: string): boolean {
  return /^claude-(?:(?:fable|opus|sonnet|haiku)-[4-9]|mythos-)/.test(model);
}

/**
 * Whether a model cites `search_result` blocks ("Search results", supported models; read 2026-11-27). Of others nothing is known, and they read
 * the same as text.
 */
export function knowsSearchResults(model: string): boolean {
  return /^claude-(?:(?:fable|opus|sonnet)-[4-9]|haiku-(?:4-[5-9]|[5-9])|mythos-)/.test(model);
}

/** The model that is asked where this one is overloaded: that of the tier below. Null where there is no other below. */
export function modelBelow(model: string, models: ModelNames): string | null {
  const tier = TIERS.findIndex((one) => models[one] === model);
  const below = tier > 0 ? TIERS[tier - 1] : undefined;
  return below === undefined ? null : models[below];
}
