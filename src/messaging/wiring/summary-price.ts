/** Estimates the cost of an e-mail summary, to decide whether to make one. */
import { agentAsSet } from "../../agent/index.ts";
import { costMicroUsd } from "../../agent/usage/index.ts";
import { tokensOfChars } from "../../kernel/tokens.ts";
import type { TenantContext } from "../../platform/context.ts";
import { mailSummarizer } from "../agents/mail-summarizer.ts";

/** Approximate tokens of an answer. */
const ANSWER_TOKENS = 120;

/** Approximate micro-dollars of summarizing an e-mail of a given length, by the team's instructions and model, which are read once. */
export function summaryPrice(ctx: TenantContext): (chars: number) => Promise<number> {
  let asked: ReturnType<typeof agentAsSet> | null = null;
  return async (chars) => {
    const { instructions, tier } = await (asked ??= agentAsSet(ctx.db, mailSummarizer));
    const inputTokens = tokensOfChars(instructions.length + chars);
    const usage = { inputTokens, outputTokens: ANSWER_TOKENS, cacheReadTokens: 0, cacheWriteTokens: 0 };
    return costMicroUsd(ctx.config.models[tier], usage).microUsd;
  };
}
