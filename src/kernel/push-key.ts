/** The public key of a device: an uncompressed point of the curve P-256 in base64url (RFC 8291 section 3.1). */

const P256DH_BYTES = 65;

/** Whether it is one. Bytes of the right length that are no point of the curve can't be encrypted to, by anybody, ever. */
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

/** What base64url text stands for; null where it is none. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]+={0,2}$/.test(text)) return null;
  try {
    const binary = atob(text.replace(/=+$/, "").replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(binary, (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}
