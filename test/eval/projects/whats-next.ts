/** What somebody should do next: beside the order an experienced colleague of theirs put the same tasks in. */
import * as z from "zod";
import { kendallTau } from "../../../src/projects/calculations/index.ts";
import { whatsNextSchema } from "../../../src/projects/api/project-agents.ts";
import { readData, setShape, type ProjectSet } from "./set.ts";
import { broughtFrom, idOf, keyOfId, snapshotSchema, standing } from "./snapshot.ts";

const dataSchema = z.strictObject({
  ...setShape,
  cases: z.array(
    z.strictObject({
      id: z.string(),
      ask: z.string(),
      project: snapshotSchema,
      who: z.enum(["dana", "marcus", "priya", "tom", "lena"]),
      /** Keys of all their open tasks, first what is to be done first. */
      order: z.array(z.string()).min(4),
    }),
  ),
});

/** The fewest tasks that are to be named, where there are so many. */
const NAMED = 5;

export function whatsNextSet(): ProjectSet {
  const { line, cases } = readData("whats-next", dataSchema);
  return {
    set: "what’s next",
    agent: "whats-next",
    line,
    unit: "tau",
    cases: cases.map(({ id, ask, project, who, order }) => {
      const open = project.tasks.filter((task) => standing(task).isOpen && standing(task).who.includes(who));
      if (open.length !== order.length || open.some(({ key }) => !order.includes(key)))
        throw new Error(`${id}: the order names other tasks than ${who} has open`);
      return {
        id,
        ask,
        projectId: id,
        projects: (nowMs) => [broughtFrom(project, id, nowMs)],
        input: { userId: idOf(who) },
        grade(output) {
          const { tasks } = whatsNextSchema.parse(output);
          const named = tasks.map((task) => keyOfId(id, task.task_id));
          const strange = named.filter((key) => !order.includes(key));
          const few = named.length < Math.min(NAMED, order.length);
          const tau = strange.length > 0 || few ? -1 : (kendallTau(named, order) ?? -1);
          const why = few ? `only ${named.length} tasks` : `${named.join(", ")} where ${order.join(", ")}`;
          return { right: tau > line, why: tau > line ? "" : why, value: tau, weight: 1 };
        },
      };
    }),
  };
}
