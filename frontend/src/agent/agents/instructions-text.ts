/** A draft of an agent's instructions, and words around it. Pure. */
import type { AgentSettingsView, Instructions, InstructionsMode } from "../../../../src/agent/api/agent.ts";
import { money } from "../../components/words.ts";

export interface Draft {
  readonly mode: InstructionsMode;
  readonly text: string;
}

export const MODE_WORDS: Readonly<Record<InstructionsMode, string>> = {
  built_in: "the built-in instructions",
  extend: "the built-in instructions, then yours",
  replace: "only your instructions",
};

export function draftOf(current: Pick<Instructions, "mode" | "text">): Draft {
  return { mode: current.mode, text: current.text };
}

/** Whether saving would change anything. The text of a mode that does not use it does not count. */
export function sameDraft(left: Draft, right: Draft): boolean {
  if (left.mode !== right.mode) return false;
  return left.mode === "built_in" || left.text.trim() === right.text.trim();
}

/** Why it cannot be saved; null when it can. */
export function draftProblem(draft: Draft, maxCharacters: number): string | null {
  if (draft.mode === "built_in") return null;
  if (draft.text.trim() === "") return "Write some instructions, or choose the built-in ones.";
  const over = draft.text.length - maxCharacters;
  return over > 0 ? `Too long by ${over.toLocaleString("en-US")} characters.` : null;
}

const LIMIT_WORDS: Readonly<Record<string, (value: string) => string>> = {
  maxTokens: (value) => `answers of up to ${value} tokens`,
  windowTokens: (value) => `a working window of ${value} tokens`,
  modelCalls: (value) => `${value} model calls a turn`,
  toolCalls: (value) => `${value} tool calls a turn`,
  minutes: (value) => `${value} minutes a turn`,
  costUsd: (value) => `$${value} a turn`,
};

/** An agent's limits in words; unknown ones keep their own name. */
export function limitWords(limits: Readonly<Record<string, number>>): string[] {
  return Object.entries(limits).map(([name, value]) => {
    const shown = value.toLocaleString("en-US");
    return LIMIT_WORDS[name]?.(shown) ?? `${name.replaceAll(/([A-Z])/g, " $1").toLowerCase()} ${shown}`;
  });
}

/** Share of the window at which the older part of a chat becomes a summary. */
const FULL = 0.85;

/** What a working window means, and what reading a full one costs. */
export function windowWords(
  { windowTokens, prices, tier }: Pick<AgentSettingsView, "windowTokens" | "prices" | "tier">,
  tokenBudget: AgentSettingsView["settings"]["tokenBudget"],
  modelOverride: AgentSettingsView["settings"]["modelOverride"],
): string {
  const full = Math.round(FULL * (tokenBudget || (windowTokens ?? 0)));
  const price = prices[modelOverride ?? tier];
  const usd = (perMillion: number): string => money((full * perMillion) / 1e6);
  const cost =
    price === null || price === undefined
      ? ""
      : ` Reading that much costs ${usd(price.cached)} with each model call, and up to ${usd(1.25 * price.input)} with the first after a pause.`;
  return `Above ${full.toLocaleString("en-US")} tokens, the older part of a chat becomes a summary; the originals stay readable.${cost}`;
}
