/**
 * A team's stages: their order, other words for them, and when an account of each is followed up. What an account says of its stage stays as it was written; a
 * stage that goes while accounts are in it becomes another word for the one that takes them over.
 */
import { and, inArray, isNull } from "drizzle-orm";
import type { Actor } from "../platform/audit/index.ts";
import { accounts } from "./tables/accounts.ts";
import { type TenantDb } from "../platform/db/index.ts";
import { AppError } from "../kernel/errors.ts";
import { getPolicy, updatePolicy } from "../approvals/policy/index.ts";
import { MOST_COUNTED, type StageRule, type StageSettings } from "./api/account-stages.ts";

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

/** A stage as the team calls it; as it is written where the team has none of it. Pure. */
export function calledStage(rules: readonly StageRule[], written: string): string {
  return stageNamed(rules, written)?.stage ?? written;
}

/** What accounts of a stage may have written. Pure. */
export function wordsOfStage({ stage, aliases }: StageRule): readonly string[] {
  return [stage, ...aliases];
}

/** What to say of a stage that there is none of. Pure. */
export function noSuchStage(rules: readonly StageRule[], said: string): string {
  return `There is no stage “${said}”. There are ${rules.map(({ stage }) => stage).join(", ")}.`;
}

/** The stages as their page shows them. */
export async function stageSettings(db: TenantDb): Promise<StageSettings> {
  const { policy, version } = await getPolicy(db);
  const stages = await Promise.all(
    policy.accountStages.map(async (rule) => ({ ...rule, accounts: await countOf(db, wordsOfStage(rule)) })),
  );
  return { stages, morningDrafts: policy.morningDrafts, version };
}

/** Accounts that have one of these words for their stage, counted to `MOST_COUNTED`. */
async function countOf(db: TenantDb, words: readonly string[]): Promise<number> {
  const isThere = and(inArray(accounts.stage, [...words]), isNull(accounts.deletedAt));
  return (await db.pick({ id: accounts.id }, accounts, isThere).limit(MOST_COUNTED)).length;
}

/** Says how many follow-ups are drafted in a morning at most. Throws `changed` where somebody was faster. */
export async function updateMorning(
  db: TenantDb,
  {
    drafts,
    ...given
  }: {
    readonly drafts: number;
    readonly version: number;
    readonly by: Actor;
    readonly nowMs: number;
  },
): Promise<StageSettings> {
  const { policy } = await getPolicy(db);
  const sentence = `${given.by.name} changed how many follow-ups are drafted in a morning`;
  await updatePolicy(db, { policy: { ...policy, morningDrafts: drafts }, ...given, sentence });
  return stageSettings(db);
}

/** Replaces the stages. Throws `conflict` where accounts would be left without one, `changed` where somebody was faster. */
export async function updateStages(
  db: TenantDb,
  {
    stages,
    version,
    by,
    nowMs,
  }: {
    readonly stages: readonly StageRule[];
    readonly version: number;
    readonly by: Actor;
    readonly nowMs: number;
  },
): Promise<StageSettings> {
  const { policy } = await getPolicy(db);
  await refuseLostStages(db, policy.accountStages, stages);
  const sentence = `${by.name} changed the stages of accounts`;
  await updatePolicy(db, {
    policy: { ...policy, accountStages: [...stages] },
    version,
    by,
    nowMs,
    sentence,
  });
  return stageSettings(db);
}

/** Throws `conflict` where accounts are in a stage that no new one goes by. */
export async function refuseLostStages(
  db: TenantDb,
  before: readonly StageRule[],
  after: readonly StageRule[],
): Promise<void> {
  const gone = before.flatMap(wordsOfStage).filter((word) => stageNamed(after, word) === null);
  for (const word of gone) {
    const count = await countOf(db, [word]);
    if (count === 0) continue;
    const many = count === 1 ? "1 account is" : `${count === MOST_COUNTED ? "Many" : count} accounts are`;
    throw new AppError(
      "conflict",
      `${many} in “${word}”. Choose the stage that takes them over, then remove it.`,
    );
  }
}
