/** Shared by the tools that change a schedule. */
import type { Actor } from "../../../platform/audit/index.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { Schedule } from "../../api/schedules.ts";
import { getSchedule, type EditDeps } from "../index.ts";
import type { Asker } from "../../tools/call.ts";
import type { ToolResult } from "../../tools/define-tool.ts";
import type { ScheduleServices } from "./index.ts";
import { asksForChange, type ScheduleChange } from "./own-words.ts";
import { scheduleForModel } from "./when.ts";
import { retry } from "../../tools/define-tool.ts";

const STEWARD: Actor = { kind: "agent", id: "agent:steward", name: "Steward" };

/** The answer if no member asked for it in their own words. */
const NOT_ASKED =
  "Only a colleague can have this schedule changed. Their newest message has to ask for it and name the schedule. Ask them with ask_user, or tell them to do it under Schedules.";

/** The requested change and who asks for it. */
interface Wanted {
  readonly id: string;
  readonly asker: Asker | null;
  readonly changes: readonly ScheduleChange[];
}

function isBy(asker: Asker | null, { id, name }: NonNullable<Schedule["createdBy"]>): boolean {
  const speaker = asker?.speaker;
  if (speaker?.kind !== "user") return false;
  return id === undefined || speaker.id === undefined ? speaker.name === name : speaker.id === id;
}

/** Changes a schedule of the agent; problems are returned to the model. Only people can start a proposed one. */
export async function changed(
  deps: ScheduleServices,
  { id, asker, changes }: Wanted,
  change: (deps: EditDeps, by: Actor) => Promise<Schedule>,
): Promise<ToolResult> {
  try {
    const known = await getSchedule(deps, id);
    if (known.kind === "system")
      return {
        kind: "failed",
        message: "That is a job of Steward itself; people change it under Schedules.",
      };
    if (known.status === "proposed")
      return {
        kind: "failed",
        message: "It is only proposed. A colleague starts or deletes it under Schedules.",
      };
    const { title, instruction, when, createdBy } = known;
    const isTheirs = createdBy?.kind === "user" && !isBy(asker, createdBy);
    // People call what they asked for by what it does and how often, too.
    const isMine = createdBy?.kind === "user" && !isTheirs && asker?.outside === true;
    const named = isMine ? `${title} ${instruction} ${when}` : title;
    const whose = isTheirs ? "theirs" : isMine ? "mine" : "own";
    if (!changes.every((one) => asksForChange(asker, one, named, whose)))
      return { kind: "failed", message: NOT_ASKED };
    const schedule = await change(deps, STEWARD);
    const shown = scheduleForModel(schedule, deps.timeZone);
    return { kind: "ok", data: changes.includes("delete") ? { ...shown, status: "deleted" } : shown };
  } catch (error) {
    const isWrong =
      error instanceof AppError &&
      ["invalid_arguments", "not_found", "changed", "conflict"].includes(error.code);
    if (isWrong) return retry(error.message);
    throw error;
  }
}
