/**
 * Sealed credentials: AES-256-GCM under a per-tenant key (HKDF-SHA-256 from a master key, RFC 5869). The additional data binds each to
 * its tenant, connection and field, so that a copied row can't be opened elsewhere. Pure WebCrypto with kernel imports only: Node scripts
 * use it too. Master keys rotate: the newest seals, any listed one opens values sealed under its ID.
 */
import { toBase64Url } from "../../kernel/base64.ts";
import { AppError } from "../../kernel/errors.ts";

interface SealScope {
  readonly tenantId: string;
  readonly connectionId: string;
  readonly field: string;
}

interface MasterKey {
  readonly id: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const IV_BYTES = 12;

/**
 * Seals a secret as `v1.<keyId>.<iv>.<ciphertext>` (base64url). `masterKeys` is `keyId:base64` of 32 bytes each, newest first, comma
 * separated. Throws AppError `not_configured` without a usable key.
 */
export async function sealCredential(
  masterKeys: string,
  scope: SealScope,
  plaintext: string,
): Promise<string> {
  const [newest] = parseMasterKeys(masterKeys);
  if (newest === undefined)
    throw new AppError("not_configured", "MASTER_KEYS holds no key to seal credentials with");
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: boundTo(scope, newest.id) },
    await tenantKey(newest, scope.tenantId),
    new TextEncoder().encode(plaintext),
  );
  return `v1.${newest.id}.${toBase64Url(iv)}.${toBase64Url(new Uint8Array(sealed))}`;
}

/**
 * Opens a sealed value. Throws AppError `not_configured` if its key is no longer listed, if it was sealed for another tenant, connection
 * or field, or if it was altered.
 */
export async function openCredential(masterKeys: string, scope: SealScope, sealed: string): Promise<string> {
  const [version, keyId, iv, ciphertext, ...rest] = sealed.split(".");
  const key = parseMasterKeys(masterKeys).find((candidate) => candidate.id === keyId);
  if (
    version !== "v1" ||
    iv === undefined ||
    ciphertext === undefined ||
    rest.length > 0 ||
    key === undefined
  ) {
    throw new AppError(
      "not_configured",
      `The credentials of connection ${scope.connectionId} can’t be opened with the keys of this deployment`,
    );
  }
  try {
    const opened = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv: fromBase64Url(iv), additionalData: boundTo(scope, key.id) },
      await tenantKey(key, scope.tenantId),
      fromBase64Url(ciphertext),
    );
    return new TextDecoder().decode(opened);
  } catch (cause) {
    throw new AppError(
      "not_configured",
      `The credentials of connection ${scope.connectionId} do not belong to it`,
      { cause },
    );
  }
}

/** Whether a value is sealed under an older key than the newest. */
export function needsResealing(masterKeys: string, sealed: string): boolean {
  return sealed.split(".")[1] !== parseMasterKeys(masterKeys)[0]?.id;
}

function parseMasterKeys(masterKeys: string): MasterKey[] {
  return masterKeys
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map((entry) => {
      const colon = entry.indexOf(":");
      const id = entry.slice(0, colon);
      const bytes =
        colon > 0 && /^[\w-]+$/.test(id) ? fromBase64Url(entry.slice(colon + 1)) : new Uint8Array(0);
      if (bytes.byteLength !== 32)
        throw new AppError(
          "not_configured",
          "MASTER_KEYS must be keyId:base64 of 32 bytes each, comma separated",
        );
      return { id, bytes };
    });
}

async function tenantKey(master: MasterKey, tenantId: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", master.bytes, "HKDF", false, ["deriveKey"]);
  const encoder = new TextEncoder();
  return crypto.subtle.deriveKey(
    {
      name: "HKDF",
      hash: "SHA-256",
      salt: encoder.encode("steward/credentials/v1"),
      info: encoder.encode(tenantId),
    },
    material,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}

function boundTo(scope: SealScope, keyId: string): Uint8Array<ArrayBuffer> {
  const bound = JSON.stringify(["v1", keyId, scope.tenantId, scope.connectionId, scope.field]);
  return new Uint8Array(new TextEncoder().encode(bound));
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) =>
      char.charCodeAt(0),
    );
  } catch {
    return new Uint8Array();
  }
}
