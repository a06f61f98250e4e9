import * as z from "zod";
import { localTime } from "../../../kernel/local-time.ts";
import { passage } from "../../../agent/runs/index.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import { COMMENTS_READ } from "../read.ts";
import type { TaskComment } from "../../connections/index.ts";
import { isoTime } from "../../../kernel/clock.ts";
import type { TaskServices } from "./index.ts";
import { taskNamed } from "./named.ts";
import { commentedPage, olderThanField } from "../../../agent/tools/commented-page.ts";
import { fromField } from "../../../agent/tools/text-page.ts";
import { factsOf } from "./view-task.ts";

export const taskField = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .describe("Task id as get_tasks or search_tasks return it, such as 86b4rq210, or the address of its page");

/** By what comments older than all of these are asked for; null where there are none. */
function oldestOf(comments: readonly TaskComment[]): string | null {
  const [oldest] = comments;
  return oldest === undefined || comments.length < COMMENTS_READ
    ? null
    : `${Date.parse(oldest.at)}-${oldest.id}`;
}

function placeIn(olderThan: string): Pick<TaskComment, "id" | "at"> | null {
  const [, at = "", id = ""] = /^(\d{1,15})-(\d{1,30})$/.exec(olderThan) ?? [];
  return id === "" ? null : { id, at: isoTime(Number(at)) };
}

/** One task whole. */
export const getTask = defineTool({
  name: "get_task",
  title: "Look at a task",
  done: "Looked at a task",
  description:
    "Shows one task of ClickUp whole: description, status, people, due day, tags, link, and its newest 25 comments, oldest first. A long one comes in parts, the newest comments first: call again with from, then with olderThan.",
  keywords: "clickup details comments who is on it progress todo to-do",
  input: z.strictObject({ task: taskField, from: fromField, olderThan: olderThanField }),
  effect: "read",
  egress: "provider",
  summarize: () => "Looking at a task",
  async run({ task: asked, from = 0, olderThan }, services: TaskServices) {
    const task = await taskNamed(services, asked);
    if (typeof task === "string") return retry(task);
    const older = olderThan === undefined ? undefined : placeIn(olderThan);
    if (older === null) return retry("olderThan is not one that an answer gave.");
    const [facts, comments] = await Promise.all([factsOf(task, services), services.comments(task.id, older)]);
    const isLater = from > 0 || older !== undefined;
    const beside = isLater ? { id: task.id } : facts;
    const text = older === undefined ? task.description : null;
    const page = commentedPage({ text, comments, olderThan: oldestOf(comments) }, from, beside);
    if ("retry" in page) return retry(page.retry);
    const updatedAt = localTime(task.updatedAt, services.timeZone);
    const place = { link: task.url, title: task.name, in: "tasks", at: updatedAt };
    return {
      kind: "ok",
      data: {
        ...beside,
        ...page.place,
        ...(older === undefined
          ? { description: page.text === null ? null : passage(page.text, place) }
          : {}),
        comments: page.comments.map(({ at: moment, by, text }) => {
          const at = localTime(moment, services.timeZone);
          return { at, by, text: passage(text, { ...place, title: `${by} on ${task.name}`, at }) };
        }),
      },
    };
  },
});
