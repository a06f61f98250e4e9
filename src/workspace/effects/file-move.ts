/**
 * Moves or renames a file or folder after approval: its new name appears in every prompt, and its history
 * moves with it.
 */
import * as z from "zod";
import { causeOf } from "../../approvals/index.ts";
import { isFilePath, move } from "../index.ts";
import { defineEffect } from "../../approvals/effects/define-effect.ts";
import { isTaken, placedFilesSchema, placeUnchanged } from "./file-place.ts";
import { onOwnFiles } from "../../approvals/effects/own-files.ts";

const documentSchema = z.strictObject({
  path: z.string().min(1),
  to: z.string().min(1),
  files: placedFilesSchema,
});

export const fileMove = defineEffect({
  kind: "file.move",
  document: documentSchema,
  words: { name: "File move", plural: "file moves", verb: "move", done: "Moved" },
  says: ({ path, to }) => ({
    title: `Move ${path} to ${to}`,
    target: path,
    ask: `Move ${path} to ${to}?`,
    sent: `Moved: ${path} to ${to}`,
  }),
  layout: [
    { path: "/path", label: "From", role: "recipient", format: "file" },
    { path: "/to", label: "To", role: "detail" },
    { path: "/files/*/path", label: "File", role: "detail" },
    { path: "/files/*/etag", label: "Version", role: "id" },
  ],
  audience: () => "team",
  threadKey: ({ path }) => `file:${path}`,
  preconditions: [placeUnchanged],
  recovery: "look_up",
  perform: ({ path, to, files: [only] }, tenant, effectId) =>
    onOwnFiles(async () => {
      const files = tenant.files();
      await move(files, {
        author: { kind: "agent", id: "steward", name: "Steward" },
        ...(await causeOf(files.db, effectId)),
        from: path,
        to,
        ...(isFilePath(path) && only !== undefined ? { etag: only.etag } : {}),
      });
      return { providerId: null };
    }),
  async lookUp({ path, to }, tenant) {
    const files = tenant.files();
    return !(await isTaken(files, path)) && (await isTaken(files, to))
      ? { kind: "found", done: { providerId: null } }
      : { kind: "absent" };
  },
});
