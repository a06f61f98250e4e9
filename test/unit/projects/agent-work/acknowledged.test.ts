// Seed 004:720: an assignee who says in Slack that they are on it moves their task to in progress.
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { acknowledge, saysOnIt } from "../../../../src/projects/agent-work/acknowledged.ts";
import { approvalPostedAs } from "../../../../src/integrations/slack/posted.ts";
import { tasks } from "../../../../src/projects/tables/projects.ts";
import { listChanges } from "../../../../src/projects/index.ts";
import { records } from "../../../support/node-d1.ts";
import { insertInto } from "../../../support/insert-into.ts";
import { freshFiles } from "../../workspace/harness.ts";
import { members, projectWorld, someProject, someTask, type World } from "../harness.ts";

const THREAD = { channelId: "D0123456789", threadTs: "1700000000.000100" };
let deps: World;
let taskId: string;
let project: string;
let assignee: { id: string; name: string };
let other: { id: string; name: string };

beforeEach(async () => {
  await freshFiles();
  deps = projectWorld();
  const projectId = await someProject(deps);
  const [one = "", two = ""] = await members(deps);
  [assignee, other] = [
    { id: one, name: "Dana" },
    { id: two, name: "Marcus" },
  ];
  project = projectId;
  taskId = (await someTask(deps, projectId, { assigneeIds: [one] })).id;
  await insertInto(records, "project_agent_runs", deps.db.tenantId, {
    id: "run_nudge",
    agent: "ai-pm",
    output: JSON.stringify({
      nudges: [
        {
          task_id: taskId,
          title: "t",
          project_id: projectId,
          project_name: "p",
          kind: "nudge",
          to_user_id: one,
          to_name: "Dana",
          quiet_hours: 60,
          message: "How is it coming along?",
          disposition: "proposed",
          approval_id: "approval_nudge",
        },
      ],
    }),
  });
  await insertInto(records, "approvals", deps.db.tenantId, {
    id: "approval_nudge",
    agent: "ai-pm",
    run_id: "run_nudge",
    tool_call_id: "nudge.run_nudge.t",
  });
  await insertInto(records, "effects", deps.db.tenantId, {
    id: "effect_nudge",
    approval_id: "approval_nudge",
    kind: "slack.post",
    status: "done",
    provider_id: `${THREAD.channelId}/${THREAD.threadTs}`,
  });
});

const statusOf = async () => (await deps.db.find(tasks, eq(tasks.id, taskId)))?.status;
/** What Slack's event says, as far as the thread is one of ours. */
const says = async (text: string, more: Partial<typeof THREAD> & { member?: typeof assignee } = {}) => {
  const { member = assignee, ...thread } = more;
  const approvalId = await approvalPostedAs(deps.db, { ...THREAD, ...thread });
  return approvalId === null ? null : acknowledge(deps, { approvalId, text, member });
};

describe("“on it” in a reminder’s thread", () => {
  it("moves the assignee's task to in progress, as theirs, and tells them", async () => {
    expect(await says("On it!")).toMatch(/is in progress now/);
    expect(await statusOf()).toBe("in_progress");
    const { items } = await listChanges(deps.db, project, { entityId: taskId });
    expect(JSON.stringify(items)).toContain(assignee.id);
    // A repeat finds nothing left to do.
    expect(await says("On it!")).toBeNull();
  });

  it.each([
    ["from someone else", () => says("On it!", { member: other })],
    ["in another thread", () => says("On it!", { threadTs: "1700000000.000200" })],
    ["in another channel", () => says("On it!", { channelId: "D9999999999" })],
    ["that says something else", () => says("Can’t, the paint hasn’t come")],
  ])("does nothing %s", async (_what, reply) => {
    expect(await reply()).toBeNull();
    expect(await statusOf()).toBe("created");
  });

  it("does nothing to a task that is no longer theirs, or has gone on", async () => {
    for (const set of [
      { assigneeIds: [other.id] },
      { assigneeIds: [assignee.id], status: "blocked" as const },
    ]) {
      await deps.db.batch([deps.db.update(tasks, set, eq(tasks.id, taskId))]);
      expect(await says("On it!")).toBeNull();
    }
    expect(await statusOf()).toBe("blocked");
  });
});

it.each([
  ["on it", true],
  ["Yes, I'm on it now, thanks!", true],
  ["I’m working on it", true],
  ["Will do 👍", true],
  ["Starting today.", true],
  ["Ok, I'll start on it this morning", true],
  ["I'm on it next week", false],
  ["not on it", false],
  ["Is Marcus on it?", false],
  ["On it, but the key is missing", false],
  ["ok", false],
  ["", false],
])("“%s” begins the work: %s", (text, begins) => {
  expect(saysOnIt(text)).toBe(begins);
});
