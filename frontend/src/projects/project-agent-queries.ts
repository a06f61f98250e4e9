/** Queries of the project agent pages. */
import { queryOptions } from "@tanstack/react-query";
import { projectAgentsEndpoints } from "../../../src/projects/api/project-agent-runs.ts";
import { call } from "../api/call.ts";
import { pagedQuery } from "../api/paged.ts";

const SOON_MS = 2000;

/** Polls while an agent is working. */
export function projectAgentsQuery(projectId: string) {
  return queryOptions({
    queryKey: ["projects", "agents", projectId],
    queryFn: async ({ signal }) =>
      (await call(projectAgentsEndpoints.list, { signal, params: { id: projectId } })).items,
    refetchInterval: ({ state }) =>
      state.data?.some(({ last }) => last?.status === "queued" || last?.status === "running") === true
        ? SOON_MS
        : false,
  });
}

/** The agents' records, refreshed as they work. */
export const scorecardsQuery = queryOptions({
  queryKey: ["projects", "scorecards"],
  queryFn: async ({ signal }) => (await call(projectAgentsEndpoints.scorecards, { signal })).items,
});

export function scorecardQuery(agent: string) {
  return queryOptions({
    queryKey: ["projects", "scorecards", agent],
    queryFn: ({ signal }) => call(projectAgentsEndpoints.scorecard, { signal, params: { agent } }),
  });
}

/** The member's next tasks; the user's own by default. */
export function nextUpQuery(userId: string | undefined) {
  return queryOptions({
    queryKey: ["projects", "next-up", userId ?? ""],
    queryFn: ({ signal }) => call(projectAgentsEndpoints.nextUp, { signal, query: { userId } }),
  });
}

export function agentRunsQuery(projectId: string, agent: string) {
  return pagedQuery(["projects", "agent-runs", projectId, agent], ({ cursor, signal }) =>
    call(projectAgentsEndpoints.runs, {
      signal,
      params: { id: projectId, agent },
      query: { cursor, limit: 10 },
    }),
  );
}
