/** A deployment's models by purpose. */

/** In ascending order of cost and quality. */
export const TIERS = ["cheap", "main", "heavy"] as const;
export type Tier = (typeof TIERS)[number];

/** From CHEAP_MODEL, AGENT_MODEL and HEAVY_MODEL. */
export type ModelNames = Readonly<Record<Tier, string>>;

/**
 * Whether a model supports `tool_reference` blocks: Claude from generation 4 on (platform.claude.com, “Tool
 * search tool”, model support; read 2026-11-22). Other models use two steps instead.
 */
export function knowsToolReferences(model: string): boolean {
  return /^claude-(?:(?:fable|opus|sonnet|haiku)-[4-9]|mythos-)/.test(model);
}

/**
 * Whether a model can cite `search_result` blocks (“Search results”, supported models; read 2026-11-27).
 * Other models read them as text.
 */
export function knowsSearchResults(model: string): boolean {
  return /^claude-(?:(?:fable|opus|sonnet)-[4-9]|haiku-(?:4-[5-9]|[5-9])|mythos-)/.test(model);
}

/** Whether a model is known to take images (“Vision”, read 2026-11-30); others might refuse the whole request. */
export function seesPictures(model: string): boolean {
  return model.startsWith("claude-");
}

/** The fallback for an overloaded model, from the tier below; null if there is none. */
export function modelBelow(model: string, models: ModelNames): string | null {
  const tier = TIERS.findIndex((one) => models[one] === model);
  const below = tier > 0 ? TIERS[tier - 1] : undefined;
  return below === undefined ? null : models[below];
}
