import * as z from "zod";
import { localTime } from "../../../kernel/local-time.ts";
import { passage } from "../../../agent/runs/index.ts";
import { defineTool } from "../../../agent/tools/define-tool.ts";
import type { TaskServices } from "./index.ts";
import { taskNamed } from "./named.ts";
import { shortened } from "../../../agent/tools/shortened.ts";
import { wholeOf } from "./view-task.ts";

const COMMENT_CHARS = 600;

/** A task as a tool's input. */
export const taskField = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .describe("Task id as get_tasks or search_tasks return it, such as 86b4rq210, or the address of its page");

/** One task whole. */
export const getTask = defineTool({
  name: "get_task",
  title: "Look at a task",
  done: "Looked at a task",
  description:
    "Shows one task of ClickUp whole: description, status, people, due day, tags, link, and its newest 25 comments, oldest first.",
  keywords: "clickup details comments who is on it progress todo to-do",
  input: z.strictObject({ task: taskField }),
  effect: "read",
  egress: "provider",
  summarize: () => "Looking at a task",
  async run({ task: asked }, services: TaskServices) {
    const task = await taskNamed(services, asked);
    if (typeof task === "string") return { kind: "retry", message: task };
    const [whole, comments] = await Promise.all([wholeOf(task, services), services.comments(task.id)]);
    return {
      kind: "ok",
      data: {
        ...whole,
        comments: comments.map(({ at: moment, by, text }) => {
          const at = localTime(moment, services.timeZone);
          const place = { link: task.url, title: `${by} on ${task.name}`, in: "tasks", at };
          return { at, by, text: passage(shortened(text, COMMENT_CHARS), place) };
        }),
      },
    };
  },
});
