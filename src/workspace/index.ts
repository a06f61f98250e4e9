/**
 * The workspace: the team's memory as files. Blobs by hash in R2, heads and versions in D1; a head moves only
 * by compare-and-set, and every version is kept.
 */
export { asMember, asOwner, checkOwner } from "./owners.ts";
export { exportZip, importZip } from "./archive.ts";
export { makeFolder, move } from "./move.ts";
export { cleanBlobs } from "./clean-blobs.ts";
export { remove, removeAll } from "./remove.ts";
export { listDeleted, undelete } from "./undelete.ts";
export { commitAll, type Commit } from "./commit.ts";
export { appended, changeFile, existing, isTableRow, replaceOnce } from "./change-file.ts";
export {
  blame,
  diffVersions,
  findOutsideLines,
  findVersionSince,
  history,
  outsideOf,
  readVersion,
} from "./history.ts";
export { folderEntry, listFolder, type ListedAfter } from "./list-folder.ts";
export { diffText, diffTexts, hasMoreLines, linesOf, mergeTexts } from "./merge.ts";
export {
  checkClear,
  folderOf,
  isAccountSource,
  isFilePath,
  nameOf,
  parseFilePath,
  parseFolderPath,
  pathKey,
} from "./path.ts";
export type { PlaceRules, WorkspaceDeps } from "./ports.ts";
export {
  isInEveryPrompt,
  isInOthersPrompts,
  promptContext,
  promptMemory,
  promptNews,
  shareOf,
} from "./prompt-share.ts";
export { findFile, lineRange, listFiles, readFile } from "./read-file.ts";
export { filePagePath, fileSource } from "./search-source.ts";
export { changesOfRun } from "./run-changes.ts";
export { undoFileChange } from "./undo-change.ts";
export { searchFiles } from "./search-files.ts";
export {
  entryOf,
  findAny,
  findFolder,
  findLive,
  holdsOutsideText,
  isOthersWork,
  getAny,
  liveByPath,
  usageOf,
} from "./store.ts";
export { fileTree } from "./tree.ts";
export type { FileRow, FileWithContent, Origin } from "./types.ts";
export { changedDetails, restoreVersion, writeFile } from "./write-file.ts";
export { saidNotePath } from "./said-notes.ts";
