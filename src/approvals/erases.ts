/** How this room erases a person. */
import { at, type Erases } from "../platform/erasure.ts";

export const erases = {
  account_paces: { treatment: "keep" },
  approvals: {
    treatment: "mask",
    place: { what: "A draft or approval", path: "/approvals", of: at("/approvals", "id") },
  },
  earned_tallies: { treatment: "list", place: { what: "An earned rule", path: "/settings/policy" } },
  effects: {
    treatment: "mask",
    place: { what: "A draft or approval", path: "/approvals", of: at("/approvals", "approvalId") },
  },
} satisfies Erases;
