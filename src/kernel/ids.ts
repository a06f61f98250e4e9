/**
 * Identifiers. Random IDs sort by time (UUID version 7, RFC 9562 section 5.7); derived IDs are hashes of
 * their inputs, so that a repeat produces the same ID and its insert conflicts.
 */
import { sha256Hex } from "./hash.ts";

/** Generates IDs; passed in so that tests can predict them. */
export interface IdSource {
  newId(): string;
}

/** A UUID version 7 for a time in milliseconds. */
function uuidV7(nowMs: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  let rest = nowMs;
  for (let index = 5; index >= 0; index--) {
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
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
