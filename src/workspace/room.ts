/** Storage quotas: accounts' sources have their own, so that they never fill the team's. */
import { AppError } from "../kernel/errors.ts";
import { WORKSPACE_LIMITS } from "./api/workspace-limits.ts";
import { isAccountSource } from "./path.ts";
import type { WorkspaceUsage } from "./api/workspace.ts";
import type { FileRow } from "./types.ts";

/** Files and bytes in total, and those of accounts' sources. */
export interface Room {
  readonly files: number;
  readonly sizeBytes: number;
  readonly sourceFiles: number;
  readonly sourceBytes: number;
}

/** Storage used by a current file. */
export function roomOf({ path, sizeBytes }: Pick<FileRow, "path" | "sizeBytes">): Room {
  const isSource = isAccountSource(path);
  return { files: 1, sizeBytes, sourceFiles: isSource ? 1 : 0, sourceBytes: isSource ? sizeBytes : 0 };
}

export const NO_ROOM: Room = { files: 0, sizeBytes: 0, sourceFiles: 0, sourceBytes: 0 };

/** The increase from one to the other. */
export function between(before: Room, after: Room): Room {
  return {
    files: after.files - before.files,
    sizeBytes: after.sizeBytes - before.sizeBytes,
    sourceFiles: after.sourceFiles - before.sourceFiles,
    sourceBytes: after.sourceBytes - before.sourceBytes,
  };
}

/** Throws `too_large` if a quota is exceeded. */
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
    throw full(`A workspace can hold at most ${maxFiles} files.`, { maxFiles });
  if (sizeBytes > 0 && usage.sizeBytes + sizeBytes > totalBytes)
    throw full(`A workspace can hold at most ${totalBytes / 1024 / 1024} MB of text.`, {
      maxBytes: totalBytes,
    });
  if (sourceFiles > 0 && usage.sources.files + sourceFiles > maxSources)
    throw full(`Accounts can hold at most ${maxSources} files of sources.`, { maxFiles: maxSources });
  if (sourceBytes > 0 && usage.sources.sizeBytes + sourceBytes > maxSourceBytes)
    throw full(`Accounts can hold at most ${maxSourceBytes / 1024 / 1024} MB of sources.`, {
      maxBytes: maxSourceBytes,
    });
}
