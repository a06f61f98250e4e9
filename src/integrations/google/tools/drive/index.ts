/** Google Drive, Docs and Sheets, as one person of the allow-list sees them. */
import type {
  OfficeOutcome,
  OfficeRequest,
  PdfOutcome,
  PdfRequest,
} from "../../../../platform/code-sandbox/index.ts";
import { mailIn, type Mailbox } from "../../../connections/index.ts";
import type { MailMessage } from "../../../../platform/email/message.ts";
import { readDocument } from "../../docs.ts";
import {
  exportFile,
  findDriveFile,
  listFiles,
  readDriveBytes,
  type DriveFile,
  type DriveFilter,
} from "../../drive.ts";
import { googleMailboxes } from "../../mailboxes.ts";
import type { GoogleAccount } from "../../read.ts";
import { mailLinks } from "../../../../messaging/inbox/index.ts";
import { readTabs, readValues, type SheetTab } from "../../sheets.ts";
import type { Tenant } from "../../../../agent/tools/tenant.ts";
import type { Acting } from "../../../../agent/tools/call.ts";
import { defineToolset } from "../../../../agent/tools/define-toolset.ts";
import { actingMailbox } from "../../../../messaging/addresses/index.ts";
import { actingPerson } from "./person.ts";
import * as tools from "./tools.ts";
export { sizeOf } from "./kinds.ts";
export { fileNamed } from "./named.ts";

/** All reads are made as `person`; files they can't open don't exist here. */
export interface DriveServices {
  readonly connectionId: string;
  readonly timeZone: string;
  /** Throws IntegrationError with a readable message if the connection lacks the scope. */
  readonly mustAllow: GoogleAccount["mustAllow"];
  readonly person: Mailbox;
  /** The acting person, for the answer. */
  readonly seenAs: string;
  readonly list: (
    filter: DriveFilter,
    options: { readonly limit: number; readonly page?: string | undefined },
  ) => ReturnType<typeof listFiles>;
  readonly file: (id: string) => Promise<DriveFile | null>;
  readonly bytes: (id: string, maxBytes: number) => Promise<Uint8Array<ArrayBuffer>>;
  readonly exported: (id: string, type: string) => Promise<Uint8Array<ArrayBuffer>>;
  readonly document: (id: string) => Promise<{ readonly title: string; readonly markdown: string } | null>;
  readonly tabs: (
    id: string,
  ) => Promise<{ readonly title: string; readonly tabs: readonly SheetTab[] } | null>;
  readonly values: (id: string, range: string) => Promise<readonly (readonly string[])[]>;
  readonly readPdf: (request: PdfRequest) => Promise<PdfOutcome>;
  readonly readOffice: (request: OfficeRequest) => Promise<OfficeOutcome>;
  /** An e-mail the agent may read here, or null. */
  readonly email: (id: string) => Promise<MailMessage | null>;
  /** URL of an e-mail. */
  readonly emailLink: (email: Pick<MailMessage, "mailbox" | "id">) => Promise<string>;
  readonly attachment: (
    mailbox: string,
    emailId: string,
    index: number,
  ) => Promise<Uint8Array<ArrayBuffer> | null>;
}

export const drive = defineToolset<DriveServices>({
  name: "drive",
  title: "Drive, Docs and Sheets",
  place: 180,
  vendor: "google",
  tools: Object.values(tools),
  open: openDrive,
});

/** Opens Drive as one person of the allow-list. Throws AppError `not_configured`. */
export async function openDrive(tenant: Tenant, acting: Acting): Promise<DriveServices> {
  const account = await tenant.account("google");
  const { settings } = account.connection;
  const { mailbox, isAsker } = await actingPerson(tenant.db, settings.mailboxes, acting);
  const { address, name } = mailbox;
  const reads = await actingMailbox(tenant.db, settings, acting);
  const mailboxes = googleMailboxes(account);
  const mail = mailIn(mailboxes, reads, [...new Set([reads.address, ...settings.mail.watched])]);
  return {
    connectionId: account.connection.id,
    timeZone: await tenant.timeZone(),
    mustAllow: account.mustAllow,
    person: mailbox,
    seenAs: isAsker ? `${name}, who asks` : `${name} <${address}>, not who asks`,
    list: (filter, options) => listFiles(account, address, filter, options),
    file: (id) => findDriveFile(account, address, id),
    bytes: (id, maxBytes) => readDriveBytes(account, address, id, maxBytes),
    exported: (id, type) => exportFile(account, address, id, type),
    document: (id) => readDocument(account, address, id),
    tabs: (id) => readTabs(account, address, id),
    values: (id, range) => readValues(account, address, id, range),
    readPdf: (request) => tenant.readPdf(request),
    readOffice: (request) => tenant.readOffice(request),
    email: (id) => mail.read(id),
    emailLink: async (email) => (await mailLinks(tenant.db, mailboxes.link, [email]))(email),
    attachment: async (where, emailId, index) =>
      (await mailboxes.attached(where, emailId, index))?.bytes ?? null,
  };
}
