/** Handler types and the vendor's error envelope. */
import type { SandboxContext } from "../service.ts";
import type { QuoAccount, QuoStore } from "./store.ts";
import type { SpecIssue } from "./spec.ts";

/** An authenticated, valid request within the rate limit. */
export interface QuoCall {
  readonly context: SandboxContext;
  readonly store: QuoStore;
  readonly account: QuoAccount;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly nowIso: string;
}

/** A response before validation; a `null` body is empty. */
export interface QuoAnswer {
  readonly status: number;
  readonly body: unknown;
}

export type QuoHandler = (call: QuoCall) => QuoAnswer;

/** Converted to the vendor's error envelope. */
export class QuoError extends Error {
  readonly status: number;
  readonly issues: readonly SpecIssue[];

  constructor(status: number, message: string, issues: readonly SpecIssue[] = []) {
    super(message);
    this.status = status;
    this.issues = issues;
  }
}

const TITLES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  402: "Not Enough Credits",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  429: "Too Many Requests",
};

/** The vendor's error body. `fixed` holds the operation's documented fields; the rest is filled in. */
export function errorBody(
  status: number,
  message: string,
  options: {
    readonly family?: string;
    readonly fixed?: Record<string, unknown> | null;
    readonly issues?: readonly SpecIssue[];
  } = {},
): Record<string, unknown> {
  const family = options.family ?? "00";
  return {
    message,
    code: `${family}${status < 500 ? "00" : "01"}${status}`.slice(0, 7),
    status,
    docs: "https://openphone.com/docs",
    title: TITLES[status] ?? "Unknown",
    trace: crypto.randomUUID(),
    ...(options.issues === undefined || options.issues.length === 0 ? {} : { errors: options.issues }),
    ...options.fixed,
  };
}

/** One page; the token is the last item's ID. Throws QuoError 400 for an unknown token. */
export function pageOf<Item extends { readonly id: string }>(
  items: readonly Item[],
  limit: number,
  token: string | undefined,
): { readonly page: readonly Item[]; readonly next: string | null } {
  const from = token === undefined ? 0 : items.findIndex(({ id }) => tokenOf(id) === token) + 1;
  if (token !== undefined && from === 0) throw new QuoError(400, "The page token is not valid.");
  const page = items.slice(from, from + limit);
  const last = page.at(-1);
  return { page, next: last !== undefined && from + limit < items.length ? tokenOf(last.id) : null };
}

function tokenOf(id: string): string {
  return Buffer.from(`cursor:${id}`).toString("base64url");
}

/** Whether a time is within the query's `createdAfter` and `createdBefore`. */
export function withinQuery(createdAt: string, query: Readonly<Record<string, unknown>>): boolean {
  const at = Date.parse(createdAt);
  const bound = (name: string): number | null =>
    typeof query[name] === "string" ? Date.parse(query[name]) : null;
  const after = bound("createdAfter");
  const before = bound("createdBefore");
  return (after === null || at > after) && (before === null || at < before);
}
