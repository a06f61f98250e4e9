import * as z from "zod";
import {
  folderOf,
  holdsOutsideText,
  isFilePath,
  isInOthersPrompts,
  move,
  parseFilePath,
  parseFolderPath,
} from "../../workspace/index.ts";
import { defineTool } from "../define-tool.ts";
import { pathField } from "./fields.ts";
import type { FileServices } from "./index.ts";
import { isOutside, originOf, todayOf } from "./provenance.ts";
import { newFolderRefused, PEOPLE_ALONE } from "./results.ts";

/** Moves or renames a file or a folder. */
export const moveFile = defineTool({
  name: "move_file",
  title: "Move a file",
  done: "Moved a file",
  description:
    "Moves or renames a file, or a folder with all in it, in the team's workspace. Its history goes with it. Nothing may be at the new path.",
  input: z.strictObject({
    from: pathField.describe("Where it is now, such as areas/heating.md"),
    to: pathField.describe("Where it goes, with its name"),
  }),
  effect: "internal",
  egress: "none",
  tellsOutside: true,
  summarize: ({ from, to }) => `Moving ${from} to ${to}`,
  async run(input, files: FileServices, call) {
    const parse = isFilePath(input.from) ? parseFilePath : parseFolderPath;
    const [from, to] = [parse(input.from), parse(input.to)];
    const today = todayOf(files);
    const touches = [from, to, `${from}/x`, `${to}/x`].some((path) => isInOthersPrompts(path, today));
    if (touches && (isOutside(call) || (await holdsOutsideText(files.deps, from)))) return PEOPLE_ALONE;
    const refused = await newFolderRefused(isFilePath(to) ? folderOf(to) : to, call, files);
    if (refused !== null) return refused;
    const { path, moved } = await move(files.deps, { ...originOf(call), from, to });
    return { kind: "ok", data: { path, movedFiles: moved } };
  },
});
