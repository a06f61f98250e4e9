/** Writing help in a project: the request contains the current text, the response is Server-Sent Events. */
import * as z from "zod";
import { idSchema } from "../../platform/api/common.ts";
import { proseSchema } from "./projects.ts";

/**
 * `POST`; the response is a `text/event-stream` of `writingEventSchema`, one per event, ending with `done` or
 * `failed`.
 */
export const PROJECT_WRITING_PATH = "/api/projects/:id/writing";

/** `own`: what `ask` says. */
const writingWishSchema = z.enum(["improve", "shorten", "business", "draft", "own"]);
export type WritingWish = z.infer<typeof writingWishSchema>;

const ASK_CHARS = 1_000;
/** Earlier suggestions that a request builds on. */
const TURNS = 6;

export const writingBodySchema = z
  .strictObject({
    /** The run's ID, chosen by the client. */
    runId: idSchema,
    /** The task it belongs to; null for the whole project. */
    taskId: idSchema.nullable(),
    what: z.enum(["description", "comment", "document", "status_report", "meeting_notes"]),
    wish: writingWishSchema,
    /** In the writer's words; needed for the wish `own`. */
    ask: z.string().trim().min(1).max(ASK_CHARS).optional(),
    /** The current text; empty if there is none yet. */
    text: proseSchema,
    /** What was asked for before and suggested, oldest first. */
    before: z
      .array(z.strictObject({ ask: z.string().max(ASK_CHARS), suggested: proseSchema }))
      .max(TURNS)
      .optional(),
  })
  .refine(({ wish, ask }) => wish !== "own" || ask !== undefined, {
    path: ["ask"],
    message: "Say what you want",
  });
export type Writing = z.infer<typeof writingBodySchema>;

export const writingEventSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), delta: z.string() }),
  /** Discard what came so far: the text starts over. */
  z.object({ type: z.literal("again") }),
  z.object({ type: z.literal("done"), text: z.string() }),
  z.object({ type: z.literal("failed"), message: z.string() }),
]);
export type WritingEvent = z.infer<typeof writingEventSchema>;
