/**
 * Changing things at Quo. Imported by `src/actions` alone: whatever calls this has been approved. Each call
 * leaves exactly once.
 */
import type { QuoAccount } from "./read.ts";
import { contactCacheKey } from "./read.ts";
import { forgetContacts } from "./contact-cache.ts";
import { contactAnswer, messageAnswer, parseAnswer } from "./parse.ts";

/** Sends a text from a line to one number; answers with Quo's id of it. Quo has no idempotency keys. */
export async function sendMessage(
  account: QuoAccount,
  message: { readonly from: string; readonly to: string; readonly content: string },
): Promise<{ id: string }> {
  const answer = await account.client({
    method: "POST",
    path: "/v1/messages",
    body: { content: message.content, from: message.from, to: [message.to] },
  });
  return { id: parseAnswer(messageAnswer, answer, "unknown").data.id };
}

/**
 * Creates a contact. Quo refuses a second one with the same source and external id (409;
 * quo.com/docs/2026-03-30/contacts/create-a-contact, read 2026-11-21), so `externalId` also keeps a repeat
 * from doubling it.
 */
export async function createContact(
  account: QuoAccount,
  contact: {
    readonly firstName: string;
    readonly lastName: string | null;
    readonly company: string | null;
    readonly role: string | null;
    readonly number: string;
    readonly email: string | null;
    readonly externalId: string;
  },
): Promise<{ id: string }> {
  try {
    const answer = await account.client({
      method: "POST",
      path: "/v1/contacts",
      body: {
        defaultFields: {
          firstName: contact.firstName,
          lastName: contact.lastName,
          company: contact.company,
          role: contact.role,
          phoneNumbers: [{ name: "Mobile", value: contact.number }],
          ...(contact.email === null ? {} : { emails: [{ name: "Email", value: contact.email }] }),
        },
        source: "steward",
        externalId: contact.externalId,
      },
    });
    return { id: parseAnswer(contactAnswer, answer, "unknown").data.id };
  } finally {
    forgetContacts(contactCacheKey(account.connection));
  }
}

/** Deletes a contact. */
export async function deleteContact(account: QuoAccount, contactId: string): Promise<void> {
  try {
    await account.client({ method: "DELETE", path: `/v1/contacts/${encodeURIComponent(contactId)}` });
  } finally {
    forgetContacts(contactCacheKey(account.connection));
  }
}
