/** What a team takes with it of its accounts. Their files and histories are in the workspace. */
import { isNull } from "drizzle-orm";
import type { ExportedKind } from "../platform/exports.ts";
import { accounts } from "./tables/accounts.ts";

export const exports: readonly ExportedKind[] = [
  {
    name: "accounts",
    title: "Accounts",
    table: accounts,
    key: [accounts.sortName, accounts.id],
    where: () => isNull(accounts.deletedAt),
    columns: [
      ["ID", accounts.id],
      ["Name", accounts.name],
      ["Stage", accounts.stage],
      ["Industry", accounts.industry],
      ["Location", accounts.location],
      ["E-mail", accounts.primaryEmail],
      ["Phone", accounts.primaryPhone],
      ["Insurance", accounts.insuranceTypes],
      ["Details", accounts.details],
      ["Next steps", accounts.nextSteps],
      ["Pending actions", accounts.pendingActions],
      ["Last contact", accounts.lastContactAt],
    ],
  },
];
