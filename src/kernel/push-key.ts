/** A device's public key: an uncompressed P-256 point in base64url (RFC 8291 section 3.1). */
import { fromBase64Url } from "./base64.ts";

const P256DH_BYTES = 65;

/**
 * Whether the key is valid. Nothing can be encrypted to bytes of the right length that are not a point on the
 * curve.
 */
export async function isPushKey(p256dh: string): Promise<boolean> {
  const bytes = bytesOf(p256dh);
  if (bytes?.length !== P256DH_BYTES) return false;
  try {
    await crypto.subtle.importKey("raw", bytes, { name: "ECDH", namedCurve: "P-256" }, false, []);
    return true;
  } catch {
    return false;
  }
}

/** Decodes base64url; null if invalid. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]+={0,2}$/.test(text)) return null;
  try {
    return fromBase64Url(text.replace(/=+$/, ""));
  } catch {
    return null;
  }
}
