/** A tenant's connection to a vendor. Looked up within that tenant only; its credential is decrypted just before use. */
import type * as z from "zod";
import type { ConsentGrant, TenantDb } from "../../platform/db/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { findRow, openedCredential, type ConnectionRow } from "./rows.ts";

export interface ConnectionKind<Settings> {
  /** The vendor's name. Persisted. */
  readonly vendor: string;
  readonly settings: z.ZodType<Settings>;
  /** The sealed field's name. Persisted. */
  readonly credentialField: string;
}

/** A connection without its secrets. */
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

/** An open connection with its status. Holds a secret: never log or store it. */
interface StandingConnection<Settings> extends OpenConnection<Settings> {
  /** The consent it uses; null if connected by key. */
  readonly grant: ConsentGrant | null;
  readonly checkedAt: string | null;
  readonly problem: string | null;
}

/**
 * The tenant's oldest enabled connection of a kind, or the one with this ID, with its credential; null if none (also for another tenant's
 * ID). Reseals credentials sealed under an older master key. Throws `not_configured` if its settings can't be read.
 */
export async function openConnection<Settings>(
  db: TenantDb,
  masterKeys: string,
  kind: ConnectionKind<Settings>,
  connectionId?: string,
): Promise<StandingConnection<Settings> | null> {
  const hit = await findWithSettings(db, kind, connectionId);
  if (hit === null) return null;
  return {
    ...hit.connection,
    credential: await openedCredential(db, masterKeys, hit.row, kind.credentialField),
    grant: hit.row.grant,
    checkedAt: hit.row.checkedAt,
    problem: hit.row.problem,
  };
}

async function findWithSettings<Settings>(
  db: TenantDb,
  kind: ConnectionKind<Settings>,
  connectionId?: string,
) {
  const row = await findRow(db, kind.vendor, connectionId);
  return row === null ? null : { row, connection: connectionIn(db, row, kind.settings) };
}

/** Throws `not_configured` if its settings can't be read. */
export function connectionIn<Settings>(
  db: TenantDb,
  { id, label, createdAt, settings }: ConnectionRow,
  schema: z.ZodType<Settings>,
): Connection<Settings> {
  const read = schema.safeParse(settings);
  if (!read.success) {
    throw new AppError("not_configured", `The settings of connection ${id} can’t be used`, {
      cause: read.error,
    });
  }
  return { id, tenantId: db.tenantId, label, createdAt, settings: read.data };
}
