import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AgentSettings } from "../api/agent.ts";

/** What a team set for an agent; one without a row is as it is defined. Replaced whole by compare-and-set on its version. */
export const agentConfigs = sqliteTable(
  "agent_configs",
  {
    tenantId: text("tenant_id").notNull(),
    agent: text("agent").notNull(),
    /** A tier of the deployment's models. */
    modelOverride: text("model_override", { enum: ["cheap", "main", "heavy"] }),
    maxTurns: integer("max_turns"),
    tokenBudget: integer("token_budget"),
    permissionMode: text("permission_mode", { enum: ["default", "acceptEdits"] }),
    rules: text("rules", { mode: "json" }).$type<AgentSettings["rules"]>().notNull(),
    hours: text("hours", { mode: "json" }).$type<NonNullable<AgentSettings["hours"]>>(),
    autonomy: text("autonomy", { enum: ["shadow", "propose", "execute"] }),
    enabled: integer("enabled", { mode: "boolean" }).notNull(),
    version: integer("version").notNull(),
    updatedBy: text("updated_by").notNull(),
    updatedByName: text("updated_by_name").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.agent] })],
);
