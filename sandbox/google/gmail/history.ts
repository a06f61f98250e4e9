/** Mailbox changes since a history ID, in order. As in reality, old records expire and yield 404. */
import { GoogleError } from "../errors.ts";
import type { GmailHandler } from "./calls.ts";

const MAX_PAGE = 500;

/** A change to one message. */
export interface HistoryRecord {
  readonly id: number;
  readonly messageId: string;
  readonly threadId: string;
  readonly change: "messageAdded" | "labelAdded" | "labelRemoved";
  /** The labels added or removed; for a new message, all labels. */
  readonly labelIds: readonly string[];
}

const FIELDS = {
  messageAdded: "messagesAdded",
  labelAdded: "labelsAdded",
  labelRemoved: "labelsRemoved",
} as const;

/** `users.history.list` */
export const listHistory: GmailHandler = ({ mailbox, query }) => {
  const start = Number(query["startHistoryId"]);
  if (!Number.isSafeInteger(start) || start < 1) throw new GoogleError(400, "Invalid startHistoryId");
  if (start < mailbox.oldestHistoryId || start > mailbox.historyId)
    throw new GoogleError(404, "Requested entity was not found.");
  const after = typeof query["pageToken"] === "string" ? Number(query["pageToken"]) : start;
  if (!Number.isSafeInteger(after)) throw new GoogleError(400, "Invalid pageToken");
  const isAsked = askedFor(mailbox, query);
  const found = mailbox.history.filter((record) => record.id > after && isAsked(record));
  const limit = Math.min(MAX_PAGE, Number(query["maxResults"] ?? 100));
  if (limit < 1) throw new GoogleError(400, "Invalid maxResults");
  const page = found.slice(0, limit);
  return {
    ...(page.length === 0 ? {} : { history: page.map(recordJson) }),
    ...(found.length > page.length ? { nextPageToken: String(page.at(-1)?.id) } : {}),
    historyId: String(mailbox.historyId),
  };
};

/** Whether a record matches the query's types and label. */
function askedFor(
  mailbox: Parameters<GmailHandler>[0]["mailbox"],
  query: Parameters<GmailHandler>[0]["query"],
): (record: HistoryRecord) => boolean {
  const types = (query["historyTypes"] as readonly string[] | undefined) ?? [];
  const labelId = typeof query["labelId"] === "string" ? query["labelId"] : null;
  return ({ change, messageId }) =>
    (types.length === 0 || types.includes(change)) &&
    (labelId === null || mailbox.find(messageId)?.labelIds.includes(labelId) === true);
}

function recordJson({ id, messageId, threadId, change, labelIds }: HistoryRecord) {
  const message = { id: messageId, threadId };
  const about = change === "messageAdded" ? { message: { ...message, labelIds } } : { message, labelIds };
  return { id: String(id), messages: [message], [FIELDS[change]]: [about] };
}
