/**
 * A tenant's accounts at outside services: found through `dbFor`, their credentials opened only when a call
 * is about to be made.
 */
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { connections, type TenantDb } from "../db/index.ts";
import { AppError } from "../kernel/errors.ts";
import { quoSettingsSchema, type QuoSettings } from "./quo-settings.ts";
import { needsResealing, openCredential, sealCredential } from "./sealed.ts";

export { openWebhookSecrets, sealWebhookSecrets } from "./webhook-secrets.ts";
export {
  findGitHubConnection,
  removeGitHubConnection,
  saveGitHubConnection,
  type GitHubConnection,
} from "./github.ts";
export {
  findGoogleConnection,
  findGoogleInfo,
  saveMailSettings,
  type GoogleConnection,
  type GoogleConnectionInfo,
} from "./google.ts";
export { unlisted, type GoogleSettings, type Mailbox } from "./google-settings.ts";
export type { CalendarEvent, Calendars } from "./calendars.ts";
export type { Mail, MailMessage, MailSummary } from "./mail.ts";
export { choiceIn, newerChoice, optsOut, type TextingChoice } from "./opt-out.ts";
export { isOwnCompany } from "./own-company.ts";
export { sealCredential } from "./sealed.ts";
export type {
  CallRecord,
  CallWordsRecord,
  HistoryPage,
  PastText,
  PhoneHistory,
  ThreadRef,
  Contact,
  Line,
  Texting,
  TextMessage,
} from "./texting.ts";

/** A Quo connection ready for use. Holds a secret: never log or store it. */
export interface QuoConnection {
  readonly id: string;
  readonly tenantId: string;
  readonly label: string;
  readonly settings: QuoSettings;
  readonly apiKey: string;
}

/**
 * The tenant's Quo connection: the oldest enabled one, or the one with this id. Null where there is none
 * (another tenant's id is none). What is still sealed under an older master key is sealed anew, so that the
 * old key can be retired.
 */
export async function findQuoConnection(
  db: TenantDb,
  masterKeys: string,
  connectionId?: string,
): Promise<QuoConnection | null> {
  const mine = and(
    eq(connections.vendor, "quo"),
    isNull(connections.disabledAt),
    connectionId === undefined ? undefined : eq(connections.id, connectionId),
  );
  const [row] = await db
    .rows(connections, mine)
    .orderBy(asc(connections.createdAt), asc(connections.id))
    .limit(1);
  if (row === undefined) return null;
  const settings = quoSettingsSchema.safeParse(row.settings);
  if (!settings.success) {
    throw new AppError("not_configured", `The settings of connection ${row.id} are not usable`, {
      cause: settings.error,
    });
  }
  const scope = { tenantId: db.tenantId, connectionId: row.id, field: "apiKey" };
  const apiKey = await openCredential(masterKeys, scope, row.credentials);
  if (needsResealing(masterKeys, row.credentials)) {
    const credentials = await sealCredential(masterKeys, scope, apiKey);
    const unchanged =
      and(eq(connections.id, row.id), eq(connections.credentials, row.credentials)) ?? sql`false`;
    await db.update(connections, { credentials }, unchanged);
  }
  return { id: row.id, tenantId: db.tenantId, label: row.label, settings: settings.data, apiKey };
}

/** The tenant's enabled phone systems with their lines; no credential is opened. */
export async function listQuoConnections(
  db: TenantDb,
): Promise<{ id: string; label: string; lines: QuoSettings["lines"] }[]> {
  const rows = await db
    .rows(connections, and(eq(connections.vendor, "quo"), isNull(connections.disabledAt)))
    .orderBy(asc(connections.createdAt), asc(connections.id));
  return rows.map(({ id, label, settings }) => ({
    id,
    label,
    lines: quoSettingsSchema.safeParse(settings).data?.lines ?? [],
  }));
}

/** The tenant's phone lines by all its enabled connections; no credential is opened. */
export async function listLines(db: TenantDb): Promise<QuoSettings["lines"]> {
  const rows = await db
    .rows(connections, and(eq(connections.vendor, "quo"), isNull(connections.disabledAt)))
    .orderBy(asc(connections.id));
  return rows.flatMap(({ settings }) => quoSettingsSchema.safeParse(settings).data?.lines ?? []);
}
