import * as z from "zod";
import type { Json } from "../../../kernel/hash.ts";
import { AppError } from "../../../kernel/errors.ts";
import { localTime } from "../../../kernel/local-time.ts";
import { listFolder, parseFolderPath, type ListedAfter } from "../../index.ts";
import { defineTool } from "../../../agent/tools/define-tool.ts";
import { folderField } from "./fields.ts";
import type { FileServices } from "./index.ts";

const ENTRIES = 80;

export const listFilesTool = defineTool({
  name: "list_files",
  title: "List files",
  done: "Looked at the files",
  description:
    "Lists a folder of the team's workspace: folders with how many files they hold, files with size and when and by whom they were last " +
    "changed. For more than one page give `after`, the last path you saw.",
  input: z.strictObject({
    folder: folderField.optional(),
    after: z.string().max(512).optional().describe("The last path of the page before"),
  }),
  effect: "read",
  lists: true,
  egress: "none",
  tellsOutside: true,
  summarize: ({ folder = "" }) => (folder === "" ? "Looking at the files" : `Looking into ${folder}`),
  whenEmpty: "This folder has no files. The folder above it shows what there is.",
  async run({ folder = "", after }, { deps, timeZone }: FileServices) {
    const path = parseFolderPath(folder);
    // A folder is there while it holds a file: an unknown one is empty.
    const entries = await listFolder(deps, { path, after: afterOf(after), limit: ENTRIES + 1 }).catch(
      (error: unknown) => {
        if (error instanceof AppError && error.code === "not_found") return [];
        throw error;
      },
    );
    const items = entries.slice(0, ENTRIES).map((entry): Json =>
      entry.kind === "folder"
        ? { folder: entry.path, files: entry.files }
        : {
            file: entry.path,
            sizeBytes: entry.sizeBytes,
            updatedAt: localTime(entry.updatedAt, timeZone),
            by: entry.author.name,
          },
    );
    const outside = entries.some((entry) => entry.kind === "file" && entry.source !== null);
    return { kind: "list", items, more: entries.length > ENTRIES, keep: "first", outside };
  },
});

function afterOf(path: string | undefined): ListedAfter | undefined {
  if (path === undefined || path === "") return undefined;
  return { kind: /\.[a-z]+$/.test(path) ? "file" : "folder", path };
}
