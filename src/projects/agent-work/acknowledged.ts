/**
 * An assignee who answers a reminder in Slack that they are on it: their task is in progress from then on. It counts only in the
 * reminder's own thread, and from the person it went to.
 */
import { eq } from "drizzle-orm";
import { approvals } from "../../approvals/tables/approvals.ts";
import { AppError } from "../../kernel/errors.ts";
import { nudgesSchema } from "../api/project-agents.ts";
import type { ProjectDeps } from "../ports.ts";
import { projectAgentRuns } from "../tables/project-agents.ts";
import { tasks } from "../tables/projects.ts";
import { changeTask } from "../tasks.ts";

/** A member's reply to a message of ours. */
export interface ThreadReply {
  /** The approval by which the message was posted. */
  readonly approvalId: string;
  readonly text: string;
  readonly member: { readonly id: string; readonly name: string };
}

/** Words of a whole message that begin the work. Anything else goes to the agent. */
const BEFORE = "(?:(?:yes|yep|yeah|ok|okay|sure|right|thanks|thank you|sorry)[\\s,.!:;–—-]*)*";
const SAID =
  "(?:(?:i['’]?m |i am |we['’]?re |we are )?(?:already )?(?:on it|working on (?:it|this|that)|starting(?: (?:it|this|on it|on this))?|doing (?:it|this))|(?:i|we)(?:['’]?ve| have)? (?:just )?started(?: (?:it|on it))?|started|will do|(?:i|we)(?:['’]ll| will) (?:do|start|take) (?:it|this|on it))";
const AFTER = "(?:[\\s,]*(?:now|today|right now|right away|this morning|this afternoon|thanks|thank you))*";
const ON_IT = new RegExp(`^${BEFORE}${SAID}${AFTER}[\\s.!👍🙂]*$`, "iu");

/** Whether a message says that its writer is at work on it. */
export function saysOnIt(text: string): boolean {
  return ON_IT.test(text.trim());
}

/** Moves the task of a reminder to in progress. Returns what to tell the member; null if the reply isn't one. */
export async function acknowledge(deps: ProjectDeps, reply: ThreadReply): Promise<string | null> {
  if (!saysOnIt(reply.text)) return null;
  const task = await taskOf(deps, reply);
  if (task === null || task.status !== "created" || !task.assigneeIds.includes(reply.member.id)) return null;
  try {
    await changeTask(
      deps,
      { id: task.id, version: task.version, status: "in_progress" },
      { actor: { kind: "user", ...reply.member } },
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return null;
  }
  return `“${task.title}” is in progress now.`;
}

/** The task that the reminder to this member was about. */
async function taskOf({ db }: ProjectDeps, { approvalId, member }: ThreadReply) {
  const approval = await db.find(approvals, eq(approvals.id, approvalId));
  if (approval?.agent !== "ai-pm") return null;
  const run = await db.find(projectAgentRuns, eq(projectAgentRuns.id, approval.runId));
  const nudge = nudgesSchema
    .safeParse(run?.output)
    .data?.nudges.find((one) => one.approval_id === approvalId && one.to_user_id === member.id);
  if (nudge === undefined) return null;
  const task = await db.find(tasks, eq(tasks.id, nudge.task_id));
  return task === null || task.deletedAt !== null ? null : task;
}
