import { isNull } from "drizzle-orm";
import { users, type TenantDb } from "../db/index.ts";
import { AppError } from "../kernel/errors.ts";
import type { Principal } from "./types.ts";

const TEAM_SHOWN = 200;

/** Members of the team, by name. */
export async function listTeam(db: TenantDb) {
  const rows = await db.rows(users, isNull(users.removedAt)).orderBy(users.name).limit(TEAM_SHOWN);
  return rows.map(({ id, name, email, role, lastSeenAt }) => ({ id, name, email, role, lastSeenAt }));
}

/** Throws `forbidden` unless the principal is an admin of the team. */
export function requireAdmin(principal: Principal): void {
  if (principal.user.role !== "admin") {
    throw new AppError("forbidden", "Only an admin of the team can do this.");
  }
}
