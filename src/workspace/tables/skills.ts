import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** On/off switches of skills; a skill without a row is on. */
export const skillSwitches = sqliteTable(
  "skill_switches",
  {
    tenantId: text("tenant_id").notNull(),
    /** File ID of its SKILL.md, so that a switch survives moving, deleting and restoring the skill. */
    skillId: text("skill_id").notNull(),
    enabled: integer("enabled", { mode: "boolean" }).notNull(),
    by: text("by").notNull(),
    at: text("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.skillId] })],
);

/** Which run used which skill; one row each. */
export const skillUses = sqliteTable(
  "skill_uses",
  {
    tenantId: text("tenant_id").notNull(),
    runId: text("run_id").notNull(),
    /** File ID of its SKILL.md, so that uses survive moving the skill. */
    skillId: text("skill_id").notNull(),
    name: text("name").notNull(),
    conversationId: text("conversation_id").notNull(),
    /** The version of SKILL.md that was read. */
    etag: text("etag").notNull(),
    at: text("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.runId, table.skillId] }),
    index("skill_uses_skill").on(table.tenantId, table.skillId, table.at),
    index("skill_uses_recent").on(table.tenantId, table.at),
  ],
);
