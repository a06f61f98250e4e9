/** Device keys, decryption of Web Push messages (RFC 8291), and VAPID verification (RFC 8292). */
import { createECDH, randomBytes } from "node:crypto";
import ece from "http_ece";
import { importJWK, jwtVerify, errors, type JWTPayload } from "jose";

const MAX_TOKEN_SECONDS = 24 * 60 * 60;

/** A user agent's key pair and auth secret, base64url. */
export interface DeviceKeys {
  readonly privateKey: string;
  readonly p256dh: string;
  readonly auth: string;
}

export function makeDeviceKeys(): DeviceKeys {
  const ecdh = createECDH("prime256v1");
  const p256dh = ecdh.generateKeys("base64url", "uncompressed");
  return {
    privateKey: ecdh.getPrivateKey("base64url"),
    p256dh,
    auth: randomBytes(16).toString("base64url"),
  };
}

/** Decrypts an `aes128gcm` body. Throws if it was encrypted for another device or altered. */
export function decryptPush(body: Buffer, keys: Pick<DeviceKeys, "privateKey" | "auth">): Buffer {
  const privateKey = createECDH("prime256v1");
  privateKey.setPrivateKey(keys.privateKey, "base64url");
  return ece.decrypt(body, { version: "aes128gcm", privateKey, authSecret: keys.auth });
}

/** The sender's public key, or why it is refused. */
export type VapidCheck =
  | { readonly ok: true; readonly publicKey: string }
  | { readonly ok: false; readonly status: 401 | 403; readonly reason: string };

/** Verifies `Authorization: vapid t=<JWT>, k=<key>` for the push service at `audience` (RFC 8292 sections 2 and 3). */
export async function checkVapid(
  header: string | null,
  audience: string,
  nowMs: number,
): Promise<VapidCheck> {
  const refuse = (status: 401 | 403, reason: string): VapidCheck => ({ ok: false, status, reason });
  const params = vapidParameters(header ?? "");
  const token = params.get("t");
  const publicKey = params.get("k");
  if (!token || !publicKey)
    return refuse(401, "The Authorization header must be: vapid t=<JWT>, k=<public key>.");

  const point = Buffer.from(publicKey, "base64url");
  if (point.length !== 65 || point[0] !== 4) return refuse(403, "k is not an uncompressed P-256 point.");
  try {
    const key = await importJWK({
      kty: "EC",
      crv: "P-256",
      alg: "ES256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    });
    const { payload } = await jwtVerify(token, key, {
      algorithms: ["ES256"],
      audience,
      requiredClaims: ["exp", "sub"],
      currentDate: new Date(nowMs),
    });
    const problem = claimsProblem(payload, nowMs);
    if (problem !== null) return refuse(403, problem);
    return { ok: true, publicKey };
  } catch (error) {
    return refuse(403, error instanceof errors.JOSEError ? error.message : "The token cannot be verified.");
  }
}

function vapidParameters(header: string): Map<string, string> {
  const list = /^vapid\s+(.*)$/i.exec(header)?.[1] ?? "";
  return new Map(
    list.split(",").map((part): [string, string] => {
      const [name = "", ...value] = part.trim().split("=");
      return [name, value.join("=")];
    }),
  );
}

/** Problem with a token's claims (RFC 8292 section 2), or null. */
function claimsProblem({ exp = 0, sub = "" }: JWTPayload, nowMs: number): string | null {
  if (exp > nowMs / 1000 + MAX_TOKEN_SECONDS) return "exp is more than 24 hours away.";
  return !/^(mailto:[^\s<>]+@[^\s<>]+|https:\/\/\S+)$/.test(sub) || /localhost/.test(sub)
    ? "sub must be a plain mailto: or an https: address, not localhost."
    : null;
}
