import * as z from "zod";
import { fileMove } from "../../effects/file-move.ts";
import {
  checkClear,
  checkOwner,
  holdsOutsideText,
  isFilePath,
  isInOthersPrompts,
  move,
  parseFilePath,
  parseFolderPath,
} from "../../index.ts";
import { defineTool } from "../../../agent/tools/define-tool.ts";
import { pathField } from "./fields.ts";
import type { FileServices } from "./index.ts";
import { ordersFiles } from "./own-change.ts";
import { proposePlace } from "./propose-place.ts";
import { isOutside, originOf, OUTSIDE_TEXT_RULE, todayOf } from "./provenance.ts";

/** Source and target. Throws `invalid_path`. */
function pathsOf(input: { readonly from: string; readonly to: string }): { from: string; to: string } {
  const parse = isFilePath(input.from) ? parseFilePath : parseFolderPath;
  return { from: parse(input.from), to: parse(input.to) };
}

/** Moves or renames a file or folder. */
export const moveFile = defineTool({
  name: "move_file",
  title: "Move a file",
  done: "Moved a file",
  description:
    "Moves or renames a file, or a folder with all in it, in the team's workspace. Its history goes with it. Nothing may be at the new path.",
  keywords: "rename memory note notes",
  input: z.strictObject({
    from: pathField.describe("Where it is now, such as areas/heating.md"),
    to: pathField.describe("Where it goes, with its name"),
  }),
  effect: "internal",
  egress: "none",
  tellsOutside: true,
  summarize: ({ from, to }) => `Moving ${from} to ${to}`,
  guard: {
    effects: [fileMove.kind],
    /**
     * Names are part of every prompt: one that untrusted content may have influenced is a person's decision,
     * and so is moving such content there.
     */
    async rule(input, files: FileServices, call) {
      const { from, to } = pathsOf(input);
      if (isOutside(call) && !ordersFiles(call.asker, "move", [from, to])) return OUTSIDE_TEXT_RULE;
      const today = todayOf(files);
      const touches = [from, to, `${from}/x`, `${to}/x`].some((path) => isInOthersPrompts(path, today));
      return touches && (await holdsOutsideText(files.deps, from)) ? OUTSIDE_TEXT_RULE : null;
    },
    resolve(input, files: FileServices) {
      const { from, to } = pathsOf(input);
      checkOwner(files.deps, to);
      checkClear(to);
      return proposePlace(files, from, (placed) => fileMove.of({ path: from, to, files: placed }));
    },
  },
  async run(input, files: FileServices, call) {
    const { path, moved } = await move(files.deps, { ...originOf(call), ...pathsOf(input) });
    return { kind: "ok", data: { path, movedFiles: moved } };
  },
});
