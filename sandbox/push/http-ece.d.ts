/** Types for the part of `http_ece` we use; the package has none. */
declare module "http_ece" {
  import type { ECDH } from "node:crypto";

  interface DecryptParams {
    version: "aes128gcm";
    privateKey: ECDH;
    /** base64url */
    authSecret: string;
  }
  /** Throws if decryption fails. */
  export function decrypt(body: Buffer, params: DecryptParams): Buffer;
  const ece: { decrypt: typeof decrypt };
  export default ece;
}
