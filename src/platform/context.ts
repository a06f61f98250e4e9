/**
 * The platform, bound to a deployment and a team. A context belongs to one piece of work (a request, a
 * queue message, an alarm, a step of a run or Workflow) and caches settings for it. Only objects live
 * longer, and they open a fresh context for each step. It contains nothing of a feature. Only
 * `src/platform`, the entry and the shells use the bindings behind it.
 */
import { systemClock, type Clock } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import { systemIds, type IdSource } from "../kernel/ids.ts";
import type { Logger } from "../kernel/log.ts";
import type { OutsideHttp } from "../kernel/outside-http.ts";
import { ShortMemory } from "../kernel/short-memory.ts";
import {
  conversationObjectName,
  searchObjectName,
  tenantObjectName,
  vectorNamespace,
} from "../kernel/tenant-names.ts";
import type { FeedEvent } from "./api/socket.ts";
import { codeReaders, type CodeReaders } from "./code-readers.ts";
import { configOf, type Config } from "./config.ts";
import {
  databasesOf,
  deploymentDb,
  forOnePiece,
  ofDeployment,
  tenantDb,
  type Databases,
  type SystemDb,
  type TenantDb,
} from "./db/index.ts";
import type { Env } from "./env.ts";
import { keyLogs, systemLogger } from "./logger.ts";
import { outsideHttp, ownServiceHttp } from "./outside.ts";
import { queueSender, wakes } from "./queues.ts";
import { tenantFiles, type TenantFiles } from "./tenant-files.ts";
import { handOut, handOutKeys, type SendWork, type Wake, type WorkName } from "./work/index.ts";

/** Provided by the shell; tests also provide time, IDs and the log. */
export interface Given {
  /** Keeps work running after the call that started it; without it, the work simply runs. */
  readonly keepAlive?: (work: Promise<unknown>) => void;
  readonly clock?: Clock;
  readonly ids?: IdSource;
  readonly log?: Logger;
}

/** Opens the context of one piece of work. No I/O until something is used. */
export function contextOf(env: Env, given: Given = {}): DeploymentContext {
  return new DeploymentContext(forOnePiece(env), given);
}

/** Opens a context without caching, for objects and other long-lived owners. */
export function standingContext(env: Env, given: Given = {}): DeploymentContext {
  return new DeploymentContext(env, given);
}

/** The deployment, without a team. */
export class DeploymentContext {
  readonly #env: Env;
  readonly #given: Given;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Logger;
  #system: SystemDb | undefined;

  constructor(env: Env, given: Given) {
    this.#env = env;
    this.#given = given;
    keyLogs(env.MASTER_KEYS);
    this.clock = given.clock ?? systemClock;
    this.ids = given.ids ?? systemIds;
    this.log = given.log ?? systemLogger;
  }

