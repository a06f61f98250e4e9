/** Who counts as a colleague: the team's members, by the address they sign in with and the number they have proven. Nothing else makes one. */
import { isNull } from "drizzle-orm";
import { users, type TenantDb } from "../../platform/db/index.ts";

/** Addresses (lower case) and numbers (E.164) of the members as of now. */
export async function listColleagues(db: TenantDb): Promise<ReadonlySet<string>> {
  const members = await db.rows(users, isNull(users.removedAt));
  return new Set(
    members.flatMap(({ email, phone, phoneVerifiedAt }) => [
      email.toLowerCase(),
      ...(phone === null || phoneVerifiedAt === null ? [] : [phone]),
    ]),
  );
}
