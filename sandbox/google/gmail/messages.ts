/** Messages and threads: search, read, send, label. As in reality, repeating a send creates two e-mails. */
import { GoogleError } from "../errors.ts";
import type { GmailCall, GmailHandler } from "./calls.ts";
import { sendRaw } from "./delivery.ts";
import { attachmentOf, messageJson, threadJson, type MessageFormat } from "./message-json.ts";
import { headerOf } from "./mime.ts";
import { parseQuery } from "./query.ts";
import { readMail, recipientsOf, searchable, SYSTEM_LABELS, type Mailbox, type StoredMail } from "./store.ts";

const MAX_PAGE = 500;
/** Above this, Gmail only estimates. */
const MAX_ESTIMATE = 201;
const MAX_MODIFY = 1000;
const FIXED_LABELS: ReadonlySet<string> = new Set(["SENT", "DRAFT", "CHAT"]);

/** `users.messages.list` */
export const listMessages: GmailHandler = (call) => {
  const found = foundBy(call);
  const { page, nextPageToken } = pageOf(found, call.query);
  return {
    ...(page.length === 0 ? {} : { messages: page.map(({ id, threadId }) => ({ id, threadId })) }),
    ...(nextPageToken === null ? {} : { nextPageToken }),
    resultSizeEstimate: Math.min(found.length, MAX_ESTIMATE),
  };
};

/** `users.threads.list`: threads with a matching message. */
export const listThreads: GmailHandler = (call) => {
  const threads = [...Map.groupBy(foundBy(call), ({ threadId }) => threadId)].map(([id, [newest]]) => ({
    id,
    newest,
  }));
  const { page, nextPageToken } = pageOf(threads, call.query);
  const items = page.flatMap(({ id, newest }) => {
    if (newest === undefined) return [];
    const { snippet, historyId } = messageJson(newest, { format: "minimal", metadataHeaders: null });
    return [{ id, snippet, historyId }];
  });
  return {
    ...(items.length === 0 ? {} : { threads: items }),
    ...(nextPageToken === null ? {} : { nextPageToken }),
    resultSizeEstimate: Math.min(threads.length, MAX_ESTIMATE),
  };
};

/** Matching messages, newest first. */
function foundBy({ context, mailbox, query }: GmailCall): StoredMail[] {
  const search = parseQuery(typeof query["q"] === "string" ? query["q"] : "", context.now());
  const labelIds = (query["labelIds"] as readonly string[] | undefined) ?? [];
  const everywhere =
    search.anywhere ||
    query["includeSpamTrash"] === true ||
    labelIds.some((id) => id === "SPAM" || id === "TRASH");
  return mailbox.messages
    .filter((mail) => {
      const carries = (id: string): boolean => mail.labelIds.includes(id);
      if (!everywhere && (carries("SPAM") || carries("TRASH"))) return false;
      return labelIds.every(carries) && search.matches(searchable(mailbox, mail));
    })
    .sort((left, right) => right.internalDateMs - left.internalDateMs || (right.id < left.id ? -1 : 1));
}

/** One page; the token is the last item's ID. Throws GoogleError 400 for an unknown token. */
function pageOf<Item extends { readonly id: string }>(
  items: readonly Item[],
  query: Readonly<Record<string, unknown>>,
): { readonly page: readonly Item[]; readonly nextPageToken: string | null } {
  const limit = Math.min(MAX_PAGE, Number(query["maxResults"] ?? 100));
  if (limit < 1) throw new GoogleError(400, "Invalid maxResults");
  const token = query["pageToken"];
  const tokenOf = ({ id }: Item): string => BigInt(`0x${id}`).toString();
  const from =
    token === undefined || token === "" ? 0 : items.findIndex((item) => tokenOf(item) === token) + 1;
  if (token !== undefined && token !== "" && from === 0) throw new GoogleError(400, "Invalid pageToken");
  const page = items.slice(from, from + limit);
  const last = page.at(-1);
  return {
    page,
    nextPageToken: last !== undefined && from + limit < items.length ? tokenOf(last) : null,
  };
}

function mailOf({ mailbox, path }: GmailCall, name = "id"): StoredMail {
  const id = path[name] ?? "";
  if (!/^[0-9a-f]{1,16}$/.test(id)) throw new GoogleError(400, "Invalid id value");
  const mail = mailbox.find(id);
  if (mail === null) throw new GoogleError(404, "Requested entity was not found.");
  return mail;
}

