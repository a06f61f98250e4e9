/**
 * What Gmail remembers, one part of the state for each mailbox. The first start fills it with the demo world's mail, in an empty sandbox only
 * with the mailboxes. Messages are kept as they were sent, byte for byte; what is read from them is worked out when asked and kept in memory.
 */
import type { SandboxContext } from "../../service.ts";
import type { Section } from "../../state.ts";
import { TENANTS, type DemoMailbox, type DemoTenant } from "../../world/company.ts";
import { stableId } from "../../world/contacts.ts";
import { companyMail, type WorldMail } from "../../world/mail/index.ts";
import { composeMail } from "./compose.ts";
import { addressesOf, headerOf, leavesOf, parseMime, textOf, type MimePart } from "./mime.ts";
import type { HistoryRecord } from "./history.ts";
import { labelKey, wordsOf, type Searchable } from "./query.ts";

/** A message in a mailbox. */
export interface StoredMail {
  /** 16 hexadecimal digits, of this mailbox alone. */
  readonly id: string;
  readonly threadId: string;
  labelIds: string[];
  readonly internalDateMs: number;
  historyId: number;
  /** The message as sent: a binary string, one character a byte. */
  readonly raw: string;
}

/** A label somebody made. */
export interface UserLabel {
  readonly id: string;
  name: string;
  messageListVisibility: "show" | "hide";
  labelListVisibility: "labelShow" | "labelShowIfUnread" | "labelHide";
  color?: { textColor?: string; backgroundColor?: string };
}

interface MailboxRecords {
  nextId: number;
  historyId: number;
  labels: UserLabel[];
  /** Oldest first. */
  messages: StoredMail[];
  /** Oldest first; none in data from before it was kept. */
  history?: HistoryRecord[];
  /** Older states are forgotten. */
  oldestHistoryId?: number;
}

/** One mailbox. */
export interface Mailbox {
  readonly tenant: DemoTenant;
  readonly owner: DemoMailbox;
  readonly labels: UserLabel[];
  readonly messages: readonly StoredMail[];
  readonly historyId: number;
  readonly history: readonly HistoryRecord[];
  readonly oldestHistoryId: number;
  find(id: string): StoredMail | null;
  thread(threadId: string): StoredMail[];
  /** Puts a message in; without a thread it begins one. */
  add(mail: {
    readonly raw: string;
    readonly threadId: string | null;
    readonly labelIds: readonly string[];
    readonly internalDateMs: number;
  }): StoredMail;
  /** Gives one message other labels. */
  relabel(mail: StoredMail, labelIds: readonly string[]): void;
  newLabelId(): string;
  save(): void;
}

/** The store of one sandbox, shared by the service and the console. */
export interface MailStore {
  readonly mailboxes: readonly Mailbox[];
  find(address: string): Mailbox | null;
  reset(): void;
}

/** Labels every mailbox has. */
export const SYSTEM_LABELS: readonly string[] = [
  "INBOX",
  "SENT",
  "UNREAD",
  "STARRED",
  "IMPORTANT",
  "DRAFT",
  "SPAM",
  "TRASH",
  "CHAT",
  "CATEGORY_PERSONAL",
  "CATEGORY_SOCIAL",
  "CATEGORY_PROMOTIONS",
  "CATEGORY_UPDATES",
  "CATEGORY_FORUMS",
];

/** Changes a mailbox remembers. */
const MAX_HISTORY = 20_000;
/** Mailboxes filled within this time hold copies of the same mail. */
const SAME_MOMENT_MS = 10_000;

const stores = new WeakMap<SandboxContext, MailStore>();

