/** Whether a change of an account contains only what a person said. Pure. */
import { stageNamed } from "../index.ts";
import { sentencesOf } from "../../agent/schedules/tools/own-words.ts";
import { plainWords } from "../../kernel/plain-words.ts";
import type { StageRule } from "../api/account-stages.ts";
import type { AccountState } from "../api/accounts.ts";

interface SaidChange {
  readonly stage?: string | undefined;
  readonly insuranceTypes?: readonly string[] | undefined;
  readonly nextSteps?: readonly string[] | undefined;
  readonly pendingActions?: readonly string[] | undefined;
  readonly fields?: readonly { readonly name: string; readonly value: string }[] | undefined;
  readonly addContact?: Readonly<Record<string, string>> | undefined;
  readonly [fact: string]: unknown;
}

/**
 * Whether every value occurs in the words. Values the account already has need not occur, a stage matches by
 * any of its names, and removed insurance and a field that is emptied must be named.
 */
export function isOwnWords(
  { stage, insuranceTypes, nextSteps, pendingActions, fields = [], addContact, ...facts }: SaidChange,
  known: { readonly said: string; readonly state: AccountState | null; readonly rules: readonly StageRule[] },
): boolean {
  const said = ` ${plainWords(known.said).join(" ")} `;
  const occurs = (words: string): boolean => said.includes(` ${plainWords(words).join(" ")} `);
  // A note may join sentences that the person said apart.
  const isSaid = (value: unknown): boolean => {
    if (typeof value !== "string" || value === "") return true;
    const sentences = value.split("\n").flatMap(sentencesOf);
    return sentences.length === 0 ? occurs(value) : sentences.every(occurs);
  };
  const isStageSaid = stage === undefined || wordsOf(stage, known.rules).some(isSaid);
  const lists = [insuranceTypes, nextSteps, pendingActions].flatMap((list) => list ?? []);
  const stands = new Set(listed(known.state));
  const values = [
    ...lists.filter((one) => !stands.has(one)),
    ...goneFrom(known.state, insuranceTypes),
    ...fields.map(({ name, value }) => value || name),
    ...Object.values(facts),
    ...Object.values(addContact ?? {}),
  ];
  return isStageSaid && values.every(isSaid);
}

function wordsOf(stage: string, rules: readonly StageRule[]): string[] {
  const rule = stageNamed(rules, stage);
  return rule === null ? [stage] : [stage, rule.stage, ...rule.aliases];
}

function listed(state: AccountState | null): string[] {
  return state === null ? [] : [...state.insuranceTypes, ...state.nextSteps, ...state.pendingActions];
}

function goneFrom(state: AccountState | null, insuranceTypes: readonly string[] | undefined): string[] {
  if (state === null || insuranceTypes === undefined) return [];
  return state.insuranceTypes.filter((one) => !insuranceTypes.includes(one));
}
