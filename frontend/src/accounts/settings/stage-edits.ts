/** Edits of a team's stages, before they are saved. Pure. */
import type {
  FollowupChannel,
  StageRule,
  StageSettings,
} from "../../../../src/accounts/api/account-stages.ts";

/** A stage being edited. `from` is its name when editing began, null for a new stage. `key` is stable across moves and renames. */
export interface EditedStage extends StageRule {
  readonly key: string;
  readonly from: string | null;
  readonly accounts: number;
}

export const CHANNELS: readonly (readonly [FollowupChannel, string])[] = [
  ["email", "E-mail"],
  ["call_script", "Call"],
  ["sms", "Text"],
];

export function editedOf({ stages }: Pick<StageSettings, "stages">): EditedStage[] {
  return stages.map((stage) => ({ ...stage, key: stage.stage, from: stage.stage }));
}

export function newStage(key: string): EditedStage {
  return { key, from: null, accounts: 0, stage: "", aliases: [], days: 2, channels: ["email"], purpose: "" };
}

/** Removes a stage; its heir takes over its accounts and its names as aliases. */
export function without(
  stages: readonly EditedStage[],
  gone: EditedStage,
  heir: string | null,
): EditedStage[] {
  const words = [...new Set([gone.from ?? gone.stage, gone.stage, ...gone.aliases])];
  return stages
    .filter(({ key }) => key !== gone.key)
    .map((stage) =>
      stage.key === heir
        ? { ...stage, aliases: [...stage.aliases, ...words], accounts: stage.accounts + gone.accounts }
        : stage,
    );
}

/** The channels with another in one place, or none from there on. */
export function withChannel(
  channels: readonly FollowupChannel[],
  index: number,
  channel: FollowupChannel | null,
): FollowupChannel[] {
  if (channel === null) return channels.slice(0, index);
  return [...new Set([...channels.slice(0, index), channel, ...channels.slice(index + 1)])];
}

/** The rules to be saved. One that was renamed keeps its former name as another word for it: accounts have it written. */
export function rulesOf(stages: readonly EditedStage[]): StageRule[] {
  return stages.map(({ stage, aliases, days, channels, purpose, from, accounts }) => {
    const name = stage.trim();
    const isRenamed = from !== null && accounts > 0 && !sameWord(from, name);
    const others = isRenamed ? [...aliases, from] : aliases;
    return {
      stage: name,
      aliases: [...new Set(others)].filter((word) => !sameWord(word, name)),
      days,
      channels: [...channels],
      purpose: purpose.trim(),
    };
  });
}

/** Why they can't be saved; null if they can. */
export function lacksOfStages(stages: readonly EditedStage[]): string | null {
  if (stages.length === 0) return "Keep at least one stage.";
  const rules = rulesOf(stages);
  if (rules.some(({ stage }) => stage === "")) return "Give each stage a name.";
  const words = rules.flatMap(({ stage, aliases }) => [stage, ...aliases]).map((word) => word.toLowerCase());
  const twice = words.find((word, index) => words.indexOf(word) !== index);
  if (twice !== undefined) return `“${twice}” is there twice.`;
  const open = rules.find(({ days, channels }) => days !== null && channels.length === 0);
  return open === undefined ? null : `Choose how to reach accounts in ${open.stage}.`;
}

function sameWord(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
