import * as z from "zod";
import { jiraIssueCreate, serviceIssueCreate, taskCreate } from "../../../integrations/effects/all.ts";
import type { Resolution } from "../../../approvals/ports.ts";
import type { Call } from "../../../agent/tools/call.ts";
import { defineTool, resolverOf, retry } from "../../../agent/tools/define-tool.ts";
import { parseInput } from "../../../agent/tools/parse-input.ts";
import { resolvedTo } from "../../../agent/tools/resolved-to.ts";
import type { PlanningServices } from "./index.ts";
import {
  line,
  placeNamed,
  SYSTEMS,
  wantedTaskSchema,
  type OpenSystem,
  type WantedTask,
} from "./task-systems.ts";

/** Maximum tasks per card. */
const MOST = 20;

/** Proposes several tasks on one card, where each can be changed or removed. */
export const prepareTaskCreation = defineTool({
  name: "prepare_task_creation",
  title: "Create several tasks",
  done: "Drafted tasks",
  description:
    "Proposes one or several tasks as ONE card, each of which a colleague can change or leave out; one confirmation makes them all, in the project or list that project_key names. " +
    "Look for existing ones first (find_related_tasks) and leave out what is there. Propose all of a request in one call.",
  keywords: "make create add new multiple several many tasks work orders todo bundle batch at once from mail",
  input: z.strictObject({
    tasks: z.array(wantedTaskSchema).min(1).max(MOST),
    project_key: line(100).describe("Key or name of the project or list"),
    user: line(100).optional().describe("User of the data service it is done as, where that asks for one"),
    system: z.enum(SYSTEMS).optional().describe("Only where a key could be of several"),
  }),
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  mayAllow: true,
  effects: [jiraIssueCreate.kind, taskCreate.kind, serviceIssueCreate.kind],
  summarize: ({ tasks }) =>
    tasks.length === 1 ? `Drafting a task: ${tasks[0]?.summary ?? ""}` : `Drafting ${tasks.length} tasks`,
  async resolve(
    { tasks, project_key: wanted, system, user },
    { systems }: PlanningServices,
    call,
  ): Promise<Resolution> {
    const found = placeNamed(await systems(), wanted, system);
    if (typeof found === "string") return retry(found);
    const resolved = [];
    for (const [index, task] of tasks.entries()) {
      const one = await resolveOne({ ...found, user }, task, call);
      if (one.kind !== "resolved")
        return { ...one, message: `Task ${index + 1} (“${task.summary}”): ${one.message}` };
      resolved.push(one);
    }
    return resolvedTo(
      resolved.flatMap(({ effects }) => effects),
      resolved.flatMap(({ lints }, index) =>
        lints.map((lint) => ({
          ...lint,
          path: tasks.length > 1 && lint.path !== null ? `/${index}${lint.path}` : lint.path,
        })),
      ),
    );
  },
});

/** Resolved by the system's own tool, with its validation. */
async function resolveOne(
  {
    system,
    ...aim
  }: { readonly system: OpenSystem; readonly place: string; readonly user: string | undefined },
  task: WantedTask,
  call: Call,
): Promise<Resolution> {
  const args = Object.entries(await system.argsOf(task, aim)).filter(([, value]) => value !== undefined);
  const input = parseInput(system.create, Object.fromEntries(args));
  if (!input.ok) {
    const issues = input.issues.map(({ path, message }) => `${path.slice(1)} ${message}`);
    return retry(`${system.title} doesn't take it: ${issues.join("; ")}.`);
  }
  const resolver = resolverOf(system.create);
  if (resolver === null) throw new TypeError("a tool that creates tasks proposes nothing");
  return resolver.resolve(input.value, system.services, call);
}
