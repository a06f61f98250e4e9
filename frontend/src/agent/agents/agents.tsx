/** The agents and their instructions. */
import { useQuery, type QueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { agentsQuery } from "../../api/queries.ts";
import { count } from "../../components/words.ts";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { NotLoaded } from "../../components/not-loaded.tsx";

export default function AgentSettings() {
  const query = useQuery(agentsQuery);
  const { data } = query;
  return (
    <Section
      title="Agents"
      lead="Turn agents on and off, and set their models, limits, tools, and instructions."
    >
      {data === undefined ? (
        <NotLoaded query={query} rows={2} />
      ) : (
        <Rows>
          {data.items.map((agent) => (
            <RowItem key={agent.name}>
              <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
                <span className="font-medium">{agent.title}</span>
                <span className="block text-xs text-kumo-subtle">
                  {agent.enabled ? null : <strong className="text-kumo-danger">Off · </strong>}
                  {agent.model} · {agent.tools.length === 0 ? "no tools" : count(agent.tools.length, "tool")}
                </span>
              </span>
              <Link
                to="/settings/agents/$name"
                params={{ name: agent.name }}
                aria-label={`Edit ${agent.title}`}
                className="touch inline-flex items-center link"
              >
                Edit
              </Link>
            </RowItem>
          ))}
        </Rows>
      )}
    </Section>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(agentsQuery);
}
