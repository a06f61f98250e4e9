/** How this room erases a person. */
import { at, type Erases } from "../platform/erasure.ts";

const RUN = { what: "A run", path: "/activity", of: at("/activity", "runId") };

export const erases = {
  agent_configs: { treatment: "mask", place: { what: "Settings of an agent", path: "/settings/agents" } },
  conversations: {
    treatment: "mask",
    place: {
      what: "A conversation",
      path: "/conversations",
      of: ({ id }) => (/[:@+]/.test(String(id)) ? null : `/conversations/${String(id)}`),
    },
  },
  run_traces: { treatment: "mask", place: RUN },
  runs: { treatment: "mask", place: { ...RUN, of: at("/activity", "id") } },
  schedules: { treatment: "list", place: { what: "A schedule", path: "/schedules" } },
} satisfies Erases;
