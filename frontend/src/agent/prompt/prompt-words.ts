/** A prompt in words. Pure. */
import type { PromptPart, PromptView } from "../../../../src/agent/api/agent.ts";

const number = (value: number): string => value.toLocaleString("en-US");

/** `about 1,240 tokens`: estimates are never presented as facts. */
export function tokensWords(tokens: number): string {
  return tokens === 0 ? "empty" : `about ${number(tokens)} ${tokens === 1 ? "token" : "tokens"}`;
}

/** Share of the whole in percent, for the width of a bar; something is never nothing. */
export function sharePercent(tokens: number, total: number): number {
  if (tokens <= 0 || total <= 0) return 0;
  return Math.max(1, Math.round((tokens / total) * 100));
}

/** How many of a part's tokens the model would read from its cache. */
export function cachedTokens(part: PromptPart): number {
  if (part.messages) {
    return part.messages
      .filter((message) => message.cached)
      .reduce((sum, message) => sum + message.tokens, 0);
  }
  return part.cached ? part.tokens : 0;
}

/** How the cache affects a part: a label beside its token count. */
export function cacheWords(part: PromptPart): "cached" | "uncached" | "partly cached" {
  const cached = cachedTokens(part);
  if (part.messages) {
    if (part.messages.length > 0 && part.messages.every((message) => message.cached)) return "cached";
    return cached > 0 ? "partly cached" : "uncached";
  }
  return part.cached ? "cached" : "uncached";
}

/** The whole prompt in two sentences. */
export function promptSentence(view: PromptView): string {
  const share = view.windowTokens > 0 ? Math.round((view.totalTokens / view.windowTokens) * 100) : 0;
  const fresh = Math.max(0, view.totalTokens - view.cachedTokens);
  const cache =
    view.cachedTokens === 0
      ? "None of it is cached."
      : `${tokensWords(view.cachedTokens).replace("about", "About")} would come from the model’s cache; ${number(fresh)} are uncached.`;
  return `${tokensWords(view.totalTokens).replace("about", "About")}, ${share}% of the ${number(view.windowTokens)}-token window. ${cache}`;
}

/** Formats JSON; returns anything else unchanged. */
export function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** What a part of the prompt is for, for people who have never seen a prompt. */
export const PART_WORDS: Readonly<Record<PromptPart["kind"], string>> = {
  tools: "The tools it can call and the fields each one takes.",
  instructions: "What it is and how it should work.",
  tenant: "Who your team is. The same in all of your conversations.",
  summary: "Replaces older messages that no longer fit. You can still read them in the conversation.",
  history: "The conversation so far, exactly as it’s sent.",
  context:
    "Sent with the newest message: the time, who’s speaking, the channel, and what’s new in the workspace.",
};
