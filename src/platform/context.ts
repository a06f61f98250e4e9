/**
 * What everything stands on: the platform, bound to one deployment and one team. A context belongs to one piece of work (a request, a queue message, an
 * alarm, a step of a run or of a Workflow) and remembers for it what people set; nothing outlives it but objects, which open a fresh one for each step.
 * It holds the platform and nothing of a feature. Only `src/platform`, the entry and the shells see the bindings behind it.
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

/** What the shell gives, and time, ids and the log, where tests give their own. */
export interface Given {
  /** Lets work outlive the call that began it; without it the work simply runs. */
  readonly keepAlive?: (work: Promise<unknown>) => void;
  readonly clock?: Clock;
  readonly ids?: IdSource;
  readonly log?: Logger;
}

/** Opens the context of one piece of work. Cheap: nothing is opened before it is asked for. */
export function contextOf(env: Env, given: Given = {}): DeploymentContext {
  return new DeploymentContext(forOnePiece(env), given);
}

/** Opens the context of what outlives pieces of work, such as an object, and so remembers nothing. */
export function standingContext(env: Env, given: Given = {}): DeploymentContext {
  return new DeploymentContext(env, given);
}

/** The deployment, before a team is known. */
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

  /** A team's context. Cheap. */
  tenant(tenantId: string): TenantContext {
    return new TenantContext(this, this.#env, tenantId);
  }

  /** The same deployment for the next piece of work. */
  fresh(): DeploymentContext {
    return contextOf(ofDeployment(this.#env), this.#given);
  }

  /** Lets work outlive the call that began it. */
  keepAlive(work: Promise<unknown>): void {
    this.#given.keepAlive?.(work);
  }

  /** Whether this is one piece of work, and not a standing context. */
  get isPiece(): boolean {
    return ofDeployment(this.#env) !== this.#env;
  }

  /** Throws `not_configured`. */
  get config(): Config {
    return configOf(this.#env);
  }

  /** The questions that are asked before a team is known. */
  get system(): SystemDb {
    return (this.#system ??= deploymentDb(this.#env));
  }

  get databases(): Databases {
    return databasesOf(this.#env);
  }

  /** Sends work to its queue. Throws where the queue does. */
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

  get approvalWorkflows(): Env["APPROVALS"] {
    return this.#env.APPROVALS;
  }

  /** Workers AI and Vectorize; only an account has them. */
  get models(): { readonly ai: Ai | undefined; readonly vectorize: Vectorize | undefined } {
    return { ai: this.#env.AI, vectorize: this.#env.VECTORS };
  }

  /** Counts a call; false where there are none left in this minute. */
  async mayCall(limit: "public" | "entry" | "mcp", key: string): Promise<boolean> {
    const { PUBLIC_REQUESTS, ENTRY_REQUESTS, MCP_REQUESTS } = this.#env;
    const counter = { public: PUBLIC_REQUESTS, entry: ENTRY_REQUESTS, mcp: MCP_REQUESTS }[limit];
    return (await counter.limit({ key })).success;
  }
}

/** A team's row. */
type Team = NonNullable<Awaited<ReturnType<SystemDb["findTenant"]>>>;

/** A team's zone is set when the team is made; an operator who changes it waits so long. */
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

  /** This context where it is one piece of work; a fresh one where it is a standing one. */
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

  /** The team's tables. */
  get db(): TenantDb {
    return (this.#db ??= tenantDb(this.#env, this.tenantId));
  }

  /** What the team keeps in the file bucket. */
  get files(): TenantFiles {
    return tenantFiles(this.#env.FILES, this.tenantId);
  }

  /** Throws `not_found` for a tenant that doesn't exist. */
  async team(): Promise<Team> {
    const team = await this.deployment.system.findTenant(this.tenantId);
    if (team === null) throw new AppError("not_found", "That team doesn't exist.");
    return team;
  }

  /** The zone the team's days begin in. Throws `not_found`. */
  async timeZone(): Promise<string> {
    const timeZone = await this.findTimeZone();
    if (timeZone === null) throw new AppError("not_found", "That team doesn't exist.");
    return timeZone;
  }

  /** The same; null for a tenant that doesn't exist. */
  findTimeZone(): Promise<string | null> {
    // A promise must not be shared between the calls that reach an object.
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
    /** Keeps the vectors where there is no Vectorize. */
    vectors: async () => this.#env.VECTOR_INDEX.getByName(await vectorNamespace(this.tenantId)),
  };

  /** HTTP to the deployment's configured addresses. What is called for a `purpose` holds up no other calls of the team. */
  outside(purpose?: string): OutsideHttp {
    return outsideHttp(this.config, this.#caller(purpose));
  }

  /** HTTP to an address that a connection of the team names. Throws `invalid_request` for one that may not be called. */
  ownService(purpose?: string): (baseUrl: string) => OutsideHttp {
    return ownServiceHttp(this.config, this.#caller(purpose));
  }

  #caller(purpose: string | undefined): string {
    return purpose === undefined ? this.tenantId : `${this.tenantId} ${purpose}`;
  }

  /** Hands out work of one kind, now. Throws where the queue does. */
  send(kind: WorkName, keys?: readonly string[]): Promise<void> {
    const { tenantId } = this;
    const { send } = this.deployment;
    return keys === undefined
      ? handOut(send, { tenantId, kind })
      : handOutKeys(send, { tenantId, kind, keys });
  }

  /** The same for work the clock finds by itself. Never throws. */
  async handOut(kind: WorkName, keys: readonly string[]): Promise<void> {
    await this.send(kind, keys).catch((error: unknown) => this.#notHandedOut(kind, error));
  }

  /** Hands out work that is asked for often, now or in a second. Never throws: the clock finds it all the same. */
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
   * Sends an event to every open page of the team; what is for one `reader` alone, to theirs. Best effort: never throws; a page that missed it asks again over
   * HTTP.
   */
  async publish(event: FeedEvent, reader: string | null = null): Promise<void> {
    try {
      await (await this.objects.team()).publish(this.tenantId, event, reader);
    } catch (error) {
      this.log.warn("feed.publish_failed", { tenantId: this.tenantId, error });
    }
  }
}
