/**
 * One tenant's world, as toolsets open what their tools need from it, for a run or a request; tools themselves are never handed it. Nothing here changes
 * the outside world: accounts are for reading only. What belongs to a feature is added and opened by it.
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

/** What an agent may do about drafts. */
export interface Drafts {
  list(query: DraftQuery): Promise<{ readonly items: DraftLine[]; readonly more: boolean }>;
  /** Returns the title of what was withdrawn. Throws AppError `not_found`, `already_decided`, `forbidden`. */
  withdraw(asked: AgentWithdrawal): Promise<string>;
}

/** What features open for toolsets, their own and others'. */
export interface TenantServices {}

/** The handle. Cheap: nothing is opened before it is asked for. */
export interface Tenant extends TenantServices {
  readonly id: string;
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  /** IANA name of the zone the team's days begin in. Throws AppError `not_found` for a tenant that does not exist. */
  timeZone(): Promise<string>;
  /** Runs a script in the code sandbox. Never throws for what the script does. */
  runCode(request: CodeRequest): Promise<CodeOutcome>;
  /** Reads a PDF where scripts run. Never throws for what the PDF is; throws AppError `unavailable` where it takes too long. */
  readPdf(request: PdfRequest): Promise<PdfOutcome>;
  /** Reads a Word, Excel or PowerPoint file there, with the same promises. */
  readOffice(request: OfficeRequest): Promise<OfficeOutcome>;
  /** The team's drafts: looking at them, and taking one back for an agent. */
  drafts(): Drafts;
  /** Sends an event to the tenant's open pages. Best effort; never throws. */
  publish(event: FeedEvent): Promise<void>;
  /** What was used this month and what it is held against, exact to the call. */
  counters(): Promise<TenantCounters>;
}

/** For whom a handle is made. */
export interface Opened {
  /** Who acts through it: it needs approvals, and approvals need a handle in which no one acts. Null where no one does. */
  readonly drafts: Drafts | null;
}

declare module "../../kernel/features.ts" {
  interface Feature {
    /** Opens what the feature has for toolsets. Cheap. */
    readonly services?: (ctx: TenantContext, opened: Opened) => Partial<TenantServices>;
  }
}

const openers = fromFeatures((features) => features.flatMap(({ services = [] }) => services));

/** Makes the handle. */
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
