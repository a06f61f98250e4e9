/** Reads Outlook mailboxes: e-mails, searches, threads. Changes nothing. */
import * as z from "zod";
import { toBase64Url } from "../../kernel/base64.ts";
import { DAY_MS, isoTime, type Clock } from "../../kernel/clock.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import { cleanLine } from "../../platform/email/clean.ts";
import { addressesOf, idsIn, MAIL_BOUNDS, personOf } from "../../platform/email/headers.ts";
import type {
  AttachmentFile,
  MailMessage,
  MailSummary,
  OutgoingEmail,
} from "../../platform/email/message.ts";
import type { Formats } from "../../platform/code-readers.ts";
import type { Connection, MailScope, MailboxSettings } from "../connections/index.ts";
import { skeletonOf, withBytes, type MailPart, type MailSkeleton } from "../mail-parts.ts";
import { ME, parseAnswer, type Graph, type GraphCall } from "./client.ts";
import { parseMailQuery, type MailQuery, type Searchable } from "./query.ts";

/** An opened connection to Microsoft 365, for reads and writes. */
export interface MicrosoftAccount {
  readonly connection: Connection<MailboxSettings>;
  readonly graph: Graph;
  readonly mustAllow: (scope: MailScope) => void;
  readonly lacks: (scopes: readonly MailScope[]) => string[];
  /** Checks that the sign-in is still valid. Throws IntegrationError. */
  readonly checkAccess: () => Promise<void>;
  /** Workspace content by SHA-256. */
  readonly readBlob: (sha256: string) => Promise<string>;
  readonly clock: Clock;
  readonly formats: Formats;
  /** Well-known folders by ID, read once. */
  readonly folders: () => Promise<ReadonlyMap<string, string>>;
}

const FOLDERS = ["inbox", "sentitems", "drafts", "deleteditems", "junkemail", "archive"];
/** Messages a page. Graph takes up to 1,000. */
const PAGE = 250;
/** Delta pages read to learn a folder's state, and messages on each. */
const STATE_PAGES = 20;
const STATE_PAGE = 500;
/** How far back a folder's changes are followed: as far as the checks look. */
const FOLLOWED_MS = 14 * DAY_MS;
/** Beyond this age, searching is cheaper than listing. */
const LISTED_MS = 31 * DAY_MS;
const SEARCH_PAGES = 5;
/** Exchange serves four requests at once for a mailbox (learn.microsoft.com/graph/throttling-limits, "Outlook service limits"). */
const AT_ONCE = 3;
const RAW_BYTES = 5 * 1024 * 1024;
const SNIPPET_CHARS = 200;
const MAX_MESSAGES = 500;

export const personAnswer = z.object({
  emailAddress: z.object({ name: z.string().nullish(), address: z.string().nullish() }).nullish(),
});
const peopleAnswer = z.array(personAnswer).default([]);

const messageAnswer = z.object({
  id: z.string().min(1).max(400),
  conversationId: z.string().max(400).nullish(),
  internetMessageId: z.string().nullish(),
  parentFolderId: z.string().nullish(),
  receivedDateTime: z.string(),
  subject: z.string().nullish(),
  bodyPreview: z.string().nullish(),
  body: z.object({ contentType: z.string(), content: z.string() }).optional(),
  from: personAnswer.nullish(),
  toRecipients: peopleAnswer,
  ccRecipients: peopleAnswer,
  isRead: z.boolean().nullish(),
  isDraft: z.boolean().nullish(),
  importance: z.string().nullish(),
  hasAttachments: z.boolean().nullish(),
  categories: z.array(z.string()).default([]),
  flag: z.object({ flagStatus: z.string().nullish() }).nullish(),
});
type GraphMessage = z.output<typeof messageAnswer>;

const SELECT =
  "id,conversationId,internetMessageId,parentFolderId,receivedDateTime,subject,bodyPreview,from,toRecipients,ccRecipients,isRead,isDraft,importance,hasAttachments,categories,flag";

const pageAnswer = z.object({ value: z.array(messageAnswer), "@odata.nextLink": z.string().optional() });
const changesAnswer = z.object({
  value: z.array(z.unknown()),
  "@odata.nextLink": z.string().optional(),
  "@odata.deltaLink": z.string().optional(),
});
const folderAnswer = z.object({ id: z.string() });
const partsAnswer = z.object({
  body: z.object({ contentType: z.string(), content: z.string() }),
  internetMessageHeaders: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
});
const attachmentsAnswer = z.object({
  value: z.array(
    z.object({
      id: z.string(),
      name: z.string().nullish(),
      contentType: z.string().nullish(),
      size: z.number().default(0),
    }),
  ),
});

