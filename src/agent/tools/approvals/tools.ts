/** The tools of this toolset. Adding one is its file and a line here. */
export { listApprovals } from "./list-approvals.ts";
export { withdrawDraft } from "./withdraw-draft.ts";
