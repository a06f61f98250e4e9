/** Messages: list, read, send, change. As in reality, repeating a send sends twice. */
import * as z from "zod";
import { Answer, MediaAnswer } from "../../vendor/define-vendor.ts";
import type { GraphCall, GraphHandler } from "../calls.ts";
import { GraphError, notFound } from "../errors.ts";
import { checkOrder, pageOf, readFilter, readOrder, selected, sorted } from "../odata.ts";
import { guidOf } from "../people.ts";
import { attachmentsOf, messageJson } from "./message-json.ts";
import { readSearch } from "./search.ts";
import { completed, decodeMime, rawOfJson, send, shownEmail } from "./send.ts";
import { FOLDERS, type Folder, type StoredMessage } from "./store.ts";

const MESSAGE = "Microsoft.OutlookServices.Message";
const FILTERS: ReadonlySet<string> = new Set([
  "subject",
  "from",
  "sender",
  "isRead",
  "isDraft",
  "hasAttachments",
  "receivedDateTime",
  "sentDateTime",
  "createdDateTime",
  "lastModifiedDateTime",
  "internetMessageId",
  "conversationId",
  "importance",
  "categories",
]);
const MAX_FOUND = 1000;

function contextOf({ base, mailbox }: GraphCall, of: string): string {
  return `${base}/$metadata#users('${guidOf("person", mailbox.owner.address)}')/${of}`;
}

/** A message with what `$select` and `$expand` ask for. */
function shown(call: GraphCall, message: StoredMessage) {
  const { $select, $expand } = call.query;
  if ($expand !== undefined && $expand !== "attachments")
    throw new GraphError(400, "BadRequest", `Parsing OData Select and Expand failed: ${String($expand)}.`);
  return {
    ...selected(messageJson(call, message, $select), $select, MESSAGE),
    ...($expand === undefined
      ? {}
      : { attachments: attachmentsOf(call, message).map(({ json: attachment }) => attachment) }),
  };
}

/** `GET /me/messages` and `GET /me/mailFolders/{id}/messages` */
export const listMessages: GraphHandler = (call) => {
  const { mailbox, path } = call;
  const folder = path["mailFolderId"] === undefined ? null : mailbox.folder(path["mailFolderId"]);
  const within = mailbox.messages
    .filter((message) => folder === null || message.folder === folder)
    .toSorted((left, right) => right.receivedMs - left.receivedMs || right.key - left.key);
  const { page, links } = pageOf(call, found(call, within));
  return {
    "@odata.context": contextOf(call, "messages"),
    ...links,
    value: page.map((message) => shown(call, message)),
  };
};

/** Searched, or filtered and ordered. */
function found(call: GraphCall, messages: readonly StoredMessage[]): StoredMessage[] {
  const { $search, $filter, $orderby } = call.query;
  if ($search !== undefined) {
    for (const [name, code, value] of [
      ["$filter", "SearchWithFilter", $filter],
      ["$orderBy", "SearchWithOrderBy", $orderby],
    ] as const)
      if (value !== undefined)
        throw new GraphError(400, code, `The query parameter '${name}' is not supported with '$search'.`);
    const matches = readSearch($search);
    return messages.filter((message) => matches(call, message)).slice(0, MAX_FOUND);
  }
  const conditions = readFilter($filter, FILTERS);
  const order = readOrder($orderby);
  checkOrder(order, conditions);
  if (conditions.length === 0 && order.length === 0) return [...messages];
  const items = messages.map((message) => ({ message, json: messageJson(call, message, undefined) }));
  const matching = items.filter(({ json: item }) => conditions.every(({ test }) => test(item)));
  return sorted(matching, ({ json: item }) => item, order).map(({ message }) => message);
}

function messageOf({ mailbox, path }: GraphCall): StoredMessage {
  return mailbox.get(path["messageId"] ?? "");
}

/** `GET /me/messages/{id}` */
export const getMessage: GraphHandler = (call) => ({
  "@odata.context": contextOf(call, "messages/$entity"),
  ...shown(call, messageOf(call)),
});

/** `GET /me/messages/{id}/$value`: MIME. */
export const getMime: GraphHandler = (call) =>
  new MediaAnswer({ type: "text/plain", bytes: Buffer.from(messageOf(call).raw, "latin1") });

/** `GET /me/messages/{id}/attachments` */
export const listAttachments: GraphHandler = (call) => ({
  "@odata.context": contextOf(call, "messages/attachments"),
  value: attachmentsOf(call, messageOf(call)).map(({ json }) =>
    selected(json, call.query["$select"], "Microsoft.OutlookServices.Attachment"),
  ),
});

function attachmentOf(call: GraphCall) {
  const file = attachmentsOf(call, messageOf(call)).find(({ id }) => id === call.path["attachmentId"]);
  if (file === undefined) throw notFound();
  return file;
}

/** `GET /me/messages/{id}/attachments/{id}` */
export const getAttachment: GraphHandler = (call) => ({
  "@odata.context": contextOf(call, "messages/attachments/$entity"),
  ...attachmentOf(call).json,
});

