import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { keys } from "#keys";

/** On/off switches of skills; a skill without a row is on. */
export const skillSwitches = sqliteTable(
  "skill_switches",
  {
    tenantId: text().notNull(),
    /** File ID of its SKILL.md, so that a switch survives moving, deleting and restoring the skill. */
    skillId: text().notNull(),
    enabled: integer({ mode: "boolean" }).notNull(),
    by: text().notNull(),
    at: text().notNull(),
  },
  keys((table) => [primaryKey({ columns: [table.tenantId, table.skillId] })]),
);

/** Which run used which skill; one row each. */
export const skillUses = sqliteTable(
  "skill_uses",
  {
    tenantId: text().notNull(),
    runId: text().notNull(),
    /** File ID of its SKILL.md, so that uses survive moving the skill. */
    skillId: text().notNull(),
    name: text().notNull(),
    conversationId: text().notNull(),
    /** The version of SKILL.md that was read. */
    etag: text().notNull(),
    at: text().notNull(),
  },
  keys((table) => [
    primaryKey({ columns: [table.tenantId, table.runId, table.skillId] }),
    index("skill_uses_skill").on(table.tenantId, table.skillId, table.at),
    index("skill_uses_recent").on(table.tenantId, table.at),
  ]),
);
