/**
 * Resolves a move or deletion that needs approval: which files, at which versions. It runs only while they
 * are as shown.
 */
import { placedFiles } from "../../effects/file-place.ts";
import type { EffectBytes, Resolution } from "../../../approvals/ports.ts";
import type { Lint } from "../../../approvals/api/approval.ts";
import { checkOwner, findFolder, isFilePath } from "../../index.ts";
import type { FileServices } from "./index.ts";

/** For a file or folder. */
export async function proposePlace(
  { deps }: FileServices,
  path: string,
  effectOf: (files: { path: string; etag: string }[]) => EffectBytes,
): Promise<Resolution> {
  checkOwner(deps, path);
  const files = await placedFiles(deps, path);
  if (files === null)
    return { kind: "failed", message: `${path} holds too many files for a person to look over. Take less.` };
  const isThere = isFilePath(path) ? files.length > 0 : (await findFolder(deps, path)) !== null;
  if (path === "" || !isThere) return { kind: "failed", message: `There is nothing at ${path}.` };
  return {
    kind: "resolved",
    effects: [effectOf(files)],
    observed: [],
    lints: [OUTSIDE_TEXT],
    urgent: false,
  };
}

const OUTSIDE_TEXT: Lint = {
  code: "outside_text",
  level: "warning",
  message:
    "Text from outside the team was read before this was asked for. Approve it only if it’s what your team wants.",
  path: "/path",
};
