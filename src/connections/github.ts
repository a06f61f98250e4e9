/** A tenant's repository on GitHub: where its files are mirrored, and the token for it. */
import { eq } from "drizzle-orm";
import * as z from "zod";
import { connections, type TenantDb } from "../db/index.ts";
import { AppError } from "../kernel/errors.ts";
import { derivedId } from "../kernel/ids.ts";
import { findRow, openedCredential } from "./rows.ts";
import { sealCredential } from "./sealed.ts";

const FIELD = "token";
const VENDOR = "github";
const settingsSchema = z.object({ repository: z.string(), branch: z.string() });

/** A connection ready for use. Holds a secret: never log or store it. */
export interface GitHubConnection {
  readonly id: string;
  readonly repository: string;
  readonly branch: string;
  readonly token: string;
}

/** The tenant's connection; null where there is none, or not this one. Throws `not_configured`. */
export async function findGitHubConnection(
  db: TenantDb,
  masterKeys: string,
  connectionId?: string,
): Promise<GitHubConnection | null> {
  const id = connectionId ?? (await connectionIdOf(db));
  const row = await findRow(db, VENDOR, id);
  if (row === null) return null;
  const settings = settingsSchema.safeParse(row.settings);
  if (!settings.success)
    throw new AppError("not_configured", `The settings of connection ${row.id} are not usable`);
  const token = await openedCredential(db, masterKeys, row, FIELD);
  return { id: row.id, ...settings.data, token };
}

/**
 * Keeps the tenant's connection; one a tenant. Without a token the one that is kept stays. Throws `invalid_request` where there is none yet.
 */
export async function saveGitHubConnection(
  db: TenantDb,
  masterKeys: string,
  input: { readonly repository: string; readonly branch: string; readonly token?: string | undefined },
  nowIso: string,
): Promise<string> {
  const id = await connectionIdOf(db);
  const { repository, branch } = input;
  const token = input.token ?? (await findGitHubConnection(db, masterKeys, id))?.token;
  if (token === undefined) throw new AppError("invalid_request", "A token is needed to connect GitHub.");
  const credentials = await sealCredential(
    masterKeys,
    { tenantId: db.tenantId, connectionId: id, field: FIELD },
    token,
  );
  const row = {
    vendor: VENDOR,
    label: `GitHub ${repository}`,
    credentials,
    settings: { repository, branch },
    disabledAt: null,
  };
  await db
    .insert(connections, { id, createdAt: nowIso, webhookSecrets: null, ...row })
    .onConflictDoUpdate({ target: connections.id, set: row });
  return id;
}

/** Forgets the tenant's connection and its token. */
export async function removeGitHubConnection(db: TenantDb): Promise<void> {
  await db.remove(connections, eq(connections.id, await connectionIdOf(db)));
}

function connectionIdOf(db: TenantDb): Promise<string> {
  return derivedId("conn_github", db.tenantId);
}
