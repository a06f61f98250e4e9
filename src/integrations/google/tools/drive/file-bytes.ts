/** The bytes of a Drive file or e-mail attachment, for tools that read either; a string is an error for the model. */
import * as z from "zod";
import type { Json } from "../../../../kernel/hash.ts";
import { localTime } from "../../../../kernel/local-time.ts";
import type { PassagePlace } from "../../../../agent/runs/index.ts";
import type { DriveFile } from "../../drive.ts";
import type { DriveServices } from "./index.ts";

/** Input fields that identify an attachment. */
export const attachedFields = {
  emailId: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^[\w-]+$/, "must be an id")
    .optional()
    .describe("Id of the e-mail it is attached to"),
  attachment: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .optional()
    .describe("Its name there; left out where only one can be read"),
} as const;

/** The file's bytes, and its origin for the answer. */
export interface FoundFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly name: string;
  readonly about: Readonly<Record<string, Json>>;
  readonly place: PassagePlace;
}

export async function bytesInDrive(
  services: DriveServices,
  { id, name, link, sizeBytes, modifiedAt }: DriveFile,
  maxBytes: number,
): Promise<FoundFile | string> {
  if ((sizeBytes ?? 0) > maxBytes)
    return `${name} is larger than ${maxBytes / 1024 / 1024} MB. Somebody has to open it in Drive.`;
  const bytes = await services.bytes(id, maxBytes);
  const at = localTime(modifiedAt, services.timeZone);
  const place = { link: link ?? "", title: name, in: "documents", at };
  return { bytes, name, about: { seenAs: services.seenAs, id, link }, place };
}

/** The attachment with that name, or the only one that fits. */
export async function attachedBytes(
  services: DriveServices,
  emailId: string,
  wanted: string | undefined,
  {
    fits,
    maxBytes,
  }: {
    readonly fits: (file: { readonly name: string; readonly type: string }) => boolean;
    readonly maxBytes: number;
  },
): Promise<FoundFile | string> {
  const email = await services.email(emailId);
  if (email === null) return "That e-mail doesn't exist. Use an id that search_emails returned.";
  const { attachments, mailbox } = email;
  const names = attachments.map(({ name }) => name).join(", ");
  const fitting = attachments.filter((file) =>
    wanted === undefined ? fits(file) : file.name.toLowerCase() === wanted.toLowerCase(),
  );
  const [one, ...others] = fitting;
  if (one === undefined) return `It has no such attachment. Attached are: ${names === "" ? "none" : names}.`;
  if (others.length > 0) return `Say which: ${names}.`;
  if (one.sizeBytes > maxBytes) return `${one.name} is larger than ${maxBytes / 1024 / 1024} MB.`;
  const bytes = await services.attachment(mailbox, emailId, one.index);
  if (bytes === null) return `${one.name} can't be opened any more.`;
  const link = await services.emailLink(email);
  const place = { link, title: one.name, in: "emails", at: localTime(email.at, services.timeZone) };
  return { bytes, name: one.name, about: { emailId, mailbox }, place };
}
