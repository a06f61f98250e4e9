/** Types of the agents that run projects. */
import type { AgentStanding } from "../../agent/open.ts";
import type { projectAgentRuns } from "../tables/project-agents.ts";
import type { TenantDb } from "../../platform/db/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Json } from "../../kernel/hash.ts";
import type { Logger } from "../../kernel/log.ts";
import type { Nudges, ProjectAgentEdit, ProjectAgentInput, ProjectAgentName } from "../api/project-agents.ts";
import type { ProjectDeps } from "../index.ts";
import type { RunDisplay } from "../../agent/runs/index.ts";
import type { WorkspaceDeps } from "../../workspace/index.ts";
import type { FactsFrom } from "./facts.ts";

export type RunRow = typeof projectAgentRuns.$inferSelect;

/** How autonomously an agent may act. */
export type Mode = NonNullable<RunRow["mode"]>;

/** A question to an agent: its complete input, and where its run belongs. */
export interface AgentQuestion {
  readonly runId: string;
  readonly agent: ProjectAgentName;
  readonly projectId: string;
  readonly text: string;
  readonly about: string;
  readonly trigger: RunRow["trigger"];
  readonly startedBy: string;
  readonly mode: Mode;
  /** What was included and cut, for the trace. */
  readonly context: NonNullable<RunRow["context"]>;
}

/** Receives the streamed answer, until aborted. */
export interface Reader {
  readonly display: RunDisplay;
  readonly signal: AbortSignal;
}

/** The answer: parsed by its schema, or text if it has none; `problem` says why there is no answer. */
export type AgentAnswer =
  | { readonly kind: "answered"; readonly draft: Json }
  /** The model is unavailable: fall back to rules if possible. */
  | { readonly kind: "unanswered"; readonly problem: string };

type Nudge = Nudges["nudges"][number];

export interface TellMember {
  readonly runId: string;
  readonly projectId: string;
  readonly callId: string;
  readonly to: { readonly userId: string; readonly name: string };
  readonly text: string;
  readonly mode: Mode;
  /**
   * Whether untrusted content may have influenced it: then it is marked, and needs approval if others read
   * it.
   */
  readonly isLed: boolean;
  /** App path it links to. */
  readonly path: string;
}

/** Ports of the agents' work. */
export interface ProjectAgentDeps {
  readonly db: TenantDb;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly timeZone: string;
  readonly newId: () => string;
  readonly standing: (agent: ProjectAgentName) => Promise<AgentStanding>;
  /** Names the kind of work of tasks by their position from 1; null if no model answered. */
  readonly typeTasks: (asked: {
    readonly runId: string;
    readonly titles: readonly string[];
    readonly known: readonly string[];
  }) => Promise<readonly { readonly task: number; readonly type: string }[] | null>;
  /** Asks an agent once; the run is recorded whatever the outcome. */
  readonly ask: (question: AgentQuestion, reader?: Reader) => Promise<AgentAnswer>;
  /**
   * Passages that answer a question about a project, from everything the whole team may see, as lines.
   */
  readonly find: (question: string, projectId: string, limit: number) => Promise<readonly string[]>;
  /** Tasks whose words or meaning are near a title, nearest first; scores compare within one answer. */
  readonly nearTasks: (title: string) => Promise<readonly { readonly id: string; readonly score: number }[]>;
  /**
   * Messages a member about a task: in Slack through the gate, else as a notification. Idempotent by
   * `callId`.
   */
  readonly tell: (message: TellMember) => Promise<Pick<Nudge, "disposition" | "approval_id">>;
  /** End of the team’s quiet hours in ms; null outside them. */
  readonly quietUntilMs: () => Promise<number | null>;
  /** For writing phases, tasks and baselines. */
  readonly writing: ProjectDeps;
  /** For writing documents. */
  readonly files: WorkspaceDeps;
  /** Starts due work now. */
  readonly wake: () => Promise<void>;
  /** Notifies open pages of a change in the agents’ runs. */
  readonly changed: (projectId: string) => Promise<void>;
}

/** Input of a run. */
export interface Work {
  readonly deps: ProjectAgentDeps;
  readonly from: FactsFrom;
  readonly run: Pick<RunRow, "id" | "projectId" | "requestedById" | "createdAt">;
  readonly input: ProjectAgentInput;
  readonly mode: Mode;
}

/** A prepared run. */
export interface Prepared {
  /** The subject, for people. */
  readonly about: string;
  /** The request, line by line. */
  readonly request: readonly string[];
  /** The records, most important first. */
  readonly records: readonly string[];
  /** Events, newest first. */
  readonly events: readonly string[];
  /** Search queries; none for no search. */
  readonly find: readonly string[];
  /** The output by rules alone; null if a model is required. */
  readonly byRules: Json | null;
  /** There is nothing to ask: `byRules` is the complete answer, and null means none. */
  readonly isEmpty?: boolean;
  /**
   * Builds the output from the model's draft. Throws AppError `invalid_arguments` if nothing in it is usable.
   */
  readonly settle: (draft: Json) => Json;
}

/** A project agent: its input, and how its answer is processed. */
export interface ProjectAgentWork {
  readonly name: ProjectAgentName;
  /** Whether it works across all projects of the team. */
  readonly isForTeam?: boolean;
  readonly prepare: (work: Work) => Promise<Prepared>;
  /** Performs immediately what its own rules allow, and returns the outcome. Idempotent. */
  readonly act?: (work: Work, output: Json) => Promise<Json>;
  /** The output with a person's changes, computed anew. Throws AppError `invalid_arguments`. */
  readonly edited?: (output: Json, edit: ProjectAgentEdit) => Json;
  /**
   * Performs what it proposed, once a person accepted it or its autonomy allows it. Idempotent. Returns the
   * IDs of what it created.
   */
  readonly apply?: (work: Work, output: Json, by: Accepter) => Promise<readonly string[]>;
}

/** Who approved it: a person, or the agent's autonomy. */
export interface Accepter {
  readonly kind: "user" | "agent";
  readonly id: string;
  readonly name: string;
}
