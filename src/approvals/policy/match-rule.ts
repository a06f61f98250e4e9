/**
 * Finds the first team rule that matches a call. A rule that allows must match every recipient and every
 * list item; one that asks, denies or shadows matches if any does. Pure.
 */
import type { CallFacts } from "../tables/approvals.ts";
import type { Json } from "../../kernel/hash.ts";
import type { EarnedKind, PolicyBound, PolicyRule, RecipientClass, RuleHours } from "../api/policy-rules.ts";
import { minuteOfDay, minutesOf } from "./quiet-hours.ts";
import type { PolicyCall } from "./types.ts";

interface RuleContext {
  readonly colleagues: ReadonlySet<string>;
  readonly nowMs: number;
  readonly timeZone: string;
}

/**
 * The matching rule; null if none matches. Also null if a rule about recipients comes first and the call
 * isn't resolved yet, because it is unknown whether a later rule applies.
 */
export function findFittingRule(
  rules: readonly PolicyRule[],
  call: PolicyCall,
  context: RuleContext,
): PolicyRule | null {
  const isUnresolved = call.facts === null && call.tool?.effect === "external";
  const candidate = rules.find(
    (rule) => fitsCall(rule, call, context) && (isUnresolved || fitsRecipients(rule, call.facts, context)),
  );
  if (candidate === undefined) return null;
  return isUnresolved && candidate.recipients !== null ? null : candidate;
}

function fitsCall(rule: PolicyRule, call: PolicyCall, { nowMs, timeZone }: RuleContext): boolean {
  if (rule.agent !== null && rule.agent !== call.agent) return false;
  if (rule.tool !== null && rule.tool !== call.tool?.name) return false;
  if (rule.hours !== null && !isWithinHours(nowMs, rule.hours, timeZone)) return false;
  return rule.bounds.every((bound) => holds(bound, valueAt(call.arguments, bound.field), takesAll(rule)));
}

function takesAll({ decision }: PolicyRule): boolean {
  return decision === "allow";
}

function fitsRecipients(
  rule: PolicyRule,
  facts: CallFacts | null,
  { colleagues }: Pick<RuleContext, "colleagues">,
): boolean {
  const { recipients } = rule;
  if (recipients === null) return true;
  if (facts === null) return false;
  return ofList(classesOf(facts, colleagues), takesAll(rule), (one) => recipients.includes(one));
}

function classesOf({ recipients }: CallFacts, colleagues: ReadonlySet<string>): RecipientClass[] {
  if (recipients.length === 0) return ["no_one"];
  return recipients.map(({ address, known }) => (colleagues.has(address) ? "colleague" : known));
}

/** The kind of recipient a call reaches; null if it reaches several kinds, a new recipient, or creates a contact. */
export function recipientKind(facts: CallFacts, colleagues: ReadonlySet<string>): EarnedKind | null {
  const [only = "new", ...others] = new Set(classesOf(facts, colleagues));
  return only === "new" || others.length > 0 || facts.makesContact ? null : only;
}

function ofList<Item>(items: readonly Item[], all: boolean, test: (item: Item) => boolean): boolean {
  if (items.length === 0) return false;
  return all ? items.every(test) : items.some(test);
}

/** The argument at a JSON pointer, or undefined. */
function valueAt(args: PolicyCall["arguments"], pointer: string): Json | undefined {
  let value: Json | undefined = args;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

function isObject(value: Json | undefined): value is Readonly<Record<string, Json>> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Whether an argument satisfies a bound. A missing one doesn't. */
function holds(bound: PolicyBound, value: Json | undefined, all: boolean): boolean {
  if (value === undefined || value === null) return false;
  const entries = Array.isArray(value) ? (value as readonly Json[]) : [value];
  switch (bound.is) {
    case "at_most":
      return (sizeOf(value) ?? Infinity) <= bound.value;
    case "at_least":
      return (sizeOf(value) ?? -Infinity) >= bound.value;
    case "contains":
      return ofList(entries, all, (entry) => wordsOf(entry)?.includes(plain(bound.value)) === true);
    case "equals":
      return ofList(entries, all, (entry) => wordsOf(entry) === plain(bound.value));
    case "one_of": {
      const wanted = bound.value.map(plain);
      return ofList(entries, all, (entry) => wanted.includes(wordsOf(entry) ?? ""));
    }
  }
}

/** A number itself, the length of a text, or the number of list items. */
function sizeOf(value: Json): number | null {
  if (typeof value === "number") return value;
  if (typeof value === "string") return Array.from(value).length;
  return Array.isArray(value) ? value.length : null;
}

function wordsOf(value: Json): string | null {
  return value === null || typeof value === "object" ? null : plain(String(value));
}

function plain(text: string): string {
  return text.normalize("NFKC").trim().toLowerCase();
}

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** Whether a time is within a rule's hours. A window that spans midnight belongs to the day on which it starts; if `from` equals `to`, it is the whole day. */
export function isWithinHours(atMs: number, { from, to, days }: RuleHours, timeZone: string): boolean {
  const [start, end, now] = [minutesOf(from), minutesOf(to), minuteOfDay(atMs, timeZone)];
  const isAfterMidnight = start > end && now < end;
  const isIn = start === end || (start < end ? now >= start && now < end : now >= start || now < end);
  if (!isIn || days === null) return isIn;
  const today = dayOfWeek(atMs, timeZone);
  return days.includes(isAfterMidnight ? ((today + 5) % 7) + 1 : today);
}

/** 1 is Monday, 7 is Sunday. */
function dayOfWeek(atMs: number, timeZone: string): number {
  const name = new Intl.DateTimeFormat("en-US", { timeZone, weekday: "short" }).format(new Date(atMs));
  return DAYS.indexOf(name) + 1;
}
