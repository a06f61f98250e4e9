/** Text messages: send and read. As in reality there are no idempotency keys: a repeated request sends two texts. */
import type { WorldMessage } from "../world/index.ts";
import { deliverMessageEvent } from "./deliver.ts";
import { conversationId, lineOf, messageJson } from "./message-json.ts";
import { pageOf, QuoError, withinQuery, type QuoCall, type QuoHandler } from "./answers.ts";
import { ownerOf, type QuoAccount } from "./store.ts";

interface SendBody {
  readonly content: string;
  readonly from: string;
  readonly to: readonly [string];
  readonly userId?: string;
}

/** `POST /v1/messages` */
export const sendMessage: QuoHandler = ({ context, store, account, body, nowIso }) => {
  const { content, from, to, userId } = body as SendBody;
  const line = lineOf(account, from);
  if (to.length !== 1) throw new QuoError(400, "Group messages cannot be sent from this workspace.");
  if (userId !== undefined && !account.tenant.people.some(({ quoUserId }) => quoUserId === userId))
    throw new QuoError(403, "The user does not belong to the phone number.");
  const message: WorldMessage = {
    id: store.newId("AC"),
    phoneNumberId: line.phoneNumberId,
    participant: to[0],
    direction: "outgoing",
    text: content,
    userId: userId ?? ownerOf(account.tenant),
    createdAt: nowIso,
    ...(account.records.unreachable?.includes(to[0]) === true ? { isUndelivered: true } : {}),
  };
  account.records.messages.push(message);
  store.save();
  context.recordEffect("quo", "POST", "/v1/messages", body);
  // As in reality, undelivered texts produce no event.
  if (message.isUndelivered !== true)
    void deliverMessageEvent(context, store, account, { type: "message.delivered", message });
  return { status: 202, body: { data: messageJson(account, message, context.now()) } };
};

/** `GET /v1/messages`: the texts of a conversation, newest first. */
export const listMessages: QuoHandler = ({ context, account, query }) => {
  const line = lineOf(account, query["phoneNumberId"]);
  const participants = query["participants"] as readonly string[];
  const found = account.records.messages
    .filter(
      (message) =>
        message.phoneNumberId === line.phoneNumberId &&
        isBetween(message, participants) &&
        withinQuery(message.createdAt, query),
    )
    .reverse();
  const { page, next } = pageOf(found, Number(query["maxResults"]), query["pageToken"] as string | undefined);
  const data = page.map((message) => messageJson(account, message, context.now()));
  return { status: 200, body: { data, totalItems: found.length, nextPageToken: next } };
};

/** `GET /v1/messages/{id}` */
export const getMessage: QuoHandler = ({ context, account, path }) => {
  const message = account.records.messages.find(({ id }) => id === path["id"]);
  if (message === undefined) throw new QuoError(404, "Message not found.");
  return { status: 200, body: { data: messageJson(account, message, context.now()) } };
};

/** `GET /v1/conversations`, most recent first. */
export const listConversations: QuoHandler = (call) => {
  const { account, query } = call;
  const wanted = (query["phoneNumbers"] as readonly string[] | undefined)?.map(
    (idOrNumber) => lineOf(account, idOrNumber).phoneNumberId,
  );
  const { updatedAfter, updatedBefore } = query;
  const updated = { createdAfter: updatedAfter, createdBefore: updatedBefore };
  const all = conversationsOf(call).filter(
    ({ phoneNumberId, createdAt, updatedAt }) =>
      (wanted === undefined || wanted.includes(phoneNumberId)) &&
      withinQuery(createdAt, query) &&
      withinQuery(updatedAt, updated),
  );
  const { page, next } = pageOf(all, Number(query["maxResults"]), query["pageToken"] as string | undefined);
  return { status: 200, body: { data: page, totalItems: all.length, nextPageToken: next } };
};

/** Whether a text belongs to the thread with exactly these people; groups have their own threads. */
function isBetween({ participant, others = [] }: WorldMessage, participants: readonly string[]): boolean {
  const people = new Set([participant, ...others]);
  return people.size === new Set(participants).size && participants.every((one) => people.has(one));
}

function conversationsOf({ account }: QuoCall) {
  const threads = Map.groupBy(account.records.messages, conversationId);
  return [...threads]
    .flatMap(([id, messages]) => {
      const first = messages[0];
      const last = messages.at(-1);
      if (first === undefined || last === undefined) return [];
      return {
        id,
        assignedTo: null,
        createdAt: first.createdAt,
        deletedAt: null,
        lastActivityAt: last.createdAt,
        lastActivityId: last.id,
        mutedUntil: null,
        name: nameOf(account, last.participant),
        participants: [last.participant, ...(last.others ?? [])],
        phoneNumberId: last.phoneNumberId,
        snoozedUntil: null,
        updatedAt: last.createdAt,
      };
    })
    .sort((left, right) => right.lastActivityAt.localeCompare(left.lastActivityAt));
}

function nameOf(account: QuoAccount, number: string): string | null {
  const contact = account.records.contacts.find(({ defaultFields }) =>
    defaultFields.phoneNumbers.some(({ value }) => value === number),
  );
  if (contact === undefined) return null;
  const { firstName, lastName, company } = contact.defaultFields;
  return [firstName, lastName].filter(Boolean).join(" ") || company;
}
