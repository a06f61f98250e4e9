/**
 * What background e-mail work may do with the team's Google connection, checked without opening it, so that calls outside the granted
 * scopes aren't attempted.
 */
import { listConnectionRows } from "../connections/index.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import { isAllowed, notAllowed } from "./scopes.ts";

export interface MailStanding {
  /** Why e-mail isn't read, in words; null if it is. */
  readonly unread: string | null;
  readonly mayLabel: boolean;
}

/** A service account may do whatever Google delegates to it. */
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
