import * as z from "zod";
import { AppError } from "../../kernel/errors.ts";
import { publishEvent } from "../index.ts";
import { defineTool, retry } from "../../agent/tools/define-tool.ts";
import type { ProjectServices } from "./index.ts";

const scalar = z.union([z.string().max(500), z.number(), z.boolean(), z.null()]);

export const pmPublish = defineTool({
  name: "pm_publish",
  title: "Note an event of projects",
  done: "Noted an event of projects",
  description: "Adds an event to the journal of projects, such as pm.ai.nudged, for those who read it later.",
  keywords: "publish emit add write entry log event journal projects notify subscribers",
  input: z.strictObject({
    subject: z
      .string()
      .regex(/^pm\.[a-z]+\.[a-z_]+$/)
      .max(80),
    id: z.string().max(100).optional(),
    timestamp: z.iso.datetime({ offset: true }).optional(),
    payload: z.record(z.string().max(40), z.union([scalar, z.array(scalar).max(50)])).optional(),
  }),
  effect: "internal",
  egress: "none",
  tellsOutside: true,
  summarize: ({ subject }) => `Noting ${subject}`,
  async run({ subject, id, timestamp, payload = {} }, { projects }: ProjectServices, call) {
    try {
      const actor = { kind: "agent" as const, id: call.agent };
      const eventId = await publishEvent(projects, {
        id: id ?? call.id,
        type: subject,
        at: timestamp,
        actor,
        payload,
      });
      return { kind: "ok", data: { published: true, subject, eventId } };
    } catch (error) {
      if (error instanceof AppError && error.code === "invalid_arguments") return retry(error.message);
      throw error;
    }
  },
});
