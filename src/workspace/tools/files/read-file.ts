import * as z from "zod";
import { filePagePath, findOutsideLines, lineRange, linesOf, readFile } from "../../index.ts";
import { localTime } from "../../../kernel/local-time.ts";
import { passage } from "../../../agent/runs/index.ts";
import { defineTool } from "../../../agent/tools/define-tool.ts";
import { linesPage } from "../../../agent/tools/text-page.ts";
import { waitingChanges } from "../../../agent/waiting-changes.ts";
import { pathField } from "./fields.ts";
import type { FileServices } from "./index.ts";

/** Maximum characters per answer, with room for the fields around them. */
const CHARS = 7_500;

/** Reads a file, completely or a range of lines. */
export const readFileTool = defineTool({
  name: "read_file",
  title: "Read a file",
  done: "Read a file",
  description:
    "Reads a file of the team's workspace, whole or from one line to another (counted from 1). A long file comes in parts: nextLine says where " +
    "to go on, and nextChar where in a long line. Cite the file and what you read when you answer from it.",
  input: z.strictObject({
    path: pathField,
    fromLine: z.int().min(1).optional(),
    fromChar: z.int().min(0).optional().describe("With fromLine: nextChar of the answer before"),
    toLine: z.int().min(1).optional(),
  }),
  effect: "read",
  egress: "none",
  tellsOutside: true,
  summarize: ({ path }) => `Reading ${path}`,
  looksAt: ({ path }) => ({ things: "File", asked: path, askedIs: "file" }),
  async run({ path, fromLine, fromChar = 0, toLine }, { deps, timeZone }: FileServices) {
    const { row, content } = await readFile(deps, path);
    const all = linesOf(content);
    const range = lineRange(all, { from: fromLine, to: toLine });
    const { lines: shown, next } = linesPage(
      all.slice(0, range.to),
      { line: range.from, char: fromChar },
      CHARS,
    );
    const lastLine = range.from + shown.length - 1;
    const updatedAt = localTime(row.updatedAt, timeZone);
    const isOutside = (await findOutsideLines(deps, row))(range.from, lastLine);
    const waits = (await waitingChanges(deps.db, [row.path])).get(row.path);
    return {
      kind: "ok",
      data: {
        path: row.path,
        ...(range.from === 1 && fromChar === 0 && next === null && lastLine === all.length
          ? {}
          : { lines: all.length, fromLine: range.from, toLine: lastLine }),
        ...(next === null
          ? {}
          : { nextLine: next.line, ...(next.char === 0 ? {} : { nextChar: next.char }) }),
        updatedAt,
        by: row.author.name,
        source: isOutside ? row.source : null,
        ...(waits === undefined ? {} : { waits }),
        text: passage(shown.join("\n"), {
          link: filePagePath(row.path),
          title: row.path,
          in: "files",
          at: updatedAt,
        }),
      },
      outside: isOutside,
    };
  },
});
