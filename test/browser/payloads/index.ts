import { htmlFamilies } from "./html.ts";
import { markdownFamilies } from "./markdown.ts";
import { numbered, type Payload } from "./payload.ts";

export { CANARY, FOREIGN_SUFFIX, type Payload } from "./payload.ts";

/** The whole list, each content once. */
export const PAYLOADS: readonly Payload[] = numbered([...markdownFamilies, ...htmlFamilies]);

/** Spread over all families: `each` of every family, no longer than `maxChars`. */
export function sample(each: number, maxChars: number): Payload[] {
  const taken = new Map<string, number>();
  return PAYLOADS.filter(({ family, text }) => {
    const count = taken.get(family) ?? 0;
    if (count >= each || text.length > maxChars || text.trim() === "") return false;
    taken.set(family, count + 1);
    return true;
  });
}
