/**
 * A tenant's resources, from which toolsets get what their tools need. Created by `src/features/tenant.ts` per run or request and never
 * passed to tools. Read-only toward the outside world: its accounts can only read.
 */
import type { AgentWithdrawal, DraftLine, DraftQuery } from "../../approvals/index.ts";
import type {
  CodeOutcome,
  CodeRequest,
  OfficeOutcome,
  OfficeRequest,
  PdfOutcome,
  PdfRequest,
} from "../../platform/code-sandbox/index.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import type { AccountOf, VendorName } from "../registry.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/log.ts";
import type { ServerDeps } from "../../mcp/servers/index.ts";
import type { TeamNews } from "../../notifications/index.ts";
import type { TenantCounters } from "../../agent/api/objects.ts";
import type { KnowledgeItemPage } from "../../knowledge/api/knowledge.ts";
import type {
  AskedBy,
  FoundPassage,
  Quote,
  RetrieveQuery,
  SearchQuery,
} from "../../knowledge/api/search-items.ts";
import type { SearchPage } from "../../knowledge/api/search.ts";
import type { FeedEvent } from "../../platform/api/socket.ts";
import type { ProjectDeps } from "../../projects/index.ts";
import type { WorkspaceDeps } from "../../workspace/index.ts";

/** Draft operations available to agents. */
export interface Drafts {
  list(query: DraftQuery): Promise<{ readonly items: DraftLine[]; readonly more: boolean }>;
  /** Returns the withdrawn draft's title. Throws AppError `not_found`, `already_decided`, `forbidden`. */
  withdraw(asked: AgentWithdrawal): Promise<string>;
}

/** Result of a web search. */
export interface Researched {
  /** With markers such as `[1]` that refer to sources; empty if nothing was found. */
  readonly text: string;
  /** In marker order. */
  readonly sources: readonly { readonly title: string; readonly url: string; readonly quote: string }[];
  /** Why there is no result, for the model; null on success. */
  readonly problem: string | null;
}

/** Answers a question from the web. Throws AppError `not_configured` if the team lists no site. */
export type Research = (asked: {
  readonly question: string;
  readonly conversationId: string;
  /** The calling run. */
  readonly runId: string | undefined;
}) => Promise<Researched>;

/** A task requested in a text. */
export interface FoundTask {
  /** Short description of the task. */
  readonly summary: string;
  readonly description: string;
  readonly type: "task" | "bug" | "story" | "epic";
  /** Quote of the text that requests it. */
  readonly quote: string;
  readonly labels: readonly string[];
  readonly components: readonly string[];
  readonly estimatedHours: number | null;
}

/** Extracts requested tasks from a text. Throws AppError `upstream_failed` if extraction fails. */
export type ExtractTasks = (asked: {
  readonly text: string;
  readonly conversationId: string;
  /** The calling run. */
  readonly runId: string | undefined;
}) => Promise<readonly FoundTask[]>;

/** Cheap to create: resources open on first use. */
export interface Tenant {
  readonly id: string;
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  /** IANA time zone of the team. Throws AppError `not_found` for an unknown tenant. */
  timeZone(): Promise<string>;
  /**
   * The tenant's account at a vendor; write calls are blocked before they are sent. Throws AppError `not_configured`, also if the consent
   * lacks this capability.
   */
  account<Name extends VendorName>(vendor: Name, capability?: string): Promise<AccountOf<Name>>;
  /** The team's own MCP servers. */
  servers(): ServerDeps;
  files(): WorkspaceDeps;
  projects(): ProjectDeps;
  search(query: SearchQuery, by: AskedBy): Promise<SearchPage>;
  /** The indexed passages that best answer a question. */
  retrieve(query: RetrieveQuery, by: AskedBy): Promise<FoundPassage[]>;
  /** Indexes an account immediately, ahead of its event. Returns whether it was indexed. Never throws. */
  indexAccount(id: string): Promise<boolean>;
  /** A source item with its text, subject to the asker's access; null if not found. */
  readItem(
    id: string,
    by: AskedBy,
  ): Promise<(Omit<KnowledgeItemPage, "entities"> & { readonly quote?: Quote }) | null>;
  /** Runs a script in the code sandbox. Script errors are part of the outcome; never throws for them. */
  runCode(request: CodeRequest): Promise<CodeOutcome>;
  /** Reads a PDF in the code sandbox. Never throws for bad input; throws AppError `unavailable` on timeout. */
  readPdf(request: PdfRequest): Promise<PdfOutcome>;
  /** Reads a Word, Excel or PowerPoint file, with the same guarantees as `readPdf`. */
  readOffice(request: OfficeRequest): Promise<OfficeOutcome>;
  readonly research: Research;
  readonly extractTasks: ExtractTasks;
  /** The team's drafts: reading, and withdrawing on an agent's behalf. */
  drafts(): Drafts;
  /** Sends an event to the tenant's open pages. Best effort; never throws. */
  publish(event: FeedEvent): Promise<void>;
  /** This month's usage and its limits, exact to the call. */
  counters(): Promise<TenantCounters>;
  /** Notifies the team. Idempotent per key. */
  notify(news: TeamNews): Promise<void>;
}
