/**
 * What a write that waits for a person would do: the whole new content, against the very version it was worked out from. The approval shows the
 * difference; the write runs only while that version still stands.
 */
import { fileWrite } from "../../effects/file-write.ts";
import type { Resolution } from "../../../approvals/ports.ts";
import type { Lint } from "../../../approvals/api/approval.ts";
import { checkClear, checkOwner, diffText, diffTexts, findLive, parseFilePath } from "../../index.ts";
import type { Call } from "../../../agent/tools/call.ts";
import type { FileServices } from "./index.ts";
import { isOutside, originOf } from "./provenance.ts";

/** Largest new content a person is asked to look over, and the longest difference. */
const CONTENT_CHARS = 60_000;
const DIFF_CHARS = 200_000;

/** Resolves a write. `apply` works the new content out from the present one; what it throws is the caller's. */
export async function proposeWrite(
  { deps }: FileServices,
  call: Call,
  input: { readonly path: string; readonly apply: (before: string | null) => string },
): Promise<Resolution> {
  const path = parseFilePath(input.path);
  checkOwner(deps, path);
  const head = await findLive(deps, path);
  if (head === null) checkClear(path);
  const before = head === null ? null : await deps.blobs.get(head.sha256);
  const content = input.apply(before);
  deps.rules?.check(path, content);
  if (content === before) return { kind: "failed", message: `${path} reads like this already.` };
  const diff = content.length > CONTENT_CHARS ? null : diffText(diffTexts(before ?? "", content));
  if (diff === null || diff.length > DIFF_CHARS)
    return {
      kind: "failed",
      message: `${path} would change too much for a person to look over. Change less.`,
    };
  const { source = null } = originOf(call);
  return {
    kind: "resolved",
    effects: [fileWrite.of({ path, diff, content, base: head?.etag ?? null, source })],
    observed: [],
    lints: isOutside(call) ? [OUTSIDE_TEXT] : [],
    urgent: false,
  };
}

const OUTSIDE_TEXT: Lint = {
  code: "outside_text",
  level: "warning",
  message:
    "Text from outside the team was read before this was written, and every prompt would hold it. Approve only what you know to be true and want the agent to go by.",
  path: "/content",
};
