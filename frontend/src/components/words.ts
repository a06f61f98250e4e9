/** Times, money and states in words. Pure: the time now and the tenant's zone are passed in. */
import type { Approval, ApprovalStatus } from "../../../src/approvals/api/approval.ts";
import type {
  ChatSession,
  Conversation,
  ConversationStatus,
  Source,
} from "../../../src/agent/api/conversation.ts";
import type { StopReason } from "../../../src/agent/api/conversation-frames.ts";
import type { SearchKind } from "../../../src/platform/api/search.ts";
import { clipped } from "./text-pieces.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Cached formats: creating one takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function format(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = makeFormat(zone, options);
  formats.set(key, made);
  return made;
}

function makeFormat(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-US", { ...options, timeZone: zone });
  } catch {
    return new Intl.DateTimeFormat("en-US", options);
  }
}

/** The day a moment falls on in a zone, as `2026-11-21`. */
export function dayKey(at: string, zone: string): string {
  const parts = format(zone, { year: "numeric", month: "2-digit", day: "2-digit" }).formatToParts(
    new Date(at),
  );
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/** `10:42 AM` in the zone. */
export function clockTime(at: string, zone: string): string {
  return format(zone, { hour: "numeric", minute: "2-digit" }).format(new Date(at));
}

/** The full moment with its zone, for tooltips. */
export function exactTime(at: string, zone: string): string {
  return format(zone, {
    weekday: "short",
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
  }).format(new Date(at));
}

/** `Today`, `Yesterday`, `Monday`, `November 3`, `November 3, 2025`. */
export function dayName(at: string, nowMs: number, zone: string): string {
  const key = dayKey(at, zone);
  const now = new Date(nowMs).toISOString();
  if (key === dayKey(now, zone)) return "Today";
  if (key === dayKey(new Date(nowMs - DAY).toISOString(), zone)) return "Yesterday";
  const age = nowMs - Date.parse(at);
  if (age > 0 && age < 6 * DAY) return format(zone, { weekday: "long" }).format(new Date(at));
  const sameYear = key.slice(0, 4) === dayKey(now, zone).slice(0, 4);
  return format(zone, { month: "long", day: "numeric", ...(sameYear ? {} : { year: "numeric" }) }).format(
    new Date(at),
  );
}

/** How long ago or until, short: `now`, `4 min`, `2 h`, `3 d`. */
export function span(ms: number): string {
  const size = Math.abs(ms);
  if (size < 45 * SECOND) return `${Math.max(1, Math.round(size / SECOND))} s`;
  if (size < 59.5 * MINUTE) return `${Math.max(1, Math.round(size / MINUTE))} min`;
  if (size < 23.5 * HOUR) return `${Math.round(size / HOUR)} h`;
  return `${Math.round(size / DAY)} d`;
}

/** For past moments: `just now`, `4 min ago`, `2 h ago`, `yesterday 4:10 PM`, `Monday 4:10 PM`, `Nov 3`. */
export function relativeTime(at: string, nowMs: number, zone: string): string {
  // Never in the future, even if the device's clock is slow.
  const age = Math.max(0, nowMs - Date.parse(at));
  if (age < 45 * SECOND) return "just now";
  if (age < 6 * HOUR) return `${span(age)} ago`;
  const day = dayName(at, nowMs, zone);
  if (day === "Today") return clockTime(at, zone);
  if (day === "Yesterday") return `yesterday ${clockTime(at, zone)}`;
  if (age < 6 * DAY) return `${day} ${clockTime(at, zone)}`;
  const sameYear = at.slice(0, 4) === new Date(nowMs).toISOString().slice(0, 4);
  return format(zone, { month: "short", day: "numeric", ...(sameYear ? {} : { year: "numeric" }) }).format(
    new Date(at),
  );
}

/** When something was done: `2:14 PM`, `yesterday 2:14 PM`, `Monday 2:14 PM`, `Nov 3, 2:14 PM`. */
export function momentTime(at: string, nowMs: number, zone: string): string {
  const clock = clockTime(at, zone);
  const day = dayName(at, nowMs, zone);
  if (day === "Today") return clock;
  if (day === "Yesterday") return `yesterday ${clock}`;
  if (nowMs - Date.parse(at) < 6 * DAY) return `${day} ${clock}`;
  return `${format(zone, { month: "short", day: "numeric" }).format(new Date(at))}, ${clock}`;
}

/** A moment ahead: `in 8 s`, `in 40 min`, `today 5:00 PM`, `tomorrow 9:00 AM`, `Friday 9:00 AM`. */
export function upcomingTime(at: string, nowMs: number, zone: string): string {
  const wait = Date.parse(at) - nowMs;
  if (wait <= 0) return "now";
  if (wait < HOUR) return `in ${span(wait)}`;
  const key = dayKey(at, zone);
  if (key === dayKey(new Date(nowMs).toISOString(), zone)) return `today ${clockTime(at, zone)}`;
  if (key === dayKey(new Date(nowMs + DAY).toISOString(), zone)) return `tomorrow ${clockTime(at, zone)}`;
  const day =
    wait < 6 * DAY ? { weekday: "long" as const } : { month: "short" as const, day: "numeric" as const };
  return `${format(zone, day).format(new Date(at))} ${clockTime(at, zone)}`;
}

/** `under 0.1 s`, `0.8 s`, `12 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 50) return "under 0.1 s";
  if (ms < 950) return `${(ms / SECOND).toFixed(1)} s`;
  if (ms < 10 * SECOND) return `${(ms / SECOND).toFixed(1)} s`;
  if (ms < MINUTE) return `${Math.round(ms / SECOND)} s`;
  const minutes = Math.floor(ms / MINUTE);
  const seconds = Math.round((ms - minutes * MINUTE) / SECOND);
  return seconds > 0 ? `${minutes} min ${seconds} s` : `${minutes} min`;
}

/** Dollars, with more decimals for small amounts. */
export function money(usd: number): string {
  if (usd === 0) return "$0";
  if (Math.abs(usd) < 0.1) return `$${usd.toFixed(4).replace(/0{1,2}$/, "")}`;
  return `$${usd.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

/** `1 text`, `3 texts`. */
export function count(amount: number, one: string, many = `${one}s`): string {
  return `${amount.toLocaleString("en-US")} ${amount === 1 ? one : many}`;
}

/** `+1 412 555 0142` for a US number in E.164; other numbers unchanged. */
export function phoneWords(number: string): string {
  const parts = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number);
  return parts ? `+1 ${parts[1]} ${parts[2]} ${parts[3]}` : number;
}

/** A share of a whole: `0%`, `under 1%`, `42%`. */
export function percent(part: number, whole: number): string {
  if (part <= 0 || whole <= 0) return "0%";
  const share = (part / whole) * 100;
  return share < 1 ? "under 1%" : `${Math.round(share)}%`;
}

/** A list in a sentence: `a`, `a and b`, `a, b, and c`. */
export function sentenceList(items: readonly string[]): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")}${items.length > 2 ? "," : ""} and ${items.at(-1)}`;
}

export const SOURCE_WORDS: Readonly<Record<Source, string>> = {
  web_chat: "Chat",
  sms: "Text",
  team_text: "Team text",
  team_email: "Team e-mail",
  team_slack: "Slack",
  email: "E-mail",
  schedule: "Schedule",
  webhook: "Webhook",
};

/** Whether a chat accepts no messages: closed by a person, or continued in a fork. */
export function isOver(session: ChatSession | undefined): session is ChatSession {
  return session?.state === "completed";
}

/** A conversation's state as people see it. */
export type ShownStatus = ConversationStatus | "held_back" | "paused" | "closed";

export function shownStatus({
  status,
  heldBack,
  lastStop,
  session,
}: Pick<Conversation, "status" | "heldBack" | "lastStop" | "session">): ShownStatus {
  if (isOver(session)) return "closed";
  if (status === "stopped" && lastStop?.resumesAt !== undefined) return "paused";
  return status === "idle" && heldBack ? "held_back" : status;
}

export const CONVERSATION_STATUS_WORDS: Readonly<Record<ShownStatus, string>> = {
  idle: "Done",
  held_back: "Texts on hold",
  running: "Working",
  waiting_approval: "Needs your approval",
  waiting_answer: "Needs your answer",
  failed: "Failed",
  stopped: "Stopped",
  paused: "Paused",
  closed: "Closed",
};

export const APPROVAL_STATUS_WORDS: Readonly<Record<ApprovalStatus, string>> = {
  pending: "Waiting for approval",
  approved: "Approved",
  executing: "Sending",
  done: "Done",
  failed: "Failed",
  needs_human: "Needs a check",
  not_done: "Not done",
  rejected: "Rejected",
  expired: "Expired",
  stale: "Out of date",
  withdrawn: "Withdrawn",
};

/** `Changes requested` after a request for another draft, `Waiting for Quo` while waiting for a provider; otherwise the status label. */
export function statusOf({
  status,
  changesRequested,
  effects = [],
  waitsFor = effects.find(({ waits }) => waits)?.waits?.for,
}: Pick<Approval, "status" | "changesRequested"> &
  Partial<Pick<Approval, "effects">> & { readonly waitsFor?: string | undefined }): string {
  if (waitsFor !== undefined) return `Waiting for ${waitsFor}`;
  return changesRequested ? "Changes requested" : APPROVAL_STATUS_WORDS[status];
}

interface StopWords {
  /** In a list, after "Stopped". */
  readonly cause: string;
  readonly title: string;
  readonly next: string;
}

const GO_ON = "Send “continue” to resume.";

/** Why a turn stopped and what to do, for the stops that need words. */
const STOPS: Readonly<Partial<Record<StopReason, StopWords>>> = {
  stopped_by_user: {
    cause: "by a teammate",
    title: "Stopped by a teammate.",
    next: "What was written so far is kept. Send a message to continue.",
  },
  limit_model_calls: {
    cause: "step limit",
    title: "Stopped: this turn reached its limit of model calls.",
    next: GO_ON,
  },
  limit_tool_calls: {
    cause: "tool limit",
    title: "Stopped: this turn reached its limit of tool calls.",
    next: GO_ON,
  },
  limit_time: { cause: "time limit", title: "Stopped: this turn reached its time limit.", next: GO_ON },
  limit_cost: {
    cause: "cost limit",
    title: "Stopped: this turn reached its cost limit.",
    next: "Ask for less at once, or have an admin raise the limit in Settings → Policy.",
  },
  budget_spent: {
    cause: "monthly budget",
    title: "Stopped: this month’s budget is spent.",
    next: "An admin can raise it in Settings → Policy. Nothing is lost.",
  },
  rate_limited: {
    cause: "hourly limit",
    title: "Paused: your team reached its hourly limit of tool calls.",
    next: "It continues automatically as soon as there’s room. Nothing is lost.",
  },
  max_tokens: {
    cause: "answer too long",
    title: "The answer was cut off because it got too long.",
    next: "Send “continue” to get the rest.",
  },
  refusal: {
    cause: "declined by the model",
    title: "The model declined to continue.",
    next: "Rephrase it, or do this one by hand.",
  },
  context_full: {
    cause: "too long",
    title: "Stopped: this conversation is too long to continue.",
    next: "Start a new chat.",
  },
  failed: { cause: "error", title: "Something went wrong.", next: "Try again." },
};

export function stopWords(reason: StopReason): StopWords | null {
  return STOPS[reason] ?? null;
}

/** Why a conversation is paused, in a few words: `hourly limit`; null if its state says it all. */
export function stopCause(
  { status, lastStop, session }: Pick<Conversation, "status" | "lastStop" | "session">,
  zone: string,
): string | null {
  if (status !== "stopped" || lastStop === undefined || isOver(session)) return null;
  const cause = (STOPS as Readonly<Partial<Record<string, StopWords>>>)[lastStop.reason]?.cause ?? null;
  return lastStop.resumesAt === undefined
    ? cause
    : `${cause}, continues at ${clockTime(lastStop.resumesAt, zone)}`;
}

const LINE_CHARS = 300;

/** Words without the marks that make them bold, italic or code, for places that can't show these. */
export function withoutEmphasis(text: string): string {
  return text.replace(/\*\*|__|`+/g, "").replace(/(^|[\s(“])([*_])(?=\S)([^*_]+)\2(?=\W|$)/g, "$1$3");
}

/** A model's Markdown without its markup, on one line. */
export function withoutMarks(text: string, chars = LINE_CHARS): string {
  const plain = clipped(text, chars)
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, "$1")
    .replace(/(^|\s)(?:#{1,6}|>|[-*+])\s+/g, "$1");
  return withoutEmphasis(plain).trim();
}

/** Kinds of things search finds. */
export const KIND_WORDS: Readonly<Record<SearchKind, string>> = {
  sms: "Text",
  call: "Call",
  email: "E-mail",
  file: "File",
  conversation: "Conversation",
  note: "Internal note",
  document: "Document",
  event: "Event",
  issue: "Task",
  account: "Account",
  project: "Project",
  task: "Task",
  comment: "Comment",
};
