/** Formats a policy rule as a sentence for pages, answers and the audit log. Pure. */
import { inSentence } from "../../platform/api/in-sentence.ts";
import type { PolicyBound, PolicyRule, RecipientClass, RuleHours, ToolMode } from "./policy-rules.ts";

export const RECIPIENT_WORDS: Readonly<Record<RecipientClass, string>> = {
  colleague: "a colleague",
  conversation: "whoever wrote in this conversation",
  contact: "someone in your contacts",
  new: "someone new",
  no_one: "no one",
};

export const BOUND_WORDS: Readonly<Record<PolicyBound["is"], string>> = {
  at_most: "at most",
  at_least: "at least",
  equals: "equal to",
  contains: "containing",
  one_of: "one of",
};

export const DECISION_WORDS: Readonly<Record<ToolMode, string>> = {
  allow: "do it without asking",
  ask: "ask first",
  deny: "never do it",
  shadow: "only note what it would do",
};

const DAY_NAMES = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** Formats days as `on weekdays` or `on Monday and Friday`. */
export function dayWords(days: RuleHours["days"]): string {
  if (days === null || days.length === 7) return "every day";
  const sorted = days.toSorted((one, other) => one - other);
  if (sorted.join("") === "12345") return "on weekdays";
  if (sorted.join("") === "67") return "on weekends";
  return `on ${listed(
    sorted.map((day) => DAY_NAMES[day - 1] ?? ""),
    "and",
  )}`;
}

/** `When Steward wants to text somebody, to a colleague, with text at most 160, on weekdays from 08:00 to 18:00: do it without asking.` */
export function sentenceOf(rule: PolicyRule, titleOf: (tool: string) => string): string {
  const { agent, tool, recipients, bounds, hours, decision } = rule;
  const parts = [
    `When ${agent === null ? "any agent" : lowerName(agent)} wants to ${tool === null ? "do anything" : inSentence(titleOf(tool))}`,
    recipients === null
      ? ""
      : `to ${listed(
          recipients.map((one) => RECIPIENT_WORDS[one]),
          "or",
        )}`,
    ...bounds.map(boundWords),
    hours === null
      ? ""
      : `${dayWords(hours.days)}${hours.from === hours.to ? "" : ` from ${hours.from} to ${hours.to}`}`,
  ].filter((part) => part !== "");
  return `${parts.join(", ")}: ${DECISION_WORDS[decision]}.`;
}

function boundWords({ field, is, value }: PolicyBound): string {
  const words = Array.isArray(value)
    ? listed(value.map(quoted), "or")
    : typeof value === "string"
      ? quoted(value)
      : value;
  return `with ${fieldWords(field)} ${BOUND_WORDS[is]} ${words}`;
}

/** Formats `/createContact/firstName` as `create contact: first name`. */
export function fieldWords(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) =>
      part
        .replace(/([A-Z])/g, " $1")
        .replaceAll("_", " ")
        .toLowerCase(),
    )
    .join(": ");
}

/** Formats the agent ID `memory-curator` as `Memory curator`. */
function lowerName(agent: string): string {
  const words = agent.replaceAll("-", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function quoted(words: string): string {
  return `“${words}”`;
}

function listed(words: readonly string[], last: "and" | "or"): string {
  const [only = "", ...others] = words;
  const end = others.pop();
  return end === undefined ? only : `${[only, ...others].join(", ")} ${last} ${end}`;
}
