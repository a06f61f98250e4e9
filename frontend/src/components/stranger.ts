import type { ApiError } from "../api/api-error.ts";
import { readStored, writeStored } from "../api/storage.ts";

/** The server's answer to a person without a team, kept for the page that shows it. It isn't passed in the URL, where anyone could put their own words. */
export function rememberStranger({ message, details }: ApiError): void {
  const { waiting, contact, domain } = details;
  writeStored("stranger", message);
  writeStored("stranger-waits", waiting === true ? "yes" : null);
  writeStored("stranger-contact", typeof contact === "string" ? contact : null);
  writeStored("stranger-domain", typeof domain === "string" ? domain : null);
}

export function strangerMessage(): string | null {
  return readStored("stranger");
}

/** Whether a request of theirs waits for an admin. */
export function strangerWaits(): boolean {
  return readStored("stranger-waits") !== null;
}

/** Whom to ask for a team: a `mailto:` or web address. */
export function strangerContact(): string | null {
  const contact = readStored("stranger-contact");
  return contact !== null && /^(?:mailto|https):/.test(contact) ? contact : null;
}

/** The domain of their address. */
export function strangerDomain(): string | null {
  return readStored("stranger-domain");
}
