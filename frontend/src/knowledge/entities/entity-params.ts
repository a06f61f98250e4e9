/** Search parameters of the entity list. Unknown ones are dropped. */
import type { EntityParams } from "./entity-words.ts";

const TYPES: readonly unknown[] = ["person", "company", "project", "property", "topic"];

export function entityParams(search: Record<string, unknown>): EntityParams {
  const { q, type } = search;
  const words = typeof q === "string" || typeof q === "number" ? String(q).slice(0, 200) : "";
  return {
    q: words === "" ? undefined : words,
    type: TYPES.includes(type) ? (type as EntityParams["type"]) : undefined,
  };
}
