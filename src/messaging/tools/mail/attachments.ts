/** Resolves attachments by what a person calls them; a string explains what is wrong and how to proceed. */
import type { EmailAttachment } from "../../api/email-document.ts";
import { EMAIL_ATTACHMENT_BYTES, EMAIL_ATTACHMENTS } from "../../api/email-document.ts";
import { sizeOf } from "../../../integrations/google/tools/drive/index.ts";
import type { MailServices } from "./index.ts";

const TEXT_TYPES: Readonly<Record<string, string>> = {
  md: "text/markdown",
  txt: "text/plain",
  json: "application/json",
  csv: "text/csv",
};

/** Workspace files by path, and Google Drive files by ID, link or name. */
export async function attachmentsNamed(
  services: MailServices,
  asked: readonly string[],
): Promise<EmailAttachment[] | string> {
  const found: EmailAttachment[] = [];
  for (const one of asked) {
    const file = (await ofWorkspace(services, one)) ?? (await ofDrive(services, one));
    if (typeof file === "string") return file;
    found.push(file);
  }
  return withinBounds(found, services);
}

/** The files, if their count and total size are within limits. */
export function withinBounds(
  files: EmailAttachment[],
  { maxAttachedBytes = EMAIL_ATTACHMENT_BYTES }: Pick<MailServices, "maxAttachedBytes">,
): EmailAttachment[] | string {
  if (files.length > EMAIL_ATTACHMENTS) return `At most ${EMAIL_ATTACHMENTS} files go with an e-mail.`;
  const total = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (total <= maxAttachedBytes) return files;
  return `Together they are ${sizeOf(total)}; at most ${maxAttachedBytes / 1024 / 1024} MB go with an e-mail. Put a link to the large ones into the text.`;
}

async function ofWorkspace({ workspaceFile }: MailServices, path: string): Promise<EmailAttachment | null> {
  const [, suffix = ""] = /\.(\w+)$/.exec(path) ?? [];
  const type = TEXT_TYPES[suffix];
  const file = type === undefined ? null : await workspaceFile(path);
  if (type === undefined || file === null) return null;
  return attachment({
    source: "workspace",
    ref: file.path,
    name: file.path.split("/").at(-1) ?? file.path,
    type,
    sizeBytes: file.sizeBytes,
    openedBy: "",
    sha256: file.sha256,
  });
}

async function ofDrive({ driveFile }: MailServices, asked: string): Promise<EmailAttachment | string> {
  const found = await driveFile(asked);
  if (typeof found === "string") return `${found} Files of the workspace go by their path.`;
  const { file, openedBy } = found;
  const { id, name, type, sizeBytes, sha256Checksum: sha256 } = file;
  if (sizeBytes === null || sha256 === undefined)
    return `${name} is kept by Google in a form of its own and is no file to attach. Put its link into the text: ${file.link}`;
  return attachment({ source: "drive", ref: id, name: headerLine(name), type, sizeBytes, openedBy, sha256 });
}

const SOURCES = { workspace: "workspace", drive: "Google Drive", email: "the e-mail" } as const;

/** An attachment as stored in documents. */
export function attachment(file: Omit<EmailAttachment, "about">): EmailAttachment {
  return { ...file, about: `${file.type}, ${sizeOf(file.sizeBytes)}, from ${SOURCES[file.source]}` };
}

/** Keeps a name on one header line. */
export function headerLine(name: string): string {
  return name.replace(/\p{Cc}/gu, " ").slice(0, 200) || "file";
}
