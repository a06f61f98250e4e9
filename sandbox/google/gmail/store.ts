/**
 * Gmail's state, one section per mailbox, seeded with the demo world's mail (an empty sandbox has empty mailboxes). Messages are stored
 * byte for byte; parsed data is computed on demand and cached.
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

export interface StoredMail {
  /** 16 hex digits, unique per mailbox. */
  readonly id: string;
  readonly threadId: string;
  labelIds: string[];
  readonly internalDateMs: number;
  historyId: number;
  /** As sent: a binary string, one character per byte. */
  readonly raw: string;
}

/** A user-defined label. */
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
  /** Oldest first; missing in older data. */
  history?: HistoryRecord[];
  /** Older history IDs have expired. */
  oldestHistoryId?: number;
}

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
  /** Adds a message; without a thread it starts one. */
  add(mail: {
    readonly raw: string;
    readonly threadId: string | null;
    readonly labelIds: readonly string[];
    readonly internalDateMs: number;
  }): StoredMail;
  /** Replaces a message's labels. */
  relabel(mail: StoredMail, labelIds: readonly string[]): void;
  newLabelId(): string;
  save(): void;
}

/** Shared by the service and the console. */
export interface MailStore {
  readonly mailboxes: readonly Mailbox[];
  find(address: string): Mailbox | null;
  reset(): void;
}

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

/** Maximum history records per mailbox. */
const MAX_HISTORY = 20_000;
/** Mailboxes seeded within this time share copies of the same mail. */
const SAME_MOMENT_MS = 10_000;

const stores = new WeakMap<SandboxContext, MailStore>();

/** Shared per sandbox. */
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
      // All or none: copies of one e-mail in several mailboxes have the same time.
      if (opened.every(({ section }) => section.isFresh)) return;
      for (const { section } of opened) section.reset();
    },
  };
  stores.set(context, store);
  return store;
}

type HistoryChange = [mail: StoredMail, change: HistoryRecord["change"], labelIds: readonly string[]];

/** Adds a record for `users.history.list`; the oldest expires. */
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

/** Generates a company's mail once, when its first mailbox is opened, and returns each mailbox's share. */
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

/** Parsed data of a message. */
export interface ReadMail {
  readonly message: MimePart;
  readonly text: string;
  readonly subject: string;
  readonly from: string;
  readonly messageId: string;
}

const read = new WeakMap<StoredMail, ReadMail>();

/** Cached per message. */
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

/** A message in searchable form. */
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

/** The thread of an incoming message by headers and subject; null for a new one. */
export function threadFor(mailbox: Mailbox, message: MimePart): string | null {
  const named = new Set(referencesOf(message));
  if (named.size === 0) return null;
  const parent = mailbox.messages.findLast((mail) => named.has(readMail(mail).messageId));
  if (parent === undefined) return null;
  return sameSubject(readMail(parent).subject, headerOf(message, "subject") ?? "") ? parent.threadId : null;
}

/** Message-IDs a message refers to. */
export function referencesOf(message: MimePart): string[] {
  const both = `${headerOf(message, "references") ?? ""} ${headerOf(message, "in-reply-to") ?? ""}`;
  return both.match(/<[^<>\s]+>/g) ?? [];
}

/** Equal subjects, ignoring "Re:", "Fwd:" and the like. */
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

/** Recipient addresses without duplicates. */
export function recipientsOf(message: MimePart): string[] {
  const all = ["to", "cc", "bcc"].flatMap((name) =>
    message.headers
      .filter((header) => header.name.toLowerCase() === name)
      .flatMap(({ value }) => addressesOf(value)),
  );
  return [...new Set(all.map(({ address }) => address))];
}
