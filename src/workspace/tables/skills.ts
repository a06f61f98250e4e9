import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Which skills somebody switched off or on; one without a row is on. */
export const skillSwitches = sqliteTable(
  "skill_switches",
  {
    tenantId: text("tenant_id").notNull(),
    /** Id of its SKILL.md as a file: a switch goes with the skill when it moves, and a deleted skill that comes back is as it was. */
    skillId: text("skill_id").notNull(),
    enabled: integer("enabled", { mode: "boolean" }).notNull(),
    by: text("by").notNull(),
    at: text("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.skillId] })],
);

/** Which run used which skill, once each. */
export const skillUses = sqliteTable(
  "skill_uses",
  {
    tenantId: text("tenant_id").notNull(),
    runId: text("run_id").notNull(),
    /** Id of its SKILL.md as a file: uses go with the skill when it moves. */
    skillId: text("skill_id").notNull(),
    name: text("name").notNull(),
    conversationId: text("conversation_id").notNull(),
    /** The version of its SKILL.md that was read. */
    etag: text("etag").notNull(),
    at: text("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.runId, table.skillId] }),
    index("skill_uses_skill").on(table.tenantId, table.skillId, table.at),
    index("skill_uses_recent").on(table.tenantId, table.at),
  ],
);
