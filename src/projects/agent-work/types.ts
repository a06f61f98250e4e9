/** The words of the agents that run projects. */
import type { projectAgentRuns } from "../tables/project-agents.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Json } from "../../kernel/hash.ts";
import type { Logger } from "../../kernel/log.ts";
import type { Nudges, ProjectAgentInput, ProjectAgentName } from "../api/project-agents.ts";
import type { ProjectDeps } from "../index.ts";
import type { RunDisplay } from "../../agent/runs/index.ts";
import type { WorkspaceDeps } from "../../workspace/index.ts";
import type { FactsFrom } from "./facts.ts";

/** A piece of work as it is kept. */
export type RunRow = typeof projectAgentRuns.$inferSelect;

/** How free an agent is to act. */
export type Mode = NonNullable<RunRow["mode"]>;

/** What a team set for an agent. */
export interface AgentStanding {
  readonly title: string;
  readonly enabled: boolean;
  readonly mode: Mode;
  /** Whether the team set the mode for this agent itself. */
  readonly isOwnMode: boolean;
  readonly tokenBudget: number;
}

/** A question to an agent: everything it reads, and where its run belongs. */
export interface AgentQuestion {
  readonly runId: string;
  readonly agent: ProjectAgentName;
  readonly projectId: string;
  readonly text: string;
  readonly about: string;
  readonly trigger: RunRow["trigger"];
  readonly startedBy: string;
  readonly mode: Mode;
  /** What went in and what was cut, for the trace. */
  readonly context: NonNullable<RunRow["context"]>;
}

/** Who reads along, and until when. */
export interface Reader {
  readonly display: RunDisplay;
  readonly signal: AbortSignal;
}

/** What it answered: by its schema, or in words where it has none; `problem` says in words why there is no answer. */
export type AgentAnswer =
  | { readonly kind: "answered"; readonly draft: Json }
  /** The model can't be had, or not now: rules do where they can. */
  | { readonly kind: "unanswered"; readonly problem: string };

type Nudge = Nudges["nudges"][number];

/** Words to a member of the team. */
export interface TellMember {
  readonly runId: string;
  readonly projectId: string;
  readonly callId: string;
  readonly to: { readonly userId: string; readonly name: string };
  readonly text: string;
  /** Whether words from outside may have led to it: then it is marked, and waits for approval where others read it. */
  readonly isLed: boolean;
  /** Where it leads in the app. */
  readonly path: string;
}

/** What the agents' work needs of the world. */
export interface ProjectAgentDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly timeZone: string;
  readonly newId: () => string;
  readonly standing: (agent: ProjectAgentName) => Promise<AgentStanding>;
  /** Asks an agent once; the run is on record whatever comes of it. */
  readonly ask: (question: AgentQuestion, reader?: Reader) => Promise<AgentAnswer>;
  /** Lines that answer a question, from everything on record that the whole team may see. */
  readonly find: (question: string, limit: number) => Promise<readonly string[]>;
  /** Tells a member something about a task: in Slack through the gate, else by a notification of the product’s. A repeat with the same `callId` tells once. */
  readonly tell: (message: TellMember) => Promise<Pick<Nudge, "disposition" | "approval_id">>;
  /** When the team’s quiet hours end, in ms; null outside of them. */
  readonly quietUntilMs: () => Promise<number | null>;
  /** What phases, tasks and baselines are written with. */
  readonly writing: ProjectDeps;
  /** Where documents are written. */
  readonly files: WorkspaceDeps;
  /** Has what is due worked on now. */
  readonly wake: () => Promise<void>;
  /** Tells open pages that something of the agents’ has changed. */
  readonly changed: (projectId: string) => Promise<void>;
}

/** What a piece of work is made from. */
export interface Work {
  readonly deps: ProjectAgentDeps;
  readonly from: FactsFrom;
  readonly run: Pick<RunRow, "id" | "projectId" | "requestedById" | "createdAt">;
  readonly input: ProjectAgentInput;
  readonly mode: Mode;
}

/** A piece of work, ready to be asked about. */
export interface Prepared {
  /** What it is about, for people. */
  readonly about: string;
  /** What is wanted, line by line. */
  readonly request: readonly string[];
  /** The records, most important first. */
  readonly records: readonly string[];
  /** What happened, newest first. */
  readonly events: readonly string[];
  /** What to look for in everything on record; null for nothing. */
  readonly find: string | null;
  /** The output by rules alone; null where only a model can do it. */
  readonly byRules: Json | null;
  /** Nothing is there to ask about: `byRules` is the whole answer, and none at all where it is null. */
  readonly isEmpty?: boolean;
  /** The output from what the model drafted. Throws AppError `invalid_arguments` where nothing of it can be kept. */
  readonly settle: (draft: Json) => Json;
}

/** One of the agents: what it is told, and what is made of its answer. */
export interface ProjectAgentWork {
  readonly name: ProjectAgentName;
  /** Whether it is over all projects of the team. */
  readonly isForTeam?: boolean;
  readonly prepare: (work: Work) => Promise<Prepared>;
  /** Does at once what its own rules allow, and says what became of it. A repeat does nothing twice. */
  readonly act?: (work: Work, output: Json) => Promise<Json>;
  /** Does what it proposed, once a person accepted it or its autonomy says so. A repeat makes nothing twice. Ids of what was made. */
  readonly apply?: (work: Work, output: Json, by: Accepter) => Promise<readonly string[]>;
}

/** Who let it happen: a person, or the agent itself. */
export interface Accepter {
  readonly kind: "user" | "agent";
  readonly id: string;
  readonly name: string;
}
