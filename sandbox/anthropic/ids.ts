/** IDs in Anthropic's format: a prefix, `01`, and 22 base 58 characters. */
import { randomBytes } from "node:crypto";

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

export function randomId(prefix: "req" | "msg" | "toolu" | "srvtoolu"): string {
  let id = "";
  for (const byte of randomBytes(22)) id += ALPHABET[byte % ALPHABET.length];
  return `${prefix}_01${id}`;
}
