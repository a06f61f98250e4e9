/** Task input fields shared by the write tools. */
import * as z from "zod";
import { TASK_PRIORITIES } from "../../connections/index.ts";

export const descriptionField = z
  .string()
  .trim()
  .max(4000)
  .describe("What there is to do, who reported it, what was promised; Markdown");
export const assigneesField = z
  .array(z.string().trim().min(1).max(100))
  .max(10)
  .describe('Colleagues\' names, such as ["Tom Okafor"]');
export const dueField = z
  .string()
  .trim()
  .regex(/^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2})?$/, "must be like 2026-11-27, or 2026-11-27 14:00")
  .describe("2026-11-27, or 2026-11-27 14:00 in the team's time zone");
export const priorityField = z.enum(TASK_PRIORITIES);