/** Our IDs are Graph's without the padding, which has no place in a conversation's name. */
function ownId(id: string): string {
  return id.replace(/=+$/, "");
}

export function graphId(id: string): string {
  return id + "=".repeat((4 - (id.length % 4)) % 4);
}

export function messagePath(id: string): string {
  return `${ME}/messages/${encodeURIComponent(graphId(id))}`;
}

/** Well-known folders by ID. */
export async function readFolders(
  call: Graph["call"],
  mailbox: string,
): Promise<ReadonlyMap<string, string>> {
  const found = await inTurn(FOLDERS, async (name) => {
    const read: GraphCall = {
      mailbox,
      scope: "read",
      method: "GET",
      path: `${ME}/mailFolders/${name}`,
      query: { $select: "id" },
    };
    const answer = await orNull(call(read));
    return answer === null ? null : ([parseAnswer(folderAnswer, answer).id, name] as const);
  });
  return new Map(found.filter((one) => one !== null));
}

/** A page of the IDs that fit a query, newest first; `page` is a path. */
export async function listIdsPage(
  account: MicrosoftAccount,
  mailbox: string,
  query: string,
  page: string | null,
  limit = PAGE,
): Promise<{ readonly ids: string[]; readonly next: string | null }> {
  const asked = parseMailQuery(query, account.clock.now());
  const isOld = (asked.afterMs ?? 0) < account.clock.now() - LISTED_MS;
  const { found, next } = await readPage(account, mailbox, asked, {
    page,
    limit,
    searches: isOld && asked.kql !== null,
  });
  return { ids: found.map(({ id }) => ownId(id)), next };
}

interface PageAsked {
  readonly page: string | null;
  readonly limit: number;
  /** Whether Graph's own search answers what it can. Its index lags a little behind the mailbox. */
  readonly searches: boolean;
}

async function readPage(
  account: MicrosoftAccount,
  mailbox: string,
  query: MailQuery,
  { page, limit, searches }: PageAsked,
): Promise<{ readonly found: GraphMessage[]; readonly next: string | null }> {
  const { graph } = account;
  const where = query.folder === null ? "" : `/mailFolders/${query.folder}`;
  const since = query.afterMs === null ? undefined : `receivedDateTime ge ${isoTime(query.afterMs)}`;
  const readsBody = query.readsBody && !searches;
  const answer = await graph.call({
    mailbox,
    scope: "read",
    method: "GET",
    path: page ?? `${ME}${where}/messages`,
    ...(page === null
      ? {
          query: {
            $select: readsBody ? `${SELECT},body` : SELECT,
            $top: Math.min(limit, readsBody ? 50 : PAGE),
            ...(searches
              ? { $search: `"${query.kql ?? ""}"` }
              : { $filter: since, $orderby: "receivedDateTime desc" }),
          },
        }
      : {}),
    ...(readsBody ? { prefer: 'outlook.body-content-type="text"' } : {}),
  });
  const { value, "@odata.nextLink": link } = parseAnswer(pageAnswer, answer);
  const folders = await account.folders();
  return {
    found: value.filter((message) => query.matches(searchable(message, folders), searches)),
    next: link === undefined ? null : graph.pathOf(link),
  };
}

function searchable(message: GraphMessage, folders: ReadonlyMap<string, string>): Searchable {
  const names = (people: GraphMessage["toRecipients"]): string =>
    people.map(({ emailAddress }) => `${emailAddress?.name ?? ""} ${emailAddress?.address ?? ""}`).join(" ");
  return {
    folder: message.isDraft === true ? "drafts" : folderOf(message, folders),
    isRead: message.isRead === true,
    isFlagged: message.flag?.flagStatus === "flagged",
    isImportant: message.importance === "high",
    hasAttachments: message.hasAttachments === true,
    categories: message.categories,
    atMs: Date.parse(message.receivedDateTime),
    messageId: message.internetMessageId ?? "",
    from: names(message.from === null || message.from === undefined ? [] : [message.from]),
    to: names(message.toRecipients),
    cc: names(message.ccRecipients),
    subject: message.subject ?? "",
    body: message.body?.content ?? message.bodyPreview ?? "",
  };
}

function folderOf({ parentFolderId }: GraphMessage, folders: ReadonlyMap<string, string>): string | null {
  return folders.get(parentFolderId ?? "") ?? null;
}

/**
 * The state of the folder that a query is in, and whether anything in it changed since. Deltas are kept per folder; a query over all of
 * them always has news.
 */
