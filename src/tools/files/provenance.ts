/**
 * Where noted words come from, written beside them: date and conversation, and that text from outside led to them where it did. Also the one
 * rule of what outside text may not enter without a person: whatever every prompt holds by itself.
 */
import { conversationPath } from "./conversation-path.ts";
import { dayOf } from "../../usage/index.ts";
import { isInEveryPrompt, nameOf, type Origin } from "../../workspace/index.ts";
import type { TeamFiles, ToolContext } from "../ports.ts";

/** The rule by which a write waits for a person. Persisted with approvals. */
export const OUTSIDE_TEXT_RULE = "memory.outside_text";

type Scope = ToolContext["scope"];

/**
 * Whether text from outside the team may have led to a call: its turn was started by it, or its conversation has read some. A call that is
 * resolved again later is taken by the rule it waits by.
 */
export function isOutside({ asker, scope }: ToolContext): boolean {
  return asker === null ? scope.rule === OUTSIDE_TEXT_RULE : asker.outside;
}

/** Today, as notes are named. */
export function todayOf({ clock }: ToolContext, { timeZone }: TeamFiles): string {
  return dayOf(clock.now(), timeZone);
}

/** Whether a write to a path waits for a person. */
export function waitsForPerson(path: string, context: ToolContext, files: TeamFiles): boolean {
  return isOutside(context) && isInEveryPrompt(path, todayOf(context, files));
}

/** Who writes and what led to it. */
export function originOf(context: ToolContext): Origin {
  const { scope } = context;
  const id = scope.agent ?? "steward";
  return {
    author: { kind: "agent", id, name: id.charAt(0).toUpperCase() + id.slice(1) },
    conversationId: scope.conversationId,
    ...(scope.runId === undefined ? {} : { runId: scope.runId }),
    ...(scope.messageId === undefined ? {} : { messageId: scope.messageId }),
    ...(isOutside(context) ? { source: sourceOf(scope) } : {}),
  };
}

/** Where outside text came from, in words. */
export function sourceOf({ conversationId }: Pick<Scope, "conversationId">): string {
  return `text from outside, conversation ${conversationId}`;
}

/** Whether a file can hold a line about where its words come from. */
export function holdsProse(path: string): boolean {
  return nameOf(path).endsWith(".md") || nameOf(path).endsWith(".txt");
}

/** Words with where they come from: on the same line where they are one line, else on a line after them. */
export function withSource(text: string, path: string, context: ToolContext, files: TeamFiles): string {
  const note = noteOf(path, context, todayOf(context, files));
  if (!holdsProse(path) || text.includes(note)) return text;
  const words = text.trimEnd();
  const separator = words.includes("\n") ? "\n" : " ";
  return `${words}${separator}${note}${text.endsWith("\n") ? "\n" : ""}`;
}

function noteOf(path: string, context: ToolContext, today: string): string {
  const from = conversationPath(context.scope.conversationId);
  const outside = isOutside(context) ? "source: text from outside, " : "";
  return path.endsWith(".md")
    ? `_(${today}, ${outside}[conversation](${from}))_`
    : `(${today}, ${outside}conversation ${from})`;
}
