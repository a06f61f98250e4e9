/** Whose numbers are whose: by our copy of the phone system's contacts, and where that does not know all of them, as the phone system has it. */
import type { Contact } from "../../integrations/connections/index.ts";
import { recordedOwners } from "./index.ts";
import type { TenantContext } from "../../platform/context.ts";
import { findTexting } from "../../integrations/open.ts";

/** The contacts of some numbers; null where no phone system is connected that could be asked. Throws where they can't be read. */
export async function ownersOfNumbers(
  ctx: TenantContext,
  numbers: readonly string[],
): Promise<((number: string) => readonly Contact[]) | null> {
  const recorded = await recordedOwners(ctx.db, numbers);
  if (numbers.every((number) => recorded(number).length > 0)) return recorded;
  const texting = await findTexting(ctx);
  return texting === null ? null : texting.contacts.owners(numbers);
}

/** The first contact of each of some numbers, as the inbox names them. Never throws: no one is known where they can't be read. */
export async function contactsByNumber(
  ctx: TenantContext,
  numbers: readonly string[],
): Promise<(number: string) => Contact | null> {
  try {
    const owners = await ownersOfNumbers(ctx, numbers);
    return (number) => owners?.(number)[0] ?? null;
  } catch (error) {
    ctx.log.warn("texts.contacts_not_read", { tenantId: ctx.tenantId, error });
    return () => null;
  }
}
