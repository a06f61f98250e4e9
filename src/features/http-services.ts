/** What the web server is given; made by `src/features/http.ts`. */
import type * as z from "zod";
import type { Offer } from "../agent/index.ts";
import type { ApprovalDeps } from "../approvals/index.ts";
import type { ArchiveStore } from "../team/archive/index.ts";
import type { EarnedDeps } from "../approvals/earned/index.ts";
import type { ErasurePages } from "../team/erasure/index.ts";
import type { AuthDeps, MasterRequest } from "../platform/auth/index.ts";
import type { Actor } from "../platform/audit/index.ts";
import type { AddressLimit } from "../platform/http/middleware/address-limit.ts";
import type { TenantDb } from "../platform/db/index.ts";
import type { AcceptedDelivery, MailKey, MailPages, WebhookDeps } from "../messaging/inbox/index.ts";
import type { Clock } from "../kernel/clock.ts";
import type { IdSource } from "../kernel/ids.ts";
import type { Logger } from "../kernel/log.ts";
import type { KnowledgePages } from "../knowledge/sources/index.ts";
import type { ServerDeps } from "../mcp/servers/index.ts";
import type { ClientSeal, GrantHolder, Served } from "../mcp/server/index.ts";
import type { MirrorInput } from "../workspace/mirror/index.ts";
import type { Alert, NotificationDeps } from "../notifications/index.ts";
import type { Config } from "../platform/config.ts";
import type { FileBytes } from "../platform/team-files.ts";
import type { ProjectAgentDeps } from "../projects/agent-work/index.ts";
import type { Policy, ToolPower } from "../approvals/api/policy.ts";
import type { ConsentOwner } from "../integrations/connections/index.ts";
import type {
  Chosen,
  ConnectionStep,
  ConnectionView,
  Disconnected,
} from "../integrations/api/connections.ts";
import type { Mirror } from "../workspace/api/mirror.ts";
import type {
  ConversationRpc,
  SearchRpc,
  StoredPage,
  StoredRows,
  TenantLimits,
  TenantRpc,
} from "../agent/api/objects.ts";
import type { FailingMail, FailingWork, Waiting } from "../team/api/operator.ts";
import type { BoundField } from "../approvals/api/policy-rules.ts";
import type { teamCopyEndpoints, TeamObjectName } from "../team/api/team-copies.ts";
import type { ClockJob } from "../agent/api/schedules.ts";
import type { DueSlot, EditDeps } from "../agent/schedules/index.ts";
import type { ImportSource, ProjectDeps } from "../projects/index.ts";
import type { TaskLinkVendor } from "../projects/api/projects.ts";
import type { TextPages } from "../messaging/texts/index.ts";
import type { ImportLine, ImportResult } from "../accounts/api/account-import.ts";
import type { FileAuthor } from "../workspace/api/workspace-change.ts";
import type { WorkspaceDeps } from "../workspace/index.ts";

/** An object of ours: its calls, and `fetch` for sockets. */
export type ObjectStub<Rpc> = Rpc & { fetch(request: Request): Promise<Response> };

/** The deployment as a whole, for the people who run it. */
export interface OperatorServices {
  readonly waiting: () => Promise<Waiting[]>;
  /** The kinds of work the clock hands out, and when each was last. */
  readonly clockJobs: () => Promise<ClockJob[]>;
  readonly failing: () => Promise<{ work: FailingWork[]; mail: FailingMail[] }>;
  readonly retryWork: (tenantId: string, kind: string) => Promise<void>;
  readonly retryMail: (tenantId: string, key: MailKey) => Promise<void>;
  readonly dropMail: (tenantId: string, key: MailKey, operatorEmail: string) => Promise<void>;
}

type Body<Name extends keyof typeof teamCopyEndpoints> = z.output<
  (typeof teamCopyEndpoints)[Name]["body"] & {}
>;
type Output<Name extends keyof typeof teamCopyEndpoints> = Promise<
  z.input<(typeof teamCopyEndpoints)[Name]["output"]>
>;
type Page<Name extends keyof typeof teamCopyEndpoints> = Omit<Body<Name>, "team">;

/** Backup, restore and deletion of a team. */
export interface TeamCopyServices {
  /** Throws `not_found` for everybody without a master key. */
  readonly requireHolder: (request: MasterRequest) => Promise<void>;
  readonly outline: (team: string) => Output<"outline">;
  readonly rows: (team: string, page: Page<"rows">) => Output<"rows">;
  readonly conversations: (team: string, after: string) => Output<"conversations">;
  readonly objectRows: (team: string, object: TeamObjectName, page: StoredPage) => Promise<StoredRows>;
  readonly files: (team: string, after: string) => Output<"files">;
  readonly readFile: (team: string, name: string) => Promise<FileBytes | null>;
  readonly writeFile: (team: string, name: string, file: FileBytes) => Promise<void>;
  readonly beginRestore: (team: string, input: Page<"beginRestore">) => Output<"beginRestore">;
  /** Throws `conflict` where nothing may be written of the team. */
  readonly requireWriting: (team: string) => Promise<unknown>;
  readonly restoreRows: (team: string, page: Page<"restoreRows">) => Promise<void>;
  readonly restoreObjectRows: (
    team: string,
    object: TeamObjectName,
    tables: StoredRows["tables"],
  ) => Promise<void>;
  readonly rest: (team: string, madeAt: string) => Promise<void>;
  readonly settle: (team: string, after: string) => Output<"settle">;
  readonly finishRestore: (row: Body<"finishRestore">["row"]) => Output<"finishRestore">;
  readonly remove: (team: string) => Output<"remove">;
  readonly search: (team: string) => Output<"search">;
}

