/** `$search` of messages: words of KQL (microsoft-graph-docs-contrib: concepts/search-query-parameter.md, read 2026-11-30). */
import { headerOf } from "../../google/gmail/mime.ts";
import { GraphError } from "../errors.ts";
import { attachmentsOf } from "./message-json.ts";
import type { GraphCall } from "../calls.ts";
import { readMessage, type StoredMessage } from "./store.ts";

type Test = (call: GraphCall, message: StoredMessage) => boolean;

const HEADERS: Readonly<Record<string, readonly string[]>> = {
  from: ["from"],
  to: ["to"],
  cc: ["cc"],
  bcc: ["bcc"],
  recipients: ["to", "cc", "bcc"],
  participants: ["from", "to", "cc", "bcc"],
  subject: ["subject"],
};

/** All terms must match; `OR` joins alternatives. Without a property, sender, subject and body are searched. */
export function readSearch(search: unknown): Test {
  const [, quoted] = /^\s*"((?:[^"\\]|\\.)*)"\s*$/s.exec(String(search)) ?? [];
  const text = (quoted ?? String(search)).replace(/\\(.)/g, "$1").trim();
  if (text === "") throw new GraphError(400, "BadRequest", "Syntax error: character '' is not valid.");
  const alternatives = text
    .split(/\s+OR\s+/)
    .map((part) =>
      [...part.matchAll(/(-|NOT\s+)?(?:(\w+)([:<>=]+))?(?:"([^"]*)"|(\S+))/g)].flatMap(
        ([whole, not, property, operator, phrase, word]) =>
          whole === "AND"
            ? []
            : { isNot: not !== undefined, test: termOf(property, operator, phrase ?? word ?? "") },
      ),
    );
  return (call, message) =>
    alternatives.some((terms) => terms.every(({ isNot, test }) => test(call, message) !== isNot));
}

function termOf(property: string | undefined, operator: string | undefined, value: string): Test {
  const name = property?.toLowerCase();
  const has = (text: string): boolean => includesWords(text, value);
  const headers = HEADERS[name ?? ""];
  if (headers !== undefined)
    return (_, stored) => headers.some((header) => has(headerOf(readMessage(stored).message, header) ?? ""));
  if (name === "body") return (_, stored) => has(readMessage(stored).text);
  if (name === "hasattachments" || name === "hasattachment")
    return (call, stored) => String(attachmentsOf(call, stored).length > 0) === value.toLowerCase();
  if (name === "attachment")
    return (call, stored) => attachmentsOf(call, stored).some(({ part }) => has(part.filename));
  if (name === "received" || name === "sent")
    return (_, stored) => within(stored.receivedMs, operator ?? ":", value);
  if (name !== undefined)
    throw new GraphError(400, "BadRequest", `Syntax error: '${property}' can't be searched.`);
  return (_, stored) => {
    const { message, text, subject } = readMessage(stored);
    return has([headerOf(message, "from"), subject, text].join(" \n "));
  };
}

/** Whole words, the last of which may go on. */
function includesWords(text: string, value: string): boolean {
  const words = value.toLowerCase().replace(/\*$/, "").split(/\s+/).map(escaped).join("\\s+");
  return new RegExp(`(?<![\\p{L}\\p{N}])${words}`, "u").test(text.toLowerCase());
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function within(ms: number, operator: string, value: string): boolean {
  const [first = "", last] = value.split("..");
  const day = Date.parse(first);
  if (Number.isNaN(day)) throw new GraphError(400, "BadRequest", `Syntax error: '${value}' is not a date.`);
  const DAY_MS = 86_400_000;
  if (last !== undefined) return ms >= day && ms < Date.parse(last) + DAY_MS;
  if (operator === ">=") return ms >= day;
  if (operator === ">") return ms >= day + DAY_MS;
  if (operator === "<=") return ms < day + DAY_MS;
  if (operator === "<") return ms < day;
  return ms >= day && ms < day + DAY_MS;
}
