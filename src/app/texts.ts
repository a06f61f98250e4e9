/** What the pages about texts are given. */
import type { Contact } from "../connections/index.ts";
import type { Env } from "../platform/env.ts";
import { systemLogger } from "../platform/logger.ts";
import type { Approval } from "../protocol/approval.ts";
import type { DirectTextOptions } from "../protocol/texts.ts";
import { directTextOptions, sendDirectText } from "./direct-text.ts";
import { texting } from "./resolver.ts";

/** One tenant's. */
export interface TextServices {
  /** Whose numbers are whose. Never throws: nobody is known where the phone system does not answer. */
  readonly contacts: () => Promise<(number: string) => Contact | null>;
  readonly directOptions: (number: string, timeZone: string) => Promise<DirectTextOptions>;
  readonly sendDirect: (input: Parameters<typeof sendDirectText>[2]) => Promise<Approval>;
}

/** Makes them. Cheap. */
export function textServices(env: Env, tenantId: string): TextServices {
  return {
    contacts: () => contactsByNumber(env, tenantId),
    directOptions: (number, timeZone) => directTextOptions(env, { tenantId, timeZone }, number),
    sendDirect: (input) => sendDirectText(env, tenantId, input),
  };
}

/** The first contact of each number, as the inbox names them. */
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
