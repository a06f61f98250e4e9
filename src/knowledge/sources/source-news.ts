/** Notifications about a source's first pass for the member who added it: completed, with what was missing, or stuck. Pure. */
import { AppError, IntegrationError } from "../../kernel/errors.ts";
import type { KnowledgeKind } from "../api/knowledge.ts";
import type { SourceNews } from "./ports.ts";
import type { SourceRow } from "./sync.ts";
import { isVisible } from "./visible.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";

/** Consecutive failures (about ten minutes) before someone is notified. */
const LASTS = 6;
/** Access refused twice won't recover by itself. */
const REFUSED = 2;
const PATH = "/sources";
/** How long people watch a page that counts. */
const WATCHED_MS = 3 * 60_000;
/** Persisted. */
const STUCK = "source-stuck:";

/** Kinds as named in a sentence. */
export const KIND_NAMES: Readonly<Record<KnowledgeKind, string>> = {
  email: "the e-mails",
  document: "the documents",
  event: "the calendar",
  issue: "the tasks",
};

/**
 * Notification that the first pass completed; null if nobody is waiting, or if it took so little time, and all
 * was read, that the page of sources showed it to whoever asked. Stable per request.
 */
export function readNews(row: SourceRow, service: string, endedMs: number): SourceNews | null {
  const { id, askedAt, askedById, items, notRead, isPartial, windowDays } = row;
  if (askedAt === null) return null;
  const lacks = [
    ...(notRead === 0 ? [] : [`${counted(notRead)} couldn’t be read, or not completely.`]),
    ...(isPartial
      ? [`${service} returned an incomplete list; Steward will check again within the hour.`]
      : []),
  ];
  const tookMs = endedMs - Date.parse(askedAt);
  if (tookMs < WATCHED_MS && lacks.length === 0) return null;
  const what =
    items === 0
      ? `There was nothing in the last ${windowDays} days.`
      : `${counted(items)} read in ${durationOf(tookMs)}. Search finds ${items === 1 ? "it" : "them"} now.`;
  return {
    key: `source-read:${id}:${askedAt}`,
    sourceId: id,
    userId: askedById,
    title: `Steward read ${sourceName(row, service)}`,
    body: [what, ...lacks].join(" "),
    path: isVisible(row, askedById) ? `${PATH}/${id}` : PATH,
    settles: STUCK,
  };
}

/** Notification that the first pass is stuck; null if it may still recover or nobody is waiting. */
export function stuckNews(row: SourceRow, service: string, error: unknown): SourceNews | null {
  const { id, askedAt, askedById, failures, problem, state } = row;
  if (
    askedAt === null ||
    state === "removing" ||
    failures < (isRefused(error) ? REFUSED : LASTS) ||
    isPause(error)
  )
    return null;
  return {
    key: `${STUCK}${id}:${askedAt}`,
    sourceId: id,
    userId: askedById,
    title: `Steward couldn’t read ${sourceName(row, service)}`,
    body: `${problem ?? ""} Items already read can be found.`.trim(),
    path: PATH,
    settles: null,
  };
}

/** The source's name; for calendars, including the person. */
function sourceName({ kind, person }: SourceRow, service: string): string {
  return `${KIND_NAMES[kind]} in ${service}${person === "" ? "" : ` (${person})`}`;
}

function isRefused(error: unknown): boolean {
  if (!(error instanceof IntegrationError)) return error instanceof AppError;
  return error.status === 401 || error.status === 403;
}

function isPause(error: unknown): boolean {
  return error instanceof IntegrationError && error.status === 429;
}

function counted(amount: number): string {
  return `${amount.toLocaleString("en-US")} ${amount === 1 ? "item" : "items"}`;
}

function durationOf(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 1) return "less than a minute";
  if (minutes < 120) return minutes === 1 ? "a minute" : `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
