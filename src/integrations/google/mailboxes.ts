/** Gmail behind the mail port. */
import type { Mailboxes } from "../connections/index.ts";
import { jsonReader } from "../json-client.ts";
import type { GoogleCall } from "./client.ts";
import { listIdsPage, newsSince } from "./mailbox-news.ts";
import {
  findByMessageId,
  labelsOf,
  listLabels,
  readAttached,
  readMessage,
  readThread,
  searchMail,
  type GoogleAccount,
} from "./read.ts";

export function googleMailboxes(account: GoogleAccount): Mailboxes {
  const { connection, serviceAccount, mustAllow, lacks, client } = account;
  return {
    vendor: "google",
    connection,
    serviceAccount,
    mustAllow,
    lacks,
    list: (mailbox, query, page, limit) => listIdsPage(account, mailbox, query, page, limit),
    async newsSince(mailbox, _query, state) {
      const { historyId, hasNews } = await newsSince(account, mailbox, state);
      return { state: historyId, hasNews };
    },
    read: (mailbox, id) => readMessage(account, mailbox, id),
    search: (mailbox, query, limit) => searchMail(account, mailbox, query, limit),
    thread: (mailbox, threadId) => readThread(account, mailbox, threadId),
    findByMessageId: (mailbox, messageId) => findByMessageId(account, mailbox, messageId),
    attached: (mailbox, id, index) => readAttached(account, mailbox, id, index),
    labels: (mailbox) => listLabels(account, mailbox),
    labelsOf: (mailbox, id) => labelsOf(account, mailbox, id),
    link: gmailLink,
    // Paths are relative to `/users/me`.
    reader: ({ address }) =>
      jsonReader<GoogleCall>("google", client, (read) => ({ ...read, mailbox: address, scope: "read" })),
  };
}

/** Opens the mailbox in whichever of its browser's sessions has it. */
export function gmailLink(mailbox: string, id: string): string {
  return `https://mail.google.com/mail/?authuser=${encodeURIComponent(mailbox)}#all/${encodeURIComponent(id)}`;
}
