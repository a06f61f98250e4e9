/** A tenant's connection to an outside service: found in that tenant alone, its credential opened only when a call is about to be made. */
import type * as z from "zod";
import type { ConsentGrant, TenantDb } from "../../platform/db/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { findRow, openedCredential } from "./rows.ts";

/** How a vendor's connections are stored. */
export interface ConnectionKind<Settings> {
  /** The vendor's name. Persisted. */
  readonly vendor: string;
  /** Reads the open settings. */
  readonly settings: z.ZodType<Settings>;
  /** The field the credential is sealed for. Persisted. */
  readonly credentialField: string;
}

/** A connection as pages see it: nothing secret was opened. */
export interface Connection<Settings> {
  readonly id: string;
  readonly tenantId: string;
  readonly label: string;
  readonly createdAt: string;
  readonly settings: Settings;
}

/** A connection ready for use. Holds a secret: never log or store it. */
export interface OpenConnection<Settings> extends Connection<Settings> {
  readonly credential: string;
}

/**
 * The tenant's oldest enabled connection of a kind, or the one with this id; null where there is none (another tenant's id is none). Throws
 * `not_configured` where its settings cannot be read.
 */
export async function findConnection<Settings>(
  db: TenantDb,
  kind: ConnectionKind<Settings>,
  connectionId?: string,
): Promise<Connection<Settings> | null> {
  return (await found(db, kind, connectionId))?.connection ?? null;
}

/** An open connection with how it stands. Holds a secret: never log or store it. */
export interface StandingConnection<Settings> extends OpenConnection<Settings> {
  /** Whose consent it is used by; null where it is used by key. */
  readonly grant: ConsentGrant | null;
  readonly checkedAt: string | null;
  readonly problem: string | null;
}

/** The same with its credential; one sealed under an older master key is sealed again under the newest. Throws `not_configured`. */
export async function openConnection<Settings>(
  db: TenantDb,
  masterKeys: string,
  kind: ConnectionKind<Settings>,
  connectionId?: string,
): Promise<StandingConnection<Settings> | null> {
  const hit = await found(db, kind, connectionId);
  if (hit === null) return null;
  return {
    ...hit.connection,
    credential: await openedCredential(db, masterKeys, hit.row, kind.credentialField),
    grant: hit.row.grant,
    checkedAt: hit.row.checkedAt,
    problem: hit.row.problem,
  };
}

async function found<Settings>(db: TenantDb, kind: ConnectionKind<Settings>, connectionId?: string) {
  const row = await findRow(db, kind.vendor, connectionId);
  if (row === null) return null;
  const settings = kind.settings.safeParse(row.settings);
  if (!settings.success) {
    throw new AppError("not_configured", `The settings of connection ${row.id} cannot be used`, {
      cause: settings.error,
    });
  }
  const { id, label, createdAt } = row;
  return { row, connection: { id, tenantId: db.tenantId, label, createdAt, settings: settings.data } };
}
