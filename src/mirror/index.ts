/** The mirror of a team's files on GitHub: a commit after each turn that changed files, and edits there come back as versions by their authors. */
export { concernsConflicts, listConflicts, type MirrorConflict } from "./conflicts.ts";
export type { CommitPlan, Committed, Remote, Sides } from "./ports.ts";
export { setUpMirror, type MirrorSettings } from "./set-up.ts";
export { listUnreadable } from "./unreadable.ts";
export { findMirror, hasNews, syncMirror, type MirrorRow } from "./sync.ts";
