import * as z from "zod";
import { filePagePath, lineRange, linesOf, readFile } from "../../index.ts";
import { localTime } from "../../../kernel/local-time.ts";
import { passage } from "../../../agent/runs/index.ts";
import { defineTool } from "../../../agent/tools/define-tool.ts";
import { pathField } from "./fields.ts";
import type { FileServices } from "./index.ts";

/** Characters of one answer: leaves room for what stands around them. */
const CHARS = 7_500;

/** Reads a file, whole or some lines of it. */
export const readFileTool = defineTool({
  name: "read_file",
  title: "Read a file",
  done: "Read a file",
  description:
    "Reads a file of the team's workspace, whole or from one line to another (counted from 1). A long file comes in parts: nextLine says where " +
    "to go on. Cite the file and what you read when you answer from it.",
  input: z.strictObject({
    path: pathField,
    fromLine: z.int().min(1).optional(),
    toLine: z.int().min(1).optional(),
  }),
  effect: "read",
  egress: "none",
  tellsOutside: true,
  summarize: ({ path }) => `Reading ${path}`,
  looksAt: ({ path }) => ({ things: "File", asked: path, askedIs: "file" }),
  async run({ path, fromLine, toLine }, { deps, timeZone }: FileServices) {
    const { row, content } = await readFile(deps, path);
    const all = linesOf(content);
    const range = lineRange(all, { from: fromLine, to: toLine });
    const shown = fitting(range.lines);
    const lastLine = range.from + shown.lines - 1;
    const updatedAt = localTime(row.updatedAt, timeZone);
    return {
      kind: "ok",
      data: {
        path: row.path,
        ...(range.from === 1 && lastLine === all.length
          ? {}
          : { lines: all.length, fromLine: range.from, toLine: lastLine }),
        ...(lastLine < range.to ? { nextLine: lastLine + 1 } : {}),
        updatedAt,
        by: row.author.name,
        source: row.source,
        text: passage(shown.text, {
          link: filePagePath(row.path),
          title: row.path,
          in: "files",
          at: updatedAt,
        }),
      },
      outside: row.source !== null,
    };
  },
});

/** As many whole lines as fit; a single line that is too long is cut. */
function fitting(lines: readonly string[]): { lines: number; text: string } {
  let length = 0;
  const fits = lines.findIndex((line) => (length += line.length + 1) > CHARS);
  if (fits < 0) return { lines: lines.length, text: lines.join("\n") };
  if (fits > 0) return { lines: fits, text: lines.slice(0, fits).join("\n") };
  return { lines: 1, text: `${(lines[0] ?? "").slice(0, CHARS)}… [line cut]` };
}
