/** What a member should do next: ranked by rules, explained and possibly reordered by the model. */
import { isoTime } from "../../../kernel/clock.ts";
import type { Json } from "../../../kernel/hash.ts";
import { whatsNextDraftSchema, type WhatsNext } from "../../api/project-agents.ts";
import { rankTasks, velocity, type TaskFact } from "../../calculations/index.ts";
import { readOwnWork, readProject, type ProjectFacts } from "../facts.ts";
import {
  changeLines,
  commentLines,
  counted,
  descriptionLines,
  toOneLine,
  openBefore,
  taskLine,
} from "../lines.ts";
import type { Prepared, ProjectAgentWork, Work } from "../types.ts";

/** Maximum tasks returned. */
const MOST = 10;
/** Tasks the model may choose from. */
const SHOWN = 25;
/** Tasks whose like is looked for. */
const LOOKED_UP = 3;

type Ranked = ReturnType<typeof rankTasks>[number];

export const whatsNextWork: ProjectAgentWork = { name: "whats-next", prepare };

async function prepare({ from, run, input }: Work): Promise<Prepared> {
  const userId = input.userId ?? run.requestedById ?? "";
  const facts =
    run.projectId === "" ? await readOwnWork(from, userId) : await readProject(from, run.projectId);
  const name = facts.people.get(userId) ?? "a colleague";
  const own = facts.tasks.filter(({ assignees }) => assignees.includes(userId));
  const { perWeek, hoursPerWeek } = velocity(own, from.nowMs, 4);
  const ranked = rankTasks(own, facts.tasks, facts.dependencies, { nowMs: from.nowMs, hoursPerWeek });
  const shown = ranked.slice(0, SHOWN);
  const before = openBefore(facts);
  return {
    about: `What ${name} should do next`,
    request: [
      `Rank the next tasks of ${name}. In the last four weeks they finished ${counted(perWeek, "task")} (${hoursPerWeek} h) a week.`,
      ...(input.words === undefined ? [] : [`They say: ${input.words}`]),
    ],
    records: [
      ...shown.map((one, at) => `${at + 1}. ${taskLine(one.task, facts, whyOf(one, before, facts))}`),
      ...shown.flatMap(({ task }) => descriptionLines(task, facts)),
    ],
    events: [
      ...commentLines(facts, { of: new Set(shown.map(({ task }) => task.id)) }),
      ...changeLines(facts),
    ],
    find:
      shown.length === 0
        ? []
        : [
            `How work like this was finished, and what held it up: ${shown
              .slice(0, LOOKED_UP)
              .map(({ task }) => toOneLine(task.title, 80))
              .join("; ")}`,
          ],
    byRules: outputOf(ranked.slice(0, MOST), new Map(), ranked, from.nowMs, "rules"),
    isEmpty: ranked.length === 0,
    settle(draft) {
      const { tasks } = whatsNextDraftSchema.parse(draft);
      const chosen = new Map<string, string>();
      for (const { task_id: named, reasoning } of tasks) {
        const task = facts.taskNamed(named);
        if (task !== null && ranked.some((one) => one.task.id === task.id) && !chosen.has(task.id))
          chosen.set(task.id, reasoning);
      }
      const ordered = orderedBy([...chosen.keys()], ranked);
      return outputOf(ordered, chosen, ranked, from.nowMs, "ai");
    },
  };
}

/** In the model's order, unblocked tasks first; filled up by rules if the model named fewer than five. */
function orderedBy(ids: readonly string[], ranked: readonly Ranked[]): Ranked[] {
  const named = ids.flatMap((id) => ranked.find(({ task }) => task.id === id) ?? []);
  const rest = ranked.filter(({ task }) => !ids.includes(task.id));
  const filled = [...named, ...rest.slice(0, Math.max(0, 5 - named.length))];
  return filled.toSorted((one, other) => Number(one.isBlocked) - Number(other.isBlocked)).slice(0, MOST);
}

function outputOf(
  chosen: readonly Ranked[],
  reasons: ReadonlyMap<string, string>,
  ranked: readonly Ranked[],
  nowMs: number,
  algorithm: WhatsNext["algorithm"],
): Json {
  const output: WhatsNext = {
    tasks: chosen.map((one, at) => ({
      task_id: one.task.id,
      title: one.task.title,
      rank: at + 1,
      reasoning: reasons.get(one.task.id) ?? sentence(one.reasons),
      blocking_count: one.blockingCount,
      urgency_score: one.urgency,
      rule_rank: ranked.indexOf(one) + 1,
    })),
    generated_at: isoTime(nowMs),
    algorithm,
  };
  return output;
}

function sentence(reasons: readonly string[]): string {
  const words = reasons.join(", ");
  return words === "" ? "Next in line." : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function whyOf(one: Ranked, before: ReadonlyMap<string, readonly string[]>, facts: ProjectFacts): string[] {
  const first = before.get(one.task.id) ?? [];
  return [
    ...(first.length === 0 ? [] : [`waits for ${first.map((id) => nameOf(id, facts)).join(", ")}`]),
    `urgency ${one.urgency}`,
    ...one.reasons,
  ];
}

function nameOf(id: string, facts: ProjectFacts): string {
  const task: TaskFact | undefined = facts.tasks.find((known) => known.id === id);
  return task === undefined ? "?" : `${facts.refOf(id)} (${task.title})`;
}
