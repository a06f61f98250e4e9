/** What a team takes with it of itself. */
import { isNull } from "drizzle-orm";
import type { ExportedKind } from "../platform/exports.ts";
import { users } from "../platform/db/index.ts";

export const exports: readonly ExportedKind[] = [
  {
    name: "members",
    title: "Members",
    table: users,
    key: [users.id],
    where: () => isNull(users.removedAt),
    columns: [
      ["Name", users.name],
      ["E-mail", users.email],
      ["Role", users.role],
      ["ID", users.id],
    ],
  },
];
