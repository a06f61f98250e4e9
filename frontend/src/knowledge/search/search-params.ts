/** Search parameters of the search page. Unknown ones are dropped. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const SOURCES: readonly unknown[] = [
  "sms",
  "call",
  "email",
  "file",
  "conversation",
  "note",
  "document",
  "event",
  "issue",
];

export interface SearchParams {
  readonly q: string;
  readonly sources?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly days?: "0" | undefined;
}

export function searchParams(search: Record<string, unknown>): SearchParams {
  const q = search["q"];
  const day = (value: unknown): string | undefined =>
    typeof value === "string" && DAY.test(value) ? value : undefined;
  return {
    q: typeof q === "string" ? q.slice(0, 400) : typeof q === "number" ? String(q) : "",
    sources: SOURCES.includes(search["sources"]) ? (search["sources"] as string) : undefined,
    from: day(search["from"]),
    to: day(search["to"]),
    days: String(search["days"]) === "0" ? "0" : undefined,
  };
}
