/**
 * `GET /me/mailFolders/{id}/messages/delta`: first everything in a folder, then what changed since
 * (microsoft-graph-docs-contrib: api-reference/v1.0/api/message-delta.md, concepts/delta-query-messages.md, read 2026-11-30).
 */
import type { GraphHandler, Query } from "../calls.ts";
import { GraphError } from "../errors.ts";
import { selected } from "../odata.ts";
import { messageJson } from "./message-json.ts";
import type { Change, Folder, Mailbox, StoredMessage } from "./store.ts";

const PAGE = 10;
const MAX_PAGE = 1000;
/** With a filter, a first round returns no more. */
const MAX_FILTERED = 5000;
const MESSAGE = "Microsoft.OutlookServices.Message";

/** Opaque to clients: what a link stands for. */
interface Token {
  readonly folder: Folder;
  readonly generation: number;
  readonly select?: string;
  /** Only messages received from then on. */
  readonly fromMs?: number;
  readonly changeType?: string;
  /** The newest change of the last round; missing in the first. */
  readonly since?: number;
  /** The newest change when this round began. */
  readonly upTo: number;
  /** Where the next page starts: the key or change last returned. */
  readonly after?: number;
}

export const listDelta: GraphHandler = (call) => {
  const { mailbox, path, query, prefer, base } = call;
  const folder = mailbox.folder(path["mailFolderId"] ?? "");
  const given = query["$skiptoken"] ?? query["$deltatoken"];
  const token = given === undefined ? firstToken(mailbox, folder, query) : readToken(given, folder);
  if (token.generation !== mailbox.generation)
    throw new GraphError(
      410,
      "SyncStateNotFound",
      `The sync state generation is not found; generation=${token.generation};[highest=${mailbox.generation}].`,
    );
  const round: Token =
    query["$deltatoken"] === undefined ? token : { ...token, since: token.upTo, upTo: mailbox.seq };
  const size = Math.min(MAX_PAGE, prefer.pageSize ?? (Number(query["$top"]) || PAGE));
  const entries = round.since === undefined ? everything(mailbox, round) : changed(mailbox, round);
  const page = entries.slice(0, size);
  const last = page.at(-1);
  const isLast = last === undefined || page.length === entries.length;
  const link = (name: string, to: Token): string =>
    `${base}/me/mailFolders('${mailbox.folderId(folder)}')/messages/delta?$${name}=${Buffer.from(JSON.stringify(to)).toString("base64url")}`;
  const { after: _, ...ended } = round;
  return {
    "@odata.context": `${base}/$metadata#Collection(message)`,
    ...(isLast
      ? { "@odata.deltaLink": link("deltatoken", ended) }
      : { "@odata.nextLink": link("skiptoken", { ...round, after: last.at }) }),
    value: page.map(({ message, change }) =>
      message === null
        ? {
            "@odata.type": "#microsoft.graph.message",
            id: goneId(mailbox, change, prefer.isImmutable),
            "@removed": { reason: "deleted" },
          }
        : {
            "@odata.type": "#microsoft.graph.message",
            ...selected(messageJson(call, message, round.select), round.select, MESSAGE),
          },
    ),
  };
};

interface Entry {
  readonly at: number;
  readonly message: StoredMessage | null;
  readonly change: Change | null;
}

function firstToken(
  mailbox: Mailbox,
  folder: Folder,
  { $select, $filter, $orderby, $search, changeType }: Query,
): Token {
  if ($search !== undefined)
    throw new GraphError(400, "BadRequest", "The query parameter '$search' is not supported.");
  if ($orderby !== undefined && !/^receivedDateTime desc$/i.test(String($orderby)))
    throw new GraphError(400, "BadRequest", "Delta queries are ordered by receivedDateTime desc alone.");
  const [, operator, from] = /^receivedDateTime\s+(ge|gt)\s+(\S+)$/i.exec(String($filter ?? "").trim()) ?? [];
  const fromMs = Date.parse(from ?? "");
  if ($filter !== undefined && Number.isNaN(fromMs))
    throw new GraphError(400, "BadRequest", "Delta queries filter by receivedDateTime ge or gt alone.");
  if (changeType !== undefined && !["created", "updated", "deleted"].includes(String(changeType)))
    throw new GraphError(400, "BadRequest", "changeType must be created, updated or deleted.");
  return {
    folder,
    generation: mailbox.generation,
    upTo: mailbox.seq,
    ...($select === undefined ? {} : { select: String($select) }),
    ...($filter === undefined ? {} : { fromMs: operator?.toLowerCase() === "gt" ? fromMs + 1 : fromMs }),
    ...(changeType === undefined ? {} : { changeType: String(changeType) }),
  };
}

function readToken(text: unknown, folder: Folder): Token {
  try {
    const token = JSON.parse(Buffer.from(String(text), "base64url").toString("utf8")) as Token;
    if (token.folder === folder) return token;
  } catch {
    // Below.
  }
  throw new GraphError(400, "BadRequest", "Badly formed token.");
}

/** The folder's messages, newest first. */
function everything(mailbox: Mailbox, { folder, fromMs = -Infinity, after }: Token): Entry[] {
  const messages = mailbox.messages
    .filter((message) => message.folder === folder && message.receivedMs >= fromMs)
    .toSorted((left, right) => right.receivedMs - left.receivedMs || right.key - left.key);
  const begin = after === undefined ? 0 : messages.findIndex(({ key }) => key === after) + 1;
  return messages
    .slice(begin, fromMs === -Infinity ? undefined : MAX_FILTERED)
    .map((message) => ({ at: message.key, message, change: null }));
}

/** What changed in the folder between two changes: each message once, in the state it is in. */
function changed(mailbox: Mailbox, token: Token): Entry[] {
  const { folder, fromMs = -Infinity, changeType, since = 0, upTo, after = since } = token;
  const within = mailbox.changes.filter(
    (change) => change.folder === folder && change.seq > since && change.seq <= upTo,
  );
  const entries = [...Map.groupBy(within, ({ key }) => key).values()].flatMap((changes): Entry[] => {
    const last = changes.at(-1);
    if (last === undefined) return [];
    const found = mailbox.messages.find(({ key }) => key === last.key);
    const message = found?.folder === folder ? found : null;
    const kind =
      message === null ? "deleted" : changes.some((one) => one.kind === "created") ? "created" : "updated";
    if (changeType !== undefined && changeType !== kind) return [];
    if (message !== null && message.receivedMs < fromMs) return [];
    return [{ at: last.seq, message, change: last }];
  });
  return entries.filter(({ at }) => at > after).toSorted((left, right) => left.at - right.at);
}

function goneId(mailbox: Mailbox, change: Change | null, isImmutable: boolean): string {
  if (change === null) return "";
  if (isImmutable || change.formerId === undefined)
    return mailbox.idOf({ key: change.key, moves: 0 }, isImmutable);
  return change.formerId;
}
