/** Contacts: the v1 operations, and the list of the date-versioned API. */
import { pageOf, QuoError, type QuoCall, type QuoHandler } from "./answers.ts";
import { ownerOf, type ContactField, type QuoContact } from "./store.ts";

interface ContactBody {
  readonly defaultFields?: {
    readonly company?: string | null;
    readonly emails?: readonly Partial<ContactField>[];
    readonly firstName?: string | null;
    readonly lastName?: string | null;
    readonly phoneNumbers?: readonly Partial<ContactField>[];
    readonly role?: string | null;
  };
  readonly customFields?: unknown[];
  readonly createdByUserId?: string;
  readonly source?: string | null;
  readonly sourceUrl?: string | null;
  readonly externalId?: string | null;
}

function withIds({ store }: QuoCall, fields: readonly Partial<ContactField>[]): ContactField[] {
  return fields.map(({ id, name, value }) => ({
    id: id ?? store.newId("").slice(0, 12),
    name: name ?? "",
    value: value ?? null,
  }));
}

/** All fields of a new contact, with defaults. */
function fieldsOf(call: QuoCall, fields: ContactBody["defaultFields"] = {}): QuoContact["defaultFields"] {
  return {
    company: fields.company ?? null,
    emails: withIds(call, fields.emails ?? []),
    firstName: fields.firstName ?? null,
    lastName: fields.lastName ?? null,
    phoneNumbers: withIds(call, fields.phoneNumbers ?? []),
    role: fields.role ?? null,
  };
}

function merged(known: readonly ContactField[], given: readonly ContactField[]): ContactField[] {
  const kept = known.filter(({ id }) => !given.some((item) => item.id === id));
  return [...kept, ...given].filter(({ value }) => value !== null);
}

function contactAt({ account, path }: QuoCall): QuoContact {
  const contact = account.records.contacts.find(({ id }) => id === path["id"]);
  if (contact === undefined) throw new QuoError(404, "Contact not found.");
  return contact;
}

/** `POST /v1/contacts`. A duplicate source and external ID is refused (409); duplicate numbers are allowed. */
export const createContact: QuoHandler = (call) => {
  const { account, store, context, nowIso } = call;
  const body = call.body as ContactBody;
  const source = body.source ?? "public-api";
  const externalId = body.externalId ?? null;
  const taken = account.records.contacts.some(
    (contact) => externalId !== null && contact.externalId === externalId && contact.source === source,
  );
  if (taken) throw new QuoError(409, "A contact with this source and external id exists already.");
  const contact: QuoContact = {
    id: store.newId(""),
    externalId,
    source,
    sourceUrl: body.sourceUrl ?? null,
    defaultFields: fieldsOf(call, body.defaultFields),
    customFields: body.customFields ?? [],
    createdAt: nowIso,
    updatedAt: nowIso,
    createdByUserId: body.createdByUserId ?? ownerOf(account.tenant),
  };
  account.records.contacts.push(contact);
  store.save();
  context.recordEffect("quo", "POST", "/v1/contacts", call.body);
  return { status: 201, body: { data: contact } };
};

/** `GET /v1/contacts` */
export const listContacts: QuoHandler = ({ account, query }) => {
  const externalIds = query["externalIds"] as readonly string[] | undefined;
  const sources = query["sources"] as readonly string[] | undefined;
  const found = account.records.contacts.filter(
    ({ externalId, source }) =>
      (externalIds === undefined || (externalId !== null && externalIds.includes(externalId))) &&
      (sources === undefined || (source !== null && sources.includes(source))),
  );
  const { page, next } = pageOf(found, Number(query["maxResults"]), query["pageToken"] as string | undefined);
  return { status: 200, body: { data: page, totalItems: found.length, nextPageToken: next } };
};

/** `GET /v1/contacts/{id}` */
export const getContact: QuoHandler = (call) => ({ status: 200, body: { data: contactAt(call) } });

/**
 * `PATCH /v1/contacts/{id}`: absent fields stay. In lists, items with an ID are changed, those without are added, and those with value
 * null are removed.
 */
export const updateContact: QuoHandler = (call) => {
  const contact = contactAt(call);
  const { defaultFields = {}, ...rest } = call.body as ContactBody;
  const { emails, phoneNumbers, ...plain } = defaultFields;
  Object.assign(contact.defaultFields, plain);
  const { defaultFields: known } = contact;
  if (emails !== undefined) known.emails = merged(known.emails, withIds(call, emails));
  if (phoneNumbers !== undefined)
    known.phoneNumbers = merged(known.phoneNumbers, withIds(call, phoneNumbers));
  if (rest.externalId !== undefined) contact.externalId = rest.externalId;
  if (rest.source !== undefined) contact.source = rest.source;
  if (rest.sourceUrl !== undefined) contact.sourceUrl = rest.sourceUrl;
  if (rest.customFields !== undefined) contact.customFields = rest.customFields;
  contact.updatedAt = call.nowIso;
  call.store.save();
  call.context.recordEffect("quo", "PATCH", `/v1/contacts/${contact.id}`, call.body);
  return { status: 200, body: { data: contact } };
};

/** `DELETE /v1/contacts/{id}` */
export const deleteContact: QuoHandler = (call) => {
  const contact = contactAt(call);
  const { records } = call.account;
  records.contacts = records.contacts.filter(({ id }) => id !== contact.id);
  call.store.save();
  call.context.recordEffect("quo", "DELETE", `/v1/contacts/${contact.id}`, null);
  return { status: 204, body: null };
};

/**
 * `GET /contacts` of API version 2026-03-30: cursor pages, and fields at the top level instead of under `defaultFields`
 * (quo.com/docs/2026-03-30/requests, read 2026-11-21; the contact's schema isn't documented yet).
 */
export const listContactsDated: QuoHandler = ({ account, query }) => {
  const { page, next } = pageOf(
    account.records.contacts,
    Number(query["limit"]),
    query["after"] as string | undefined,
  );
  const data = page.map(({ defaultFields, ...contact }) => ({ ...contact, ...defaultFields }));
  return { status: 200, body: { data, nextCursor: next } };
};
