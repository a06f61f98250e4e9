import * as z from "zod";
import { describeEvents, PM_STREAMS, queryEvents } from "../index.ts";
import { defineTool } from "../../agent/tools/define-tool.ts";
import type { ProjectServices } from "./index.ts";

const WEEK_MINUTES = 10_080;

export const pmEvents = defineTool({
  name: "pm_events",
  title: "Read what happened in projects",
  done: "Read what happened in projects",
  description:
    "Lists events of projects within the last minutes, newest first: pm.tasks.status_changed, pm.tasks.created, pm.comments.created and so on.",
  keywords: "activity history happened changed recently event stream journal task project",
  input: z.strictObject({
    stream: z.enum(PM_STREAMS),
    subject_filter: z.string().max(80).optional().describe("One type, such as pm.tasks.status_changed"),
    projectId: z.string().max(200).optional(),
    last_minutes: z.int().min(1).max(WEEK_MINUTES).optional().describe("60 if left out"),
    limit: z.int().min(1).max(100).optional().describe("20 if left out"),
  }),
  effect: "read",
  egress: "none",
  summarize: ({ stream }) => `Reading events of ${stream}`,
  async run(
    { stream, subject_filter: type, projectId, last_minutes: lastMinutes = 60, limit = 20 },
    { projects, timeZone }: ProjectServices,
  ) {
    const found = await queryEvents(projects, { stream, type, projectId, lastMinutes, limit });
    const events = await describeEvents(projects, found, timeZone);
    return { kind: "ok", outside: true, data: { events, count: events.length } };
  },
});
