/** Writes to Quo. Imported by effects only: every caller has been approved. Each call is sent exactly once. */
import { toE164 } from "../../kernel/phone.ts";
import type { QuoAccount } from "./read.ts";
import { contactAnswer, messageAnswer, parseAnswer, type QuoContact } from "./parse.ts";

/** Sends a text from a line to one number and returns Quo's ID. Quo has no idempotency keys. */
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
 * Creates a contact. Quo rejects a second one with the same source and external ID (409;
 * quo.com/docs/2026-03-30/contacts/create-a-contact, read 2026-11-21), so `externalId` also prevents duplicates on repeat.
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
  const answer = await account.client({
    method: "POST",
    path: "/v1/contacts",
    body: {
      defaultFields: {
        firstName: contact.firstName,
        lastName: contact.lastName,
        company: contact.company,
        role: contact.role,
        phoneNumbers: [{ name: NEW_NUMBER, value: contact.number }],
        ...(contact.email === null ? {} : { emails: [{ name: "Email", value: contact.email }] }),
      },
      source: "steward",
      externalId: contact.externalId,
    },
  });
  return { id: parseAnswer(contactAnswer, answer, "unknown").data.id };
}

/** Label for numbers added to a contact. */
export const NEW_NUMBER = "Mobile";

/** Contact fields to change; absent ones stay unchanged. Lists are complete replacements. */
interface ContactFieldsChange {
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  readonly company?: string | null | undefined;
  readonly role?: string | null | undefined;
  readonly numbers?: readonly string[] | undefined;
  readonly emails?: readonly string[] | undefined;
}

/**
 * Changes fields of a contact. Every list item Quo has is sent by ID, removed ones with value null (operation updateContactById_v1 of
 * Quo's OpenAPI specification), so the behavior for omitted items doesn't matter.
 */
export async function updateContact(
  account: QuoAccount,
  contactId: string,
  change: ContactFieldsChange,
): Promise<void> {
  const path = `/v1/contacts/${encodeURIComponent(contactId)}`;
  const { numbers, emails, ...plain } = change;
  const lists =
    numbers === undefined && emails === undefined
      ? {}
      : listsOf(
          account,
          parseAnswer(contactAnswer, await account.client({ method: "GET", path })).data,
          change,
        );
  await account.client({ method: "PATCH", path, body: { defaultFields: { ...plain, ...lists } } });
}

/** The changed lists, item by item. */
function listsOf(
  { connection }: QuoAccount,
  { fields }: QuoContact,
  { numbers, emails }: ContactFieldsChange,
): { phoneNumbers?: Item[]; emails?: Item[] } {
  const home = connection.settings.lines[0]?.number ?? "";
  const items = numbers?.map((value) => ({ name: NEW_NUMBER, value }));
  const addresses = emails?.map((value) => ({ name: "Email", value }));
  return {
    ...(items === undefined
      ? {}
      : { phoneNumbers: mergedItems(fields.phoneNumbers ?? [], items, (one) => toE164(one, home) ?? one) }),
    ...(addresses === undefined ? {} : { emails: mergedItems(fields.emails ?? [], addresses, (one) => one) }),
  };
}

interface Item {
  readonly id?: string;
  readonly name: string;
  readonly value: string | null;
}

/** A list's items to send: kept ones as stored, removed ones without a value, and new ones. */
function mergedItems(
  known: NonNullable<QuoContact["fields"]["phoneNumbers"]>,
  wanted: readonly Item[],
  plain: (written: string) => string,
): Item[] {
  const held = known.flatMap(({ id, name, value }) =>
    typeof value === "string" ? [{ ...(typeof id === "string" ? { id } : {}), name: name ?? "", value }] : [],
  );
  const isHeld = ({ value }: Item): boolean => held.some((item) => plain(item.value) === value);
  return [
    ...held.map((item) =>
      wanted.some(({ value }) => value === plain(item.value)) ? item : { ...item, value: null },
    ),
    ...wanted.filter((item) => !isHeld(item)),
  ];
}

export async function deleteContact(account: QuoAccount, contactId: string): Promise<void> {
  await account.client({ method: "DELETE", path: `/v1/contacts/${encodeURIComponent(contactId)}` });
}
