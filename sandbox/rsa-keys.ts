/** RSA keys of the sandbox's signers. Cached per process, since generating a pair dominates the sandbox's startup time. */
import { generateKeyPairSync, type KeyPairKeyObjectResult } from "node:crypto";

const made = new Map<string, KeyPairKeyObjectResult>();

export function rsaKeys(owner: string): KeyPairKeyObjectResult {
  const pair = made.get(owner) ?? generateKeyPairSync("rsa", { modulusLength: 2048 });
  made.set(owner, pair);
  return pair;
}
