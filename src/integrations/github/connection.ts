/** A tenant's repository on GitHub: where its files are mirrored, and the token for it. */
import { eq } from "drizzle-orm";
import * as z from "zod";
import { connections, type TenantDb } from "../../platform/db/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { derivedId } from "../../kernel/ids.ts";
import { openConnection, type ConnectionKind } from "../connections/connection.ts";
import { sealCredential } from "../connections/sealed.ts";

/** What is mirrored, and where. */
export const gitHubSettingsSchema = z.object({ repository: z.string(), branch: z.string() });
export type GitHubSettings = z.infer<typeof gitHubSettingsSchema>;

export const gitHubConnections: ConnectionKind<GitHubSettings> = {
  vendor: "github",
  settings: gitHubSettingsSchema,
  credentialField: "token",
};

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
  const token = input.token ?? (await openConnection(db, masterKeys, gitHubConnections, id))?.credential;
  if (token === undefined) throw new AppError("invalid_request", "A token is needed to connect GitHub.");
  const credentials = await sealCredential(
    masterKeys,
    { tenantId: db.tenantId, connectionId: id, field: gitHubConnections.credentialField },
    token,
  );
  const row = {
    vendor: gitHubConnections.vendor,
    label: `GitHub ${repository}`,
    credentials,
    settings: { repository, branch },
    disabledAt: null,
    problem: null,
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
