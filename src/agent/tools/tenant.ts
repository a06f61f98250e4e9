/**
 * What toolsets open their services from, for one tenant and a run or request. Tools themselves never
 * receive it. It can't change the outside world: vendor accounts are read-only. Features extend it with
 * their own services.
 */
import type { AgentWithdrawal, DraftLine, DraftQuery } from "../../approvals/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/log.ts";
import type { FeedEvent } from "../../platform/api/socket.ts";
import type {
  CodeOutcome,
  CodeRequest,
  OfficeOutcome,
  OfficeRequest,
  PdfOutcome,
  PdfRequest,
} from "../../platform/code-sandbox/index.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import { fromFeatures } from "../../kernel/features.ts";
import type { TenantCounters } from "../api/objects.ts";

/** An agent's operations on drafts. */
export interface Drafts {
  list(query: DraftQuery): Promise<{ readonly items: DraftLine[]; readonly more: boolean }>;
  /** Returns the title of the withdrawn draft. Throws `not_found`, `already_decided`, `forbidden`. */
  withdraw(asked: AgentWithdrawal): Promise<string>;
}

/** Services that features provide to toolsets. */
export interface TenantServices {}

/** No I/O until a service is used. */
export interface Tenant extends TenantServices {
  readonly id: string;
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  /** IANA time zone of the team. Throws `not_found` for an unknown tenant. */
  timeZone(): Promise<string>;
  /** Runs a script in the code sandbox. Failures of the script are not thrown. */
  runCode(request: CodeRequest): Promise<CodeOutcome>;
  /** Reads a PDF in the sandbox. Invalid files are not thrown; throws `unavailable` on timeout. */
  readPdf(request: PdfRequest): Promise<PdfOutcome>;
  /** Reads a Word, Excel or PowerPoint file, with the same guarantees. */
  readOffice(request: OfficeRequest): Promise<OfficeOutcome>;
  /** The team's drafts: listing, and withdrawing for an agent. */
  drafts(): Drafts;
  /** Sends an event to the tenant's open pages. Best effort; never throws. */
  publish(event: FeedEvent): Promise<void>;
  /** This month's usage and limits, exact to the call. */
  counters(): Promise<TenantCounters>;
}

export interface Opened {
  /**
   * Null where no one acts. Passed in, because drafts need approvals, and approvals need a tenant in which no
   * one acts.
   */
  readonly drafts: Drafts | null;
}

declare module "../../kernel/features.ts" {
  interface Feature {
    /** Opens the feature's services for toolsets, without I/O. */
    readonly services?: (ctx: TenantContext, opened: Opened) => Partial<TenantServices>;
  }
}

const openers = fromFeatures((features) => features.flatMap(({ services = [] }) => services));

export function tenantHandle(ctx: TenantContext, opened: Opened = { drafts: null }): Tenant {
  const services = openers().map((open) => open(ctx, opened));
  return {
    ...(Object.assign({}, ...services) as TenantServices),
    id: ctx.tenantId,
    db: ctx.db,
    clock: ctx.clock,
    logger: ctx.log,
    timeZone: () => ctx.timeZone(),
    runCode: (request) => ctx.code.run(request),
    readPdf: (request) => ctx.code.readPdf(request),
    readOffice: (request) => ctx.code.readOffice(request),
    drafts() {
      if (opened.drafts === null) throw new TypeError("no agent acts here");
      return opened.drafts;
    },
    publish: (event) => ctx.publish(event),
    counters: async () => (await ctx.objects.team()).counters(ctx.tenantId),
  };
}
