import * as z from "zod";
import { isInOthersPrompts, remove } from "../../workspace/index.ts";
import { defineTool } from "../define-tool.ts";
import { pathField } from "./fields.ts";
import type { FileServices } from "./index.ts";
import { isOutside, originOf, todayOf } from "./provenance.ts";
import { PEOPLE_ALONE } from "./results.ts";

/** Deletes a file or a folder; a person can bring it back. */
export const deleteFile = defineTool({
  name: "delete_file",
  title: "Delete a file",
  done: "Deleted a file",
  description:
    "Deletes a file, or a folder with all in it, from the team's workspace. Only when a person of the team asked for it. Every version stays, " +
    "and people can bring it back on the workspace page.",
  input: z.strictObject({ path: pathField }),
  effect: "internal",
  egress: "none",
  tellsOutside: true,
  summarize: ({ path }) => `Deleting ${path}`,
  async run({ path }, files: FileServices, call) {
    const today = todayOf(files);
    if (isOutside(call) && [path, `${path}/x`].some((one) => isInOthersPrompts(one, today)))
      return PEOPLE_ALONE;
    const { deleted } = await remove(files.deps, { ...originOf(call), path });
    return { kind: "ok", data: { path, deletedFiles: deleted } };
  },
});
