/** What has gone quiet: who is to hear of which task and in which way, and, of a model's words, that they fit and say nothing the records don't. */
import * as z from "zod";
import { NUDGE_CHARS, nudgesSchema } from "../../../src/projects/api/project-agents.ts";
import { differing, lacking, readData, setShape, verdict, type ProjectSet } from "./set.ts";
import { broughtFrom, idOf, keyOfId, snapshotSchema } from "./snapshot.ts";

const dataSchema = z.strictObject({
  ...setShape,
  cases: z.array(
    z.strictObject({
      id: z.string(),
      ask: z.string(),
      project: snapshotSchema,
      /** `kind key to`; nobody else hears anything. */
      due: z.array(z.string().regex(/^(nudge|stalled|escalation) [a-z0-9]+ (dana|marcus|priya|tom|lena)$/)),
      /** Patterns that no message may hold. */
      never: z.array(z.string()).optional(),
    }),
  ),
});

export function aiPmSet(): ProjectSet {
  const { line, cases } = readData("ai-pm", dataSchema);
  return {
    set: "nudges",
    agent: "ai-pm",
    line,
    unit: "share",
    cases: cases.map(({ id, ask, project, due, never }) => ({
      id,
      ask,
      projectId: id,
      projects: (nowMs) => [broughtFrom(project, id, nowMs)],
      input: {},
      grade(output) {
        const { nudges } = nudgesSchema.parse(output);
        const wanted = due.map((one) => {
          const [kind, key, to] = one.split(" ");
          return `${kind} ${key} ${idOf(to as "dana")}`;
        });
        return verdict([
          ...differing(
            "messages",
            wanted,
            nudges.map(({ kind, task_id: task, to_user_id: to }) => `${kind} ${keyOfId(id, task)} ${to}`),
          ),
          ...nudges.flatMap(({ message, title }) => [
            ...(message.length <= NUDGE_CHARS ? [] : [`${message.length} characters about ${title}`]),
            ...(message.includes(title.slice(0, 54)) ? [] : [`“${message}” doesn’t name “${title}”`]),
            ...(message.includes(project.name.slice(0, 54)) ? [] : [`“${message}” doesn’t name the project`]),
            ...lacking(message, [], ["@", "https?:", ...(never ?? [])]),
          ]),
        ]);
      },
    })),
  };
}
