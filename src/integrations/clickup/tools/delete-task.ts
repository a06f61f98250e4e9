import * as z from "zod";
import { taskDelete } from "../effects/task-delete.ts";
import type { Resolution } from "../../../approvals/ports.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import { resolvedTo } from "../../../agent/tools/resolved-to.ts";
import { taskField } from "./get-task.ts";
import type { TaskServices } from "./index.ts";
import { taskNamed } from "./named.ts";

export const deleteTask = defineTool({
  name: "delete_task",
  title: "Delete a task",
  done: "Drafted deleting a task",
  description:
    "Deletes one task of ClickUp, after a person has approved it, such as a duplicate. Only when a person of the team asks for it; work that is done is completed with update_task instead.",
  keywords: "clickup remove duplicate wrong todo to-do",
  input: z.strictObject({ task: taskField }),
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  mayAllow: false,
  effects: [taskDelete.kind],
  summarize: () => "Drafting deleting a task",
  async resolve({ task: asked }, services: TaskServices): Promise<Resolution> {
    const task = await taskNamed(services, asked);
    if (typeof task === "string") return retry(task);
    const { connectionId } = services;
    const effect = taskDelete.of({
      connectionId,
      taskId: task.id,
      taskName: task.name,
      listName: task.list.name,
    });
    return resolvedTo([effect]);
  },
});
