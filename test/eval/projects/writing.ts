/** Help with writing: what must be kept and what must not be made up, by patterns; the telling by a judge. By code: all that a right answer rests on is given, and nothing in it can end what encloses it. */
import * as z from "zod";
import { writeText } from "../../../src/projects/agent-work/index.ts";
import { writingBodySchema } from "../../../src/projects/api/project-writing.ts";
import { depsIn, worldOf } from "./by-code.ts";
import {
  lacking,
  readData,
  setShape,
  verdict,
  wordsIn,
  type Graded,
  type ProjectCase,
  type ProjectSet,
} from "./set.ts";
import { broughtFrom, snapshotSchema, taskId } from "./snapshot.ts";

const dataSchema = z.strictObject({
  ...setShape,
  cases: z.array(
    z.strictObject({
      id: z.string(),
      ask: z.string(),
      project: snapshotSchema,
      task: z.string().nullable(),
      what: writingBodySchema.shape.what,
      wish: writingBodySchema.shape.wish,
      text: z.string(),
      /** Patterns it must hold; each stands in the text or the records. */
      keeps: z.array(z.string()),
      /** Whether something must be left for the writer to fill in, in square brackets. */
      leavesOpen: z.boolean().optional(),
      /** Patterns it must not. */
      never: z.array(z.string()).optional(),
      /** The most characters it may have. */
      most: z.number().int().optional(),
    }),
  ),
});

export function writingSet(): ProjectSet {
  const { line, cases } = readData("writing", dataSchema);
  return {
    set: "texts",
    agent: "writing-assistant",
    line,
    unit: "share",
    cases: cases.map(
      ({
        id,
        ask,
        project,
        task,
        what,
        wish,
        text,
        keeps,
        never = [],
        most = Infinity,
        leavesOpen = false,
      }) => ({
        id,
        ask,
        projectId: id,
        projects: (nowMs) => [broughtFrom(project, id, nowMs)],
        input: {},
        writing: { taskId: task === null ? null : taskId(id, task), what, wish, text },
        given: keeps.map((pattern) => new RegExp(pattern, "iu")),
        grade(output) {
          const words = wordsIn(output);
          return verdict([
            ...lacking(words, keeps, [
              "^(here|sure|certainly|of course)\\b",
              "</?(text|records|events|found)>",
              ...never,
            ]),
            ...(words.length <= most ? [] : [`${words.length} characters, not ${most}`]),
            ...(!leavesOpen || /\[[^\]]+\]/.test(words) ? [] : ["it leaves nothing open"]),
            ...(words.trim() === "" ? ["it is empty"] : []),
          ]);
        },
        judged: (output) => ({
          rubric: "text",
          truth: [ask, `The text as it stood: ${text === "" ? "(none)" : text}`],
          words: wordsIn(output),
        }),
      }),
    ),
  };
}

/** What the writing assistant is asked for a case, without a model behind it. */
export async function gradeAsked(one: ProjectCase): Promise<Graded> {
  const { writing } = one;
  if (writing === undefined) throw new Error(`${one.id} asks for no text`);
  let read = "";
  const deps = depsIn(await worldOf(one), (text) => {
    read = text;
    return { kind: "answered", draft: "the text" };
  });
  const asked = { ...writing, runId: "run_1", projectId: one.projectId, userId: "user_demo_dana" };
  await writeText(deps, asked, {} as never);
  const [enclosed = "", ...more] = [...read.matchAll(/^<text>\n([\s\S]*?)\n<\/text>$/gm)].map(
    ([, inner]) => inner,
  );
  const ends = read.match(/<\/text>/g) ?? [];
  return verdict([
    ...(one.given ?? []).flatMap((pattern) =>
      pattern.test(read) ? [] : [`nothing like ${pattern} is given`],
    ),
    ...(ends.length === 1 && more.length === 0 ? [] : ["the text ends what encloses it"]),
    ...(enclosed.replaceAll(/[‹›]/g, "") === writing.text.replaceAll(/[<>]/g, "")
      ? []
      : ["the text isn’t given whole"]),
  ]);
}
