/**
 * Runs a prepared agent question: assembles the context within its budget, asks the model once, and corrects
 * figures. Falls back to rules if no model is available.
 */
import { AppError } from "../../kernel/errors.ts";
import type { Json } from "../../kernel/hash.ts";
import { brokenHistory } from "../history-problems.ts";
import { assembleContext, type ContextLines } from "./context.ts";
import { toOneLine, todayLine } from "./lines.ts";
import type { AgentStanding } from "../../agent/open.ts";
import type { Prepared, ProjectAgentDeps, RunRow } from "./types.ts";

/** Maximum passages looked up. */
const FOUND = 10;
const FOUND_CHARS = 700;

export interface Made {
  readonly output: Json;
  readonly algorithm: NonNullable<RunRow["algorithm"]>;
  readonly context: RunRow["context"];
  /** Why the rules were used, or that the project's history is broken, as a sentence; null if neither. */
  readonly problem: string | null;
}

/** Throws AppError `upstream_failed` if a model is required but unavailable. */
export async function make(
  deps: ProjectAgentDeps,
  run: RunRow,
  prepared: Prepared,
  standing: AgentStanding,
): Promise<Made> {
  const { byRules } = prepared;
  if (prepared.isEmpty === true && byRules !== null)
    return { output: byRules, algorithm: "rules", context: null, problem: null };
  const [found, broken] = await Promise.all([
    findAll(deps, prepared.find, run.projectId),
    brokenHistory(deps.db, run.projectId),
  ]);
  const { lines, trace } = assembleContext(
    {
      request: [
        todayLine(deps.clock.now(), deps.timeZone),
        ...prepared.request.map((line) => toOneLine(line, 2_000)),
      ],
      records: [...(broken === null ? [] : [toOneLine(`${broken} Say so.`, 600)]), ...prepared.records],
      events: prepared.events,
      found: found.map((line) => toOneLine(line, FOUND_CHARS)),
    },
    standing.tokenBudget,
  );
  const answer = await deps.ask({
    runId: run.id,
    agent: run.agent,
    projectId: run.projectId,
    text: textOf(lines),
    about: prepared.about,
    trigger: run.trigger,
    startedBy: run.requestedById ?? "system:steward",
    mode: standing.mode,
    context: trace,
  });
  if (answer.kind === "answered")
    return {
      output: withOpenPoint(prepared.settle(answer.draft), broken),
      algorithm: "ai",
      context: trace,
      problem: broken,
    };
  if (byRules === null) throw new AppError("upstream_failed", answer.problem);
  return {
    output: withOpenPoint(byRules, broken),
    algorithm: "rules",
    context: trace,
    problem: broken === null ? answer.problem : `${broken} ${answer.problem}`,
  };
}

/** A draft that lists what is to be settled first lists this first. */
function withOpenPoint(output: Json, point: string | null): Json {
  if (point === null || output === null || typeof output !== "object" || Array.isArray(output)) return output;
  const draft = output as Readonly<Record<string, Json>>;
  const { open_points: points } = draft;
  return Array.isArray(points) ? { ...draft, open_points: [point, ...points] } : output;
}

/** Passages of all queries, each once, and no more than of one. */
async function findAll(
  deps: ProjectAgentDeps,
  queries: readonly string[],
  projectId: string,
): Promise<readonly string[]> {
  const most = Math.ceil(FOUND / queries.length);
  const found = await Promise.all(queries.map((query) => findQuietly(deps, query, projectId, most)));
  return [...new Set(found.flat())];
}

/** Search is optional: its failure must not block the work. */
export async function findQuietly(
  { find, logger, db }: Pick<ProjectAgentDeps, "find" | "logger" | "db">,
  question: string,
  projectId: string,
  most: number = FOUND,
): Promise<readonly string[]> {
  try {
    return await find(question, projectId, most);
  } catch (error) {
    logger.warn("project_agent.not_found", { tenantId: db.tenantId, error });
    return [];
  }
}

/** The model's input, part by part. */
export function textOf({ request, records, events, found }: ContextLines): string {
  const block = (name: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [`<${name}>`, ...lines, `</${name}>`];
  return [
    ...request,
    ...block("records", records),
    ...block("events", events),
    ...block("found", found),
  ].join("\n");
}
