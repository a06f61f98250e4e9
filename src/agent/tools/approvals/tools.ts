/** The tools of this toolset. A new tool is one file and one line here. */
export { listApprovals } from "./list-approvals.ts";
export { withdrawDraft } from "./withdraw-draft.ts";
