/** Ids as Anthropic makes them: a prefix, `01`, and 22 characters of base 58. */
import { randomBytes } from "node:crypto";

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

export function randomId(prefix: "req" | "msg" | "toolu" | "srvtoolu"): string {
  let id = "";
  for (const byte of randomBytes(22)) id += ALPHABET[byte % ALPHABET.length];
  return `${prefix}_01${id}`;
}
