/** Moves a file Steward created to the trash. A missing file counts as trashed. */
import * as z from "zod";
import { findDriveFile } from "../drive.ts";
import { trashFile } from "../drive-write.ts";
import { defineEffect, unlessUnanswered } from "../../../approvals/effects/define-effect.ts";

const documentSchema = z.strictObject({
  connectionId: z.string(),
  mailbox: z.string(),
  fileId: z.string().min(1),
  fileName: z.string(),
});

export const driveTrash = defineEffect({
  kind: "drive.trash",
  vendor: "google",
  document: documentSchema,
  words: {
    name: "File to the trash",
    plural: "files to the trash",
    verb: "move to the trash",
    done: "Moved to the trash",
    irreversible: "Google keeps it in the trash for 30 days. It can be restored there.",
  },
  says: ({ fileName }) => ({
    title: `Move “${fileName}” to the trash`,
    target: "Google Drive",
    ask: `Move “${fileName}” to the trash of Google Drive?`,
    sent: `Moved to the trash: ${fileName}`,
  }),
  layout: [
    { path: "/fileName", label: "File", role: "recipient" },
    { path: "/mailbox", label: "As", role: "sender" },
    { path: "/connectionId", label: "Connection", role: "id" },
    { path: "/fileId", label: "File", role: "id" },
  ],
  audience: () => "no_one",
  recovery: "look_up",
  async perform({ mailbox, fileId }, account) {
    const file = await findDriveFile(account, mailbox, fileId, "driveOwn");
    if (file !== null && !file.trashed) await trashFile(account, mailbox, fileId);
    return { providerId: null };
  },
  lookUp({ mailbox, fileId }, account) {
    return unlessUnanswered(async () => {
      const file = await findDriveFile(account, mailbox, fileId, "driveOwn");
      return file === null || file.trashed
        ? { kind: "found", done: { providerId: null } }
        : { kind: "absent" };
    });
  },
});
