/** Whose numbers are whose, by the phone system's contacts. */
import type { Contact } from "../connections/index.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import { texting } from "./resolver.ts";

/** The first contact of each number, as the inbox names them. Never throws: nobody is known where the phone system does not answer. */
export async function contactsByNumber(
  env: Env,
  tenantId: string,
): Promise<(number: string) => Contact | null> {
  try {
    const owners = new Map<string, Contact>();
    const contacts = await (await texting(env, tenantId)()).contacts();
    for (const contact of contacts.toReversed())
      for (const { number } of contact.numbers) owners.set(number, contact);
    return (number) => owners.get(number) ?? null;
  } catch (error) {
    systemLogger.warn("texts.contacts_not_read", { tenantId, error });
    return () => null;
  }
}