/** The store of a sandbox; the same one for every asker. */
export function mailStore(context: SandboxContext): MailStore {
  const known = stores.get(context);
  if (known !== undefined) return known;
  const seeded = seedOnce(context);
  const opened = TENANTS.flatMap((tenant) =>
    tenant.google.mailboxes.map((owner) => {
      const section = context.section<MailboxRecords>(`gmail-${owner.address.replace("@", "-at-")}`, () =>
        seeded(tenant, owner),
      );
      section.save();
      return { section, mailbox: openMailbox(context, tenant, owner, section) };
    }),
  );
  const mailboxes = opened.map(({ mailbox }) => mailbox);
  const store: MailStore = {
    mailboxes,
    find: (address) => mailboxes.find(({ owner }) => owner.address === address.toLowerCase()) ?? null,
    reset() {
      // All or none: copies of one mail in several mailboxes are of the same moment.
      if (opened.every(({ section }) => section.isFresh)) return;
      for (const { section } of opened) section.reset();
    },
  };
  stores.set(context, store);
  return store;
}

type HistoryChange = [mail: StoredMail, change: HistoryRecord["change"], labelIds: readonly string[]];

/** Keeps a change for `users.history.list`; the oldest is forgotten. */
function noteChange(
  section: Section<MailboxRecords>,
  ...[{ id: messageId, threadId, historyId: id }, change, labelIds]: HistoryChange
): void {
  if (labelIds.length === 0) return;
  const kept = (section.value.history ??= []);
  kept.push({ id, messageId, threadId, change, labelIds });
  const gone = kept.length > MAX_HISTORY ? kept.shift() : undefined;
  if (gone !== undefined) section.value.oldestHistoryId = gone.id;
}

function openMailbox(
  context: SandboxContext,
  tenant: DemoTenant,
  owner: DemoMailbox,
  section: Section<MailboxRecords>,
): Mailbox {
  section.value.oldestHistoryId ??= section.value.historyId;
  const moved = (): number => (section.value.historyId += 1);
  const note = (...change: HistoryChange): void => noteChange(section, ...change);
  return {
    tenant,
    owner,
    get labels() {
      return section.value.labels;
    },
    get messages() {
      return section.value.messages;
    },
    get historyId() {
      return section.value.historyId;
    },
    get history() {
      return section.value.history ?? [];
    },
    get oldestHistoryId() {
      return section.value.oldestHistoryId ?? section.value.historyId;
    },
    find: (id) => section.value.messages.find((mail) => mail.id === id) ?? null,
    thread: (threadId) => section.value.messages.filter((mail) => mail.threadId === threadId),
    add({ raw, threadId, labelIds, internalDateMs }) {
      section.value.nextId += 1;
      const id = mailId(owner.address, String(section.value.nextId), String(context.now()));
      const mail: StoredMail = {
        id,
        threadId: threadId ?? id,
        labelIds: [...labelIds],
        internalDateMs,
        historyId: moved(),
        raw,
      };
      section.value.messages.push(mail);
      note(mail, "messageAdded", mail.labelIds);
      section.save();
      return mail;
    },
    relabel(mail, labelIds) {
      const before = mail.labelIds;
      mail.labelIds = [...labelIds];
      mail.historyId = moved();
      note(
        mail,
        "labelAdded",
        labelIds.filter((id) => !before.includes(id)),
      );
      note(
        mail,
        "labelRemoved",
        before.filter((id) => !labelIds.includes(id)),
      );
      section.save();
    },
    newLabelId() {
      const taken = section.value.labels.map(({ id }) => Number(id.replace("Label_", "")));
      return `Label_${Math.max(0, ...taken) + 1}`;
    },
    save: () => section.save(),
  };
}

function mailId(...parts: readonly string[]): string {
  return stableId("gmail", ...parts).slice(0, 16);
}

/** Makes the demo mail of a company when its first mailbox asks, and hands each mailbox its own. */
function seedOnce(context: SandboxContext): (tenant: DemoTenant, owner: DemoMailbox) => MailboxRecords {
  let made: { readonly tenantId: string; readonly atMs: number; readonly mail: readonly WorldMail[] } | null =
    null;
  return (tenant, owner) => {
    const atMs = context.now();
    if (made?.tenantId !== tenant.id || atMs - made.atMs > SAME_MOMENT_MS) {
      const mail = context.world === "empty" ? [] : companyMail(tenant, atMs);
      made = { tenantId: tenant.id, atMs, mail };
    }
    const messages = made.mail
      .filter(({ mailbox }) => mailbox === owner.address)
      .sort((left, right) => left.draft.dateMs - right.draft.dateMs)
      .map(({ key, threadKey, labelIds, draft }, index): StoredMail => ({
        id: mailId(owner.address, key),
        threadId: mailId(owner.address, threadKey),
        labelIds: [...labelIds],
        internalDateMs: draft.dateMs,
        historyId: 1000 + index,
        raw: composeMail(draft),
      }));
    return { nextId: 0, historyId: 1000 + messages.length, labels: [], messages };
  };
}

