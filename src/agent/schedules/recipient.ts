/** Resolves the recipient of a schedule: a member, by ID or name. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { users, type TenantDb } from "../../platform/db/index.ts";
import { AppError } from "../../kernel/errors.ts";
import type { ScheduleRecipient } from "./types.ts";

/** Throws `invalid_arguments` for an unknown member. */
export async function memberOf(db: TenantDb, userId: string): Promise<ScheduleRecipient> {
  const member = await db.find(users, and(eq(users.id, userId), isNull(users.removedAt)) ?? sql`false`);
  if (member === null) throw new AppError("invalid_arguments", "The person to notify must be on the team.");
  return { userId: member.id, name: member.name };
}

/**
 * Finds the one member with this full or first name. Throws `invalid_arguments` with the members' names if
 * none or several match.
 */
export async function memberNamed(db: TenantDb, name: string): Promise<ScheduleRecipient> {
  const members = await db.rows(users, isNull(users.removedAt));
  const wanted = plain(name);
  const called = members.filter((member) => plain(member.name) === wanted);
  const found = called.length > 0 ? called : members.filter((member) => firstOf(member.name) === wanted);
  const [one, other] = found;
  if (one !== undefined && other === undefined) return { userId: one.id, name: one.name };
  const names = (one === undefined ? members : found).map((member) => member.name).join(", ");
  throw new AppError(
    "invalid_arguments",
    one === undefined
      ? `No one in the team is called that. The team: ${names}.`
      : `Several are called that: ${names}. Give the whole name.`,
  );
}

function firstOf(name: string): string {
  return plain(name).split(" ")[0] ?? "";
}

function plain(name: string): string {
  return name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim();
}
