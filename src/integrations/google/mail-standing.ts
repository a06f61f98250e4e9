/** What background work on e-mail may do with the team's Google connection, without opening it: what isn't allowed isn't tried. */
import { listConnectionRows } from "../connections/index.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import { isAllowed, notAllowed } from "./scopes.ts";

/** How it stands. */
export interface MailStanding {
  /** Why e-mail isn't read, in words; null where it is. */
  readonly unread: string | null;
  readonly mayLabel: boolean;
}

/** Reads it. A service account may do whatever Google lets it. */
export async function mailStanding(db: TenantDb): Promise<MailStanding> {
  const [row] = await listConnectionRows(db, ["google"]);
  const scopes = row?.grant?.scopes ?? null;
  if (row === undefined || scopes === null) return { unread: null, mayLabel: true };
  const mayLabel = isAllowed(scopes, "label");
  if (row.problem === "ended")
    return { unread: "Google needs to be connected again under Settings → Connections.", mayLabel };
  const words = `E-mail isn’t read: ${notAllowed("read").message}.`;
  return { unread: isAllowed(scopes, "read") ? null : words, mayLabel };
}
