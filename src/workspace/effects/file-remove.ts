/**
 * Deletes a file or folder after approval. All versions are kept, and people can restore it on the workspace
 * page.
 */
import * as z from "zod";
import { causeOf } from "../../approvals/index.ts";
import { isFilePath, remove } from "../index.ts";
import { defineEffect } from "../../approvals/effects/define-effect.ts";
import { isTaken, placedFilesSchema, placeUnchanged } from "./file-place.ts";
import { onOwnFiles } from "../../approvals/effects/own-files.ts";

const documentSchema = z.strictObject({ path: z.string().min(1), files: placedFilesSchema });

export const fileRemove = defineEffect({
  kind: "file.remove",
  document: documentSchema,
  words: { name: "File deletion", plural: "file deletions", verb: "delete", done: "Deleted" },
  says({ path, files }) {
    const what = isFilePath(path) ? path : `${path}/ with ${filesWords(files.length)}`;
    return { title: `Delete ${what}`, target: path, ask: `Delete ${what}?`, sent: `Deleted: ${what}` };
  },
  layout: [
    { path: "/path", label: "Delete", role: "recipient", format: "file" },
    { path: "/files/*/path", label: "File", role: "detail" },
    { path: "/files/*/etag", label: "Version", role: "id" },
  ],
  audience: () => "team",
  threadKey: ({ path }) => `file:${path}`,
  preconditions: [placeUnchanged],
  recovery: "look_up",
  perform: ({ path, files: [only] }, tenant, effectId) =>
    onOwnFiles(async () => {
      const files = tenant.files();
      const { deletionId } = await remove(files, {
        author: { kind: "agent", id: "steward", name: "Steward" },
        ...(await causeOf(files.db, effectId)),
        path,
        ...(isFilePath(path) && only !== undefined ? { etag: only.etag } : {}),
      });
      return { providerId: deletionId };
    }),
  async lookUp({ path }, tenant) {
    return (await isTaken(tenant.files(), path))
      ? { kind: "absent" }
      : { kind: "found", done: { providerId: null } };
  },
});

function filesWords(count: number): string {
  return count === 1 ? "1 file" : `${count} files`;
}
