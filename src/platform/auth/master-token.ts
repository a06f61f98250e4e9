/**
 * Tokens for backing up, restoring and deleting teams, made with a key of `MASTER_KEYS`. A key's owner can
 * decrypt everything anyway, and a deployment without teams has no one to sign in. A token is valid for one
 * method and URL and a few minutes. Pure WebCrypto, so that Node scripts can use it.
 */
import { fromBase64Url } from "../../kernel/base64.ts";
import { AppError } from "../../kernel/errors.ts";
import { toHex } from "../../kernel/hash.ts";

const LIVES_MS = 5 * 60_000;
const SCHEME = "Steward-Master ";

/** The `Authorization` header of one request, made with the newest key. `address` is its path and query. */
export async function masterAuthorization(
  masterKeys: string,
  request: { readonly method: string; readonly address: string },
  nowMs: number,
): Promise<string> {
  const [newest = ""] = masterKeys.split(",");
  const until = String(nowMs + LIVES_MS);
  const keyId = newest.trim().split(":", 1)[0] ?? "";
  return `${SCHEME}${keyId}.${until}.${toHex(await mac(newest.trim(), request, until))}`;
}

/** The parts of a request that its token covers. */
interface MasterRequest {
  readonly method: string;
  readonly address: string;
  readonly authorization: string | null;
}

/** Throws `not_found`, as for an unknown path, unless the token is valid for this request. */
export async function requireMaster(
  masterKeys: string,
  request: MasterRequest,
  nowMs: number,
): Promise<void> {
  const header = request.authorization ?? "";
  const [keyId, until = "", given = ""] = header.startsWith(SCHEME)
    ? header.slice(SCHEME.length).split(".")
    : [];
  const key = masterKeys
    .split(",")
    .map((entry) => entry.trim())
    .find((entry) => entry.split(":", 1)[0] === keyId);
  const leftMs = Number(until) - nowMs;
  const isInTime = /^\d{1,16}$/.test(until) && leftMs > 0 && leftMs <= 2 * LIVES_MS;
  if (key !== undefined && isInTime && isEqual(given, toHex(await mac(key, request, until)))) return;
  throw new AppError("not_found", "There’s nothing at this address.");
}

async function mac(
  entry: string,
  { method, address }: { readonly method: string; readonly address: string },
  until: string,
): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  const secret = fromBase64Url(entry.slice(entry.indexOf(":") + 1));
  const material = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveKey"]);
  const key = await crypto.subtle.deriveKey(
    {
      name: "HKDF",
      hash: "SHA-256",
      salt: encoder.encode("steward/master-token/v1"),
      info: new Uint8Array(),
    },
    material,
    { name: "HMAC", hash: "SHA-256", length: 256 },
    false,
    ["sign"],
  );
  const words = JSON.stringify([method, address, until]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(words)));
}

function isEqual(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < other.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}
