/** The sets of the agents that run projects, asked of the really running product with a model behind it: each case's projects are brought in, the agent is asked as a page would, and its answer is kept as it came. */
import { randomUUID } from "node:crypto";
import { bringDemoRecords } from "../../../scripts/demo-projects.ts";
import type { Stack } from "../../../scripts/stack.ts";
import type { Json } from "../../../src/kernel/hash.ts";
import type { ProjectAgentRun } from "../../../src/projects/api/project-agent-runs.ts";
import { writingEventSchema } from "../../../src/projects/api/project-writing.ts";
import { eventually, signInAs, type Client } from "../../support/client.ts";
import { turnEnded } from "../../support/turns.ts";
import type { ProjectAnswer } from "./answer.ts";
import { gradedAnswer, UNREAD } from "./decide.ts";
import type { Judge } from "./judge.ts";
import type { ProjectCase, ProjectSet } from "./set.ts";

const DANA = "dana@alderfinch.example";
const RUN_MS = 15 * 60_000;
/** What was learned stays with the team, and the demo's projects do: both come after what they would be read for. */
const LAST: readonly string[] = ["learning-agent", "nl-query"];

/** Asks all of it, one after the other. Without a judge nothing is judged. */
export async function askProjects(
  stack: Stack,
  sets: readonly ProjectSet[],
  judge: Judge | null,
  say: (line: string) => void,
): Promise<ProjectAnswer[]> {
  const dana = await signInAs(stack.appUrl, stack.sandboxUrl, DANA);
  const ordered = sets.toSorted((one, other) => LAST.indexOf(one.agent) - LAST.indexOf(other.agent));
  const answers: ProjectAnswer[] = [];
  for (const set of ordered) {
    say(`asking ${set.set}: ${set.cases.length}`);
    if (set.agent === "nl-query")
      await bringDemoRecords((path, body) => dana.json("POST", `/api/${path}`, body));
    for (const one of set.cases) answers.push(await askCase(dana, set, one, judge));
  }
  return answers;
}

async function askCase(
  dana: Client,
  { set, agent }: ProjectSet,
  one: ProjectCase,
  judge: Judge | null,
): Promise<ProjectAnswer> {
  const atMs = Date.now();
  const undo = await bring(dana, one, atMs);
  const begun = performance.now();
  // A case that can't be asked is wrong; the others are asked all the same.
  const said = await answerOf(dana, agent, one).catch((error: unknown) => ({
    output: null,
    problem: String(error).slice(0, 500),
  }));
  const answer = { set, id: one.id, atMs, seconds: (performance.now() - begun) / 1_000, ...said };
  await undo();
  if (judge === null || one.judged === undefined || said.output === null) return answer;
  // What has the wrong form has nothing to be judged.
  const { right, why } = await gradedAnswer(one, said.output, atMs);
  return !right && why.startsWith(UNREAD)
    ? answer
    : { ...answer, judge: await judge(one.judged(said.output, atMs)) };
}

/** Brings what a case needs; answers how it goes again. */
async function bring(dana: Client, one: ProjectCase, nowMs: number): Promise<() => Promise<void>> {
  const projects = one.projects(nowMs);
  const rates: string[] = [];
  for (const project of projects) await dana.json("POST", "/api/project-imports", project);
  for (const [role, perHour] of Object.entries(one.rates ?? {})) {
    const id = randomUUID();
    await dana.json("POST", "/api/rates", { id, role, perHour, userId: null, currency: "USD" });
    rates.push(id);
  }
  return async () => {
    for (const id of rates) await dana.request("DELETE", `/api/rates/${id}?version=1`);
    for (const { project, tasks } of projects) {
      await Promise.all(tasks.map(({ id }) => remove(dana, `/api/tasks/${id}`)));
      await remove(dana, `/api/projects/${project.id}`);
    }
  };
}

/** Removes it; what is gone already, such as a part with its task, is let be. */
async function remove(dana: Client, path: string): Promise<void> {
  const found = await dana.request("GET", path);
  if (!found.ok) return;
  const held = (await found.json()) as Record<string, { version?: number } | number | undefined>;
  const [task, project] = [held["task"], held["project"]];
  const own = [held, task, project].flatMap((one) => (typeof one === "object" ? (one["version"] ?? []) : []));
  await dana.request("DELETE", `${path}?version=${Number(own[0] ?? 1)}`);
}

type Said = Pick<ProjectAnswer, "output" | "problem">;

function answerOf(dana: Client, agent: ProjectSet["agent"], one: ProjectCase): Promise<Said> {
  if (one.turns !== undefined) return conversed(dana, one.turns);
  if (one.writing !== undefined) return written(dana, one.projectId, one.writing);
  return worked(dana, agent, one);
}

/** A piece of work. What rules had to do isn't a model's. */
async function worked(dana: Client, agent: ProjectSet["agent"], one: ProjectCase): Promise<Said> {
  const id = randomUUID();
  const where = one.projectId === "" ? "team" : one.projectId;
  await dana.json("POST", `/api/projects/${where}/agents/${agent}/runs`, { id, input: one.input });
  const run = await eventually(
    `${agent} has worked on ${one.id}`,
    async () => {
      const now = await dana.json<ProjectAgentRun>("GET", `/api/project-agent-runs/${id}`);
      return now.status === "done" || now.status === "failed" ? now : null;
    },
    RUN_MS,
  );
  // Where nothing is there to ask about, rules are the whole answer.
  const isAnswer = run.algorithm === "ai" || (run.algorithm === "rules" && run.problem === null);
  return { output: isAnswer ? (run.output as Json) : null, problem: run.problem };
}

/** A conversation; the last answer counts. */
async function conversed(dana: Client, turns: readonly string[]): Promise<Said> {
  const { id } = await dana.json<{ id: string }>("POST", "/api/conversations", { agent: "nl-query" });
  for (const words of turns) {
    await dana.send(id, words);
    await turnEnded(dana, id, words, RUN_MS);
  }
  const messages = await dana.messages(id);
  const asked = messages.findLastIndex(({ role }) => role === "user");
  const last = messages.slice(asked + 1).findLast(({ role }) => role === "assistant");
  const words = (last?.parts ?? []).flatMap((part) => (part.type === "text" ? [part["text"]] : []));
  return words.length === 0
    ? { output: null, problem: "it said nothing" }
    : { output: words.join("\n"), problem: null };
}

/** A text, from the stream's end. */
async function written(
  dana: Client,
  projectId: string,
  writing: NonNullable<ProjectCase["writing"]>,
): Promise<Said> {
  const body = { ...writing, runId: randomUUID() };
  const response = await dana.request("POST", `/api/projects/${projectId}/writing`, body);
  const events = (await response.text())
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => writingEventSchema.parse(JSON.parse(line.slice(5))));
  const end = events.at(-1);
  if (end?.type === "done") return { output: end.text, problem: null };
  return { output: null, problem: end?.type === "failed" ? end.message : `answered ${response.status}` };
}
