/** What becomes of a person in the tables of this room. */
import type { Erases } from "../platform/erasure.ts";

const MIRROR = { what: "The copy on GitHub", path: "/settings/mirror" };

export const erases = {
  examples: { treatment: "mask", place: { what: "An example", path: "/settings/examples" } },
  mirror_files: { treatment: "list", place: MIRROR },
  mirror_unreadable: { treatment: "list", place: MIRROR },
  mirrors: { treatment: "list", place: MIRROR },
  skill_switches: { treatment: "list", place: { what: "A skill", path: "/skills" } },
  skill_uses: { treatment: "drop", place: { what: "A skill", path: "/skills" } },
  upkeep_lines: {
    treatment: "list",
    place: { what: "A note that upkeep has looked at", path: "/settings/upkeep" },
  },
  upkeep_plans: {
    treatment: "drop",
    place: { what: "A plan of the daily upkeep", path: "/settings/upkeep" },
  },
  workspace_files: { treatment: "list", place: { what: "The name of a file", path: null } },
  workspace_folders: { treatment: "list", place: { what: "The name of a folder", path: "/workspace" } },
  workspace_state: { treatment: "mask", place: { what: "The workspace", path: "/workspace" } },
  workspace_versions: { treatment: "list", place: { what: "The name of a file in its history", path: null } },
  workspace_words: { treatment: "list", place: { what: "A file", path: null } },
} satisfies Erases;
