/** Estimates the cost of an e-mail summary, to decide whether to make one. */
import { mailSummarizer } from "../agents/mail-summarizer.ts";
import { tokensOfChars } from "../../kernel/tokens.ts";
import type { TenantContext } from "../../platform/context.ts";
import { costMicroUsd } from "../../agent/usage/index.ts";

/** Approximate tokens of an answer. */
const ANSWER_TOKENS = 120;

/** Approximate micro-dollars of summarizing an e-mail of this length. */
export function summaryMicroUsd(ctx: TenantContext, chars: number): number {
  const inputTokens = tokensOfChars(mailSummarizer.instructions.length + chars);
  const usage = { inputTokens, outputTokens: ANSWER_TOKENS, cacheReadTokens: 0, cacheWriteTokens: 0 };
  return costMicroUsd(ctx.config.models.cheap, usage).microUsd;
}
