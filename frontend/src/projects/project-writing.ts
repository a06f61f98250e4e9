/** Streams writing help as it is generated. */
import {
  writingEventSchema,
  type Writing,
  type WritingEvent,
} from "../../../src/projects/api/project-writing.ts";
import { failureOf } from "../api/call.ts";

/** Requests it. Throws ApiError if it can't start; an AbortError passes through. */
export async function writeWith(
  projectId: string,
  body: Writing,
  { hear, signal }: { hear: (event: WritingEvent) => void; signal: AbortSignal },
): Promise<void> {
  const answer = await fetch(`/api/projects/${encodeURIComponent(projectId)}/writing`, {
    method: "POST",
    credentials: "same-origin",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  if (!answer.ok || answer.body === null) throw await failureOf(answer);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const events = `${rest}${read.value}`.split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const parsed = writingEventSchema.safeParse(JSON.parse(event.replace(/^data: /, "")));
      if (parsed.success) hear(parsed.data);
    }
  }
}
