/** What the MCP server needs of a team. */
import type { AdmissionPort, RunTool } from "../../../agent/ports.ts";
import type { AuditEntry } from "../../../platform/audit/index.ts";
import type { GrantHolder } from "../index.ts";
import type { Judge } from "../../../approvals/policy/index.ts";
import type { Approval } from "../../../approvals/api/approval.ts";
import type { WorkspaceDeps } from "../../../workspace/index.ts";

/** Per request. */
export interface ServedDeps {
  readonly holder: GrantHolder;
  readonly appOrigin: string;
  readonly version: string;
  readonly newId: () => string;
  readonly runTool: RunTool;
  readonly judge: Judge;
  readonly admit: AdmissionPort["admitToolCall"];
  readonly audit: (entry: AuditEntry) => Promise<void>;
  readonly connected: () => Promise<readonly string[]>;
  /** Throws AppError `not_found`. */
  readonly approval: (id: string) => Promise<Approval>;
  readonly files: () => WorkspaceDeps;
  /** Includes its first tasks. Throws AppError `not_found`. */
  readonly project: (id: string) => Promise<object>;
}
