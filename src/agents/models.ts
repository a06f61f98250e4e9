/** The models of a deployment, by what they are for. */

/** From cheap and fast to the best there is. */
export const TIERS = ["cheap", "main", "heavy"] as const;
export type Tier = (typeof TIERS)[number];

/** Names of the models: CHEAP_MODEL, AGENT_MODEL, HEAVY_MODEL. */
export type ModelNames = Readonly<Record<Tier, string>>;

/** The model that is asked where this one is overloaded: that of the tier below. Null where there is no other below. */
export function modelBelow(model: string, models: ModelNames): string | null {
  const tier = TIERS.findIndex((one) => models[one] === model);
  const below = tier > 0 ? TIERS[tier - 1] : undefined;
  return below === undefined ? null : models[below];
}
