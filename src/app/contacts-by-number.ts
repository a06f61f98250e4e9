/** Whose numbers are whose, by the phone system's contacts. */
import type { Contact } from "../connections/index.ts";
import { listContacts } from "../integrations/quo/read.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import { findAccount } from "./accounts.ts";

/** The first contact of each number, as the inbox names them. Never throws: no one is known where the phone system does not answer. */
export async function contactsByNumber(
  env: Env,
  tenantId: string,
): Promise<(number: string) => Contact | null> {
  try {
    const account = await findAccount(env, tenantId, "quo");
    const owners = new Map<string, Contact>();
    for (const contact of account === null ? [] : (await listContacts(account)).toReversed())
      for (const { number } of contact.numbers) owners.set(number, contact);
    return (number) => owners.get(number) ?? null;
  } catch (error) {
    systemLogger.warn("texts.contacts_not_read", { tenantId, error });
    return () => null;
  }
}
