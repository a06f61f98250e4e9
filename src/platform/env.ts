/**
 * The Worker's bindings. Used only in `src/platform`, the entry and the shells; all other code receives a
 * context (`context.ts`).
 */
import type { WorkMessage } from "./work/index.ts";
import type { CodeRpc } from "./code-sandbox/index.ts";
import type { VendorVariables } from "./vendors.ts";
import type { ConversationRpc, SearchRpc, TenantRpc, VectorIndexRpc } from "../agent/api/objects.ts";

type ObjectBinding<Rpc> = {
  getByName(name: string): Rpc & { fetch(request: Request): Promise<Response> };
};

/** Parameters of the approval Workflow. */
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
  /** `off` disables semantic search (docs/operations.md). */
  readonly MEANING: string;
  /** Vectorize and Workers AI; available only with a Cloudflare account. */
  readonly VECTORS?: Vectorize;
  readonly AI?: Ai;
  /** Cloudflare Images. */
  readonly IMAGES: ImagesBinding;
  /** Cloudflare Email Service; without it, or without `MAIL_FROM`, the deployment sends no e-mail of its own. */
  readonly EMAIL?: SendEmail;
  readonly APPROVALS: Workflow<ApprovalParams>;
  /** Rate limit of MCP grants. */
  readonly MCP_REQUESTS: RateLimit;
  /**
   * Rate limits by address for requests without a sign-in; the second one for those that try a secret or
   * store something.
   */
  readonly PUBLIC_REQUESTS: RateLimit;
  readonly ENTRY_REQUESTS: RateLimit;
  readonly CF_VERSION_METADATA: WorkerVersionMetadata;
  /** The Worker that runs scripts. */
  readonly CODE: CodeRpc;
  /** Queues by what their work may wait for (src/platform/work). */
  readonly URGENT: Queue<WorkMessage>;
  readonly INBOX: Queue<WorkMessage>;
  readonly JOBS: Queue<WorkMessage>;
  readonly TIMED: Queue<WorkMessage>;
  readonly POLLS: Queue<WorkMessage>;
  readonly LONG: Queue<WorkMessage>;

  readonly STEWARD_VERSION: string;
  /** The app's URL, for pages, links in notifications and the origin check. */
  readonly APP_URL: string;
  readonly ANTHROPIC_BASE_URL: string;
  readonly ANTHROPIC_API_KEY: string;
  /** Clerk's frontend API URL, which is the token's `iss`; empty without Clerk. */
  readonly CLERK_ISSUER: string;
  readonly CLERK_AUTHORIZED_PARTIES: string;
  readonly CLERK_SIGN_IN_URL: string;
  /** `https://<team>.cloudflareaccess.com`; empty without Access. */
  readonly ACCESS_TEAM_URL: string;
  readonly ACCESS_AUD: string;
  /** E-mail addresses of the operators, comma-separated. */
  readonly OPERATORS: string;
  /** Where to report a security issue, as a `mailto:` or `https:` URL; may be empty. */
  readonly SECURITY_CONTACT: string;
  /** `on`: people with a work address may start teams; else `off`. */
  readonly SIGN_UP: string;
  /** Whom people ask for a team where they can't start one, as a `mailto:` or `https:` URL; may be empty. */
  readonly SIGN_UP_CONTACT: string;
  /** The address that invitations come from, at a domain that may send; empty for none. */
  readonly MAIL_FROM: string;
  /** OTLP/HTTP endpoint for traces, without `/v1/traces`; empty to disable. The names are OpenTelemetry's own. */
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: string;
  /** Headers as comma-separated `name=value`. Secret. */
  readonly OTEL_EXPORTER_OTLP_HEADERS?: string;
  /** URL template of a run's log, with `{run}` for its ID; may be empty. */
  readonly LOGS_URL: string;
  /** An embeddings API in OpenAI's format, such as `https://…/v1`; empty for Workers AI, or for none. */
  readonly EMBEDDINGS_URL: string;
  /** Its model; with Workers AI one of the account's. */
  readonly EMBEDDINGS_MODEL: string;
  readonly EMBEDDINGS_KEY?: string;
  readonly AGENT_MODEL: string;
  readonly CHEAP_MODEL: string;
  readonly HEAVY_MODEL: string;
  /** Allowed hosts of push services, comma-separated, with a port if not the default; `*.` for subdomains. */
  readonly PUSH_ALLOWED_HOSTS: string;
  readonly VAPID_SUBJECT: string;
  readonly VAPID_PUBLIC_KEY: string;
  readonly VAPID_PRIVATE_KEY: string;
  /** `keyId:base64` of 32 bytes, newest first, comma separated: seals connection credentials (AES-GCM, HKDF per tenant). */
  readonly MASTER_KEYS: string;
}
