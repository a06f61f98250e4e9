/** Tasks of what people wrote: how urgent they are, where they go, and all of them as one card. */
import { describe, expect, it } from "vitest";
import { allKinds } from "../../../../src/approvals/effects/kinds.ts";
import { serviceIssueCreate } from "../../../../src/integrations/data-service/effects/service-issue-create.ts";
import { createServiceIssue } from "../../../../src/integrations/data-service/tools/create-service-issue.ts";
import { createTask } from "../../../../src/integrations/clickup/tools/create-task.ts";
import { prepareTaskCreation } from "../../../../src/projects/tools/planning/prepare-task-creation.ts";
import { extractTasks } from "../../../../src/projects/tools/planning/extract-tasks.ts";
import type { OpenSystem } from "../../../../src/projects/tools/planning/task-systems.ts";
import { priorityOf } from "../../../../src/projects/tools/planning/urgency-words.ts";
import type { ExternalTool, ReadTool } from "../../../../src/agent/tools/define-tool.ts";

describe("the priority of a task", () => {
  it.each([
    ["please replace it today", "high"],
    ["The pump leaks!", "high"],
    ["We need this ASAP", "high"],
    ["no rush", "low"],
    ["It isn't urgent, whenever you can", "low"],
    ["It would be nice to have a bench", "low"],
    ["Somebody should check the gutters", "medium"],
    ["Send the quote by Friday", "medium"],
  ])("of “%s” is %s", (words, priority) => {
    expect(priorityOf(words)).toBe(priority);
  });
});

describe("extract_tasks", () => {
  const TEXT = "Hi. The pump leaks, please replace it today. Thanks!";
  const found = (quote: string) => [
    {
      summary: "Replace the pump",
      description: "It leaks.",
      type: "bug",
      quote,
      labels: [],
      components: [],
      estimatedHours: null,
    },
  ];
  const run = (tasks: object[]) =>
    (extractTasks as ReadTool).run({ source_text: TEXT }, { extractTasks: () => Promise.resolve(tasks) }, {
      conversationId: "c",
    } as never);

  it("judges urgency by the very words that ask, and says what doesn't stand in the text", async () => {
    expect(await run(found("The pump leaks, please replace it today."))).toMatchObject({
      kind: "ok",
      outside: true,
      data: { tasks: [{ priority: "high", quote: "The pump leaks, please replace it today." }] },
    });
    const [invented] = (
      (await run(found("Paint the fence now."))) as unknown as { data: { tasks: object[] } }
    ).data.tasks;
    expect(invented).toMatchObject({ check: expect.stringContaining("Not word for word") });
    expect(invented).not.toHaveProperty("quote");
  });
});

const SERVICE: OpenSystem = {
  name: "service",
  title: "the data service",
  create: createServiceIssue,
  services: { connectionId: "con", service: "ds.example", users: ["office"], timeZone: "UTC", now: () => 0 },
  places: null,
  argsOf: ({ summary, type, description, priority }, { place, user }) =>
    Promise.resolve({ user, project: place, type, summary, description, priority }),
};
const CLICKUP: OpenSystem = {
  name: "clickup",
  title: "ClickUp",
  create: createTask,
  services: {},
  places: [{ id: "9", name: "Operations › Repairs" }],
  argsOf: () => Promise.reject(new Error("not asked")),
};
const task = (summary: string) => ({
  summary,
  description: "As asked.",
  type: "task",
  priority: "high" as const,
});
const propose = (input: object, systems: readonly OpenSystem[]) =>
  (prepareTaskCreation as ExternalTool).resolve(
    input,
    { systems: () => Promise.resolve(systems) },
    { id: "call", tenantId: "t", conversationId: "c", agent: "task", asker: null },
  );

describe("prepare_task_creation", () => {
  it("is one card with an effect for each task, by the system's own tool", async () => {
    const tasks = [task("Replace the pump"), task("Paint the rail"), task("Check the tape")];
    const resolution = await propose({ tasks, project_key: "MNT" }, [SERVICE]);
    if (resolution.kind !== "resolved") throw new Error(resolution.message);
    expect(resolution.effects.map(({ kind }) => kind)).toEqual(Array(3).fill(serviceIssueCreate.kind));
    expect(resolution.effects.map(({ document }) => document["summary"])).toEqual(
      tasks.map(({ summary }) => summary),
    );
    for (const { kind } of resolution.effects)
      expect(allKinds().find((one) => one.kind === kind)).toBeDefined();
  });

  it("says what is missing before anything is proposed", async () => {
    expect(await propose({ tasks: [task("x")], project_key: "MNT" }, [])).toMatchObject({ kind: "retry" });
    const unclear = await propose({ tasks: [task("x")], project_key: "Nowhere" }, [SERVICE, CLICKUP]);
    expect(unclear).toMatchObject({
      kind: "retry",
      message: expect.stringContaining("Operations › Repairs (9)"),
    });
    const two = { ...SERVICE, services: { ...(SERVICE.services as object), users: ["office", "marcus"] } };
    expect(await propose({ tasks: [task("Fix it")], project_key: "MNT" }, [two])).toMatchObject({
      kind: "retry",
      message: expect.stringMatching(/Task 1 .*office, marcus/) as string,
    });
  });
});
