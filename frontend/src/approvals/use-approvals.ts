/** Loads whole approvals, for the rows of a list that are opened. Those that aren't there yet are left out. */
import { useQueries } from "@tanstack/react-query";
import type { Approval } from "../../../src/approvals/api/approval.ts";
import { approvalQuery } from "../api/queries.ts";

export function useApprovals(ids: readonly string[]): readonly Approval[] {
  return useQueries({
    queries: ids.map((id) => approvalQuery(id)),
    combine: (queries) => queries.flatMap(({ data }) => data ?? []),
  });
}
