/** What a summary of an e-mail costs, for who decides whether there shall be any. */
import { mailSummarizer } from "../agents/mail-summarizer.ts";
import { tokensOfChars } from "../../kernel/tokens.ts";
import type { TenantContext } from "../../platform/context.ts";
import { costMicroUsd } from "../../agent/usage/index.ts";

/** What an answer takes, about. */
const ANSWER_TOKENS = 120;

/** Micro-dollars of summarizing an e-mail of so many characters, about. */
export function summaryMicroUsd(ctx: TenantContext, chars: number): number {
  const inputTokens = tokensOfChars(mailSummarizer.instructions.length + chars);
  const usage = { inputTokens, outputTokens: ANSWER_TOKENS, cacheReadTokens: 0, cacheWriteTokens: 0 };
  return costMicroUsd(ctx.config.models.cheap, usage).microUsd;
}
