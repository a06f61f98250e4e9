/** Whose numbers are whose, by our copy of the phone system's contacts. */
import type { Contact } from "../connections/index.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import { findTexting } from "./accounts.ts";

/** The first contact of each of some numbers, as the inbox names them. Never throws: no one is known where they can't be read. */
export async function contactsByNumber(
  env: Env,
  tenantId: string,
  numbers: readonly string[],
): Promise<(number: string) => Contact | null> {
  try {
    const texting = await findTexting(env, tenantId);
    if (texting === null) return () => null;
    const owners = await texting.contacts.owners(numbers);
    return (number) => owners(number)[0] ?? null;
  } catch (error) {
    systemLogger.warn("texts.contacts_not_read", { tenantId, error });
    return () => null;
  }
}
