/** Creates a Google Doc. After a crash it is found by a key stored with the file. Undone by moving it to the trash. */
import * as z from "zod";
import { listFiles } from "../drive.ts";
import { createDocument, OWN_KEY } from "../drive-write.ts";
import { defineEffect, notFound, unlessUnanswered } from "../../../approvals/effects/define-effect.ts";
import { driveTrash } from "./drive-trash.ts";

/** Maximum length of a created document. */
export const DOCUMENT_CHARS = 20_000;

const documentSchema = z.strictObject({
  connectionId: z.string(),
  /** The acting person. */
  mailbox: z.string(),
  title: z.string().min(1).max(200),
  /** Null means My Drive. */
  folderId: z.string().nullable(),
  folderName: z.string(),
  /** Markdown. */
  text: z.string().min(1).max(DOCUMENT_CHARS),
  key: z.string().min(1).max(100),
});

export const documentCreate = defineEffect({
  kind: "document.create",
  vendor: "google",
  document: documentSchema,
  words: { name: "Google Doc", plural: "Google Docs", verb: "create", done: "Created" },
  says: ({ title, folderName }) => ({
    title: `Google Doc “${title}”`,
    target: `${title}, ${folderName}`,
    ask: `Create the document “${title}” in ${folderName}?`,
    sent: `Document created in ${folderName}: ${title}`,
  }),
  layout: [
    { path: "/folderName", label: "Folder", role: "recipient" },
    { path: "/mailbox", label: "As", role: "sender" },
    { path: "/title", label: "Title", role: "subject" },
    { path: "/text", label: "Text", role: "body", format: "markdown" },
    { path: "/connectionId", label: "Connection", role: "id" },
    { path: "/folderId", label: "Folder", role: "id" },
    { path: "/key", label: "Key", role: "id" },
  ],
  audience: () => "team",
  recovery: "look_up",
  async perform({ mailbox, title, text, folderId, key }, account) {
    const { id, link } = await createDocument(account, mailbox, { title, markdown: text, folderId, key });
    return { providerId: id, ...(link === undefined ? {} : { link }) };
  },
  lookUp({ mailbox, key }, account, options) {
    return unlessUnanswered(async () => {
      const filter = { appProperty: { key: OWN_KEY, value: key } };
      const [file] = (await listFiles(account, mailbox, filter, { limit: 2 })).files;
      if (file === undefined) return notFound(options);
      return { kind: "found", done: { providerId: file.id, link: file.link } };
    });
  },
  compensate({ connectionId, mailbox, title }, providerId) {
    if (providerId === null) return null;
    return {
      label: "Move it to the trash",
      effect: driveTrash.of({ connectionId, mailbox, fileId: providerId, fileName: title }),
    };
  },
});
