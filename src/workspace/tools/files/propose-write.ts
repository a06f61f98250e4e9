/**
 * Resolves a write that needs approval: the complete new content, against the exact version it is based on.
 * The approval shows the diff; the write runs only while that version is current.
 */
import { fileWrite } from "../../effects/file-write.ts";
import type { Resolution } from "../../../approvals/ports.ts";
import type { Lint } from "../../../approvals/api/approval.ts";
import {
  checkClear,
  checkOwner,
  diffText,
  diffTexts,
  findLive,
  parseFilePath,
  type WorkspaceDeps,
} from "../../index.ts";
import type { Call } from "../../../agent/tools/call.ts";
import type { FileServices } from "./index.ts";
import { restsOn } from "../../../agent/tools/rests-on.ts";
import { showText } from "../../../platform/api/shown-text.ts";
import { addedLines } from "./own-change.ts";
import { isOutside, originOf } from "./provenance.ts";

/** Maximum size of new content a person is asked to review, and maximum length of the diff. */
export const CONTENT_CHARS = 60_000;
const DIFF_CHARS = 200_000;

/** `apply` computes the new content from the current one; its errors are passed on. */
export async function proposeWrite(
  { deps }: FileServices,
  call: Call,
  input: { readonly path: string; readonly apply: (before: string | null) => string },
): Promise<Resolution> {
  checkOwner(deps, parseFilePath(input.path));
  const change = await reviewedChange(deps, call, input);
  if (change.kind !== "change") return change;
  const { document, lints } = change;
  return {
    kind: "resolved",
    effects: [fileWrite.of(document)],
    observed: [],
    lints: [...lints],
    urgent: false,
  };
}

/** A change as shown for review. */
interface ReviewedChange {
  readonly kind: "change";
  readonly document: Parameters<typeof fileWrite.of>[0];
  readonly lints: readonly Lint[];
}

/** A change of a file by its writer, against the version it is based on. */
export async function reviewedChange(
  deps: WorkspaceDeps,
  call: Call,
  input: { readonly path: string; readonly apply: (before: string | null) => string },
): Promise<ReviewedChange | Extract<Resolution, { kind: "failed" }>> {
  const path = parseFilePath(input.path);
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
    kind: "change",
    document: { path, diff, content, base: head?.etag ?? null, source },
    lints: isOutside(call) ? [OUTSIDE_TEXT, ...heardIn(addedLines(before ?? "", content), call)] : [],
  };
}

/** Sentences of others that a card quotes at most. */
const QUOTES = 3;

/** Whose words the new lines rest on, where they are known. */
function heardIn(added: string, { asker }: Call): Lint[] {
  const found = restsOn(added, asker).flatMap(({ ground }) =>
    ground.on === "outside" && ground.heard !== null
      ? [`From ${ground.heard.source}: “${ground.heard.words}”`]
      : [],
  );
  return [...new Set(found)].slice(0, QUOTES).map((message) => ({
    code: "outside_words",
    level: "warning",
    message: showText(message),
    path: "/content",
  }));
}

const OUTSIDE_TEXT: Lint = {
  code: "outside_text",
  level: "warning",
  message:
    "Text from outside the team was read before this was written. Approve only what you know to be true and want the agent to go by.",
  path: "/content",
};
