/** How much files take, and whether there is room: what is filed with accounts has a quota of its own, so that it never fills the team's. */
import { AppError } from "../kernel/errors.ts";
import { WORKSPACE_LIMITS } from "./api/workspace-limits.ts";
import { isAccountSource } from "./path.ts";
import type { WorkspaceUsage } from "./api/workspace.ts";
import type { FileRow } from "./types.ts";

/** Files and bytes, all of them, and those of them that are filed with accounts. */
export interface Room {
  readonly files: number;
  readonly sizeBytes: number;
  readonly sourceFiles: number;
  readonly sourceBytes: number;
}

/** What a live file takes. */
export function roomOf({ path, sizeBytes }: Pick<FileRow, "path" | "sizeBytes">): Room {
  const isSource = isAccountSource(path);
  return { files: 1, sizeBytes, sourceFiles: isSource ? 1 : 0, sourceBytes: isSource ? sizeBytes : 0 };
}

/** Nothing. */
export const NO_ROOM: Room = { files: 0, sizeBytes: 0, sourceFiles: 0, sourceBytes: 0 };

/** What one takes more than another. */
export function between(before: Room, after: Room): Room {
  return {
    files: after.files - before.files,
    sizeBytes: after.sizeBytes - before.sizeBytes,
    sourceFiles: after.sourceFiles - before.sourceFiles,
    sourceBytes: after.sourceBytes - before.sourceBytes,
  };
}

/** Throws `too_large` where the workspace, or what is filed with accounts, is full. */
export function checkRoom(usage: WorkspaceUsage, adds: readonly Room[]): void {
  const sum = (of: (room: Room) => number): number => adds.reduce((all, room) => all + of(room), 0);
  const [sourceFiles, sourceBytes] = [sum((one) => one.sourceFiles), sum((one) => one.sourceBytes)];
  const [files, sizeBytes] = [
    sum((one) => one.files) - sourceFiles,
    sum((one) => one.sizeBytes) - sourceBytes,
  ];
  const {
    files: maxFiles,
    totalBytes,
    sourceFiles: maxSources,
    sourceBytes: maxSourceBytes,
  } = WORKSPACE_LIMITS;
  const full = (message: string, details: Record<string, number>): AppError =>
    new AppError("too_large", message, { details });
  if (files > 0 && usage.files + files > maxFiles)
    throw full(`A workspace holds at most ${maxFiles} files.`, { maxFiles });
  if (sizeBytes > 0 && usage.sizeBytes + sizeBytes > totalBytes)
    throw full(`A workspace holds at most ${totalBytes / 1024 / 1024} MB of text.`, { maxBytes: totalBytes });
  if (sourceFiles > 0 && usage.sources.files + sourceFiles > maxSources)
    throw full(`Accounts hold at most ${maxSources} files of sources.`, { maxFiles: maxSources });
  if (sourceBytes > 0 && usage.sources.sizeBytes + sourceBytes > maxSourceBytes)
    throw full(`Accounts hold at most ${maxSourceBytes / 1024 / 1024} MB of sources.`, {
      maxBytes: maxSourceBytes,
    });
}
