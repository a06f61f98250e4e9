/** The team's workspace. */
import type { Clock } from "../../kernel/clock.ts";
import type { WorkspaceDeps } from "../../workspace/index.ts";
import { defineToolset } from "../define-toolset.ts";
import { appendFile } from "./append-file.ts";
import { deleteFile } from "./delete-file.ts";
import { editFile } from "./edit-file.ts";
import { listFilesTool } from "./list-files.ts";
import { moveFile } from "./move-file.ts";
import { readFileTool } from "./read-file.ts";
import { searchFilesTool } from "./search-files.ts";
import { writeFileTool } from "./write-file.ts";

/** What its tools use. */
export interface FileServices {
  readonly deps: WorkspaceDeps;
  readonly clock: Clock;
  /** The zone the team's days begin in. */
  readonly timeZone: string;
}

export const files = defineToolset<FileServices>({
  name: "files",
  title: "Files",
  tools: [
    listFilesTool,
    readFileTool,
    searchFilesTool,
    appendFile,
    editFile,
    writeFileTool,
    moveFile,
    deleteFile,
  ],
  open: async (tenant) => ({
    deps: tenant.files(),
    clock: tenant.clock,
    timeZone: await tenant.timeZone(),
  }),
});