function formatOf(query: Readonly<Record<string, unknown>>): MessageFormat {
  return {
    format: (query["format"] as MessageFormat["format"] | undefined) ?? "full",
    metadataHeaders: (query["metadataHeaders"] as readonly string[] | undefined) ?? null,
  };
}

/** `users.messages.get` */
export const getMessage: GmailHandler = (call) => messageJson(mailOf(call), formatOf(call.query));

/** `users.messages.attachments.get` */
export const getAttachment: GmailHandler = (call) => {
  const content = attachmentOf(mailOf(call, "messageId"), call.path["id"] ?? "");
  if (content === null) throw new GoogleError(400, "Invalid attachment token");
  return { size: content.length, data: content.toString("base64url") };
};

/** `users.threads.get` */
export const getThread: GmailHandler = ({ mailbox, path, query }) => {
  const mails = mailbox.thread(path["id"] ?? "");
  if (mails.length === 0) throw new GoogleError(404, "Requested entity was not found.");
  return threadJson(path["id"] ?? "", mails, formatOf(query));
};

/** `users.messages.send` */
export const sendMessage: GmailHandler = ({ context, store, mailbox, body }) => {
  const raw = Buffer.from(String(body["raw"]), "base64url").toString("latin1");
  if (raw.trim() === "")
    throw new GoogleError(
      400,
      "'raw' RFC822 payload message string or uploading message via /upload/* URL required",
    );
  const threadId = typeof body["threadId"] === "string" && body["threadId"] !== "" ? body["threadId"] : null;
  const sent = sendRaw(context, store, mailbox, { raw, threadId });
  context.recordEffect("gmail", "POST", `/gmail/v1/users/${mailbox.owner.address}/messages/send`, {
    ...body,
    email: shown(sent, mailbox),
  });
  return { id: sent.id, threadId: sent.threadId, labelIds: sent.labelIds };
};

/** A sent message as text for the outbox, beside the raw bytes. */
function shown(mail: StoredMail, mailbox: Mailbox) {
  const { message, subject, text, messageId, from } = readMail(mail);
  return {
    id: mail.id,
    threadId: mail.threadId,
    mailbox: mailbox.owner.address,
    from,
    to: headerOf(message, "to") ?? "",
    cc: headerOf(message, "cc") ?? "",
    recipients: recipientsOf(message),
    subject,
    text,
    messageId,
    inReplyTo: headerOf(message, "in-reply-to"),
  };
}

function relabel(call: GmailCall, mails: readonly StoredMail[]): void {
  const { mailbox, body, context } = call;
  const add = (body["addLabelIds"] as readonly string[] | undefined) ?? [];
  const remove = (body["removeLabelIds"] as readonly string[] | undefined) ?? [];
  if (add.length + remove.length === 0) throw new GoogleError(400, "No label add or removes specified");
  for (const id of [...add, ...remove]) {
    const known = SYSTEM_LABELS.includes(id) || mailbox.labels.some((label) => label.id === id);
    if (!known || FIXED_LABELS.has(id)) throw new GoogleError(400, `Invalid label: ${id}`);
  }
  if (add.some((id) => remove.includes(id)))
    throw new GoogleError(400, "Cannot both add and remove the same label");
  for (const mail of mails) {
    const kept = mail.labelIds.filter((id) => !remove.includes(id) && !add.includes(id));
    mailbox.relabel(mail, [...kept, ...add]);
  }
  context.markEffect();
}

/** `users.messages.modify` */
export const modifyMessage: GmailHandler = (call) => {
  const mail = mailOf(call);
  relabel(call, [mail]);
  return { id: mail.id, threadId: mail.threadId, labelIds: mail.labelIds };
};

/** `users.messages.batchModify`: unknown IDs are skipped. */
export const batchModify: GmailHandler = (call) => {
  const ids = (call.body["ids"] as readonly string[] | undefined) ?? [];
  if (ids.length === 0 || ids.length > MAX_MODIFY) throw new GoogleError(400, "Invalid ids");
  relabel(
    call,
    call.mailbox.messages.filter(({ id }) => ids.includes(id)),
  );
  return null;
};

/** `users.threads.modify` */
export const modifyThread: GmailHandler = (call) => {
  const mails = call.mailbox.thread(call.path["id"] ?? "");
  if (mails.length === 0) throw new GoogleError(404, "Requested entity was not found.");
  relabel(call, mails);
  return { id: call.path["id"], historyId: String(call.mailbox.historyId) };
};
