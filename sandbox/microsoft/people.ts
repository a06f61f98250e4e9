/**
 * Harborlight's Microsoft 365: two desks whose mail isn't at Google. Same domain, other mailboxes (Exchange calls it split delivery).
 * Fictitious.
 */
import { createHash } from "node:crypto";
import { HARBOR, type DemoTenant } from "../world/company.ts";

export interface MicrosoftPerson {
  readonly address: string;
  readonly givenName: string;
  readonly surname: string;
  readonly jobTitle: string;
}

export const MICROSOFT_TENANT: DemoTenant = HARBOR;

export const MICROSOFT_PEOPLE: readonly MicrosoftPerson[] = [
  {
    address: "claims@harborlight.example",
    givenName: "Harborlight",
    surname: "Claims",
    jobTitle: "Claims desk",
  },
  {
    address: "renewals@harborlight.example",
    givenName: "Harborlight",
    surname: "Renewals",
    jobTitle: "Renewals desk",
  },
];

export function microsoftPerson(address: string): MicrosoftPerson | null {
  return MICROSOFT_PEOPLE.find((person) => person.address === address.toLowerCase()) ?? null;
}

export function nameOf({ givenName, surname }: MicrosoftPerson): string {
  return `${givenName} ${surname}`;
}

/** A stable GUID, as in `oid` and `tid`. */
export function guidOf(...parts: readonly string[]): string {
  const hex = createHash("sha256").update(parts.join("\n")).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    "-",
  );
}

export const DIRECTORY_ID = guidOf("directory", MICROSOFT_TENANT.id);