/** What came of signing in at a service. */
export type ConsentOutcome =
  | { readonly kind: "granted"; readonly consentId: string }
  | { readonly kind: "denied" | "expired" | "refused" | "unreachable" };

/** The page of connections. */
export interface ConnectionPages {
  list(): Promise<ConnectionView[]>;
  test(vendor: string): Promise<ConnectionView>;
  disconnect(vendor: string, by: Actor): Promise<Disconnected>;
  startConsent(vendor: string, owner: ConsentOwner, allow: string | null): Promise<{ url: string }>;
  finishConsent(vendor: string, params: URLSearchParams, owner: ConsentOwner): Promise<ConsentOutcome>;
  endConsent(vendor: string, id: string, owner: ConsentOwner): Promise<{ notice: string | null }>;
  connect(
    vendor: string,
    approach: {
      typed: Readonly<Record<string, string>> | null;
      consent: string | null;
      chosen: Chosen;
    },
    team: { name: string; by: Actor; sessionId: string },
  ): Promise<ConnectionStep>;
}

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
  /** Seals the registrations of clients of the Model Context Protocol. */
  readonly oauthClients: ClientSeal;
  /** What a client of the Model Context Protocol is served in its member's name. */
  readonly served: (holder: GrantHolder) => Served;
  /** Whether an address has requests without a sign-in left in this minute. */
  readonly mayAsk: (limit: AddressLimit, network: string) => Promise<boolean>;
  /** Whether its grant has requests left in this minute. */
  readonly mayRequest: (holder: GrantHolder) => Promise<boolean>;
  readonly texts: (tenantId: string) => TextPages;
  readonly approvals: (tenantId: string) => Promise<ApprovalDeps>;
  readonly earned: (tenantId: string) => EarnedDeps;
  readonly notifications: (tenantId: string) => NotificationDeps;
  /** What webhooks are proven and kept with. */
  readonly webhooks: WebhookDeps;
  /** Answers a webhook, counted while it lasts. Throws `unavailable` where too many are being answered. */
  readonly answerDelivery: (answer: () => Promise<void>) => Promise<void>;
  /** Hands the work of an accepted delivery out, behind the answer. */
  readonly received: (delivery: Pick<AcceptedDelivery, "tenantId" | "work">) => Promise<void>;
  readonly mail: (tenantId: string) => MailPages;
  /** Erasing people of the tenant for good. */
  readonly erasures: (tenantId: string) => ErasurePages;
  readonly knowledge: (tenantId: string) => KnowledgePages;
  /** The pages of the tenant's archive. */
  readonly archive: (tenantId: string) => ArchiveStore;
  /** The tenant's files. */
  readonly workspace: (tenantId: string) => WorkspaceDeps;
  /** Takes records of another system into a team's accounts. Throws `not_found` for no team. */
  readonly importAccounts: (
    tenantId: string,
    by: FileAuthor,
    lines: readonly ImportLine[],
  ) => Promise<{ results: ImportResult[] }>;
  /** Tells the team's admins that something is wrong, at most once an hour for each code. */
  readonly alertAdmins: (tenantId: string, alert: Alert) => Promise<void>;
  readonly operator: OperatorServices;
  readonly teamCopies: TeamCopyServices;
  readonly projects: (tenantId: string) => ProjectDeps;
  /** Where projects are imported from; null where that vendor isn't connected. */
  readonly importSource: (
    tenantId: string,
    timeZone: string,
    vendor: TaskLinkVendor,
  ) => Promise<ImportSource | null>;
  readonly schedules: (tenantId: string, timeZone: string) => EditDeps;
  /** Hands a due slot of a schedule out. */
  readonly handOutSlot: (tenantId: string, due: DueSlot) => Promise<void>;
  /** The powers of every tool under a policy. */
  readonly powers: (policy: Policy) => ToolPower[];
  /** What a tool does, in words; its name where it is gone. */
  readonly toolTitle: (name: string) => string;
  /** Where look-ups carry words, as people call it. */
  readonly destinationTitle: (to: string) => string;
  /** The arguments of a tool that rules of the policy can bound. */
  readonly boundFields: (tool: string) => BoundField[];
  /** What an agent is offered while these vendors are connected. */
  readonly offerTo: (agent: string, connected: readonly string[]) => Offer;
  /** The team's files on GitHub. */
  readonly connections: (tenantId: string) => ConnectionPages;
  /** The team's own servers. */
  readonly toolServers: (tenantId: string) => ServerDeps;
  readonly mirror: {
    view(tenantId: string): Promise<Mirror>;
    set(tenantId: string, input: MirrorInput, by: { id: string; name: string }): Promise<Mirror>;
    look(tenantId: string): Promise<Mirror>;
    remove(tenantId: string): Promise<void>;
  };
  /** What agents do in a tenant's projects. */
  readonly projectAgents: (tenantId: string) => Promise<ProjectAgentDeps>;
  /** The built frontend. */
  readonly assets: { fetch(request: Request): Promise<Response> };
}
