/** Validates requests and responses against a vendor's specification. */

/** Problems are human-readable lines. */
export interface Operation {
  readonly id: string;
  /** Any one of these is sufficient; empty if the specification names none. */
  readonly scopes: readonly string[];
  /** Accepts an upload (`multipart/related`, as Google's uploads do). */
  readonly takesMedia?: boolean;
  /** May respond with a file's bytes instead of JSON. */
  readonly givesMedia?: boolean;
  /** The coerced query, or its problems. */
  query(
    params: URLSearchParams,
  ): { ok: true; value: Record<string, unknown> } | { ok: false; issues: string[] };
  /** Problems in a request body; `undefined` means no body. */
  body(value: unknown): string[];
  /** Problems in our response; `null` means empty. */
  answer(status: number, value: unknown): string[];
}

/** A matching operation with its path parameters. */
export interface Match {
  readonly operation: Operation;
  readonly pathValues: Readonly<Record<string, string>>;
}

export interface Judge {
  match(method: string, path: string): Match | null;
}

/** Decodes a path segment; a malformed one is returned unchanged and matches nothing. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
