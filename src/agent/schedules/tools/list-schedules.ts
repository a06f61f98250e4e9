import * as z from "zod";
import type { Json } from "../../../kernel/hash.ts";
import { localTime } from "../../../kernel/local-time.ts";
import type { Schedule } from "../../api/schedules.ts";
import { listSchedules as list } from "../index.ts";
import { defineTool } from "../../tools/define-tool.ts";
import type { ScheduleServices } from "./index.ts";
import { scheduleForModel } from "./when.ts";

const NAMED = 6;
const CHANGED_BY =
  "How often an agent runs: on the Agents page of its project. What it may do: an admin, under Settings → Agents.";

export const listSchedules = defineTool({
  name: "list_schedules",
  title: "Check the schedules",
  done: "Checked the schedules",
  description:
    "Lists what is scheduled for you: reminders and recurring work, what is due first on top, with ids, words for when, and what went wrong last. With byItself instead: the agents and jobs " +
    "that run without being asked (such as ai-pm), how often, where, and what each may do. For “what made these cards?”, “how often does it run?”.",
  keywords:
    "how often interval recurring automatic automatically background agent agents ai-pm runs by itself unasked cards made job reminder",
  input: z.strictObject({
    byItself: z.boolean().optional().describe("True for agents and jobs that run by themselves"),
  }),
  effect: "read",
  lists: true,
  egress: "none",
  tellsOutside: true,
  summarize: () => "Looking at the schedules",
  async run({ byItself = false }, services: ScheduleServices) {
    const all = await list(services);
    if (byItself) return { kind: "list", ...(await runningByItself(all, services)), keep: "first" };
    const ours = all.filter(({ kind }) => kind === "agent");
    const items = ours.map((schedule) => scheduleForModel(schedule, services.timeZone));
    // Text that isn't a member's own may come from outside.
    const outside = ours.some(
      ({ status, createdBy }) =>
        status === "proposed" || createdBy?.kind !== "user" || createdBy.heardOutside === true,
    );
    return { kind: "list", items, keep: "first", outside };
  },
});

/** Project agents, and the jobs that every team has. */
async function runningByItself(
  all: readonly Schedule[],
  { agentRhythms, timeZone }: Pick<ScheduleServices, "agentRhythms" | "timeZone">,
) {
  const local = (at: string | null): string | null => (at === null ? null : localTime(at, timeZone));
  const agents = (await agentRhythms()).map(({ runs, ...agent }): Json => ({
    ...agent,
    runs: runs.map(({ every, nextAt, in: where }) => ({ every, nextAt: local(nextAt), in: namesIn(where) })),
  }));
  const jobs = all
    .filter(({ kind }) => kind === "system")
    .map(({ title, when, status, nextAt, lastSeenAt }): Json => ({
      job: title,
      when,
      status,
      nextAt: local(nextAt),
      lastRunAt: local(lastSeenAt),
    }));
  return { items: [...agents, ...jobs], beside: { changedBy: CHANGED_BY } };
}

function namesIn(where: readonly string[]): string {
  const more = where.length > NAMED ? ` and ${where.length - NAMED} more` : "";
  return `${where.slice(0, NAMED).join(", ")}${more}`;
}
