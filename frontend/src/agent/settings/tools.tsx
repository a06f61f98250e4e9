/** For developers: every tool by id, with its permissions and current setting. */
import { useQuery, type QueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { policyQuery } from "../../api/queries.ts";
import { Section } from "../../components/settings/section.tsx";
import { NotLoaded } from "../../components/not-loaded.tsx";

const HEADS = ["Tool", "ID", "Effect", "Reaches", "Now", "Default"] as const;

export default function ToolsSettings() {
  const query = useQuery(policyQuery);
  const { data } = query;
  return (
    <Section
      title="Tools"
      lead={
        <>
          Every tool with its ID. To change what a tool may do, go to{" "}
          <Link to="/settings/policy" className="link">
            Policy
          </Link>
          .
        </>
      }
    >
      {data === undefined ? (
        <NotLoaded query={query} />
      ) : (
        <div className="sheet overflow-x-auto" tabIndex={0} role="group" aria-label="Tools">
          <table className="w-full text-sm whitespace-nowrap">
            <thead>
              <tr className="border-b border-kumo-line text-left text-xs text-kumo-subtle">
                {HEADS.map((head) => (
                  <th key={head} scope="col" className="px-3 py-2 font-medium">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.tools.map((tool) => (
                <tr key={tool.name} className="border-b border-kumo-hairline last:border-b-0">
                  <td className="px-3 py-1.5">{tool.title}</td>
                  <td className="px-3 py-1.5 font-mono text-xs">{tool.name}</td>
                  <td className="px-3 py-1.5">{tool.effect}</td>
                  <td className="px-3 py-1.5">{tool.egress.replaceAll("_", " ")}</td>
                  <td className="px-3 py-1.5">{data.policy.tools[tool.name] ?? tool.defaultMode}</td>
                  <td className="px-3 py-1.5">{tool.defaultMode}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(policyQuery);
}
