/** What the web server needs of the deployment, made from its bindings. Cheap: nothing is opened before a route asks for it. */
import type { ApprovalDeps } from "../approvals/index.ts";
import { tokenVerifier, type AuthDeps, type IdentityProvider } from "../auth/index.ts";
import { dbFor, systemDb, type TenantDb } from "../db/index.ts";
import { systemClock, type Clock } from "../kernel/clock.ts";
import { systemIds, type IdSource } from "../kernel/ids.ts";
import type { Logger } from "../kernel/log.ts";
import { conversationObjectName, tenantObjectName } from "../kernel/tenant-names.ts";
import type { AcceptedDelivery, MailPages, WebhookDeps } from "../inbox/index.ts";
import { alertAdmins, type Alert, type NotificationDeps } from "../notifications/index.ts";
import { configOf, type Config } from "../platform/config.ts";
import type { Env } from "../platform/env.ts";
import { remoteKeys } from "../platform/key-sets.ts";
import { systemLogger } from "../platform/logger.ts";
import type { Policy, ToolPower } from "../protocol/account.ts";
import type { Mirror } from "../protocol/mirror.ts";
import type { ConversationRpc, SearchRpc, TenantLimits, TenantRpc } from "../protocol/objects.ts";
import type { ClockJob } from "../protocol/schedules.ts";
import type { DueSlot, EditDeps } from "../schedules/index.ts";
import { grantedTools } from "../tools/agent-tools.ts";
import { powers } from "../tools/powers.ts";
import type { WorkspaceDeps } from "../workspace/index.ts";
import { approvalDeps } from "./approvals.ts";
import { listClockJobs } from "../clock/index.ts";
import { handOutSlots } from "./jobs.ts";
import { mailServices } from "./mail-services.ts";
import { notificationDeps } from "./notifications.ts";
import { syncNow, mirrorView, removeMirror, setMirror, type MirrorInput } from "../mirror/index.ts";
import { mirrorWorld } from "./mirror.ts";
import { outsideHttp } from "./outside.ts";
import { workspace } from "./workspace.ts";
import { scheduleDeps } from "./schedules.ts";
import { searchObject } from "./search.ts";
import { readTenantLimits } from "./tenant-limits.ts";
import { textServices, type TextServices } from "./texts.ts";
import { received, webhookDeps } from "./webhooks.ts";

/** An object of ours: its calls, and `fetch` for sockets. */
export type ObjectStub<Rpc> = Rpc & { fetch(request: Request): Promise<Response> };

/** Everything routes and middleware are given. */
export interface HttpServices {
  readonly config: Config;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly logger: Logger;
  readonly auth: AuthDeps;
  readonly db: (tenantId: string) => TenantDb;
  readonly conversation: (tenantId: string, conversationId: string) => Promise<ObjectStub<ConversationRpc>>;
  readonly tenant: (tenantId: string) => Promise<ObjectStub<TenantRpc>>;
  /** What the tenant's counters are held against, as the records say now. */
  readonly tenantLimits: (tenantId: string) => Promise<TenantLimits>;
  readonly search: (tenantId: string) => Promise<SearchRpc>;
  readonly texts: (tenantId: string) => TextServices;
  readonly approvals: (tenantId: string) => Promise<ApprovalDeps>;
  readonly notifications: (tenantId: string) => NotificationDeps;
  /** What webhooks are proven and kept with. */
  readonly webhooks: WebhookDeps;
  /** Hands the work of an accepted delivery out, behind the answer. */
  readonly received: (delivery: AcceptedDelivery) => Promise<void>;
  readonly mail: (tenantId: string) => MailPages;
  /** The tenant's files. */
  readonly workspace: (tenantId: string) => WorkspaceDeps;
  /** Tells the team's admins that something is wrong, at most once an hour for each code. */
  readonly alertAdmins: (tenantId: string, alert: Alert) => Promise<void>;
  /** The kinds of work the clock hands out, and when each was last. */
  readonly clockJobs: () => Promise<ClockJob[]>;
  readonly schedules: (tenantId: string, timeZone: string) => EditDeps;
  /** Hands a due slot of a schedule out. */
  readonly handOutSlot: (tenantId: string, due: DueSlot) => Promise<void>;
  /** The powers of every tool under a policy. */
  readonly powers: (policy: Policy) => ToolPower[];
  /** Names of the tools an agent may call. */
  readonly grantedTools: (agent: string) => readonly string[];
  /** The team's files on GitHub. */
  readonly mirror: {
    view(tenantId: string): Promise<Mirror>;
    set(tenantId: string, input: MirrorInput, by: { id: string; name: string }): Promise<Mirror>;
    look(tenantId: string): Promise<Mirror>;
    remove(tenantId: string): Promise<void>;
  };
  /** The built frontend. */
  readonly assets: { fetch(request: Request): Promise<Response> };
}

