/** A vendor's own description as a judge: which operation a request is, whether it keeps to it, and whether our answer does. */

/** One operation of an API. Issues are lines for people. */
export interface Operation {
  readonly id: string;
  /** Any one of these allows it; none where the description names none. */
  readonly scopes: readonly string[];
  /** Comes with a file (`multipart/related`, as Google's uploads do). */
  readonly takesMedia?: boolean;
  /** May answer with a file's bytes in place of JSON. */
  readonly givesMedia?: boolean;
  /** The query as declared, or what is wrong with it. */
  query(
    params: URLSearchParams,
  ): { ok: true; value: Record<string, unknown> } | { ok: false; issues: string[] };
  /** What is wrong with a request's body; `undefined` is no body. */
  body(value: unknown): string[];
  /** What is wrong with an answer of ours; `null` is an empty one. */
  answer(status: number, value: unknown): string[];
}

/** An operation found for a request, with the values of its path. */
export interface Match {
  readonly operation: Operation;
  readonly pathValues: Readonly<Record<string, string>>;
}

/** A description ready to judge. */
export interface Judge {
  match(method: string, path: string): Match | null;
}

/** A part of a path; what is not well encoded stays as it is and fits nothing. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
