/** The agents and their instructions. */
import { useQuery, type QueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { agentsQuery } from "../../api/queries.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { count } from "../../components/words.ts";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";

const LINK = "text-kumo-link underline underline-offset-2";

export default function AgentSettings() {
  const { data, error, isPending, refetch } = useQuery(agentsQuery);
  return (
    <Section title="Agents" lead="Who works for you, on which model, and what your team tells them.">
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <ListSkeleton rows={2} /> : null}
      {data ? (
        <Rows>
          {data.items.map((agent) => (
            <RowItem key={agent.name}>
              <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
                <span className="font-medium">{agent.title}</span>
                <span className="block text-xs text-kumo-subtle">
                  {agent.model} · {agent.tools.length === 0 ? "no tools" : count(agent.tools.length, "tool")}
                </span>
              </span>
              <Link
                to="/settings/agents/$name"
                params={{ name: agent.name }}
                aria-label={`Edit instructions for ${agent.title}`}
                className={`touch inline-flex items-center ${LINK}`}
              >
                Edit instructions
              </Link>
            </RowItem>
          ))}
        </Rows>
      ) : null}
    </Section>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(agentsQuery);
}