export async function newsSince(
  account: MicrosoftAccount,
  mailbox: string,
  query: string,
  state: string | null,
): Promise<{ readonly state: string; readonly hasNews: boolean }> {
  const { folder } = parseMailQuery(query, account.clock.now());
  if (folder === null) return { state: "", hasNews: true };
  const start = `${ME}/mailFolders/${folder}/messages/delta`;
  const first = {
    $select: "id",
    $filter: `receivedDateTime ge ${isoTime(account.clock.now() - FOLLOWED_MS)}`,
  };
  if (state === null || state === "")
    return { state: (await changesIn(account, mailbox, start, first)).state, hasNews: true };
  try {
    const { state: now, count } = await changesIn(account, mailbox, state);
    return { state: now, hasNews: count > 0 };
  } catch (error) {
    // The state has expired.
    if (!(error instanceof IntegrationError) || error.status !== 410) throw error;
    return { state: (await changesIn(account, mailbox, start, first)).state, hasNews: true };
  }
}

/** Follows a folder's changes to their end; an empty state means that there is more than is read at once. */
async function changesIn(
  { graph }: MicrosoftAccount,
  mailbox: string,
  start: string,
  query?: GraphCall["query"],
): Promise<{ readonly state: string; readonly count: number }> {
  const read = { mailbox, scope: "read", method: "GET", prefer: `odata.maxpagesize=${STATE_PAGE}` } as const;
  let count = 0;
  let path = start;
  for (let page = 0; page < STATE_PAGES; page++) {
    const asked = page === 0 && query !== undefined ? { query } : {};
    const answer = parseAnswer(changesAnswer, await graph.call({ ...read, path, ...asked }));
    count += answer.value.length;
    const end = answer["@odata.deltaLink"];
    if (end !== undefined) return { state: graph.pathOf(end), count };
    path = graph.pathOf(answer["@odata.nextLink"] ?? "");
  }
  return { state: "", count: Math.max(1, count) };
}

/** A full e-mail; null if the mailbox doesn't have it. */
export async function readMessage(
  account: MicrosoftAccount,
  mailbox: string,
  id: string,
): Promise<MailMessage | null> {
  const message = await getMessage(account, mailbox, id);
  return message === null ? null : readWhole(account, mailbox, message);
}

/** Above the size limit, attachments are listed but not downloaded. */
async function readWhole(
  account: MicrosoftAccount,
  mailbox: string,
  message: GraphMessage,
): Promise<MailMessage | null> {
  const short = await summaryOf(account, mailbox, message);
  const { id, at, threadId, labels } = short;
  const envelope = { id, mailbox, threadId, at, labels, snippet: "" };
  const { formats } = account;
  const raw = await readRaw(account, mailbox, id);
  if (raw === null) return null;
  if (raw !== "too_large") return formats.readEmail({ envelope, raw, server: "exchange" });
  const skeleton = await readSkeleton(account, mailbox, id);
  if (skeleton === null) return null;
  const mail = await formats.readEmail({ envelope, raw: skeleton.raw, server: "exchange" });
  const attachments = mail.attachments.map((one) => ({
    ...one,
    sizeBytes: skeleton.partBehind(one.sizeBytes)?.sizeBytes ?? one.sizeBytes,
  }));
  // Graph gives no headers of what the mailbox sent.
  const { messageId, from, to, cc, subject } = short;
  return { ...mail, messageId, from, to, cc, subject, attachments };
}

/** The bytes of an e-mail; null if not found. */
async function readRaw(
  { graph }: MicrosoftAccount,
  mailbox: string,
  id: string,
): Promise<Uint8Array<ArrayBuffer> | "too_large" | null> {
  try {
    const path = `${messagePath(id)}/$value`;
    return await graph.file({ mailbox, scope: "read", method: "GET", path }, RAW_BYTES);
  } catch (error) {
    if (isAbsent(error)) return null;
    // An oversized response carries a success status.
    if (error instanceof IntegrationError && error.status === 200) return "too_large";
    throw error;
  }
}

