/** The `contact.create` effect document. */
import type { Texting } from "../../connections/index.ts";
import type { EffectDocument } from "../../approvals/ports.ts";
import { fullName, type ContactFields } from "./contact-fields.ts";

/** The document of a new contact: every field that will be written, null where empty. */
export function contactCreateEffect(
  texting: Texting,
  fields: ContactFields,
  number: string,
  email: string | null,
): EffectDocument {
  return {
    kind: "contact.create",
    title: `New contact ${fullName(fields)}`,
    document: {
      connectionId: texting.connectionId,
      firstName: fields.firstName,
      lastName: fields.lastName ?? null,
      company: fields.company ?? null,
      role: fields.role ?? null,
      number,
      email,
    },
  };
}
