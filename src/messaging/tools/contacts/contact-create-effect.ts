import { contactCreate } from "../../effects/contact-create.ts";
import type { EffectBytes } from "../../../approvals/ports.ts";
import type { Texting } from "../../../integrations/connections/index.ts";
import type { ContactFields } from "./contact-fields.ts";

/** A new contact: every field that will be written, null if empty. */
export function contactCreateEffect(
  texting: Texting,
  fields: ContactFields,
  number: string,
  email: string | null,
): EffectBytes {
  return contactCreate.of({
    connectionId: texting.connectionId,
    firstName: fields.firstName,
    lastName: fields.lastName ?? null,
    company: fields.company ?? null,
    role: fields.role ?? null,
    number,
    email,
  });
}
