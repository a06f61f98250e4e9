/** Writes to Outlook. Imported by effects only: every caller has been approved. Each call is sent exactly once. */
import { toBase64 } from "../../kernel/base64.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import type { AttachmentFile, OutgoingEmail } from "../../platform/email/message.ts";
import { composeEmail } from "../compose-email.ts";
import { ME } from "./client.ts";
import { categoryId, findByMessageId, labelsOf, messagePath, type MicrosoftAccount } from "./read.ts";

/** Graph takes 4 MB a request, and the message is in base64 twice (learn.microsoft.com/graph/api/user-sendmail, read 2026-11-30). */
const REQUEST_BYTES = 4 * 1024 * 1024;
export const MAX_ATTACHED_BYTES = 2 * 1024 * 1024;

/**
 * Sends an e-mail and returns Graph's ID of the copy in Sent Items; null while that isn't there yet. Graph has no idempotency keys and
 * answers without an ID.
 */
export async function sendEmail(
  account: MicrosoftAccount,
  email: OutgoingEmail,
  files: readonly AttachmentFile[] = [],
): Promise<{ id: string | null }> {
  const message = toBase64(await composeEmail("microsoft", account, email, files));
  if (message.length > REQUEST_BYTES)
    throw new IntegrationError("microsoft", "microsoft: with its attachments this e-mail is too large", {
      outcome: "not_applied",
      status: 413,
    });
  const { mailbox } = email;
  await account.graph.call({
    mailbox,
    scope: "send",
    method: "POST",
    path: `${ME}/sendMail`,
    raw: { type: "text/plain", bytes: new Uint8Array(new TextEncoder().encode(message)) },
  });
  const found = await findByMessageId(account, mailbox, email.messageId).catch(() => []);
  return { id: found[0]?.id ?? null };
}

/** Adds or removes a label: `INBOX` moves between inbox and archive, others are categories. Idempotent. */
export async function changeLabel(
  account: MicrosoftAccount,
  mailbox: string,
  id: string,
  { change, labelId }: { readonly change: "add" | "remove"; readonly labelId: string },
): Promise<void> {
  const write = { mailbox, scope: "label" } as const;
  if (labelId === "INBOX") {
    const body = { destinationId: change === "add" ? "inbox" : "archive" };
    await account.graph.call({ ...write, method: "POST", path: `${messagePath(id)}/move`, body });
    return;
  }
  const labels = (await labelsOf(account, mailbox, id)) ?? [];
  const prefix = categoryId("");
  const others = labels.filter((label) => label.startsWith(prefix) && label !== labelId);
  const categories = (change === "add" ? [...others, labelId] : others).map((one) =>
    one.slice(prefix.length),
  );
  await account.graph.call({ ...write, method: "PATCH", path: messagePath(id), body: { categories } });
}
