/** Attachments of an outgoing e-mail: exactly the approved bytes, verified by SHA-256. */
import * as z from "zod";
import { findDriveFile, readDriveBytes } from "../../integrations/google/drive.ts";
import { MAIL_VENDORS } from "../../integrations/connections/index.ts";
import { mailboxesOf, type MailAccount } from "../../integrations/open-mailboxes.ts";
import { IntegrationError } from "../../kernel/errors.ts";
import { sha256Hex } from "../../kernel/hash.ts";
import type { AttachmentFile } from "../../platform/email/message.ts";
import { attachmentSchema, type EmailAttachment, type EmailDocument } from "../api/email-document.ts";
import { findFile } from "../../workspace/index.ts";
import { definePrecondition } from "../../approvals/effects/define-effect.ts";

/**
 * Loads the files one at a time. Throws IntegrationError `not_applied` if one is missing or differs from what
 * was approved.
 */
export async function attachedFiles(
  account: MailAccount,
  attachments: readonly EmailAttachment[],
): Promise<AttachmentFile[]> {
  const files: AttachmentFile[] = [];
  for (const one of attachments) {
    const bytes = await bytesOf(account, one);
    if (bytes === null || (await sha256Hex(bytes)) !== one.sha256)
      throw new IntegrationError(
        mailboxesOf(account).vendor,
        `the attachment ${one.name} is gone or was changed since it was approved`,
        {
          outcome: "not_applied",
          status: 409,
        },
      );
    files.push({ name: one.name, type: one.type, bytes });
  }
  return files;
}

async function bytesOf(
  account: MailAccount,
  { source, ref, openedBy, sha256, sizeBytes }: EmailAttachment,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (source === "workspace") return new Uint8Array(new TextEncoder().encode(await account.readBlob(sha256)));
  if (source === "drive")
    return "drive" in account ? readDriveBytes(account, openedBy, ref, sizeBytes) : null;
  const [, emailId = "", index = ""] = /^(.+)\/(\d+)$/.exec(ref) ?? [];
  return (await mailboxesOf(account).attached(openedBy, emailId, Number(index)))?.bytes ?? null;
}

/** The files are unchanged since the card was shown. Attachments of received e-mails never change. */
export const attachmentsUnchanged = definePrecondition({
  kind: "attachments_unchanged",
  observed: z.object({ connectionId: z.string(), attachments: z.array(attachmentSchema) }),
  about: ({ attachments }) => attachments[0]?.ref ?? "",
  of: ({ connectionId, attachments = [] }: EmailDocument) =>
    attachments.length === 0 ? undefined : { connectionId, attachments },
  async check({ connectionId, attachments }, world) {
    const account = await world.account(MAIL_VENDORS, connectionId);
    for (const { source, ref, name, openedBy, sha256 } of attachments) {
      const now =
        source === "workspace"
          ? (await findFile(world.files(), ref))?.row.sha256
          : source === "drive"
            ? "drive" in account
              ? (await findDriveFile(account, openedBy, ref))?.sha256Checksum
              : undefined
            : sha256;
      if (now === undefined) return { holds: false, reason: `The attachment ${name} no longer exists.` };
      if (now !== sha256)
        return { holds: false, reason: `The attachment ${name} was changed since this was drafted.` };
    }
    return { holds: true };
  },
});
