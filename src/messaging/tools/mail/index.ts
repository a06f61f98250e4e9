/** The team's e-mail. */
import { MAIL_VENDORS, mailIn, type Mail, type Mailboxes } from "../../../integrations/connections/index.ts";
import type { DriveFile } from "../../../integrations/google/drive.ts";
import { mailboxesOf } from "../../../integrations/open-mailboxes.ts";
import { mailLinks, type MailPlace } from "../../inbox/index.ts";
import type { JsonReader } from "../../../integrations/json-client.ts";
import { actingMailbox } from "../../addresses/acting-mailbox.ts";
import { contactAddresses } from "../../addresses/contact-addresses.ts";
import { AppError } from "../../../kernel/errors.ts";
import { findFile, type FileWithContent, type WorkspaceDeps } from "../../../workspace/index.ts";
import { defineToolset } from "../../../agent/tools/define-toolset.ts";
import { openDrive, fileNamed } from "../../../integrations/google/tools/drive/index.ts";
import * as tools from "./tools.ts";
export { resolveEmail } from "./send-email.ts";

export interface MailServices {
  readonly mail: Mail;
  /** The acting mailbox, for requests that `mail` does not cover. */
  readonly mailbox: JsonReader;
  readonly timeZone: string;
  /** Links to e-mails. */
  readonly linksOf: (emails: readonly MailPlace[]) => Promise<(email: MailPlace) => string>;
  /**
   * Throws IntegrationError, with a readable message, if the connection lacks the permission, so that nothing
   * impossible is proposed.
   */
  readonly mustAllow: Mailboxes["mustAllow"];
  /** Addresses of contacts, used only for warnings; null if unavailable. */
  readonly contactAddresses: (asked: readonly string[]) => Promise<readonly string[] | null>;
  /** A workspace file's current version; null if there is none. */
  readonly workspaceFile: (
    path: string,
  ) => Promise<{ readonly path: string; readonly sha256: string; readonly sizeBytes: number } | null>;
  /**
   * A Google Drive file by ID, link or name, with the acting person's access; a string explains what is
   * wrong.
   */
  readonly driveFile: (
    asked: string,
  ) => Promise<{ readonly file: DriveFile; readonly openedBy: string } | string>;
  /** Maximum total bytes of an e-mail's attachments, if the vendor's limit is lower than ours. */
  readonly maxAttachedBytes?: number | undefined;
  /** An e-mail's attachment, by number. */
  readonly attachedBytes: (
    mailbox: string,
    emailId: string,
    index: number,
  ) => Promise<Uint8Array<ArrayBuffer> | null>;
}

export const mail = defineToolset<MailServices>({
  name: "mail",
  title: "E-mail",
  place: 110,
  vendor: MAIL_VENDORS,
  tools: Object.values(tools),
  async open(tenant, acting) {
    const mailboxes = mailboxesOf(await tenant.account(MAIL_VENDORS));
    const { settings } = mailboxes.connection;
    const mailbox = await actingMailbox(tenant.db, settings, acting);
    return {
      mail: mailIn(mailboxes, mailbox, [...new Set([mailbox.address, ...settings.mail.watched])]),
      mailbox: mailboxes.reader(mailbox),
      mustAllow: mailboxes.mustAllow,
      timeZone: await tenant.timeZone(),
      linksOf: (emails) => mailLinks(tenant.db, mailboxes.link, emails),
      contactAddresses: (asked) => contactAddresses(tenant, asked),
      workspaceFile: async (path) => (await liveFile(tenant.files(), path))?.row ?? null,
      async driveFile(asked) {
        if (mailboxes.vendor !== "google") return `There is no ${asked} in the workspace.`;
        const services = await openDrive(tenant, acting);
        const file = await fileNamed(services, asked);
        return typeof file === "string" ? file : { file, openedBy: services.person.address };
      },
      maxAttachedBytes: mailboxes.maxAttachedBytes,
      attachedBytes: async (where, id, index) => (await mailboxes.attached(where, id, index))?.bytes ?? null,
    };
  },
});

/** A file by path; null also for an invalid path. */
async function liveFile(files: WorkspaceDeps, path: string): Promise<FileWithContent | null> {
  try {
    return await findFile(files, path);
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid_path") return null;
    throw error;
  }
}
