import * as z from "zod";
import { fileRemove } from "../../effects/file-remove.ts";
import { isFilePath, parseFilePath, parseFolderPath, remove } from "../../index.ts";
import { defineTool } from "../../../agent/tools/define-tool.ts";
import { pathField } from "./fields.ts";
import type { FileServices } from "./index.ts";
import { proposePlace } from "./propose-place.ts";
import { ordersFiles } from "./own-change.ts";
import { isOutside, originOf, OUTSIDE_TEXT_RULE } from "./provenance.ts";

/** Deletes a file or folder; people can restore it. */
export const deleteFile = defineTool({
  name: "delete_file",
  title: "Delete a file",
  done: "Deleted a file",
  description:
    "Deletes a file, or a folder with all in it, from the team's workspace. Only when a person of the team asked for it. Every version stays, " +
    "and people can bring it back on the workspace page.",
  keywords: "remove forget memory note notes",
  input: z.strictObject({ path: pathField }),
  effect: "internal",
  egress: "none",
  tellsOutside: true,
  summarize: ({ path }) => `Deleting ${path}`,
  guard: {
    effects: [fileRemove.kind],
    // Deletions that untrusted content may have influenced are a person's decision: on a card, or in their message.
    rule: async ({ path }, _: FileServices, call) =>
      isOutside(call) && !ordersFiles(call.asker, "delete", [path]) ? OUTSIDE_TEXT_RULE : null,
    resolve(input, files: FileServices) {
      const path = (isFilePath(input.path) ? parseFilePath : parseFolderPath)(input.path);
      return proposePlace(files, path, (placed) => fileRemove.of({ path, files: placed }));
    },
  },
  async run({ path }, files: FileServices, call) {
    const { deleted } = await remove(files.deps, { ...originOf(call), path });
    return { kind: "ok", data: { path, deletedFiles: deleted } };
  },
});
