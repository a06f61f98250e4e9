/**
 * Shared by tools that change one file's content: which calls need approval and what they would do, and the
 * change itself, recomputed on the newest version until it is written.
 */
import { AppError } from "../../../kernel/errors.ts";
import { fileWrite } from "../../effects/file-write.ts";
import { changeFile, checkOwner, findLive, folderOf, isOthersWork, parseFilePath } from "../../index.ts";
import type { ToolResult } from "../../../agent/tools/define-tool.ts";
import type { Asker, Call } from "../../../agent/tools/call.ts";
import type { FileServices } from "./index.ts";
import { proposeWrite } from "./propose-write.ts";
import { holdsProse, isOutside, originOf, OUTSIDE_TEXT_RULE, waitsForPerson } from "./provenance.ts";
import { NEEDS_PROSE, newFolderRefused, written } from "./results.ts";

/** Computes the new content from the current one, which is null if there is no file. Throws if it can't. */
type ContentOf<Input> = (input: Input, before: string | null, call: Call, files: FileServices) => string;

/** Whether a file that others wrote to has such content. Content that can't be computed is refused by the change itself. */
async function ofOthers(
  path: string,
  { conversationId }: Call,
  { deps }: FileServices,
  has: (content: string) => boolean,
): Promise<boolean> {
  const head = await findLive(deps, path);
  if (head === null || !(await isOthersWork(deps, head.id, conversationId))) return false;
  try {
    return has((await deps.blobs.get(head.sha256)) ?? "");
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Whether any line is gone or changed. */
function takesOutLines(before: string, after: string): boolean {
  const left = Map.groupBy(after.split("\n"), (line) => line.trimEnd());
  return before.split("\n").some((line) => {
    const words = line.trimEnd();
    return words !== "" && left.get(words)?.pop() === undefined;
  });
}

/**
 * The shared part of such a tool. `done` words what was done, to a new or an existing file. `isOwn`
 * recognizes calls that can't contain untrusted content, whatever is in the conversation. The answer names
 * the lines written, unless the call gave the whole file.
 */
export function changesContent<Input extends { readonly path: string }>(
  contentOf: ContentOf<Input>,
  done: (isNew: boolean) => string,
  {
    isOwn = () => false,
    isWhole = false,
  }: { readonly isOwn?: (input: Input, asker: Asker | null) => boolean; readonly isWhole?: boolean } = {},
) {
  const judged = (input: Input, call: Call): Call =>
    call.asker !== null && isOwn(input, call.asker)
      ? { ...call, asker: { ...call.asker, outside: false, outsideWords: false } }
      : call;
  const applied = (input: Input, call: Call, files: FileServices) => ({
    path: input.path,
    apply: (before: string | null) => contentOf(input, before, call, files),
  });
  return {
    effect: "internal",
    egress: "none",
    tellsOutside: true,
    guard: {
      effects: [fileWrite.kind],
      async rule(input: Input, files: FileServices, given: Call) {
        const path = parseFilePath(input.path);
        checkOwner(files.deps, path);
        const call = judged(input, given);
        if (waitsForPerson(path, call, files)) return OUTSIDE_TEXT_RULE;
        const takesOut = (before: string) => takesOutLines(before, contentOf(input, before, call, files));
        return isOutside(call) && (await ofOthers(path, call, files, takesOut)) ? OUTSIDE_TEXT_RULE : null;
      },
      resolve: (input: Input, files: FileServices, call: Call) =>
        proposeWrite(files, call, applied(input, call, files)),
    },
    async run(input: Input, files: FileServices, given: Call): Promise<ToolResult> {
      const call = judged(input, given);
      const path = parseFilePath(input.path);
      checkOwner(files.deps, path);
      if (isOutside(call) && !holdsProse(path)) return NEEDS_PROSE;
      const isNew = (await findLive(files.deps, path)) === null;
      const refused = isNew ? await newFolderRefused(folderOf(path), call, files) : null;
      if (refused !== null) return refused;
      let contents = { before: null as string | null, after: "" };
      const apply = (before: string | null): string => {
        contents = { before, after: contentOf(input, before, call, files) };
        return contents.after;
      };
      const row = await changeFile(files.deps, { ...originOf(call), path: input.path, apply });
      return written(row, done(isNew), isWhole ? undefined : contents);
    },
  } as const;
}
