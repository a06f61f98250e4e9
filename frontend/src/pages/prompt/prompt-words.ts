/** A prompt in words. Pure. */
import type { PromptPart, PromptView } from "../../../../src/protocol/index.ts";

const number = (value: number): string => value.toLocaleString("en-US");

/** `about 1,240 tokens`: estimates are never said as facts. */
export function tokensWords(tokens: number): string {
  return tokens === 0 ? "empty" : `about ${number(tokens)} ${tokens === 1 ? "token" : "tokens"}`;
}

/** Share of the whole in per cent, for the width of a bar; something is never nothing. */
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

/** What the cache does for a part: a word that stands beside its tokens. */
export function cacheWords(part: PromptPart): "from the cache" | "read anew" | "partly from the cache" {
  const cached = cachedTokens(part);
  if (part.messages) {
    if (part.messages.length > 0 && part.messages.every((message) => message.cached)) return "from the cache";
    return cached > 0 ? "partly from the cache" : "read anew";
  }
  return part.cached ? "from the cache" : "read anew";
}

/** The whole prompt in two sentences. */
export function promptSentence(view: PromptView): string {
  const share = view.windowTokens > 0 ? Math.round((view.totalTokens / view.windowTokens) * 100) : 0;
  const fresh = Math.max(0, view.totalTokens - view.cachedTokens);
  const cache =
    view.cachedTokens === 0
      ? "None of it would come from the model’s cache."
      : `The model would read ${tokensWords(view.cachedTokens)} from its cache and ${number(fresh)} anew.`;
  return `${tokensWords(view.totalTokens).replace("about", "About")}, ${share}% of the working window of ${number(view.windowTokens)}. ${cache}`;
}

/** JSON made readable; anything else as it is. */
export function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** What a part is for, for those who never saw a prompt. */
export const PART_WORDS: Readonly<Record<PromptPart["kind"], string>> = {
  tools: "What it can call, with the fields each call takes.",
  instructions: "What it is told to be and do.",
  tenant: "Who the team is. The same in all of the team’s conversations.",
  summary: "Stands for older messages that no longer fit; they stay readable in the thread.",
  history: "What was said so far, as it is sent.",
  context:
    "The tail of the newest message: the time, who speaks, the channel, and what is new in the workspace.",
};