/** What is read from a message. */
export interface ReadMail {
  readonly message: MimePart;
  readonly text: string;
  readonly subject: string;
  readonly from: string;
  readonly messageId: string;
}

const read = new WeakMap<StoredMail, ReadMail>();

/** Reads a message; the same message is read once. */
export function readMail(mail: StoredMail): ReadMail {
  const known = read.get(mail);
  if (known !== undefined) return known;
  const message = parseMime(mail.raw);
  const made: ReadMail = {
    message,
    text: textOf(message),
    subject: headerOf(message, "subject") ?? "",
    from: headerOf(message, "from") ?? "",
    messageId: headerOf(message, "message-id") ?? "",
  };
  read.set(mail, made);
  return made;
}

const HEADER_OF = {
  from: "from",
  to: "to",
  cc: "cc",
  bcc: "bcc",
  subject: "subject",
  list: "list-id",
  deliveredto: "delivered-to",
} as const;
const words = new WeakMap<StoredMail, Map<string, readonly string[]>>();

/** A message as the search sees it. */
export function searchable(mailbox: Mailbox, mail: StoredMail): Searchable {
  const { message, text, messageId, from, subject } = readMail(mail);
  const names = new Map(mailbox.labels.map(({ id, name }) => [id, labelKey(name)]));
  const kept = words.get(mail) ?? new Map<string, readonly string[]>();
  words.set(mail, kept);
  const filenames = leavesOf(message).flatMap(({ filename }) => (filename === "" ? [] : [filename]));
  return {
    labels: new Set(mail.labelIds),
    labelNames: new Set(mail.labelIds.map((id) => names.get(id) ?? labelKey(id))),
    dateMs: mail.internalDateMs,
    sizeBytes: mail.raw.length,
    messageId,
    filenames,
    words(field) {
      const made =
        kept.get(field) ??
        wordsOf(
          field === "all"
            ? [subject, from, headerOf(message, "to"), headerOf(message, "cc"), text, ...filenames].join(
                " \n ",
              )
            : (headerOf(message, HEADER_OF[field]) ?? ""),
        );
      kept.set(field, made);
      return made;
    },
  };
}

/** Whose thread a message belongs to by its headers and subject; null begins a new one. */
export function threadFor(mailbox: Mailbox, message: MimePart): string | null {
  const named = new Set(referencesOf(message));
  if (named.size === 0) return null;
  const parent = mailbox.messages.findLast((mail) => named.has(readMail(mail).messageId));
  if (parent === undefined) return null;
  return sameSubject(readMail(parent).subject, headerOf(message, "subject") ?? "") ? parent.threadId : null;
}

/** Message ids that a message answers. */
export function referencesOf(message: MimePart): string[] {
  const both = `${headerOf(message, "references") ?? ""} ${headerOf(message, "in-reply-to") ?? ""}`;
  return both.match(/<[^<>\s]+>/g) ?? [];
}

/** Whether two subjects are of one thread: the same but for "Re:", "Fwd:" and the like. */
export function sameSubject(left: string, right: string): boolean {
  return bareSubject(left) === bareSubject(right);
}

function bareSubject(subject: string): string {
  return subject
    .replace(/^(?:\s*(?:re|fwd?|aw|sv|rv)\s*(?:\[\d+\])?\s*:)+/i, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

/** The addresses a message is for, without doubles. */
export function recipientsOf(message: MimePart): string[] {
  const all = ["to", "cc", "bcc"].flatMap((name) =>
    message.headers
      .filter((header) => header.name.toLowerCase() === name)
      .flatMap(({ value }) => addressesOf(value)),
  );
  return [...new Set(all.map(({ address }) => address))];
}
