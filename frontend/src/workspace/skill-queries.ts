/** Queries of the skills pages. Skills are files: news about files refetches them too. */
import { queryOptions } from "@tanstack/react-query";
import { skillEndpoints } from "../../../src/workspace/api/skills.ts";
import { call } from "../api/call.ts";
import { WORKSPACE_KEY } from "./workspace-queries.ts";

export const skillsQuery = queryOptions({
  queryKey: [...WORKSPACE_KEY, "skills"],
  queryFn: ({ signal }) => call(skillEndpoints.skills, { signal }),
});

export const skillTemplatesQuery = queryOptions({
  queryKey: ["skill-templates"],
  queryFn: ({ signal }) => call(skillEndpoints.skillTemplates, { signal }),
  staleTime: Infinity,
});

/** The checks' result for this text. */
export function skillCheckQuery(path: string, content: string) {
  return queryOptions({
    queryKey: ["skill-check", path, content],
    queryFn: ({ signal }) => call(skillEndpoints.checkSkill, { signal, body: { path, content } }),
    staleTime: Infinity,
    gcTime: 30_000,
  });
}
