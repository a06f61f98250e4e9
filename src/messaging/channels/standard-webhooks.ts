/** Signatures as Standard Webhooks describes them (github.com/standard-webhooks/standard-webhooks, "spec/standard-webhooks.md", read 2026-11-24). */
import { isFresh, isSignedBy, type Mac } from "./mac.ts";

/** More signatures than anybody needs while rotating. */
const MAX_SIGNATURES = 10;

/** Those of a delivery that are fresh enough to be looked at: several by spaces, over `<id>.<seconds>.<body>`. */
export function standardSignatures(headers: Headers, nowMs: number): Mac[] {
  const id = headers.get("webhook-id") ?? "";
  const timestamp = headers.get("webhook-timestamp") ?? "";
  if (id === "" || !isFresh(timestamp, 1000, nowMs)) return [];
  const entries = (headers.get("webhook-signature") ?? "").split(" ").slice(0, MAX_SIGNATURES);
  return entries.flatMap((entry) => {
    const [version, mac = "", ...rest] = entry.split(",");
    return version === "v1" && rest.length === 0 ? macOf(`${id}.${timestamp}.`, mac) : [];
  });
}

/** Whether one of the signatures is the body's under one of the secrets (base64, with or without `whsec_`). */
export function isSigned(
  macs: readonly Mac[],
  body: Uint8Array<ArrayBuffer>,
  secrets: readonly string[],
): Promise<boolean> {
  return isSignedBy(
    macs,
    body,
    secrets.map((secret) => fromBase64(secret.replace(/^whsec_/, ""))),
  );
}

/** A signature in base64 of what begins with a prefix; none where it cannot be one. */
export function macOf(prefix: string, mac: string): Mac[] {
  const bytes = fromBase64(mac);
  return bytes === null || bytes.byteLength !== 32 ? [] : [{ prefix, mac: bytes }];
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}
