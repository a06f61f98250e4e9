/**
 * Identifiers. Random IDs sort by time (UUID version 7, RFC 9562 section 5.7); derived IDs are hashes of
 * their inputs, so that a repeat produces the same ID and its insert conflicts.
 */
import { sha256Hex } from "./hash.ts";

/** Generates IDs; passed in so that tests can predict them. */
export interface IdSource {
  newId(): string;
}

/** A UUID version 7 for a time in milliseconds. The runtime spells the random part, a version 4's, many times faster than we would. */
function uuidV7(nowMs: number): string {
  const time = nowMs.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

export const systemIds: IdSource = { newId: () => uuidV7(Date.now()) };

/**
 * A stable ID from its parts, valid as a Durable Object name and Workflow instance ID (letters, digits, `_`):
 * the kind, `_`, and 40 hex digits of the SHA-256 over the length-prefixed parts (so that ["a","bc"] and
 * ["ab","c"] differ).
 */
export async function derivedId(kind: string, ...parts: readonly string[]): Promise<string> {
  const digest = await sha256Hex(parts.map((part) => `${part.length}:${part}`).join("|"));
  return `${kind}_${digest.slice(0, 40)}`;
}