/** Reads an e-mail by its parts, without attachment bytes; null if not found. */
async function readSkeleton(
  { graph }: MicrosoftAccount,
  mailbox: string,
  id: string,
): Promise<MailSkeleton | null> {
  const read = { mailbox, scope: "read", method: "GET" } as const;
  const [whole, listed] = await Promise.all([
    orNull(
      graph.call({
        ...read,
        path: messagePath(id),
        query: { $select: "body,internetMessageHeaders" },
      }),
    ),
    orNull(
      graph.call({
        ...read,
        path: `${messagePath(id)}/attachments`,
        query: { $select: "id,name,contentType,size" },
      }),
    ),
  ]);
  if (whole === null || listed === null) return null;
  const { body, internetMessageHeaders } = parseAnswer(partsAnswer, whole);
  const text: MailPart = {
    mimeType: /html/i.test(body.contentType) ? "text/html" : "text/plain",
    filename: "",
    headers: [],
    body: { data: toBase64Url(new TextEncoder().encode(body.content)) },
    parts: [],
  };
  const files = parseAnswer(attachmentsAnswer, listed).value.map((file): MailPart => {
    const filename = (file.name ?? "").replace(/["\\\p{Cc}]/gu, "_");
    return {
      mimeType: file.contentType ?? "application/octet-stream",
      filename,
      headers: [{ name: "Content-Disposition", value: `attachment; filename="${filename}"` }],
      body: { attachmentId: file.id, size: file.size },
      parts: [],
    };
  });
  const payload: MailPart = {
    mimeType: "multipart/mixed",
    filename: "",
    headers: internetMessageHeaders.filter(({ name }) => !/^(?:content-|mime-version)/i.test(name)),
    body: {},
    parts: [text, ...files],
  };
  return skeletonOf(payload, new Map());
}

/** The bytes of an attachment by its number; null if not found. Throws IntegrationError if it is too large. */
export async function readAttached(
  account: MicrosoftAccount,
  mailbox: string,
  id: string,
  index: number,
): Promise<AttachmentFile | null> {
  const { graph, formats } = account;
  const raw = await readRaw(account, mailbox, id);
  if (raw === null) return null;
  if (raw !== "too_large") return formats.readAttachment({ raw, index });
  const skeleton = await readSkeleton(account, mailbox, id);
  const file = skeleton === null ? null : await formats.readAttachment({ raw: skeleton.raw, index });
  if (skeleton === null || file === null) return null;
  return withBytes(file, skeleton, (attachmentId) => {
    const path = `${messagePath(id)}/attachments/${encodeURIComponent(attachmentId)}/$value`;
    return graph.file({ mailbox, scope: "read", method: "GET", path }, ATTACHMENT_BYTES);
  });
}
const ATTACHMENT_BYTES = 30 * 1024 * 1024;

/** Summaries of what a search finds, newest first. The snippet is of the visible text: Graph's preview includes what an e-mail hides. */
export async function searchMail(
  account: MicrosoftAccount,
  mailbox: string,
  query: string,
  limit: number,
): Promise<MailSummary[]> {
  const asked = parseMailQuery(query, account.clock.now());
  const searches = asked.kql !== null;
  const messages: GraphMessage[] = [];
  let page: string | null = null;
  for (let read = 0; read < SEARCH_PAGES && messages.length < limit; read++) {
    const { found, next } = await readPage(account, mailbox, asked, { page, limit: PAGE, searches });
    messages.push(...found);
    if (next === null) break;
    page = next;
  }
  const newest = messages
    .toSorted((left, right) => right.receivedDateTime.localeCompare(left.receivedDateTime))
    .slice(0, limit);
  return inTurn(newest, async (message) => {
    const [short, whole] = [
      await summaryOf(account, mailbox, message),
      await readWhole(account, mailbox, message),
    ];
    return { ...short, snippet: (whole?.text ?? "").replace(/\s+/g, " ").trim().slice(0, SNIPPET_CHARS) };
  });
}

/** Messages of a thread, oldest first, without drafts and deleted ones; empty if there is no such thread. */
export async function readThread(
  account: MicrosoftAccount,
  mailbox: string,
  threadId: string,
): Promise<MailSummary[]> {
  const messages = await filtered(account, mailbox, `conversationId eq '${quoted(graphId(threadId))}'`);
  const folders = await account.folders();
  const shown = messages
    .filter(
      (message) =>
        message.isDraft !== true && !["deleteditems", "junkemail"].includes(folderOf(message, folders) ?? ""),
    )
    .toSorted((left, right) => left.receivedDateTime.localeCompare(right.receivedDateTime));
  return Promise.all(shown.map((message) => summaryOf(account, mailbox, message)));
}

/** E-mails with this Message-ID (`<…>`), including just-sent ones. */
export async function findByMessageId(
  account: MicrosoftAccount,
  mailbox: string,
  messageId: string,
): Promise<{ id: string }[]> {
  const found = await filtered(account, mailbox, `internetMessageId eq '${quoted(messageId)}'`);
  return found.filter(({ isDraft }) => isDraft !== true).map(({ id }) => ({ id: ownId(id) }));
}

/**
 * Whether an e-mail like this was sent since a time under a Message-ID that isn't ours: Exchange may replace it, and then the e-mail can't
 * be told from one that a person sent.
 */
export async function hasSentAlike(
  account: MicrosoftAccount,
  { mailbox, to, subject, messageId }: OutgoingEmail,
  since: string,
): Promise<boolean> {
  const answer = await account.graph.call({
    mailbox,
    scope: "read",
    method: "GET",
    path: `${ME}/mailFolders/sentitems/messages`,
    query: {
      $select: SELECT,
      $top: PAGE,
      $filter: `receivedDateTime ge ${since}`,
      $orderby: "receivedDateTime desc",
    },
  });
  const same = to.toSorted().join();
  return parseAnswer(pageAnswer, answer).value.some(
    (one) =>
      one.internetMessageId !== messageId &&
      (one.subject ?? "") === subject &&
      peopleOf(one.toRecipients).toSorted().join() === same,
  );
}

/** IDs of an e-mail's labels; null if not found. */
export async function labelsOf(
  account: MicrosoftAccount,
  mailbox: string,
  id: string,
): Promise<readonly string[] | null> {
  const message = await getMessage(account, mailbox, id);
  return message === null ? null : (await summaryOf(account, mailbox, message)).labels;
}

/** Categories are known by name alone. Their list needs a permission of its own, so it is read from the newest e-mails. */
export async function listLabels(
  account: MicrosoftAccount,
  mailbox: string,
): Promise<{ id: string; name: string }[]> {
  const { found } = await readPage(account, mailbox, parseMailQuery("", account.clock.now()), {
    page: null,
    limit: PAGE,
    searches: false,
  });
  const categories = [...new Set(found.flatMap((message) => message.categories))];
  return [
    ...["INBOX", "SENT", "UNREAD"].map((id) => ({ id, name: id })),
    ...categories.map((name) => ({ id: categoryId(name), name })),
  ];
}

/** A category’s label ID: unlike those of folders, whatever its name. */
export function categoryId(name: string): string {
  return `category:${name}`;
}

async function getMessage(
  { graph }: MicrosoftAccount,
  mailbox: string,
  id: string,
): Promise<GraphMessage | null> {
  const query = { $select: SELECT };
  const answer = await orNull(
    graph.call({ mailbox, scope: "read", method: "GET", path: messagePath(id), query }),
  );
  return answer === null ? null : parseAnswer(messageAnswer, answer);
}

/** Messages by a filter that can't be sorted by. */
async function filtered(
  { graph }: MicrosoftAccount,
  mailbox: string,
  $filter: string,
): Promise<GraphMessage[]> {
  const query = { $select: SELECT, $top: MAX_MESSAGES, $filter };
  const path = `${ME}/messages`;
  const answer = await orNull(graph.call({ mailbox, scope: "read", method: "GET", path, query }));
  return answer === null ? [] : parseAnswer(pageAnswer, answer).value;
}

/** OData doubles a quote within a text. */
function quoted(text: string): string {
  return text.replaceAll("'", "''");
}

async function summaryOf(
  { folders }: MicrosoftAccount,
  mailbox: string,
  message: GraphMessage,
): Promise<MailSummary> {
  const { id, conversationId, internetMessageId, receivedDateTime, subject, from } = message;
  const folder = folderOf(message, await folders());
  const { emailAddress } = from ?? {};
  return {
    id: ownId(id),
    mailbox,
    threadId: ownId(conversationId ?? id),
    messageId: idsIn(internetMessageId ?? "")[0] ?? null,
    from: personOf({ name: emailAddress?.name ?? "", address: emailAddress?.address ?? "" }),
    to: peopleOf(message.toRecipients),
    cc: peopleOf(message.ccRecipients),
    subject: cleanLine(subject ?? "", MAIL_BOUNDS.subjectChars),
    at: isoTime(Date.parse(receivedDateTime)),
    snippet: "",
    labels: [
      ...(folder === "sentitems" ? ["SENT"] : folder === "inbox" ? ["INBOX"] : []),
      ...(message.isRead === false ? ["UNREAD"] : []),
      ...message.categories.map(categoryId),
    ],
  };
}

function peopleOf(people: GraphMessage["toRecipients"]): string[] {
  return addressesOf(people.map(({ emailAddress }) => ({ name: "", address: emailAddress?.address ?? "" })));
}

/** Graph returns 404 for an unknown ID and 400 for a malformed one. */
function isAbsent(error: unknown): boolean {
  return error instanceof IntegrationError && (error.status === 404 || error.status === 400);
}

export async function orNull(call: Promise<unknown>): Promise<unknown> {
  try {
    return await call;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** Runs a few at once. */
async function inTurn<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE)
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(run))));
  return results;
}
