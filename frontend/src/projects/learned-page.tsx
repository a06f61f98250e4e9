/** What finished work teaches: velocity, how far estimates are off, risk patterns. */
import type { QueryClient } from "@tanstack/react-query";
import { Page, Scroll } from "../components/page.tsx";
import { projectAgentsQuery } from "./project-agent-queries.ts";
import { AgentCards } from "./project-agents.tsx";

/** Stands for all projects in the address of agents. */
const TEAM = "team";

export default function LearnedPage() {
  return (
    <Page title="What we learned" back="/projects">
      <Scroll>
        <AgentCards projectId={TEAM} />
      </Scroll>
    </Page>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(projectAgentsQuery(TEAM));
}
