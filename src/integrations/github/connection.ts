/** A tenant's mirror repository on GitHub, and its token. */
import { eq } from "drizzle-orm";
import * as z from "zod";
import { connections, type TenantDb } from "../../platform/db/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { derivedId } from "../../kernel/ids.ts";
import { openConnection, type ConnectionKind } from "../connections/connection.ts";
import { sealCredential } from "../connections/sealed.ts";

const gitHubSettingsSchema = z.object({ repository: z.string(), branch: z.string() });
type GitHubSettings = z.infer<typeof gitHubSettingsSchema>;

export const gitHubConnections: ConnectionKind<GitHubSettings> = {
  vendor: "github",
  settings: gitHubSettingsSchema,
  credentialField: "token",
};

/** Stores the tenant's single connection. Without a token, the current one is kept; throws `invalid_request` if there is none. */
export async function saveGitHubConnection(
  db: TenantDb,
  masterKeys: string,
  input: { readonly repository: string; readonly branch: string; readonly token?: string | undefined },
  nowIso: string,
): Promise<string> {
  const id = await connectionIdOf(db);
  const { repository, branch } = input;
  const token = input.token ?? (await openConnection(db, masterKeys, gitHubConnections, id))?.credential;
  if (token === undefined) throw new AppError("invalid_request", "Enter a token to connect GitHub.");
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

/** Deletes the tenant's connection and its token. */
export async function removeGitHubConnection(db: TenantDb): Promise<void> {
  await db.remove(connections, eq(connections.id, await connectionIdOf(db)));
}

function connectionIdOf(db: TenantDb): Promise<string> {
  return derivedId("conn_github", db.tenantId);
}
