import type { ReactNode } from "react";
import { ApiError } from "../api/api-error.ts";
import { ErrorNotice } from "./notice.tsx";
import { ListSkeleton } from "./skeleton.tsx";

interface Query {
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** Replaces the content of one or more queries until all have data: a skeleton, or the error with a retry. */
export function NotLoaded({
  query,
  rows,
  skeleton,
  missing,
  inset = false,
}: {
  query: Query | readonly Query[];
  /** Rows of the skeleton. */
  rows?: number;
  /** Replaces the skeleton of rows. */
  skeleton?: ReactNode;
  /** Shown if the server says that there is no such record. */
  missing?: ReactNode;
  /** Adds the margin that a page or pane without one needs around the error. */
  inset?: boolean;
}) {
  const queries = Array.isArray(query) ? (query as readonly Query[]) : [query as Query];
  const error = queries.find((one) => one.error !== null)?.error ?? null;
  if (error === null) return skeleton ?? <ListSkeleton {...(rows === undefined ? {} : { rows })} />;
  if (missing !== undefined && error instanceof ApiError && error.code === "not_found") return missing;
  const retry = (): void => queries.forEach((one) => void one.refetch());
  return (
    <div className={inset ? "p-4" : undefined}>
      <ErrorNotice error={error} onRetry={retry} />
    </div>
  );
}
