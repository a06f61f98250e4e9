/**
 * Assembles an agent's context within its token budget: 40% search results, 20% events, 30% records, 10%
 * request. Unused budget passes on to other parts. Reports what was included and cut, for the trace and the
 * page. Pure.
 */
import { tokensOfChars } from "../../kernel/tokens.ts";
import type { ProjectAgentContext } from "../api/project-agents.ts";

/** Parts in the order the model reads them, with their share of the budget. */
const SHARES = { request: 0.1, records: 0.3, events: 0.2, found: 0.4 } as const;
type ContextPart = keyof typeof SHARES;
const PARTS = Object.keys(SHARES) as ContextPart[];

/** Lines of each part, most important first. A line is included completely or not at all. */
export type ContextLines = Readonly<Record<ContextPart, readonly string[]>>;

interface AssembledContext {
  readonly lines: ContextLines;
  readonly trace: ProjectAgentContext;
}

const CUT_SHOWN = 5;
const CUT_CHARS = 80;

/**
 * Two rounds: first each part up to its share, then the remaining budget to parts that need more, in order.
 */
export function assembleContext(wanted: ContextLines, budgetTokens: number): AssembledContext {
  const taken = new Map<ContextPart, number>();
  const used = new Map<ContextPart, number>();
  let left = budgetTokens;
  const take = (part: ContextPart, most: number): void => {
    const lines = wanted[part];
    let count = taken.get(part) ?? 0;
    let room = Math.min(most, left);
    for (let line = lines[count]; line !== undefined; line = lines[count]) {
      const tokens = lineTokens(line);
      if (tokens > room) break;
      room -= tokens;
      left -= tokens;
      used.set(part, (used.get(part) ?? 0) + tokens);
      count += 1;
    }
    taken.set(part, count);
  };
  for (const part of PARTS) take(part, Math.floor(budgetTokens * SHARES[part]));
  for (const part of PARTS) take(part, left);
  const parts = PARTS.map((part): ProjectAgentContext["parts"][number] => {
    const cut = wanted[part].slice(taken.get(part) ?? 0);
    return {
      part,
      shareTokens: Math.floor(budgetTokens * SHARES[part]),
      usedTokens: used.get(part) ?? 0,
      taken: taken.get(part) ?? 0,
      cut: cut.length,
      cutLines: cut.slice(0, CUT_SHOWN).map((line) => line.slice(0, CUT_CHARS)),
    };
  });
  const lines = Object.fromEntries(PARTS.map((part) => [part, wanted[part].slice(0, taken.get(part) ?? 0)]));
  return {
    lines: lines as unknown as ContextLines,
    trace: { budgetTokens, usedTokens: budgetTokens - left, parts },
  };
}

/** Includes the line break. */
function lineTokens(line: string): number {
  return tokensOfChars(line.length + 1);
}
