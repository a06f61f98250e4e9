/**
 * Verifies Slack request signatures, version 0 (docs.slack.dev/authentication/verifying-requests-from-slack,
 * read 2026-11-23; test vector in the tests).
 */
import { isFresh, isSignedBy, type Mac } from "../../platform/mac.ts";

/**
 * `x-slack-signature: v0=<hex>` over `v0:<seconds>:<body>`; empty if malformed or older than five minutes.
 */
export function freshSignatures(headers: Headers, nowMs: number): readonly Mac[] {
  const timestamp = headers.get("x-slack-request-timestamp") ?? "";
  const [, hex] = /^v0=([0-9a-f]{64})$/.exec(headers.get("x-slack-signature") ?? "") ?? [];
  if (hex === undefined || !isFresh(timestamp, 1000, nowMs)) return [];
  const mac = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  return [{ prefix: `v0:${timestamp}:`, mac }];
}

/**
 * Whether a signature matches the body under one of the signing secrets, whose characters are used directly
 * as the key.
 */
export function isSigned(
  macs: readonly Mac[],
  body: Uint8Array<ArrayBuffer>,
  secrets: readonly string[],
): Promise<boolean> {
  return isSignedBy(
    macs,
    body,
    secrets.map((secret) => new Uint8Array(new TextEncoder().encode(secret))),
  );
}
