/** What Steward runs on its own, with each job's last run. */
import { useQuery, type QueryClient } from "@tanstack/react-query";
import { NotLoaded } from "../../components/not-loaded.tsx";
import { schedulesQuery } from "../schedule-queries.ts";
import { OwnJobs } from "../schedules/own-jobs.tsx";

export default function JobSettings() {
  const query = useQuery(schedulesQuery);
  const { data } = query;
  if (data === undefined) return <NotLoaded query={query} />;
  return <OwnJobs jobs={data.items.filter(({ kind }) => kind === "system")} clockJobs={data.clockJobs} />;
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(schedulesQuery);
}
