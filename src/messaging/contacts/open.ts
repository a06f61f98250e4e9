/**
 * Owners of phone numbers: from our copy of the contacts, or from the phone system if our copy lacks some.
 */
import type { Contact } from "../../integrations/connections/index.ts";
import { recordedOwners } from "./index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { findTexting } from "../../integrations/open.ts";

/** Contacts of the numbers; null if no phone system is connected. Throws if they can't be read. */
export async function ownersOfNumbers(
  ctx: TenantContext,
  numbers: readonly string[],
): Promise<((number: string) => readonly Contact[]) | null> {
  const recorded = await recordedOwners(ctx.db, numbers);
  if (numbers.every((number) => recorded(number).length > 0)) return recorded;
  const texting = await findTexting(ctx);
  return texting === null ? null : texting.contacts.owners(numbers);
}

/** First contact of each number, for the inbox. Never throws: contacts are omitted if they can't be read. */
export async function contactsByNumber(
  ctx: TenantContext,
  numbers: readonly string[],
): Promise<(number: string) => Contact | null> {
  try {
    const owners = await ownersOfNumbers(ctx, numbers);
    return (number) => owners?.(number)[0] ?? null;
  } catch (error) {
    ctx.log.warn("texts.contacts_read_failed", { tenantId: ctx.tenantId, error });
    return () => null;
  }
}
