import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";
import type { AgentSettings } from "../api/agent.ts";

/** What a team set for an agent; one without a row is as it is defined. Replaced whole by compare-and-set on its version. */
export const agentConfigs = sqliteTable(
  "agent_configs",
  {
    tenantId: text().notNull(),
    agent: text().notNull(),
    /** A tier of the deployment's models. */
    modelOverride: text({ enum: ["cheap", "main", "heavy"] }),
    maxTurns: integer(),
    tokenBudget: integer(),
    permissionMode: text({ enum: ["default", "acceptEdits"] }),
    rules: text({ mode: "json" }).$type<AgentSettings["rules"]>().notNull(),
    hours: text({ mode: "json" }).$type<NonNullable<AgentSettings["hours"]>>(),
    autonomy: text({ enum: ["shadow", "propose", "execute"] }),
    enabled: integer({ mode: "boolean" }).notNull(),
    version: integer().notNull(),
    updatedBy: text().notNull(),
    updatedByName: text().notNull(),
    updatedAt: text().notNull(),
  },
  keys((table) => [primaryKey({ columns: [table.tenantId, table.agent] })]),
);
