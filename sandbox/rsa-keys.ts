/** RSA keys of those who sign in the sandbox's world. One process makes each pair once: making it takes longer than all else that a sandbox starts with. */
import { generateKeyPairSync, type KeyPairKeyObjectResult } from "node:crypto";

const made = new Map<string, KeyPairKeyObjectResult>();

/** A signer's pair. */
export function rsaKeys(owner: string): KeyPairKeyObjectResult {
  const pair = made.get(owner) ?? generateKeyPairSync("rsa", { modulusLength: 2048 });
  made.set(owner, pair);
  return pair;
}
