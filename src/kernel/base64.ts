/** Bytes as text: one letter a byte, base64, and base64url without padding (RFC 4648). */

const CHUNK = 0x8000;

export function lettersOf(bytes: Uint8Array): string {
  let letters = "";
  for (let from = 0; from < bytes.length; from += CHUNK)
    letters += String.fromCharCode(...bytes.subarray(from, from + CHUNK));
  return letters;
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(lettersOf(bytes));
}

export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Throws where it is no base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  return bytes;
}

/** Throws where it is no base64url. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return fromBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
}
