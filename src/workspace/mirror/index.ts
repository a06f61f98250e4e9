/**
 * The mirror of a team's files on GitHub: changed files are committed, and edits there are imported as
 * versions by their authors.
 */
export { committed } from "./commit.ts";
export {
  syncNow,
  MIRROR_JOB,
  mirrorChanges,
  mirrorConsumer,
  mirrorView,
  pullMirror,
  removeMirror,
  setMirror,
  type MirrorWorld,
} from "./services.ts";
