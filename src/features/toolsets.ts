/**
 * Every toolset there is, in the order the model is given their tools: the order is part of the cached prompt. Adding a toolset is its folder and a line
 * here; adding a tool is its file and a line in its toolset.
 */
import { accountDesk } from "../accounts/tools/desk/index.ts";
import { accounts } from "../accounts/tools/index.ts";
import { approvals } from "../approvals/tools/index.ts";
import { calendar } from "../integrations/google/tools/calendar/index.ts";
import { code } from "../agent/tools/code/index.ts";
import { contacts } from "../messaging/tools/contacts/index.ts";
import { conversation } from "../agent/tools/conversation/index.ts";
import type { AnyTool } from "../agent/tools/define-tool.ts";
import type { Toolset } from "../agent/tools/define-toolset.ts";
import { discovery } from "../agent/tools/discovery/index.ts";
import { drive } from "../integrations/google/tools/drive/index.ts";
import { files } from "../workspace/tools/files/index.ts";
import { github } from "../integrations/github-team/tools/index.ts";
import { inbox } from "../team/tools/index.ts";
import { jira } from "../integrations/jira/tools/index.ts";
import { knowledge } from "../knowledge/tools/index.ts";
import { mail } from "../messaging/tools/mail/index.ts";
import { messages } from "../messaging/tools/messages/index.ts";
import { planning } from "../projects/tools/planning/index.ts";
import { projects } from "../projects/tools/index.ts";
import { records } from "../messaging/tools/records/index.ts";
import { schedules } from "../agent/schedules/tools/index.ts";
import { servers } from "../mcp/servers/tools/index.ts";
import { service } from "../integrations/data-service/tools/index.ts";
import { skills } from "../workspace/tools/skills/index.ts";
import { slack } from "../integrations/slack/tools/index.ts";
import { tasks } from "../integrations/clickup/tools/index.ts";
import { web } from "../integrations/web/tools/index.ts";

export const TOOLSETS: readonly Toolset[] = [
  discovery,
  contacts,
  messages,
  conversation,
  records,
  knowledge,
  files,
  skills,
  code,
  schedules,
  mail,
  calendar,
  approvals,
  inbox,
  web,
  tasks,
  slack,
  drive,
  github,
  jira,
  accounts,
  projects,
  accountDesk,
  service,
  planning,
  servers,
];

/** A tool and where it belongs. */
export interface CatalogueEntry {
  readonly tool: AnyTool;
  readonly toolset: Toolset;
}

const ENTRIES: ReadonlyMap<string, CatalogueEntry> = new Map(
  TOOLSETS.flatMap((toolset) => toolset.tools.map((tool) => [tool.name, { tool, toolset }])),
);

/** Every tool there is, in the toolsets' order. */
export const CATALOGUE: readonly AnyTool[] = [...ENTRIES.values()].map(({ tool }) => tool);

/** A tool by name, with its toolset; null for one that does not exist. */
export function findTool(name: string): CatalogueEntry | null {
  return ENTRIES.get(name) ?? null;
}
