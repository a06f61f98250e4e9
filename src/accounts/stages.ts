/** A team's stages: their order, other words for them, and when an account of each is followed up. */
import type { TenantDb } from "../db/index.ts";
import { getPolicy } from "../policy/index.ts";
import type { StageRule } from "../protocol/account-stages.ts";

/** The team's stages, in their order. */
export async function stageRules(db: TenantDb): Promise<readonly StageRule[]> {
  return (await getPolicy(db)).policy.accountStages;
}

/** The rule of a stage by its name or another word for it, whatever the case; null for none. Pure. */
export function stageNamed(rules: readonly StageRule[], said: string): StageRule | null {
  const asked = said.trim().toLowerCase();
  const isIt = (word: string): boolean => word.toLowerCase() === asked;
  return rules.find(({ stage, aliases }) => isIt(stage) || aliases.some(isIt)) ?? null;
}

/** What to say of a stage that there is none of. Pure. */
export function noSuchStage(rules: readonly StageRule[], said: string): string {
  return `There is no stage “${said}”. There are ${rules.map(({ stage }) => stage).join(", ")}.`;
}
