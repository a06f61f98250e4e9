/** The leaves of a JSON value by JSON pointer (RFC 6901). Pure. */
import type { Json } from "./hash.ts";

export interface RawLeaf {
  /** JSON pointer. */
  readonly path: string;
  readonly value: Json;
}

/** In document order; an empty list or object is a leaf. */
export function leavesOf(value: Json, path = ""): RawLeaf[] {
  if (value === null || typeof value !== "object") return [{ path, value }];
  const children: [string, Json][] = Array.isArray(value)
    ? value.map((item: Json, index): [string, Json] => [String(index), item])
    : Object.entries(value);
  if (children.length === 0) return [{ path, value }];
  return children.flatMap(([key, item]) =>
    leavesOf(item, `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
}
