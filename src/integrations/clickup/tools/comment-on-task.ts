import * as z from "zod";
import { taskComment } from "../effects/task-comment.ts";
import type { Resolution } from "../../../approvals/ports.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import { resolvedTo } from "../../../agent/tools/resolved-to.ts";
import { taskField } from "./get-task.ts";
import type { TaskServices } from "./index.ts";
import { taskNamed } from "./named.ts";

export const commentOnTask = defineTool({
  name: "comment_on_task",
  title: "Comment on a task",
  done: "Drafted a comment on a task",
  description:
    "Posts a comment on a task in ClickUp, after a person has approved it: what was found out, what a resident answered. ClickUp tells the people on the task.",
  keywords: "clickup note reply add information progress todo to-do",
  input: z.strictObject({
    task: taskField,
    text: z.string().trim().min(1).max(4000).describe("The comment, plain text"),
  }),
  effect: "external",
  egress: "provider",
  defaultMode: "ask",
  mayAllow: true,
  effects: [taskComment.kind],
  summarize: () => "Drafting a comment on a task",
  async resolve({ task: asked, text }, services: TaskServices): Promise<Resolution> {
    const task = await taskNamed(services, asked);
    if (typeof task === "string") return retry(task);
    const { connectionId } = services;
    const effect = taskComment.of({
      connectionId,
      taskId: task.id,
      taskName: task.name,
      listName: task.list.name,
      text,
    });
    return resolvedTo([effect]);
  },
});
