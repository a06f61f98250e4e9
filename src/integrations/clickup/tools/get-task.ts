import * as z from "zod";
import { localTime } from "../../../kernel/local-time.ts";
import { passage } from "../../../agent/runs/index.ts";
import { defineTool } from "../../../agent/tools/define-tool.ts";
import type { TaskServices } from "./index.ts";
import { taskNamed } from "./named.ts";
import { commentedPage } from "../../../agent/tools/commented-page.ts";
import { fromField } from "../../../agent/tools/text-page.ts";
import { factsOf } from "./view-task.ts";

/** Input field for a task. */
export const taskField = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .describe("Task id as get_tasks or search_tasks return it, such as 86b4rq210, or the address of its page");

export const getTask = defineTool({
  name: "get_task",
  title: "Look at a task",
  done: "Looked at a task",
  description:
    "Shows one task of ClickUp whole: description, status, people, due day, tags, link, and its newest 25 comments, oldest first. A long one comes in parts, the newest comments first: call again with from.",
  keywords: "clickup details comments who is on it progress todo to-do",
  input: z.strictObject({ task: taskField, from: fromField }),
  effect: "read",
  egress: "provider",
  summarize: () => "Looking at a task",
  async run({ task: asked, from = 0 }, services: TaskServices) {
    const task = await taskNamed(services, asked);
    if (typeof task === "string") return { kind: "retry", message: task };
    const [facts, comments] = await Promise.all([factsOf(task, services), services.comments(task.id)]);
    const beside = from > 0 ? { id: task.id } : facts;
    const page = commentedPage({ text: task.description, comments }, from, beside);
    if ("retry" in page) return { kind: "retry", message: page.retry };
    const updatedAt = localTime(task.updatedAt, services.timeZone);
    const place = { link: task.url, title: task.name, in: "tasks", at: updatedAt };
    return {
      kind: "ok",
      data: {
        ...beside,
        ...page.place,
        description: page.text === null ? null : passage(page.text, place),
        comments: page.comments.map(({ at: moment, by, text }) => {
          const at = localTime(moment, services.timeZone);
          return { at, by, text: passage(text, { ...place, title: `${by} on ${task.name}`, at }) };
        }),
      },
    };
  },
});
