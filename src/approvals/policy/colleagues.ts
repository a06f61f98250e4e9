/** Identifies the team's members: by sign-in address and proven number, and nothing else. */
import { isNull } from "drizzle-orm";
import { users, type TenantDb } from "../../platform/db/index.ts";

/** Addresses (lower case) and numbers (E.164) of the current members. */
export async function listColleagues(db: TenantDb): Promise<ReadonlySet<string>> {
  const members = await db.rows(users, isNull(users.removedAt));
  return new Set(
    members.flatMap(({ email, phone, phoneVerifiedAt }) => [
      email.toLowerCase(),
      ...(phone === null || phoneVerifiedAt === null ? [] : [phone]),
    ]),
  );
}
