/**
 * What tools that change one file's content have in common: which calls wait for a person and what they would then do, and the change itself, worked out
 * again on the newest version until it is the one that is written.
 */
import { changeFile, findLive, folderOf, parseFilePath } from "../../workspace/index.ts";
import type { ToolResult } from "../define-tool.ts";
import type { Asker, TeamFiles, ToolContext } from "../ports.ts";
import { proposeWrite } from "./propose-write.ts";
import { holdsProse, isOutside, originOf, OUTSIDE_TEXT_RULE, waitsForPerson } from "./provenance.ts";
import { NEEDS_PROSE, newFolderRefused, written } from "./results.ts";

/** Works out the new content of a file from the present one, null where there is none. Throws where it cannot. */
export type ContentOf<Input> = (
  input: Input,
  before: string | null,
  context: ToolContext,
  files: TeamFiles,
) => string;

/**
 * The common part of such a tool. `done` says in a word what was done, to a new file or to one that was there. `isOwn` knows the calls of which nothing can be
 * from outside, whatever the conversation holds.
 */
export function changesContent<Input extends { readonly path: string }>(
  contentOf: ContentOf<Input>,
  done: (isNew: boolean) => string,
  isOwn: (input: Input, asker: Asker | null) => boolean = () => false,
) {
  const judged = (input: Input, context: ToolContext): ToolContext =>
    context.asker !== null && isOwn(input, context.asker)
      ? { ...context, asker: { ...context.asker, outside: false } }
      : context;
  const applied = (input: Input, context: ToolContext, files: TeamFiles) => ({
    path: input.path,
    apply: (before: string | null) => contentOf(input, before, context, files),
  });
  return {
    effect: "internal",
    egress: "none",
    tellsOutside: true,
    guard: {
      effects: ["file.write"],
      async rule(input: Input, given: ToolContext) {
        const context = judged(input, given);
        const path = parseFilePath(input.path);
        return waitsForPerson(path, context, await context.files()) ? OUTSIDE_TEXT_RULE : null;
      },
      async resolve(input: Input, context: ToolContext) {
        const files = await context.files();
        return proposeWrite(files, context, applied(input, context, files));
      },
    },
    async run(input: Input, given: ToolContext): Promise<ToolResult> {
      const context = judged(input, given);
      const files = await context.files();
      const path = parseFilePath(input.path);
      if (isOutside(context) && !holdsProse(path)) return NEEDS_PROSE;
      const isNew = (await findLive(files.deps, path)) === null;
      const refused = isNew ? await newFolderRefused(folderOf(path), context, files) : null;
      if (refused !== null) return refused;
      const change = { ...originOf(context), ...applied(input, context, files) };
      return written(await changeFile(files.deps, change), done(isNew));
    },
  } as const;
}
