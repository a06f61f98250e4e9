/** What the workspace takes, the same for server and pages: suffixes, sizes and counts, and words with a meaning of their own. */

/** What a file may end with. */
export const FILE_SUFFIXES = [".md", ".txt", ".json", ".csv"] as const;

/** Bounds of the workspace that pages show and check too. */
export const WORKSPACE_LIMITS = {
  /** Largest file, in bytes of UTF-8, and its most lines: a difference of two names every line. */
  fileBytes: 512 * 1024,
  fileLines: 50_000,
  /** All live files of a team together. */
  totalBytes: 256 * 1024 * 1024,
  files: 20_000,
  /** What is filed with accounts counts apart, and as so much at most. */
  sourceBytes: 1024 * 1024 * 1024,
  sourceFiles: 200_000,
  /** Longest path, in bytes of UTF-8, and of one name in it. */
  pathBytes: 512,
  nameBytes: 120,
  /** Names in a path. */
  depth: 10,
  /** What every prompt holds of MEMORY.md and of the list of files, in characters. */
  memoryChars: 5_000,
  treeChars: 3_000,
  /** What a message carries of today's notes, in characters. */
  notesChars: 2_000,
  /** Largest archive that is taken in, and all it may unpack to. */
  importBytes: 16 * 1024 * 1024,
  importUnpackedBytes: 64 * 1024 * 1024,
  importFiles: 5_000,
  /**
   * Files of one request: an import makes up to 25 calls of storage for each, an export one. A request has 10,000 (developers.cloudflare.com/workers/
   * platform/limits, 2026-11, paid plan).
   */
  importPage: 250,
  exportFiles: 8_000,
  /** Entries an export may name. */
  exportChosen: 100,
  /** Newest versions that are looked at for who wrote each line. */
  blameVersions: 200,
} as const;

/** The file every prompt holds. */
export const MEMORY_PATH = "MEMORY.md";

/** Words that confirm that everything is to be deleted; the team's name does too. */
export const DELETE_ALL_WORDS = "delete everything";
