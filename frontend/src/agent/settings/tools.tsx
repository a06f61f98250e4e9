/** For developers: every tool by its id, what it may touch, and how it is set now. */
import { useQuery, type QueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { policyQuery } from "../../api/queries.ts";
import { ErrorNotice } from "../../components/notice.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { Section } from "../../components/settings/section.tsx";

const HEADS = ["Tool", "ID", "Effect", "Reaches", "Now", "Default"] as const;

export default function ToolsSettings() {
  const { data, error, refetch } = useQuery(policyQuery);
  return (
    <Section
      title="Tools"
      lead={
        <>
          Every tool with its ID. To change what a tool may do, go to{" "}
          <Link to="/settings/policy" className="text-kumo-link underline underline-offset-2">
            Policy
          </Link>
          .
        </>
      }
    >
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <ListSkeleton /> : null}
      {data ? (
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
      ) : null}
    </Section>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(policyQuery);
}
