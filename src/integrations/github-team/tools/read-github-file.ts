import * as z from "zod";
import { passage } from "../../../agent/runs/index.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import { linesPage } from "../../../agent/tools/text-page.ts";
import type { GitHubServices } from "./index.ts";
import { repositoryField, repositoryNamed } from "./named.ts";

const MAX_ENTRIES = 300;

export const readGithubFile = defineTool({
  name: "read_github_file",
  title: "Read a file on GitHub",
  done: "Read a file on GitHub",
  description:
    "Reads a file of the team's repositories on GitHub as it is on a branch, tag or commit (the default branch if left out), up to 8,000 characters from a line on; of a folder, or with an empty path, it lists what is in it.",
  keywords: "github source code contents readme folder directory tree look at file",
  input: z.strictObject({
    repository: repositoryField.optional().describe("May be left out where there is one"),
    path: z
      .string()
      .trim()
      .max(500)
      .regex(/^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[^\\]*$/, "must be a path inside the repository")
      .describe("Such as src/quote.js, or docs for a folder; empty for the top"),
    ref: z.string().trim().min(1).max(200).optional().describe("Branch, tag or commit"),
    fromLine: z.int().min(1).max(200_000).optional().describe("Where to go on, counted from 1"),
    fromChar: z.int().min(0).optional().describe("With fromLine: nextFromChar of the answer before"),
  }),
  effect: "read",
  lists: true,
  egress: "provider",
  summarize: ({ path }) => `Reading ${path === "" ? "the top folder" : path} on GitHub`,
  async run({ repository: wanted, path: asked, ref, fromLine = 1, fromChar = 0 }, services: GitHubServices) {
    const repository = repositoryNamed(services, wanted);
    if (typeof repository === "string") return retry(repository);
    const path = asked.replace(/^\/+|\/+$/g, "");
    const content = await services.content(repository.name, path, ref);
    if (content === null)
      return retry(
        `${repository.name} has nothing at "${path}"${ref === undefined ? "" : ` on ${ref}`}. Read the folder above it, or search_github_code.`,
      );
    const where = { repository: repository.name, path };
    switch (content.kind) {
      case "folder": {
        const end = fromLine - 1 + MAX_ENTRIES;
        return {
          kind: "list",
          items: content.entries.slice(fromLine - 1, end),
          total: content.entries.length,
          keep: "first",
          beside: { ...where, nextFromLine: end < content.entries.length ? end + 1 : null },
        };
      }
      case "unreadable":
        return {
          kind: "failed",
          message: `${path} is no text, or longer than GitHub hands out (${content.sizeBytes} bytes). It can only be opened on GitHub.`,
        };
      case "file": {
        const lines = content.text.split("\n");
        if (fromLine > lines.length) return retry(`${path} has only ${lines.length} lines.`);
        const { lines: shown, next } = linesPage(lines, { line: fromLine, char: fromChar });
        return {
          kind: "ok",
          data: {
            ...where,
            lines: lines.length,
            from: fromLine,
            ...(next === null ? {} : { nextFromLine: next.line }),
            ...(next === null || next.char === 0 ? {} : { nextFromChar: next.char }),
            text: passage(shown.join("\n"), {
              link: content.url ?? "",
              title: `${repository.name}/${path}`,
              in: "files",
              at: "",
            }),
            url: content.url,
          },
        };
      }
    }
  },
});
