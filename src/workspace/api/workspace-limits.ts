/** Limits of the workspace, shared by server and pages: suffixes, sizes, counts, and special names. */

/** Allowed file suffixes. */
export const FILE_SUFFIXES = [".md", ".txt", ".json", ".csv"] as const;

/** Limits that pages show and check too. */
export const WORKSPACE_LIMITS = {
  /** Maximum bytes (UTF-8) and lines of a file: a diff contains every line. */
  fileBytes: 512 * 1024,
  fileLines: 50_000,
  /** All current files of a team together. */
  totalBytes: 256 * 1024 * 1024,
  files: 20_000,
  /** Separate quota for accounts' sources. */
  sourceBytes: 1024 * 1024 * 1024,
  sourceFiles: 200_000,
  /** Maximum bytes (UTF-8) of a path, and of one name in it. */
  pathBytes: 512,
  nameBytes: 120,
  /** Maximum names in a path. */
  depth: 10,
  /** Characters of MEMORY.md and of the file list in every prompt. */
  memoryChars: 5_000,
  treeChars: 3_000,
  /** Characters of today's notes in a message. */
  notesChars: 2_000,
  /** Maximum size of an imported archive, packed and unpacked. */
  importBytes: 16 * 1024 * 1024,
  importUnpackedBytes: 64 * 1024 * 1024,
  importFiles: 5_000,
  /**
   * Files per request: an import makes up to 25 storage calls for each, an export one. A request may make
   * 10,000 (developers.cloudflare.com/workers/platform/limits, 2026-11, paid plan).
   */
  importPage: 250,
  exportFiles: 8_000,
  /** Maximum entries an export may name. */
  exportChosen: 100,
  /** Newest versions used for line attribution. */
  blameVersions: 200,
} as const;

/** The file that is part of every prompt. */
export const MEMORY_PATH = "MEMORY.md";

/** Confirms deleting everything; the team's name does too. */
export const DELETE_ALL_WORDS = "delete everything";
