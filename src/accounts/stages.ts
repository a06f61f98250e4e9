/**
 * A team's stages: their order, other names, and follow-up rules. Accounts keep the stage name as written; a
 * removed stage that still has accounts becomes another name of the stage that takes them over.
 */
import { and, inArray, isNull } from "drizzle-orm";
import type { Actor } from "../platform/audit/index.ts";
import { accounts } from "./tables/accounts.ts";
import { type TenantDb } from "../platform/db/index.ts";
import { AppError } from "../kernel/errors.ts";
import { getPolicy, updatePolicy } from "../approvals/policy/index.ts";
import type { TeamField } from "./api/account-fields.ts";
import { MOST_COUNTED, type StageRule, type StageSettings } from "./api/account-stages.ts";

/** In order. */
export async function stageRules(db: TenantDb): Promise<readonly StageRule[]> {
  return (await accountRules(db)).stages;
}

/** Stages and the team's own fields, in order. */
export async function accountRules(
  db: TenantDb,
): Promise<{ readonly stages: readonly StageRule[]; readonly fields: readonly TeamField[] }> {
  const { accountStages: stages, accountFields: fields } = (await getPolicy(db)).policy;
  return { stages, fields };
}

/** The rule of a stage, by any of its names, case-insensitively; null if there is none. Pure. */
export function stageNamed(rules: readonly StageRule[], said: string): StageRule | null {
  const asked = said.trim().toLowerCase();
  const isIt = (word: string): boolean => word.toLowerCase() === asked;
  return rules.find(({ stage, aliases }) => isIt(stage) || aliases.some(isIt)) ?? null;
}

/** The team's name for a stage; unchanged if the team has none. Pure. */
export function calledStage(rules: readonly StageRule[], written: string): string {
  return stageNamed(rules, written)?.stage ?? written;
}

/** All names that accounts of a stage may use. Pure. */
export function wordsOfStage({ stage, aliases }: StageRule): readonly string[] {
  return [stage, ...aliases];
}

/** The message for an unknown stage. Pure. */
export function noSuchStage(rules: readonly StageRule[], said: string): string {
  return `There is no stage “${said}”. There are ${rules.map(({ stage }) => stage).join(", ")}.`;
}

export async function stageSettings(db: TenantDb): Promise<StageSettings> {
  const { policy, version } = await getPolicy(db);
  const stages = await Promise.all(
    policy.accountStages.map(async (rule) => ({ ...rule, accounts: await countOf(db, wordsOfStage(rule)) })),
  );
  return { stages, morningDrafts: policy.morningDrafts, fields: policy.accountFields, version };
}

/** Number of accounts with one of these stage names, up to `MOST_COUNTED`. */
async function countOf(db: TenantDb, words: readonly string[]): Promise<number> {
  const isThere = and(inArray(accounts.stage, [...words]), isNull(accounts.deletedAt));
  return (await db.pick({ id: accounts.id }, accounts, isThere).limit(MOST_COUNTED)).length;
}

/** Replaces the team's own fields. Throws `changed` on a concurrent change. */
export async function updateFields(
  db: TenantDb,
  {
    fields,
    ...given
  }: {
    readonly fields: readonly TeamField[];
    readonly version: number;
    readonly by: Actor;
    readonly nowMs: number;
  },
): Promise<StageSettings> {
  const { policy } = await getPolicy(db);
  const sentence = `${given.by.name} changed the fields of accounts`;
  await updatePolicy(db, { policy: { ...policy, accountFields: [...fields] }, ...given, sentence });
  return stageSettings(db);
}

/** Sets the maximum follow-ups per morning. Throws `changed` on a concurrent change. */
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

/**
 * Replaces the stages. Throws `conflict` if accounts would be left without one, `changed` on a concurrent
 * change.
 */
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

/** Throws `conflict` if accounts are in a stage that none of the new ones covers. */
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
