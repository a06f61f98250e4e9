/** The part of `http_ece` that is used; the package ships no types. */
declare module "http_ece" {
  import type { ECDH } from "node:crypto";

  interface DecryptParams {
    version: "aes128gcm";
    privateKey: ECDH;
    /** base64url */
    authSecret: string;
  }
  /** Throws when the message does not decrypt. */
  export function decrypt(body: Buffer, params: DecryptParams): Buffer;
  const ece: { decrypt: typeof decrypt };
  export default ece;
}
