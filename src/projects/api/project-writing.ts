/** Help with writing in a project: asked with the text as it stands, answered as Server-Sent Events. */
import * as z from "zod";
import { idSchema } from "../../platform/api/common.ts";
import { proseSchema } from "./projects.ts";

/** `POST`; the answer is `text/event-stream` of `writingEventSchema`, each as the data of one event, ended by `done` or `failed`. */
export const PROJECT_WRITING_PATH = "/api/projects/:id/writing";

const writingWishSchema = z.enum(["improve", "shorten", "business", "draft"]);
export type WritingWish = z.infer<typeof writingWishSchema>;

export const writingBodySchema = z.strictObject({
  /** The client’s own: by it the run is known. */
  runId: idSchema,
  /** The task it is about or stands under; null for the project as a whole. */
  taskId: idSchema.nullable(),
  what: z.enum(["description", "comment", "document"]),
  wish: writingWishSchema,
  /** As it stands; empty where there is none yet. */
  text: proseSchema,
});
export type Writing = z.infer<typeof writingBodySchema>;

export const writingEventSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), delta: z.string() }),
  /** What came so far is void: it is written anew. */
  z.object({ type: z.literal("again") }),
  z.object({ type: z.literal("done"), text: z.string() }),
  z.object({ type: z.literal("failed"), message: z.string() }),
]);
export type WritingEvent = z.infer<typeof writingEventSchema>;
