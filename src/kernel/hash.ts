/**
 * Hashes over exact bytes, and the canonical form of JSON in which approvals are shown, hashed and executed.
 */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** SHA-256 of bytes, or of a string in UTF-8, as 64 hex digits. */
export async function sha256Hex(data: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/** Constant-time comparison, for secrets. */
export function sameText(left: string, right: string): boolean {
  let differs = left.length ^ right.length;
  for (let index = 0; index < left.length; index++)
    differs |= left.charCodeAt(index) ^ right.charCodeAt(index);
  return differs === 0;
}

/** Lowercase. */
export function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * JSON with object keys sorted by code unit and no whitespace (the subset of RFC 8785 our documents use).
 * Equal values give equal bytes; keys with undefined values are omitted.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(",")}]`;
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`);
  return `{${entries.join(",")}}`;
}
