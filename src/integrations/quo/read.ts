/** Reads contacts and text messages from Quo. Changes nothing. */
import {
  isOwnCompany,
  type Contact,
  type ContactBook,
  type HistoryPage,
  type Texting,
  type TextMessage,
} from "../connections/index.ts";
import type { OpenConnection } from "../connections/index.ts";
import type { QuoSettings } from "./settings.ts";
import type { Clock } from "../../kernel/clock.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import { numberParts } from "../../kernel/phone.ts";
import type { QuoClient } from "./client.ts";
import {
  contactAnswer,
  contactPage,
  messageAnswer,
  messagePage,
  parseAnswer,
  type QuoContact,
  type QuoMessage,
} from "./parse.ts";

/** An opened connection for reads and writes. */
export interface QuoAccount {
  readonly connection: OpenConnection<QuoSettings>;
  readonly client: QuoClient;
  readonly clock: Clock;
}

const CONTACTS_A_PAGE = 50;
const MESSAGES_A_PAGE = 100;
const MESSAGE_PAGES = 10;

/** The phone system port over this account. */
export function quoTexting(account: QuoAccount, contacts: ContactBook): Texting {
  const { connection } = account;
  return {
    connectionId: connection.id,
    ownCompany: connection.settings.ownCompany,
    lines: connection.settings.lines,
    contacts,
    contact: (id) => findContact(account, id),
    messages: (number, limit) => newestMessages(account, number, limit),
    message: (id) => findMessage(account, id),
  };
}

/** The newest texts exchanged with a number on any line, oldest first. */
export async function newestMessages(
  account: QuoAccount,
  number: string,
  limit: number,
): Promise<TextMessage[]> {
  const perLine = await Promise.all(
    account.connection.settings.lines.map(({ phoneNumberId }) =>
      listMessages(account, { phoneNumberId, number, limit }),
    ),
  );
  return perLine.flat().sort(byTime).slice(-limit);
}

/** All contacts from the provider, page by page. */
export async function* contactPages(account: QuoAccount): AsyncGenerator<readonly Contact[], void> {
  for (let after: string | null | undefined; after !== null;) {
    const page: HistoryPage<Contact> = await pageOfContacts(account, after ?? null);
    yield page.items;
    after = page.next;
  }
}

/** A page of contacts from the provider. */
export async function pageOfContacts(
  account: QuoAccount,
  after: string | null,
): Promise<HistoryPage<Contact>> {
  const answer = await account.client({
    method: "GET",
    path: "/contacts",
    query: { limit: CONTACTS_A_PAGE, after: after ?? undefined },
  });
  const { data, nextCursor } = parseAnswer(contactPage, answer);
  const whole = await Promise.all(data.map((contact) => withNumbers(account.client, contact)));
  return { items: whole.map((contact) => contactOf(account.connection, contact)), next: nextCursor ?? null };
}

/** A contact by ID; null if not found. */
export async function findContact(account: QuoAccount, contactId: string): Promise<Contact | null> {
  try {
    const path = `/v1/contacts/${encodeURIComponent(contactId)}`;
    const { data } = parseAnswer(contactAnswer, await account.client({ method: "GET", path }));
    return contactOf(account.connection, data);
  } catch (error) {
    if (error instanceof IntegrationError && error.status === 404) return null;
    throw error;
  }
}

/** A text by ID (`GET /v1/messages/{id}`); null if not found. */
export async function findMessage(account: QuoAccount, id: string): Promise<TextMessage | null> {
  try {
    const path = `/v1/messages/${encodeURIComponent(id)}`;
    return messageOf(parseAnswer(messageAnswer, await account.client({ method: "GET", path })).data);
  } catch (error) {
    if (error instanceof IntegrationError && error.status === 404) return null;
    throw error;
  }
}

/** Texts between a line and a number, oldest first: the newest `limit`, or all since `createdAfter`. */
export async function listMessages(
  account: QuoAccount,
  query: {
    readonly phoneNumberId: string;
    readonly number: string;
    readonly limit?: number;
    readonly createdAfter?: string;
  },
): Promise<TextMessage[]> {
  const wanted = query.limit ?? MESSAGES_A_PAGE * MESSAGE_PAGES;
  const messages: TextMessage[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < MESSAGE_PAGES && messages.length < wanted; page++) {
    const answer = await account.client({
      method: "GET",
      path: "/v1/messages",
      query: {
        phoneNumberId: query.phoneNumberId,
        participants: [query.number],
        maxResults: Math.min(MESSAGES_A_PAGE, wanted),
        createdAfter: query.createdAfter,
        pageToken,
      },
    });
    const { data, nextPageToken } = parseAnswer(messagePage, answer);
    messages.push(...data.map(messageOf));
    if (nextPageToken === null || nextPageToken === undefined) return messages.sort(byTime).slice(-wanted);
    pageToken = nextPageToken;
  }
  if (query.limit === undefined) {
    throw new IntegrationError("quo", "quo has more texts than the read limit", { outcome: "not_applied" });
  }
  return messages.sort(byTime).slice(-wanted);
}

/** Oldest first; ties by ID, so that the order is stable. */
function byTime(left: TextMessage, right: TextMessage): number {
  return Date.parse(left.at) - Date.parse(right.at) || (left.id < right.id ? -1 : 1);
}

async function withNumbers(client: QuoClient, contact: QuoContact): Promise<QuoContact> {
  if (contact.fields.phoneNumbers !== undefined) return contact;
  const path = `/v1/contacts/${encodeURIComponent(contact.id)}`;
  return parseAnswer(contactAnswer, await client({ method: "GET", path })).data;
}

function contactOf(connection: QuoAccount["connection"], contact: QuoContact): Contact {
  const { firstName, lastName, role, emails, phoneNumbers } = contact.fields;
  const company = contact.fields.company ?? null;
  const home = connection.settings.lines[0]?.number ?? "";
  const numbers = (phoneNumbers ?? []).flatMap(({ name, value }) =>
    typeof value === "string" ? [numberOf(name ?? "Phone", value, home)] : [],
  );
  return {
    id: contact.id,
    firstName: firstName ?? null,
    lastName: lastName ?? null,
    name: nameOf(contact, numbers),
    company,
    role: role ?? null,
    numbers,
    emails: (emails ?? []).flatMap(({ value }) => (typeof value === "string" ? [value] : [])),
    internal: isOwnCompany(company, connection.settings.ownCompany),
    createdAt: contact.createdAt,
  };
}

/** The number contacts are matched by: without its extension, which the label keeps. */
function numberOf(label: string, written: string, home: string): Contact["numbers"][number] {
  const { number = written, extension = null } = numberParts(written, home) ?? {};
  return { label: extension === null ? label : `${label}, ext. ${extension}`, number };
}

/** The person's name, else the company, else the first number. */
function nameOf(
  { fields: { firstName, lastName, company } }: QuoContact,
  numbers: Contact["numbers"],
): string {
  const person = [firstName, lastName]
    .filter((part) => typeof part === "string" && part.trim() !== "")
    .join(" ");
  return person || (company ?? numbers[0]?.number ?? "(no name)");
}

function messageOf(message: QuoMessage): TextMessage {
  return {
    id: message.id,
    direction: message.direction,
    from: message.from,
    to: message.to[0] ?? "",
    text: message.text ?? "",
    at: message.createdAt,
    status: message.status ?? null,
  };
}