/** `GET /me/messages/{id}/attachments/{id}/$value` */
export const getAttachmentContent: GraphHandler = (call) => {
  const { part } = attachmentOf(call);
  return new MediaAnswer({ type: part.mimeType, bytes: part.content });
};

const changeInput = z.object({
  isRead: z.boolean().optional(),
  categories: z.array(z.string()).optional(),
});

/** `PATCH /me/messages/{id}`: of a message that isn't a draft, only what says how it is sorted. */
export const updateMessage: GraphHandler = (call) => {
  const message = messageOf(call);
  const parsed = changeInput.strict().safeParse(call.body);
  if (!parsed.success)
    throw new GraphError(
      400,
      "ErrorInvalidPropertySet",
      "The property set operation isn't supported on this object.",
    );
  const { isRead, categories } = parsed.data;
  call.mailbox.update(message, {
    ...(isRead === undefined ? {} : { isRead }),
    ...(categories === undefined ? {} : { categories: [...new Set(categories)] }),
  });
  call.context.markEffect();
  return getMessage(call);
};

/** `DELETE /me/messages/{id}` */
export const deleteMessage: GraphHandler = (call) => {
  call.mailbox.remove(messageOf(call));
  call.context.markEffect();
  return new Answer(204, null);
};

/** `POST /me/messages/{id}/move` */
export const moveMessage: GraphHandler = (call) => {
  const message = messageOf(call);
  const { destinationId } = call.body as { readonly destinationId?: unknown };
  call.mailbox.move(message, call.mailbox.folder(String(destinationId)));
  call.context.markEffect();
  return new Answer(201, {
    "@odata.context": contextOf(call, "messages/$entity"),
    ...messageJson(call, message, undefined),
  });
};

/** `POST /me/sendMail`, as JSON or MIME. */
export const sendMail: GraphHandler = (call) => {
  const { context, mailbox, body, request } = call;
  const isMime = typeof body === "string";
  const { message, saveToSentItems } = (isMime ? {} : body) as Readonly<Record<string, unknown>>;
  if (!isMime && (message === undefined || message === null))
    throw new GraphError(400, "ErrorInvalidRequest", "The Message parameter is missing.");
  const raw = isMime ? decodeMime(body) : rawOfJson(context, mailbox, message);
  const isKept = saveToSentItems !== false;
  const sent = send(context, mailbox, raw, { isKept });
  context.recordEffect("microsoft", "POST", request.path, {
    ...(isMime ? { mime: body } : { message }),
    email: shownEmail(mailbox, sent),
  });
  return new Answer(202, null);
};

/** `POST /me/messages`: a draft, as JSON or MIME. */
export const createDraft: GraphHandler = (call) => {
  const { context, mailbox, body } = call;
  const given = typeof body === "string" ? decodeMime(body) : rawOfJson(context, mailbox, body);
  const draft = mailbox.add({
    folder: "drafts",
    raw: completed(context, mailbox, given),
    isRead: true,
    receivedMs: context.now(),
  });
  context.markEffect();
  return new Answer(201, {
    "@odata.context": contextOf(call, "messages/$entity"),
    ...messageJson(call, draft, undefined),
  });
};

/** `POST /me/messages/{id}/send`: the draft moves to Sent Items and keeps its immutable ID. */
export const sendDraft: GraphHandler = (call) => {
  const { context, mailbox, request } = call;
  const draft = messageOf(call);
  if (!draft.isDraft)
    throw new GraphError(400, "ErrorInvalidRequest", "Only a draft can be sent: it has been sent already.");
  const sent = send(context, mailbox, draft.raw, { isKept: false, isDraft: true });
  draft.isDraft = false;
  mailbox.move(draft, "sentitems");
  context.recordEffect("microsoft", "POST", request.path, { email: shownEmail(mailbox, sent) });
  return new Answer(202, null);
};

function folderJson({ mailbox }: GraphCall, folder: Folder) {
  const within = mailbox.messages.filter((message) => message.folder === folder);
  return {
    id: mailbox.folderId(folder),
    displayName: FOLDERS[folder],
    parentFolderId: null,
    childFolderCount: 0,
    unreadItemCount: within.filter(({ isRead }) => !isRead).length,
    totalItemCount: within.length,
    isHidden: false,
  };
}

/** `GET /me/mailFolders` */
export const listFolders: GraphHandler = (call) => {
  const { page, links } = pageOf(
    call,
    (Object.keys(FOLDERS) as Folder[]).map((folder) => folderJson(call, folder)),
  );
  return { "@odata.context": contextOf(call, "mailFolders"), ...links, value: page };
};

/** `GET /me/mailFolders/{id}` */
export const getFolder: GraphHandler = (call) => ({
  "@odata.context": contextOf(call, "mailFolders/$entity"),
  ...folderJson(call, call.mailbox.folder(call.path["mailFolderId"] ?? "")),
});
