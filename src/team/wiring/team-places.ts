/** Every place where something of a team is kept. */
import type { TeamPlaces } from "../backup/index.ts";
import { tenantObjectName } from "../../kernel/tenant-names.ts";
import { endApprovalWorkflow } from "../../approvals/approval-workflow.ts";
import type { Env } from "../../platform/env.ts";
import { teamFolder } from "../../platform/team-files.ts";
import { conversationsOf } from "../../agent/open.ts";
import { searchObject, vectorObject } from "../../knowledge/open.ts";

/** The places of one team. Cheap. */
export function teamPlaces(env: Env, team: string): TeamPlaces {
  return {
    files: teamFolder(env.FILES, team),
    conversation: conversationsOf(env, team),
    tenant: async () => env.TENANTS.getByName(await tenantObjectName(team)),
    search: () => searchObject(env, team),
    vectors: () => vectorObject(env, team),
    endWorkflow: (approvalId) => endApprovalWorkflow(env.APPROVALS, team, approvalId),
  };
}
