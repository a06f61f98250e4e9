/** Outlook behind the mail port. */
import type { Mailboxes } from "../connections/index.ts";
import { jsonReader } from "../json-client.ts";
import { ME, type GraphCall } from "./client.ts";
import {
  findByMessageId,
  graphId,
  hasSentAlike,
  labelsOf,
  listIdsPage,
  listLabels,
  newsSince,
  readAttached,
  readMessage,
  readThread,
  searchMail,
  type MicrosoftAccount,
} from "./read.ts";
import { AT_ONCE_BYTES } from "./write.ts";

export function microsoftMailboxes(account: MicrosoftAccount): Mailboxes {
  const { connection, mustAllow, lacks, graph } = account;
  return {
    vendor: "microsoft",
    connection,
    serviceAccount: null,
    mustAllow,
    lacks,
    // More is sent by way of a draft.
    ...(lacks(["label"]).length === 0 ? {} : { maxAttachedBytes: AT_ONCE_BYTES }),
    list: (mailbox, query, page, limit) => listIdsPage(account, mailbox, query, page, limit),
    newsSince: (mailbox, query, state) => newsSince(account, mailbox, query, state),
    read: (mailbox, id) => readMessage(account, mailbox, id),
    search: (mailbox, query, limit) => searchMail(account, mailbox, query, limit),
    thread: (mailbox, threadId) => readThread(account, mailbox, threadId),
    findByMessageId: (mailbox, messageId) => findByMessageId(account, mailbox, messageId),
    hasSentAlike: (email, since) => hasSentAlike(account, email, since),
    attached: (mailbox, id, index) => readAttached(account, mailbox, id, index),
    labels: (mailbox) => listLabels(account, mailbox),
    labelsOf: (mailbox, id) => labelsOf(account, mailbox, id),
    link: (_mailbox, id) =>
      `https://outlook.office365.com/owa/?ItemID=${encodeURIComponent(graphId(id))}&exvsurl=1&viewmodel=ReadMessageItem`,
    // Paths are relative to `/me`.
    reader: ({ address: mailbox }) =>
      jsonReader<GraphCall>(
        "microsoft",
        (call) => graph.call({ ...call, path: `${ME}${call.path}` }),
        (read) => ({ ...read, mailbox, scope: "read" }),
      ),
  };
}
