/** The Worker's bindings. Only `src/platform`, the entry and the shells see them; everything else is handed a context (`context.ts`). */
import type { WorkMessage } from "./work/index.ts";
import type { CodeRpc } from "./code-sandbox/index.ts";
import type { VendorVariables } from "./vendors.ts";
import type { ConversationRpc, SearchRpc, TenantRpc, VectorIndexRpc } from "../agent/api/objects.ts";

type ObjectBinding<Rpc> = {
  getByName(name: string): Rpc & { fetch(request: Request): Promise<Response> };
};

/** What the approval's Workflow is started with: ids only. */
export interface ApprovalParams {
  readonly tenantId: string;
  readonly approvalId: string;
}

/** Bindings, variables and secrets (docs/operations.md); vendors' base URLs come with the vendors. */
export interface Env extends VendorVariables {
  readonly DB: D1Database;
  readonly FILES: R2Bucket;
  readonly ASSETS: Fetcher;
  readonly CONVERSATIONS: ObjectBinding<ConversationRpc>;
  readonly TENANTS: ObjectBinding<TenantRpc>;
  readonly SEARCH: ObjectBinding<SearchRpc>;
  readonly VECTOR_INDEX: ObjectBinding<VectorIndexRpc>;
  /** `off` leaves finding by meaning out (docs/operations.md). */
  readonly MEANING: string;
  /** Vectorize and Workers AI; only an account has them. */
  readonly VECTORS?: Vectorize;
  readonly AI?: Ai;
  readonly APPROVALS: Workflow<ApprovalParams>;
  /** Counts requests of grants of the Model Context Protocol. */
  readonly MCP_REQUESTS: RateLimit;
  /** Count requests without a sign-in by address; the second those that try a secret or store something. */
  readonly PUBLIC_REQUESTS: RateLimit;
  readonly ENTRY_REQUESTS: RateLimit;
  readonly CF_VERSION_METADATA: WorkerVersionMetadata;
  /** The Worker that runs scripts. */
  readonly CODE: CodeRpc;
  /** What waits, by what it may wait behind (src/platform/work). */
  readonly URGENT: Queue<WorkMessage>;
  readonly INBOX: Queue<WorkMessage>;
  readonly JOBS: Queue<WorkMessage>;
  readonly TIMED: Queue<WorkMessage>;
  readonly POLLS: Queue<WorkMessage>;
  readonly LONG: Queue<WorkMessage>;

  readonly STEWARD_VERSION: string;
  /** The address people open the app at; pages, links in notifications and the origin check use it. */
  readonly APP_URL: string;
  readonly ANTHROPIC_BASE_URL: string;
  readonly ANTHROPIC_API_KEY: string;
  /** Clerk's frontend API address, which is the token's `iss`; empty when Clerk is not used. */
  readonly CLERK_ISSUER: string;
  readonly CLERK_AUTHORIZED_PARTIES: string;
  readonly CLERK_SIGN_IN_URL: string;
  /** `https://<team>.cloudflareaccess.com`; empty when Access is not used. */
  readonly ACCESS_TEAM_URL: string;
  readonly ACCESS_AUD: string;
  /** E-mail addresses of the people who run the deployment, comma separated; empty for no one. */
  readonly OPERATORS: string;
  /** Where to report a hole, as a `mailto:` or `https:` address; empty for nowhere. */
  readonly SECURITY_CONTACT: string;
  /** Where runs are sent as traces by OTLP over HTTP, without `/v1/traces`; empty for nowhere. The names are OpenTelemetry's own. */
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: string;
  /** Headers sent along, as `name=value` with commas between. A secret. */
  readonly OTEL_EXPORTER_OTLP_HEADERS?: string;
  /** The address of a run's log, with `{run}` where its id goes; empty for none. */
  readonly LOGS_URL: string;
  /** An embeddings API in OpenAI's shape, such as `https://…/v1`; empty for Workers AI, or for none. */
  readonly EMBEDDINGS_URL: string;
  /** Its model; with Workers AI one of the account's. */
  readonly EMBEDDINGS_MODEL: string;
  readonly EMBEDDINGS_KEY?: string;
  readonly AGENT_MODEL: string;
  readonly CHEAP_MODEL: string;
  readonly HEAVY_MODEL: string;
  /** Hosts (with port where not the default) push messages may be sent to, comma separated, `*.` for subdomains. */
  readonly PUSH_ALLOWED_HOSTS: string;
  readonly VAPID_SUBJECT: string;
  readonly VAPID_PUBLIC_KEY: string;
  readonly VAPID_PRIVATE_KEY: string;
  /** `keyId:base64` of 32 bytes, newest first, comma separated: seals connection credentials (AES-GCM, HKDF per tenant). */
  readonly MASTER_KEYS: string;
}
