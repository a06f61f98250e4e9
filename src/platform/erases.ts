/** How this room erases a person. */
import { WORKING, type Erases } from "./erasure.ts";

export const erases = {
  agent_instructions: {
    treatment: "list",
    place: { what: "Instructions of an agent", path: "/settings/agents" },
  },
  approval_tokens: { treatment: "keep" },
  audit: { treatment: "mask", place: { what: "An entry of the audit log", path: "/settings/audit" } },
  connections: { treatment: "list", place: { what: "A connection", path: "/settings/connections" } },
  consents: { treatment: "keep" },
  conversation_quotes: {
    treatment: "drop",
    place: { what: "A private conversation", path: "/conversations" },
  },
  erased_keys: { treatment: "keep" },
  event_cursors: { treatment: "keep" },
  events: { treatment: "drop", place: WORKING },
  invites: { treatment: "list", place: { what: "An invite link", path: "/settings/team" } },
  join_requests: { treatment: "drop", place: { what: "A request to join", path: "/settings/team" } },
  sessions: { treatment: "list", place: { what: "A session", path: "/settings/sessions" } },
  settings: { treatment: "list", place: { what: "Your policy", path: "/settings/policy" } },
  tenant_domains: { treatment: "keep" },
  users: { treatment: "list", place: { what: "A member", path: "/settings/team" } },
  work_leases: { treatment: "keep" },
} satisfies Erases;
