import { toBase64Url } from "../../kernel/base64.ts";

const SECRET_BYTES = 32;

/**
 * 32 random bytes in base64url (RFC 4648 section 5), 43 characters, for a cookie or link. Tables store
 * their SHA-256.
 */
export function newSecret(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}
