/**
 * One tenant's world, as toolsets open what their tools need from it. Made by `src/features/tenant.ts` for a run or a request; tools themselves are never
 * handed it. Nothing here changes the outside world: accounts are for reading only.
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

/** What an agent may do about drafts. */
export interface Drafts {
  list(query: DraftQuery): Promise<{ readonly items: DraftLine[]; readonly more: boolean }>;
  /** Returns the title of what was withdrawn. Throws AppError `not_found`, `already_decided`, `forbidden`. */
  withdraw(asked: AgentWithdrawal): Promise<string>;
}

/** What was found on the web. */
export interface Researched {
  /** With marks such as `[1]` where it stands on a page; empty where nothing came of it. */
  readonly text: string;
  /** The pages, in the order of their marks. */
  readonly sources: readonly { readonly title: string; readonly url: string; readonly quote: string }[];
  /** Why nothing came of it, for the model; null where something did. */
  readonly problem: string | null;
}

/** Answers a question from the web. Throws AppError `not_configured` where the team lists no site. */
export type Research = (asked: {
  readonly question: string;
  readonly conversationId: string;
  /** The run that asks. */
  readonly runId: string | undefined;
}) => Promise<Researched>;

/** A task as a text asks for it. */
export interface FoundTask {
  /** What is to be done, short. */
  readonly summary: string;
  readonly description: string;
  readonly type: "task" | "bug" | "story" | "epic";
  /** The words of the text that ask for it. */
  readonly quote: string;
  readonly labels: readonly string[];
  readonly components: readonly string[];
  readonly estimatedHours: number | null;
}

/** Finds what a text asks to be done. Throws AppError `upstream_failed` where nothing came of it. */
export type ExtractTasks = (asked: {
  readonly text: string;
  readonly conversationId: string;
  /** The run that asks. */
  readonly runId: string | undefined;
}) => Promise<readonly FoundTask[]>;

/** The handle. Cheap: nothing is opened before it is asked for. */
export interface Tenant {
  readonly id: string;
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  /** IANA name of the zone the team's days begin in. Throws AppError `not_found` for a tenant that does not exist. */
  timeZone(): Promise<string>;
  /** The tenant's account of a vendor; a call that would change something is refused before it leaves. Throws AppError `not_configured`, also where its consent doesn't allow this capability. */
  account<Name extends VendorName>(vendor: Name, capability?: string): Promise<AccountOf<Name>>;
  /** The team's own servers. */
  servers(): ServerDeps;
  /** The team's files. */
  files(): WorkspaceDeps;
  /** What use cases of the team's projects are given. */
  projects(): ProjectDeps;
  /** Searches the tenant's index for somebody. */
  search(query: SearchQuery, by: AskedBy): Promise<SearchPage>;
  /** The passages of everything indexed that answer a question best. */
  retrieve(query: RetrieveQuery, by: AskedBy): Promise<FoundPassage[]>;
  /** Brings an account into the index as it stands, before its event does; whether that was done. Never throws. */
  indexAccount(id: string): Promise<boolean>;
  /** A thing of the team's sources with its words, as somebody finds it; null where there is none for them. */
  readItem(
    id: string,
    by: AskedBy,
  ): Promise<(Omit<KnowledgeItemPage, "entities"> & { readonly quote?: Quote }) | null>;
  /** Runs a script in the code sandbox. Never throws for what the script does. */
  runCode(request: CodeRequest): Promise<CodeOutcome>;
  /** Reads a PDF where scripts run. Never throws for what the PDF is; throws AppError `unavailable` where it takes too long. */
  readPdf(request: PdfRequest): Promise<PdfOutcome>;
  /** Reads a Word, Excel or PowerPoint file there, with the same promises. */
  readOffice(request: OfficeRequest): Promise<OfficeOutcome>;
  /** Has a question answered from the sites the team lists. */
  readonly research: Research;
  /** Has tasks found in a text. */
  readonly extractTasks: ExtractTasks;
  /** The team's drafts: looking at them, and taking one back for an agent. */
  drafts(): Drafts;
  /** Sends an event to the tenant's open pages. Best effort; never throws. */
  publish(event: FeedEvent): Promise<void>;
  /** What was used this month and what it is held against, exact to the call. */
  counters(): Promise<TenantCounters>;
  /** Notifies the team. A repeat with the same key notifies once. */
  notify(news: TeamNews): Promise<void>;
}
