import * as z from "zod";
import { quotedIn } from "../../../agent/citations/index.ts";
import type { FoundTask } from "../../ports.ts";
import { defineTool } from "../../../agent/tools/define-tool.ts";
import type { PlanningServices } from "./index.ts";
import { priorityOf } from "./urgency-words.ts";

/** Characters of a text read at once. */
const SOURCE_CHARS = 5_000;

export const extractTasks = defineTool({
  name: "extract_tasks",
  title: "Find the tasks in a text",
  done: "Found the tasks in a text",
  description:
    "Finds what a text asks to be done: each task with a title that says what to do, description, type, the words it rests on, labels, and a priority that follows from how urgent those words are. " +
    "Give the text itself as it was written, whole: one e-mail at a time, not a summary. It makes nothing: prepare_task_creation does.",
  keywords: "todo to-do action items tasks from email minutes notes requests",
  input: z.strictObject({
    source_text: z
      .string()
      .trim()
      .min(1)
      .max(SOURCE_CHARS, `must be at most ${SOURCE_CHARS} characters: give a longer text in parts`),
    project_key: z.string().trim().min(1).max(100).optional().describe("Where they will go, if known"),
  }),
  effect: "read",
  egress: "none",
  summarize: () => "Finding the tasks in a text",
  async run(
    { source_text: text, project_key: project },
    services: PlanningServices,
    { conversationId, runId },
  ) {
    const tasks = await services.extractTasks({ text, conversationId, runId });
    return {
      kind: "ok",
      outside: true,
      data: {
        tasks: tasks.map((task) => taskForModel(task, text)),
        ...(project === undefined ? {} : { project_key: project }),
        ...(tasks.length === 0 ? { hint: "The text asks for nothing to be done. Say so." } : {}),
      },
    };
  },
});

/** Urgency is read from the wording; missing facts are marked as missing. */
function taskForModel({ quote, estimatedHours, labels, components, ...task }: FoundTask, text: string) {
  const stands = quote !== "" && quotedIn(quote, text);
  return {
    summary: task.summary,
    description: task.description,
    type: task.type,
    priority: priorityOf(stands ? quote : `${task.summary} ${task.description}`),
    labels: [...labels],
    components: [...components],
    estimated_hours: estimatedHours,
    ...(stands ? { quote } : { check: "Not word for word in the text: compare it before you propose it." }),
  };
}