  /** No I/O. */
  tenant(tenantId: string): TenantContext {
    return new TenantContext(this, this.#env, tenantId);
  }

  /** The same deployment for the next piece of work. */
  fresh(): DeploymentContext {
    return contextOf(ofDeployment(this.#env), this.#given);
  }

  /** Keeps work running after the call that started it. */
  keepAlive(work: Promise<unknown>): void {
    this.#given.keepAlive?.(work);
  }

  /** Whether this context belongs to one piece of work. */
  get isPiece(): boolean {
    return ofDeployment(this.#env) !== this.#env;
  }

  /** Throws `not_configured`. */
  get config(): Config {
    return configOf(this.#env);
  }

  /** Queries across teams. */
  get system(): SystemDb {
    return (this.#system ??= deploymentDb(this.#env));
  }

  get databases(): Databases {
    return databasesOf(this.#env);
  }

  /** Sends work to its queue. Throws if the queue fails. */
  get send(): SendWork {
    return queueSender(this.#env);
  }

  get outside(): OutsideHttp {
    return outsideHttp(this.config, "");
  }

  get code(): CodeReaders {
    return codeReaders(this.#env.CODE);
  }

  /** The built frontend. */
  get assets(): Env["ASSETS"] {
    return this.#env.ASSETS;
  }

  /** A JSON file built with the frontend, by its name. Throws if it can't be read. */
  async document(name: string): Promise<unknown> {
    const found = await this.assets.fetch(new Request(`https://assets.example/${name}`));
    if (!found.ok) throw new Error(`${name} answers ${found.status}.`);
    return found.json();
  }

  /** Sends an e-mail of the deployment's own, not of a team's mailbox; null if it can't. */
  get mail(): ((mail: OwnMail) => Promise<unknown>) | null {
    const [binding, from] = [this.#env.EMAIL, this.config.mailFrom];
    return binding === undefined || from === ""
      ? null
      : (mail) => binding.send({ from: { email: from, name: "Steward" }, ...mail });
  }

  get approvalWorkflows(): Env["APPROVALS"] {
    return this.#env.APPROVALS;
  }

  /** Converts and scales pictures. */
  get images(): Env["IMAGES"] {
    return this.#env.IMAGES;
  }

  /** Workers AI and Vectorize; available only with a Cloudflare account. */
  get models(): { readonly ai: Ai | undefined; readonly vectorize: Vectorize | undefined } {
    return { ai: this.#env.AI, vectorize: this.#env.VECTORS };
  }

  /** Counts a call; false beyond the limit of this minute. */
  async mayCall(limit: "public" | "entry" | "mcp", key: string): Promise<boolean> {
    const { PUBLIC_REQUESTS, ENTRY_REQUESTS, MCP_REQUESTS } = this.#env;
    const counter = { public: PUBLIC_REQUESTS, entry: ENTRY_REQUESTS, mcp: MCP_REQUESTS }[limit];
    return (await counter.limit({ key })).success;
  }
}

/** A plain-text e-mail. */
interface OwnMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** A team's row. */
type Team = NonNullable<Awaited<ReturnType<SystemDb["findTenant"]>>>;

/** A team's time zone is set on creation; a change by an operator takes effect within this time. */
const ZONE_KEPT_MS = 60_000;
const zones = new ShortMemory<string>({ keptMs: ZONE_KEPT_MS, most: 10_000, now: () => systemClock.now() });

/** One team in one deployment. */
export class TenantContext {
  readonly #env: Env;
  readonly deployment: DeploymentContext;
  readonly tenantId: string;
  #db: TenantDb | undefined;
  #zone: Promise<string | null> | undefined;

  constructor(deployment: DeploymentContext, env: Env, tenantId: string) {
    this.deployment = deployment;
    this.#env = env;
    this.tenantId = tenantId;
  }

  /** The same team for the next piece of work. */
  fresh(): TenantContext {
    return this.deployment.fresh().tenant(this.tenantId);
  }

  /** This context if it belongs to one piece of work, else a fresh one. */
  forOnePiece(): TenantContext {
    return this.deployment.isPiece ? this : this.fresh();
  }

  get clock(): Clock {
    return this.deployment.clock;
  }

  get ids(): IdSource {
    return this.deployment.ids;
  }

  get log(): Logger {
    return this.deployment.log;
  }

  get config(): Config {
    return this.deployment.config;
  }

  get code(): CodeReaders {
    return this.deployment.code;
  }

  get images(): Env["IMAGES"] {
    return this.deployment.images;
  }

  /** The team's tables. */
  get db(): TenantDb {
    return (this.#db ??= tenantDb(this.#env, this.tenantId));
  }

  /** The team's part of the file bucket. */
  get files(): TenantFiles {
    return tenantFiles(this.#env.FILES, this.tenantId);
  }

  /** Throws `not_found` for an unknown tenant. */
  async team(): Promise<Team> {
    const team = await this.deployment.system.findTenant(this.tenantId);
    if (team === null) throw new AppError("not_found", "That team doesn’t exist.");
    return team;
  }

  /** The team's time zone. Throws `not_found`. */
  async timeZone(): Promise<string> {
    const timeZone = await this.findTimeZone();
    if (timeZone === null) throw new AppError("not_found", "That team doesn’t exist.");
    return timeZone;
  }

  /** Returns null for an unknown tenant. */
  findTimeZone(): Promise<string | null> {
    // Calls that reach an object must not share a promise.
    if (!this.deployment.isPiece) return this.#readZone();
    return (this.#zone ??= this.#readZone());
  }

  #readZone(): Promise<string | null> {
    return zones.get(
      this.tenantId,
      async () => (await this.deployment.system.findTenant(this.tenantId))?.timeZone ?? null,
    );
  }

  /** The team's Durable Objects. */
  readonly objects = {
    conversation: async (id: string) =>
      this.#env.CONVERSATIONS.getByName(await conversationObjectName(this.tenantId, id)),
    team: async () => this.#env.TENANTS.getByName(await tenantObjectName(this.tenantId)),
    search: async () => this.#env.SEARCH.getByName(await searchObjectName(this.tenantId)),
    /** Stores vectors if there is no Vectorize. */
    vectors: async () => this.#env.VECTOR_INDEX.getByName(await vectorNamespace(this.tenantId)),
  };

  /** HTTP to the deployment's configured hosts. Calls with a `purpose` have their own slots. */
  outside(purpose?: string): OutsideHttp {
    return outsideHttp(this.config, this.#caller(purpose));
  }

  /** HTTP to the host of a team's connection. Throws `invalid_request` for a forbidden one. */
  ownService(purpose?: string): (baseUrl: string) => OutsideHttp {
    return ownServiceHttp(this.config, this.#caller(purpose));
  }

  #caller(purpose: string | undefined): string {
    return purpose === undefined ? this.tenantId : `${this.tenantId} ${purpose}`;
  }

  /** Dispatches work of one kind now. Throws if the queue fails. */
  send(kind: WorkName, keys?: readonly string[]): Promise<void> {
    const { tenantId } = this;
    const { send } = this.deployment;
    return keys === undefined
      ? handOut(send, { tenantId, kind })
      : handOutKeys(send, { tenantId, kind, keys });
  }

  /** The same for work that the clock also finds. Never throws. */
  async handOut(kind: WorkName, keys: readonly string[]): Promise<void> {
    await this.send(kind, keys).catch((error: unknown) => this.#notHandedOut(kind, error));
  }

  /** Dispatches frequently requested work now or within a second. Never throws, because the clock also finds it. */
  async wake(kind: WorkName, how: Pick<Wake, "gatherSeconds"> = {}): Promise<void> {
    const { tenantId } = this;
    await wakes
      .ask(this.deployment.send, { ...how, tenantId, kind })
      .catch((error: unknown) => this.#notHandedOut(kind, error));
  }

  #notHandedOut(kind: WorkName, error: unknown): void {
    this.log.warn("work.dispatch_failed", { tenantId: this.tenantId, hook: kind, error });
  }

  /**
   * Sends an event to the team's open pages, or only to those of `reader`. Best effort: never throws, and
   * pages that missed it read again over HTTP.
   */
  async publish(event: FeedEvent, reader: string | null = null): Promise<void> {
    try {
      await (await this.objects.team()).publish(this.tenantId, event, reader);
    } catch (error) {
      this.log.warn("feed.publish_failed", { tenantId: this.tenantId, error });
    }
  }
}
