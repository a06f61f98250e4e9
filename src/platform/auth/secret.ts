const SECRET_BYTES = 32;

/**
 * 32 random bytes in base64url (RFC 4648 section 5), 43 characters, for a cookie or link. Tables store
 * their SHA-256.
 */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
