/**
 * Shared by tools that change one file's content: which calls need approval and what they would do, and the
 * change itself, recomputed on the newest version until it is written.
 */
import { AppError } from "../../../kernel/errors.ts";
import { fileWrite } from "../../effects/file-write.ts";
import {
  changeFile,
  checkOwner,
  findLive,
  folderOf,
  isInOthersPrompts,
  isOthersWork,
  parseFilePath,
} from "../../index.ts";
import type { ToolResult } from "../../../agent/tools/define-tool.ts";
import type { Call } from "../../../agent/tools/call.ts";
import type { FileServices } from "./index.ts";
import { proposeWrite } from "./propose-write.ts";
import { isOwnChange } from "./own-change.ts";
import {
  asTeams,
  holdsProse,
  isOutside,
  originOf,
  OUTSIDE_TEXT_RULE,
  placeOf,
  todayOf,
  waitsForPerson,
} from "./provenance.ts";
import { NEEDS_PROSE, newFolderRefused, written } from "./results.ts";

/** Computes the new content from the current one, which is null if there is no file. Throws if it can't. */
type ContentOf<Input> = (input: Input, before: string | null, call: Call, files: FileServices) => string;

/** A file's current content; null if there is none. */
async function contentAt(path: string, { deps }: FileServices): Promise<string | null> {
  const head = await findLive(deps, path);
  return head === null ? null : deps.blobs.get(head.sha256);
}

/** Whether anything but this conversation wrote to a file. */
async function isOthers(path: string, { conversationId }: Call, { deps }: FileServices): Promise<boolean> {
  const head = await findLive(deps, path);
  return head !== null && isOthersWork(deps, head.id, conversationId);
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
 * The shared part of such a tool. `done` words what was done, to a new or an existing file. The answer names
 * the lines written, unless the call gave the whole file. `adds`: it only adds text, which may as well stand in another file.
 */
export function changesContent<Input extends { readonly path: string }>(
  contentOf: ContentOf<Input>,
  done: (isNew: boolean) => string,
  { isWhole = false, adds = false }: { readonly isWhole?: boolean; readonly adds?: boolean } = {},
) {
  /** The call as its change makes it: a member's own words are the team's, whatever was read. */
  const judged = (input: Input, before: string | null, call: Call, files: FileServices): Call => {
    if (!isOutside(call)) return call;
    const own = asTeams(call);
    try {
      const after = contentOf(input, before, own, files);
      const isStanding = isInOthersPrompts(parseFilePath(input.path), todayOf(files));
      return isOwnChange(before ?? "", after, { asker: call.asker, isStanding }) ? own : call;
    } catch (error) {
      // What can't be computed is refused by the change itself.
      if (error instanceof AppError) return call;
      throw error;
    }
  };
  /** The same change where its words belong. */
  const placed = (input: Input, call: Call, files: FileServices): Input => {
    const path = parseFilePath(input.path);
    const place = adds ? placeOf(path, call, files) : path;
    return place === path ? input : { ...input, path: place };
  };
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
      async rule(asked: Input, files: FileServices, given: Call) {
        const input = placed(asked, given, files);
        const path = parseFilePath(input.path);
        checkOwner(files.deps, path);
        if (!isOutside(given)) return null;
        const before = await contentAt(path, files);
        const call = judged(input, before, given, files);
        if (waitsForPerson(path, call, files)) return OUTSIDE_TEXT_RULE;
        if (!isOutside(call) || before === null || !(await isOthers(path, call, files))) return null;
        try {
          return takesOutLines(before, contentOf(input, before, call, files)) ? OUTSIDE_TEXT_RULE : null;
        } catch (error) {
          if (error instanceof AppError) return null;
          throw error;
        }
      },
      resolve: (input: Input, files: FileServices, call: Call) =>
        proposeWrite(files, call, applied(input, call, files)),
    },
    async run(asked: Input, files: FileServices, given: Call): Promise<ToolResult> {
      const input = placed(asked, given, files);
      const path = parseFilePath(input.path);
      checkOwner(files.deps, path);
      const head = await findLive(files.deps, path);
      const before = head === null ? null : await files.deps.blobs.get(head.sha256);
      const call = judged(input, before, given, files);
      if (isOutside(call) && !holdsProse(path)) return NEEDS_PROSE;
      const isNew = before === null;
      const refused = isNew ? await newFolderRefused(folderOf(path), call, files) : null;
      if (refused !== null) return refused;
      let contents = { before: null as string | null, after: "" };
      const apply = (current: string | null): string => {
        if (isOutside(judged(input, current, given, files)) !== isOutside(call))
          throw new AppError("changed", `${path} has changed meanwhile. Read it and try again.`);
        contents = { before: current, after: contentOf(input, current, call, files) };
        return contents.after;
      };
      const origin = { ...originOf(call), path: input.path, apply };
      const source = origin.source ?? head?.source ?? null;
      // A line that is reworded may keep an outsider's words.
      const isReworded =
        source !== null && takesOutLines(before ?? "", contentOf(input, before, call, files));
      const row = await changeFile(files.deps, isReworded ? { ...origin, source } : origin);
      return written(row, done(isNew), isWhole ? undefined : contents);
    },
  } as const;
}
