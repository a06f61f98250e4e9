/**
 * Every toolset there is, in the order the model is given their tools: the order is part of the cached prompt. Adding a toolset is its folder and a line
 * here; adding a tool is its file and a line in its toolset.
 */
import { accountDesk } from "./account-desk/index.ts";
import { accounts } from "./accounts/index.ts";
import { approvals } from "./approvals/index.ts";
import { calendar } from "./calendar/index.ts";
import { code } from "./code/index.ts";
import { contacts } from "./contacts/index.ts";
import { conversation } from "./conversation/index.ts";
import type { AnyTool } from "./define-tool.ts";
import type { Toolset } from "./define-toolset.ts";
import { discovery } from "./discovery/index.ts";
import { drive } from "./drive/index.ts";
import { files } from "./files/index.ts";
import { github } from "./github/index.ts";
import { inbox } from "./inbox/index.ts";
import { jira } from "./jira/index.ts";
import { knowledge } from "./knowledge/index.ts";
import { mail } from "./mail/index.ts";
import { messages } from "./messages/index.ts";
import { planning } from "./planning/index.ts";
import { projects } from "./projects/index.ts";
import { records } from "./records/index.ts";
import { schedules } from "./schedules/index.ts";
import { servers } from "./servers/index.ts";
import { service } from "./service/index.ts";
import { skills } from "./skills/index.ts";
import { slack } from "./slack/index.ts";
import { tasks } from "./tasks/index.ts";
import { web } from "./web/index.ts";

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