/** Makes the services of a deployment. Throws `not_configured`. */
export function httpServices(env: Env): HttpServices {
  const config = configOf(env);
  const db = (tenantId: string): TenantDb => dbFor(env.DB, tenantId);
  const http = outsideHttp(env);
  return {
    config,
    clock: systemClock,
    ids: systemIds,
    logger: systemLogger,
    db,
    auth: {
      system: systemDb(env.DB),
      db,
      clock: systemClock,
      ids: systemIds,
      verify: tokenVerifier({
        providers: identityProviders(config),
        keys: (keysUrl) => remoteKeys(keysUrl, http),
        clock: systemClock,
      }),
    },
    conversation: async (tenantId, conversationId) =>
      env.CONVERSATIONS.getByName(await conversationObjectName(tenantId, conversationId)),
    tenant: async (tenantId) => env.TENANTS.getByName(await tenantObjectName(tenantId)),
    tenantLimits: (tenantId) => readTenantLimits(env, tenantId),
    search: (tenantId) => searchObject(env, tenantId),
    texts: (tenantId) => textServices(env, tenantId),
    approvals: (tenantId) => approvalDeps(env, tenantId),
    notifications: (tenantId) => notificationDeps(env, tenantId),
    webhooks: webhookDeps(env),
    received: (delivery) => received(env, delivery),
    mail: (tenantId) => mailServices(env, tenantId),
    workspace: (tenantId) => workspace(env, tenantId),
    powers,
    grantedTools,
    clockJobs: () => listClockJobs(systemDb(env.DB)),
    schedules: (tenantId, timeZone) => scheduleDeps(env, tenantId, timeZone),
    handOutSlot: (tenantId, due) => handOutSlots(env, tenantId, [due]),
    alertAdmins: (tenantId, alert) => alertAdmins(notificationDeps(env, tenantId), alert),
    mirror: {
      view: (tenantId) => mirrorView({ db: db(tenantId) }),
      set: (tenantId, input, by) => setMirror(mirrorWorld(env, tenantId), input, by),
      look: (tenantId) => syncNow(mirrorWorld(env, tenantId)),
      remove: (tenantId) => removeMirror(mirrorWorld(env, tenantId)),
    },
    assets: env.ASSETS,
  };
}

function identityProviders(config: Config): IdentityProvider[] {
  const providers: IdentityProvider[] = [];
  if (config.access !== null) {
    providers.push({
      kind: "access",
      issuer: config.access.teamUrl,
      keysUrl: `${config.access.teamUrl}/cdn-cgi/access/certs`,
      audience: config.access.audience,
      authorizedParties: [],
    });
  }
  if (config.clerk !== null) {
    providers.push({
      kind: "clerk",
      issuer: config.clerk.issuer,
      keysUrl: `${config.clerk.issuer}/.well-known/jwks.json`,
      audience: null,
      authorizedParties: config.clerk.authorizedParties,
    });
  }
  return providers;
}
