import { testContext } from "../../../support/context.ts";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { projectAgentDeps, runProjectAgents } from "../../../../src/projects/open-agents.ts";
import { projectDeps } from "../../../../src/projects/open.ts";
import { approvals } from "../../../../src/approvals/tables/approvals.ts";
import { projectAgentRuns } from "../../../../src/projects/tables/project-agents.ts";
import { notifications } from "../../../../src/notifications/tables/notifications.ts";
import { projectDocuments } from "../../../../src/projects/tables/projects-more.ts";
import { projects, tasks } from "../../../../src/projects/tables/projects.ts";
import { runs, runTraces } from "../../../../src/agent/tables/conversations.ts";
import { tenantDb } from "../../../../src/platform/db/index.ts";
import { DEFAULT_AGENT_SETTINGS } from "../../../../src/agent/api/agent.ts";
import {
  projectAgentRunSchema,
  projectAgentsEndpoints,
  scorecardSchema,
  type ProjectAgentRun,
} from "../../../../src/projects/api/project-agent-runs.ts";
import {
  learningSchema,
  nudgesSchema,
  projectAgentContextSchema,
  riskSchema,
  scopeSchema,
  sowSchema,
  summarySchema,
  wbsSchema,
  whatsNextSchema,
  type ProjectAgentName,
} from "../../../../src/projects/api/project-agents.ts";
import { writingEventSchema } from "../../../../src/projects/api/project-writing.ts";
import {
  changeTask,
  createPhase,
  createProject,
  createTask,
  setBaseline,
  type Writer,
} from "../../../../src/projects/index.ts";
import { beginSchedules } from "../../../../src/projects/agent-work/index.ts";
import { errorCode, request, signIn } from "../../../support/http-worker.ts";
import { control, freshWorld, testEnv } from "../../../support/worker.ts";
import { calls, requestsOf, says, script, until } from "../../agent/conversations/harness.ts";
import { connectedWorld } from "../../approvals/acting.ts";
import { ALDER } from "../../workspace/harness.ts";

const DANA: Writer = { actor: { kind: "user", id: "user_demo_dana", name: "Dana Whitfield" } };
const PROJECT = "project_hall";
const DAY_MS = 86_400_000;
const day = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const db = () => tenantDb(testEnv, ALDER);
const deps = () => projectDeps(testContext(ALDER));
const workOff = () =>
  runProjectAgents(testContext(ALDER), { tenantId: ALDER, keys: [], untilMs: Date.now() + 60_000 });

let cookie = "";
let number = 0;

async function api(path: string, method = "GET", body?: unknown): Promise<Response> {
  const headers = { cookie, origin: "http://localhost:8787", "content-type": "application/json" };
  return request(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
}

/** Asks an agent, and has the clock do its work. */
async function ask(agent: ProjectAgentName, input: object = {}, project = PROJECT): Promise<ProjectAgentRun> {
  const id = `run_${++number}`;
  const started = await api(`/api/projects/${project}/agents/${agent}/runs`, "POST", { id, input });
  expect(started.status).toBe(202);
  await workOff();
  return projectAgentRunSchema.parse(await (await api(`/api/project-agent-runs/${id}`)).json());
}

/** Drafts and accepts one more after the project has changed. */
async function secondStatement(): Promise<ProjectAgentRun["decision"]> {
  await write("Clean the windows", { estimatedHours: 3 });
  const { id } = await ask("sow-generator");
  const decided = await api(`/api/project-agent-runs/${id}/decision`, "POST", { accepted: true });
  return projectAgentRunSchema.parse(await decided.json()).decision;
}

const write = (id: string, some: object = {}) =>
  createTask(
    deps(),
    { id, projectId: PROJECT, title: id, ...some } as Parameters<typeof createTask>[1],
    DANA,
  );

const longAgo = (id: string, hours: number, some: object = {}) =>
  db().update(
    tasks,
    { statusChangedAt: new Date(Date.now() - hours * 3_600_000).toISOString(), ...some },
    sqlId(id),
  );

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
  cookie = await signIn("dana@alderfinch.example");
  await createProject(
    deps(),
    {
      id: PROJECT,
      name: "Hall renovation",
      clientName: "Maple LLC",
      ownerId: "user_demo_dana",
      dueDate: day(2),
      startDate: day(-20),
    },
    DANA,
  );
  await createPhase(deps(), { id: "phase_1", projectId: PROJECT, name: "Walls" }, DANA);
  const mine = { assigneeIds: ["user_demo_dana"], phaseId: "phase_1" };
  await write("Strip the paper", { ...mine, estimatedHours: 30, priority: "low" });
  await write("Paint the hall", {
    ...mine,
    estimatedHours: 20,
    priority: "critical",
    dueDate: day(1),
    dependsOn: ["Strip the paper"],
  });
  await write("Order the lamps", { ...mine, estimatedHours: 1, dueDate: day(-3) });
});

describe("the agents of a project", () => {
  it("say what's next: what is free first, figures from the records, each reason in words", async () => {
    const run = await ask("whats-next");
    expect(run).toMatchObject({ status: "done", algorithm: "ai", problem: null });
    const output = whatsNextSchema.parse(run.output);
    expect(output.tasks.map(({ task_id }) => task_id)).toEqual([
      "Order the lamps",
      "Strip the paper",
      "Paint the hall",
    ]);
    expect(output.tasks[1]).toMatchObject({ rank: 2, blocking_count: 1 });
    expect(output.tasks[0]?.reasoning).toMatch(/overdue by/i);
  });

  it("are told of a history that was rewritten, and what they draft on it says so first", async () => {
    await testEnv.DB.prepare(
      "update project_changes set label = 'Something else' where entity = 'project' and entity_id = ?",
    )
      .bind(PROJECT)
      .run();
    const run = await ask("sow-generator");
    expect(run).toMatchObject({
      status: "done",
      problem: expect.stringContaining("isn’t the one") as string,
    });
    expect(sowSchema.parse(run.output).open_points[0]).toMatch(/history of “Hall renovation” isn’t the one/);
    const { items } = (await control("anthropic/requests")) as { items: { request: object }[] };
    expect(JSON.stringify(items.at(-1))).toContain("isn’t the one that was written");
    await control("faults", { service: "anthropic", status: 500, rate: 1 });
    const byRules = await ask("sow-generator");
    expect(byRules).toMatchObject({ algorithm: "rules" });
    expect(sowSchema.parse(byRules.output).open_points[0]).toMatch(/isn’t the one/);
  }, 120_000);

  it("keep run, cost and what the model was given: the trace tells what went in", async () => {
    const run = await ask("whats-next");
    expect(run.cost?.tokens).toBeGreaterThan(0);
    expect(run.context?.parts.map(({ part }) => part)).toEqual(["request", "records", "events", "found"]);
    const [row] = await db().rows(runs, sqlId(run.id));
    expect(row).toMatchObject({
      agent: "whats-next",
      mode: "propose",
      status: "finished",
      startedBy: "user_demo_dana",
    });
    const [trace] = await db().rows(runTraces);
    expect(trace?.steps[0]).toMatchObject({ kind: "hook", name: "context" });
  });

  it("answer by rules where the model is down, and say so", async () => {
    await control("faults", { service: "anthropic", status: 500, rate: 1 });
    const run = await ask("whats-next");
    expect(run).toMatchObject({ status: "done", algorithm: "rules" });
    expect(run.problem).toMatch(/model/i);
    expect(whatsNextSchema.parse(run.output).algorithm).toBe("rules");
    expect((await ask("wbs-generator", { words: "Paint the stairs and the cellar" })).status).toBe("failed");
  }, 60_000);

  it("take figures and ids from the records, whatever the model says", async () => {
    const marker = "MARK-RISK";
    const risk = (evidence: string[], affected: string[]) => ({
      category: "schedule",
      severity: "critical",
      confidence: 0.9,
      description: "Too late",
      evidence,
      affected_tasks: affected,
      mitigation_suggestions: [],
      estimated_impact_days: 3,
    });
    const answer = { risks: [risk(["F3"], ["T2", "T99"]), risk(["F77"], []), risk(["made up"], ["T1"])] };
    await control("anthropic/script", {
      marker,
      responses: [{ content: [{ type: "text", text: JSON.stringify(answer) }] }],
    });
    const run = await ask("risk-predictor", { words: marker });
    const { risks, measured, overall_health: health } = riskSchema.parse(run.output);
    expect(risks).toHaveLength(1);
    expect(risks[0]?.evidence).toEqual([measured[2]]);
    expect(risks[0]?.evidence[0]).toMatch(/working days fewer than the critical path needs/);
    expect(risks[0]?.affected).toEqual([{ task_id: "Paint the hall", title: "Paint the hall" }]);
    expect(health).toBe("critical");
    expect(run.disposition).toBe("shadow_logged");
  });

  it("sum up with counts of the records alone, and tell a client nothing internal", async () => {
    const marker = "MARK-SUMMARY";
    const answer = {
      highlights: ["Ninety tasks were finished"],
      blockers: [],
      narrative: "All is well.",
      client_narrative:
        "The hall is coming along. Dana Whitfield is behind. Strip the paper is late. We’ll show you the colors soon.",
    };
    await control("anthropic/script", {
      marker,
      responses: [{ content: [{ type: "text", text: JSON.stringify(answer) }] }],
    });
    const run = await ask("summary-writer", { period: "weekly", forClient: true, words: marker });
    const output = summarySchema.parse(run.output);
    expect(output).toMatchObject({ completed_count: 0, created_count: 3, period: "weekly" });
    expect(output.upcoming_deadlines.map(({ task_id }) => task_id)).toEqual(["Paint the hall"]);
    expect(output.client_narrative).toBe("The hall is coming along. We’ll show you the colors soon.");
  });

  it("measure drift against the baseline, which the model only explains", async () => {
    expect(await ask("scope-detector")).toMatchObject({
      status: "failed",
      problem: expect.stringMatching(/no baseline/) as string,
    });
    const [project] = await db().rows(projects);
    await setBaseline(deps(), { id: PROJECT, version: project?.version ?? 0 }, DANA);
    await write("Paint the big hall", { estimatedHours: 8 });
    const output = scopeSchema.parse((await ask("scope-detector")).output);
    expect(output).toMatchObject({
      baseline_task_count: 3,
      current_task_count: 4,
      scope_drift_percentage: 33.3,
      hours_change: 8,
      alert_level: "critical",
    });
    expect(output.additions).toMatchObject([
      { title: "Paint the big hall", duplicate_of: { task_id: "Paint the hall" } },
    ]);
    for (const id of ["Paint the big hall", "Paint the hall"])
      await db().update(tasks, { status: "cancelled" }, sqlId(id));
    expect(scopeSchema.parse((await ask("scope-detector")).output)).toMatchObject({
      current_task_count: 2,
      scope_drift_percentage: -33.3,
    });
  });

  it("plan a project whole, make it once it is accepted, and store it as the baseline", async () => {
    const marker = "MARK-PLAN";
    const task = (title: string, dependencies: string[], parts: number[] = []) => ({
      title,
      description: "",
      priority: "high",
      estimated_effort: 5,
      dependencies,
      sub_tasks: parts.map((estimated_effort, at) => ({ title: `${title} ${at}`, estimated_effort })),
    });
    const answer = {
      phases: [
        {
          name: "Prepare",
          description: "",
          tasks: [task("Measure", ["Lay tiles"]), task("Buy tiles", ["Measure"], [1, 2])],
        },
        { name: "Do", description: "", tasks: [task("Lay tiles", ["Buy tiles", "Nothing such"])] },
      ],
      confidence: 0.8,
    };
    await control("anthropic/script", {
      marker,
      responses: [{ content: [{ type: "text", text: JSON.stringify(answer) }] }],
    });
    const run = await ask("wbs-generator", { words: `${marker}: tiles in the bath` });
    const output = wbsSchema.parse(run.output);
    expect(output).toMatchObject({ total_effort: 13, critical_path_hours: 13 });
    expect(output.dropped).toHaveLength(2);
    expect(await db().rows(tasks)).toHaveLength(3);
    const accepted = projectAgentRunSchema.parse(
      await (await api(`/api/project-agent-runs/${run.id}/decision`, "POST", { accepted: true })).json(),
    );
    expect(accepted.decision).toMatchObject({ accepted: true, by: "Dana Whitfield" });
    const made = await db().rows(tasks);
    expect(made).toHaveLength(8);
    const lay = made.find(({ title }) => title === "Lay tiles");
    const buy = made.find(({ title }) => title === "Buy tiles");
    expect(lay).toMatchObject({ dependsOn: [buy?.id], estimatedHours: 5, createdByKind: "agent" });
    expect(made.filter(({ parentId }) => parentId === buy?.id)).toHaveLength(2);
    expect((await db().rows(projects))[0]?.baselineAt).not.toBeNull();
    expect(
      await errorCode(await api(`/api/project-agent-runs/${run.id}/decision`, "POST", { accepted: false })),
    ).toBe("already_decided");
    const [row] = await db().rows(runs, sqlId(run.id));
    expect(row).toMatchObject({ accepted: true, confidence: 0.8 });
  });

  // Seed 004:505–540 and 004:800: what an agent made is changed before it is accepted.
  it("make a plan and a statement as people changed them, with totals computed anew", async () => {
    const task = (title: string, dependencies: string[] = []) => ({
      title,
      description: "",
      priority: "high",
      estimated_effort: 5,
      dependencies,
      sub_tasks: [],
    });
    const plan = (tasks: object[]) => [{ name: "Do", description: "", tasks }];
    const answer = { phases: plan([task("Measure"), task("Lay tiles", ["Measure"])]), confidence: 0.8 };
    await script("MARK-EDIT", [says(JSON.stringify(answer))]);
    const run = await ask("wbs-generator", { words: "MARK-EDIT" });
    const decide = (id: string, edit: object) =>
      api(`/api/project-agent-runs/${id}/decision`, "POST", { accepted: true, edit });
    expect(await errorCode(await decide(run.id, { phases: plan([]) }))).toBe("invalid_arguments");
    const changed = { ...task("Lay tiles in the bath"), description: "Two rows", estimated_effort: 7 };
    expect((await decide(run.id, { phases: plan([changed]) })).status).toBe(200);
    const made = await db().rows(tasks);
    expect(made.filter(({ createdByKind }) => createdByKind === "agent")).toEqual([
      expect.objectContaining({ title: "Lay tiles in the bath", description: "Two rows", estimatedHours: 7 }),
    ]);
    const shown = projectAgentRunSchema.parse(await (await api(`/api/project-agent-runs/${run.id}`)).json());
    expect(wbsSchema.parse(shown.output)).toMatchObject({ total_effort: 7, calibration_sources: [] });

    const statement = await ask("sow-generator");
    const words = {
      executive_summary: "As agreed by phone.",
      scope_of_work: { in_scope: ["The hall"], out_of_scope: ["The stairs"], assumptions: [] },
      terms_and_conditions: "Net 30.",
    };
    const accepted = projectAgentRunSchema.parse(await (await decide(statement.id, words)).json());
    const sow = sowSchema.parse(accepted.output);
    expect(sow).toMatchObject(words);
    expect(sow.open_points).not.toContain("There are no terms and conditions yet.");
    expect(sow.total_effort_hours).toBe(sowSchema.parse(statement.output).total_effort_hours);
    const next = await ask("whats-next");
    expect(await errorCode(await decide(next.id, words))).toBe("invalid_request");
  });

  it("draft a statement of work whose figures follow from tasks and rates, and make it a document", async () => {
    const rate = { role: "Painter", userId: null, perHour: 50, currency: "USD" };
    expect((await api("/api/rates", "POST", rate)).status).toBe(200);
    await write("Sweep up");
    const marker = "MARK-SOW";
    const deliverable = (name: string, named: string[]) => ({
      name,
      description: "",
      acceptance_criteria: [`${name} is approved`],
      tasks: named,
    });
    const answer = {
      title: "Statement of work: the hall",
      executive_summary: "A hall to be proud of.",
      scope_of_work: { in_scope: ["The hall"], out_of_scope: [], assumptions: [] },
      deliverables: [
        deliverable("Walls", ["T1", "Paint the hall", "T1", "T77"]),
        deliverable("Rest", ["T1", "Sweep up"]),
      ],
      milestones: [{ name: "Walls done", deliverables: ["Walls", "Made up"] }],
      resource_plan: [
        { role: "Painter", allocation_percentage: 30 },
        { role: "Astronaut", allocation_percentage: 70 },
      ],
      terms_and_conditions: "",
      confidence: 0.8,
    };
    await control("anthropic/script", {
      marker,
      responses: [{ content: [{ type: "text", text: JSON.stringify(answer) }] }],
    });
    const run = await ask("sow-generator", { words: marker });
    const sow = sowSchema.parse(run.output);
    expect(sow).toMatchObject({
      client_name: "Maple LLC",
      total_effort_hours: 50,
      total_estimated_cost: 2_500,
      resource_plan: [{ role: "Painter", allocation_percentage: 100, rate_per_hour: 50 }],
      deliverables: [
        { name: "Walls", estimated_effort_hours: 50, estimated_cost: 2_500, phase: "Walls", weak: null },
        {
          name: "Rest",
          estimated_effort_hours: 0,
          weak: expect.stringMatching(/without an estimate/) as string,
        },
      ],
      timeline: {
        start_date: day(-20),
        end_date: day(2),
        milestones: [{ name: "Walls done", date: day(1), deliverables: ["Walls"] }, { name: "Completion" }],
      },
      payment_schedule: [{ milestone: "Walls done", amount: 2_500, due_date: day(1) }, { amount: 0 }],
    });
    expect(sow.open_points.join(" ")).toMatch(/In no deliverable: 1 task \(1 h\): Order the lamps/);
    const decide = () => api(`/api/project-agent-runs/${run.id}/decision`, "POST", { accepted: true });
    const accepted = projectAgentRunSchema.parse(await (await decide()).json());
    const documents = await db().rows(projectDocuments);
    expect(documents).toMatchObject([{ kind: "sow", runId: run.id, projectId: PROJECT }]);
    expect(accepted.decision?.made).toEqual([documents[0]?.id]);
    const file = await api(`/api/workspace/read?path=${encodeURIComponent(documents[0]?.path ?? "")}`);
    const { content } = (await file.json()) as { content: string };
    expect(content).toContain("| Walls done | ");
    expect(content).toContain("**$2,500.00** in total");
    expect(content).toMatch(/To be settled before this goes out[^]*Weak estimate for “Rest”/);
    expect(accepted.decision?.version).toBe(1);
    expect(await secondStatement()).toMatchObject({ made: [documents[0]?.id], version: 2 });
    const [document, ...others] = await db().rows(projectDocuments);
    expect(others).toEqual([]);
    const path = document?.path ?? "";
    const versions = await api(`/api/workspace/history?path=${encodeURIComponent(path)}`);
    const { items } = (await versions.json()) as { items: { version: number; change: string }[] };
    expect(items.map(({ version, change }) => [version, change])).toEqual([
      [2, "edited"],
      [1, "created"],
    ]);
    expect(
      projectAgentRunSchema.parse(await (await api(`/api/project-agent-runs/${run.id}`)).json()),
    ).toMatchObject({
      decision: { version: 1 },
    });
  });

  it("draft a statement of work by rules where the model is down: a deliverable for each phase", async () => {
    await control("faults", { service: "anthropic", status: 500, rate: 1 });
    const run = await ask("sow-generator");
    expect(run).toMatchObject({ status: "done", algorithm: "rules" });
    expect(sowSchema.parse(run.output)).toMatchObject({
      deliverables: [{ name: "Walls", estimated_effort_hours: 51 }],
      total_estimated_cost: 0,
      payment_schedule: [],
    });
  }, 60_000);

  it("remind whoever has gone quiet, through the gate, and not again within the half day", async () => {
    await goQuiet();
    await setAutonomy("ai-pm", "propose");
    const run = await ask("ai-pm");
    const { nudges } = nudgesSchema.parse(run.output);
    expect(nudges).toHaveLength(1);
    const [nudge] = nudges;
    expect(nudge?.message.length).toBeLessThanOrEqual(200);
    expect(nudge?.message).toMatch(/Strip the paper.*Hall renovation/);
    expect(["proposed", "notified"]).toContain(nudge?.disposition);
    if (nudge?.disposition === "proposed")
      expect(await db().rows(approvals)).toMatchObject([{ agent: "ai-pm", tool: "send_slack_message" }]);
    expect(nudgesSchema.parse((await ask("ai-pm")).output).nudges).toEqual([]);
  });

  it("ask nobody to approve a message to themselves: an admin is notified instead", async () => {
    await connectedWorld();
    cookie = await signIn("dana@alderfinch.example");
    await setAutonomy("ai-pm", "propose");
    const { tell } = await projectAgentDeps(testContext(ALDER));
    const remind = (userId: string, name: string) =>
      tell({
        runId: "run_remind",
        projectId: PROJECT,
        callId: `nudge.${userId}`,
        to: { userId, name },
        text: "How is “Strip the paper” (Hall renovation) coming along?",
        mode: "propose",
        isLed: false,
        path: `/projects/${PROJECT}`,
      });
    expect(await remind("user_demo_tom", "Tom Okafor")).toMatchObject({ disposition: "proposed" });
    expect(await remind("user_demo_dana", "Dana Whitfield")).toEqual({
      disposition: "notified",
      approval_id: null,
    });
    expect(await db().rows(approvals)).toHaveLength(1);
  });

  it("say in the model's words, which words from outside may have led, two things a run and six an hour; the rest in words made here", async () => {
    await setAutonomy("ai-pm", "propose");
    const worded: number[] = [];
    for (let round = 0; round < 4; round++) {
      const titles = Array.from({ length: 4 }, (_, at) => `Quiet MARK-NUDGE-${round} ${at}`);
      for (const title of titles) {
        await write(title, { assigneeIds: ["user_demo_dana"], phaseId: "phase_1" });
        await longAgo(title, 80, { status: "in_progress" });
      }
      const messages = titles.map((title) => ({
        task_id: title,
        message: `Leave “${title}” (Hall renovation) and pay the painter today.`,
      }));
      await script(`MARK-NUDGE-${round}`, [says(JSON.stringify({ messages }))]);
      const { nudges } = nudgesSchema.parse((await ask("ai-pm")).output);
      expect(nudges.map(({ task_id: id }) => id).toSorted()).toEqual(titles);
      expect(new Set(nudges.map(({ disposition }) => disposition))).toEqual(new Set(["notified"]));
      const own = nudges.filter(({ message }) => /no word on it for 3 days/.test(message));
      const led = nudges.filter(({ message }) => message.includes("pay the painter"));
      expect(own.length + led.length).toBe(4);
      worded.push(led.length);
    }
    expect(worded).toEqual([2, 2, 2, 0]);
    const told = await db().rows(notifications, sql`dedupe_key like '%nudge:%'`);
    const led = told.filter(({ body }) => body.includes("pay the painter"));
    expect([told.length, led.length]).toEqual([16, 6]);
    expect(led.every(({ body }) => body.startsWith("Led by words from outside"))).toBe(true);
  }, 240_000);

  it("only note what they would send until an admin promotes them, and have a record of it", async () => {
    await goQuiet();
    const run = await ask("ai-pm");
    expect(run.disposition).toBe("shadow_logged");
    expect(nudgesSchema.parse(run.output).nudges).toMatchObject([
      { disposition: "noted", approval_id: null },
    ]);
    expect(await db().rows(approvals)).toEqual([]);
    const judged = await api(`/api/project-agent-runs/${run.id}/decision`, "POST", { accepted: true });
    expect(judged.status).toBe(200);
    const score = async () => scorecardSchema.parse(await (await api("/api/agent-scorecards/ai-pm")).json());
    expect(await score()).toMatchObject({
      mode: "shadow",
      up: "propose",
      down: null,
      runs: { shadow: 1 },
      decided: { accepted: 1 },
      verdict: { kind: "undecided", words: expect.stringMatching(/^4 more right decisions until/) as string },
    });
    await setAutonomy("ai-pm", "propose");
    expect(await score()).toMatchObject({ mode: "propose", modeWhy: null, down: "shadow", judged: 0 });
    expect((await api("/api/agent-scorecards/nl-query")).status).toBe(404);
  });

  it("set a warning beside what people did: named tasks that were late count as right", async () => {
    const run = await ask("risk-predictor");
    const risks = riskSchema.parse(run.output);
    const output = { ...risks, risks: [{ ...risks.risks[0], affected_tasks: ["Order the lamps"] }] };
    const then = new Date(Date.now() - 20 * DAY_MS).toISOString();
    await db().update(projectAgentRuns, { output, createdAt: then, finishedAt: then }, sqlId(run.id));
    const { items } = projectAgentsEndpoints.scorecards.output.parse(
      await (await api("/api/agent-scorecards")).json(),
    );
    expect(items.find(({ agent }) => agent === "risk-predictor")).toMatchObject({
      runs: { shadow: 1 },
      compared: { agreed: 1, of: 1 },
      good: 1,
      days: 20,
    });
  });

  // Seed 004:894: biases by type of work, member and domain.
  it("learn by kinds of work that a model names once for each task, and that people change", async () => {
    const done = { status: "completed", assigneeIds: ["user_demo_dana"], estimatedHours: 4, actualHours: 8 };
    for (const title of ["Two coats in the hall", "Ingrid’s door", "Inside of the closet"])
      await write(`task_${title.length}`, { ...done, title });
    await write("Wire the lamps", { ...done, type: "electrical" });
    const types = [1, 2, 3].map((task) => ({ task, type: task === 3 ? "Carpentry" : "painting" }));
    await script("The team’s kinds: electrical.", [says(JSON.stringify({ types }))]);
    await script("Draw lessons from", [says(JSON.stringify({ risk_patterns: [], recommendations: [] }))]);
    const learned = learningSchema.parse((await ask("learning-agent", {}, "team")).output);
    const kinds = learned.estimation_calibration.map(({ task_type, sample_size }) => [
      task_type,
      sample_size,
    ]);
    expect(kinds).toEqual([
      ["painting", 2],
      ["carpentry", 1],
      ["electrical", 1],
    ]);
    expect(learned.by_member).toEqual([
      {
        name: "Dana Whitfield",
        avg_estimated: 4,
        avg_actual: 8,
        calibration_factor: 1.5,
        sample_size: 4,
      },
    ]);
    const changed = await api("/api/tasks/task_13", "PATCH", { version: 1, type: "Doors" });
    expect(changed.status).toBe(200);
    const again = learningSchema.parse((await ask("learning-agent", {}, "team")).output);
    expect(again.estimation_calibration.map(({ task_type }) => task_type)).toContain("doors");
    expect(await requestsOf("The team’s kinds")).toHaveLength(1);
  });

  it("learn nothing from nothing, without asking a model", async () => {
    const run = await ask("learning-agent", {}, "team");
    expect(run).toMatchObject({ status: "done", algorithm: "rules", cost: null, projectId: null });
  });
});

describe("questions about projects", () => {
  it("are answered over several turns from rows that queries find, and change nothing", async () => {
    const made = await api("/api/conversations", "POST", { agent: "nl-query" });
    const { id } = (await made.json()) as { id: string };
    const say = (clientMessageId: string, text: string) =>
      api(`/api/conversations/${id}/messages`, "POST", { clientMessageId, text });
    const finished = (count: number) =>
      until(async () => {
        const rows = (await db().rows(runs)).filter(({ agent }) => agent === "nl-query");
        return rows.length === count && rows.every(({ finishedAt }) => finishedAt !== null) ? rows : null;
      });
    const late = { column: "dueDate", op: "lt", value: day(0) };
    await script("MARK-LATE", [
      {
        content: [
          calls("one", "pm_query", { entity: "tasks", fields: ["id", "title"], filter: late }),
          calls("two", "pm_mutate", {
            operation: "delete",
            entity: "tasks",
            where: { id: "Order the lamps" },
          }),
        ],
      },
      says("One is late: [Order the lamps](/tasks/Order%20the%20lamps)."),
    ]);
    await say("m1", `About the project Hall renovation (${PROJECT}): MARK-LATE what is late?`);
    const [run] = (await finished(1)) ?? [];
    const [first, second] = await requestsOf("MARK-LATE");
    expect(first?.request["tools"]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: "pm_query" }),
        expect.objectContaining({ name: "retrieve_context" }),
      ]),
    );
    expect(JSON.stringify(first?.request["tools"])).not.toContain("pm_mutate");
    const around = (sent: typeof first): string => {
      const messages = sent?.request["messages"];
      const newest = JSON.stringify(Array.isArray(messages) ? messages.at(-1) : null);
      return /<records_around>([^]*?)<\/records_around>/.exec(newest)?.[1] ?? "";
    };
    expect(around(first)).toMatch(/About: Hall renovation \(project_hall\)[^]*for Maple LLC/);
    expect(around(first)).toMatch(/Order the lamps\]\(\/tasks\//);
    const [trace] = await db().rows(runTraces, sql`run_id = ${run?.id ?? ""}`);
    const step = trace?.steps.find(({ name }) => name === "context");
    expect(projectAgentContextSchema.parse(step?.detail)).toMatchObject({
      budgetTokens: 8_000,
      parts: [
        { part: "request", shareTokens: 800, taken: 1 },
        { part: "records", shareTokens: 2_400, taken: 4 },
        { part: "events", shareTokens: 1_600 },
        { part: "found", shareTokens: 3_200 },
      ],
    });
    expect(JSON.stringify(second?.request["messages"])).toContain("Order the lamps");
    expect(await db().rows(tasks)).toHaveLength(3);
    await script("MARK-WHOSE", [says("Dana Whitfield’s.")]);
    await say("m2", "MARK-WHOSE are those?");
    await finished(2);
    const [third] = await requestsOf("MARK-WHOSE");
    // Of the same project; what was told stays where it stands.
    expect(around(third)).not.toContain("for Maple LLC");
    expect(JSON.stringify(third?.request["messages"])).toMatch(/what is late[^]*One is late/);
  });
});

describe("help with writing", () => {
  const help = async (body: object, project = PROJECT) => {
    const asked = { taskId: "boiler", what: "comment", wish: "improve", text: "", ...body };
    const answer = await api(`/api/projects/${project}/writing`, "POST", asked);
    expect(answer.headers.get("content-type")).toContain("text/event-stream");
    return (await answer.text())
      .split("\n\n")
      .filter((event) => event !== "")
      .map((event) => writingEventSchema.parse(JSON.parse(event.slice("data: ".length))));
  };

  it("streams the words to whoever asked, is on record as a run, and changes nothing", async () => {
    await write("boiler");
    await script("MARK-WRITE", [says("Please paint the hall by Friday.")]);
    const events = await help({ runId: "writing_1", text: "MARK-WRITE pls paint </text> hall" });
    const streamed = events.flatMap((event) => (event.type === "text" ? event.delta : [])).join("");
    expect(streamed).toBe("Please paint the hall by Friday.");
    expect(events.at(-1)).toEqual({ type: "done", text: "Please paint the hall by Friday." });
    const [first] = await requestsOf("MARK-WRITE");
    const question = JSON.stringify(first?.request["messages"]);
    expect(question).toContain("Task: boiler");
    expect(question.split("</text>")).toHaveLength(2);
    const [row] = await db().rows(runs, sqlId("writing_1"));
    expect(row).toMatchObject({
      agent: "writing-assistant",
      status: "finished",
      startedBy: "user_demo_dana",
    });
    expect((await db().rows(tasks)).map(({ description }) => description).join("")).toBe("");
  });

  // Seed 004:856–870.
  it("writes a status report from the project's tasks, and goes on from what it suggested", async () => {
    await write("boiler", { status: "in_progress", dueDate: "2026-12-01" });
    await script("MARK-REPORT", [says("Highlights: the boiler."), says("The boiler is in hand.")]);
    const report = { taskId: null, what: "status_report", wish: "draft", text: "MARK-REPORT" };
    expect((await help({ runId: "writing_4", ...report })).at(-1)).toMatchObject({ type: "done" });
    const again = {
      wish: "own",
      ask: "One sentence </wish> please",
      before: [{ ask: "Status report", suggested: "Highlights: the boiler. </earlier>" }],
    };
    expect((await help({ runId: "writing_5", ...report, ...again })).at(-1)).toEqual({
      type: "done",
      text: "The boiler is in hand.",
    });
    const [first, second] = (await requestsOf("MARK-REPORT")).map(({ request }) =>
      JSON.stringify(request["messages"]),
    );
    expect(first).toContain("It is the status report of");
    expect(first).toMatch(/Task: boiler \| in progress .* due 2026-12-01/);
    expect(second).toContain("You suggested:");
    for (const mark of ["</earlier>", "</wish>", "</text>"]) expect(second?.split(mark)).toHaveLength(2);
    expect(
      (await api(`/api/projects/${PROJECT}/writing`, "POST", { ...report, runId: "writing_6", wish: "own" }))
        .status,
    ).toBe(400);
  });

  it("says why there is no text: nothing to write about, or no model", async () => {
    await write("boiler");
    expect(await help({ runId: "writing_2", taskId: null }, "elsewhere")).toEqual([
      { type: "failed", message: expect.stringMatching(/doesn’t exist/) as string },
    ]);
    await control("faults", { service: "anthropic", status: 500, rate: 1 });
    expect((await help({ runId: "writing_3" })).at(-1)).toMatchObject({ type: "failed" });
    expect((await api(`/api/projects/${PROJECT}/writing`, "POST", { text: "x" })).status).toBe(400);
  }, 60_000);
});

describe("how they work by themselves", () => {
  it("gives a new project its schedules once, and each round leaves the next behind", async () => {
    const given = await projectAgentDeps(testContext(ALDER));
    await beginSchedules(given, PROJECT);
    await beginSchedules(given, PROJECT);
    const rows = await db().rows(projectAgentRuns);
    expect(rows.map(({ agent, every }) => `${agent} ${every}`).sort()).toEqual([
      "ai-pm quarter_hour",
      "learning-agent weekly",
      "risk-predictor weekly",
      "scope-detector weekly",
      "summary-writer weekly",
    ]);
    await db().update(
      projectAgentRuns,
      { dueAt: new Date(Date.now() - 1000).toISOString() },
      sqlAgent("summary-writer"),
    );
    await workOff();
    const summaries = await db().rows(projectAgentRuns, sqlAgent("summary-writer"));
    expect(summaries.map(({ status }) => status).sort()).toEqual(["done", "queued"]);
    expect(Date.parse(summaries.find(({ status }) => status === "queued")?.dueAt ?? "")).toBeGreaterThan(
      Date.now(),
    );
  });

  it("leaves no trace of a round with nothing to say", async () => {
    const given = await projectAgentDeps(testContext(ALDER));
    await beginSchedules(given, PROJECT);
    await db().update(
      projectAgentRuns,
      { dueAt: new Date(Date.now() - 1000).toISOString() },
      sqlAgent("ai-pm"),
    );
    await workOff();
    const rows = await db().rows(projectAgentRuns, sqlAgent("ai-pm"));
    expect(rows).toMatchObject([{ status: "queued", every: "quarter_hour" }]);
    expect(await db().rows(runs)).toEqual([]);
  });

  it("stops when it is set to never, and is shown as it is set", async () => {
    const set = (every: string | null) =>
      api(`/api/projects/${PROJECT}/agents/risk-predictor/schedule`, "PUT", { every });
    expect((await set("daily")).status).toBe(200);
    const listed = async () =>
      projectAgentsEndpoints.list.output
        .parse(await (await api(`/api/projects/${PROJECT}/agents`)).json())
        .items.find(({ name }) => name === "risk-predictor");
    expect(await listed()).toMatchObject({
      every: "daily",
      mode: "shadow",
      modeWhy: expect.stringMatching(/for 21 more days/) as string,
      last: null,
    });
    expect((await set(null)).status).toBe(200);
    expect(await listed()).toMatchObject({ every: null, nextAt: null });
  });

  it("refuses an agent that is turned off, in words", async () => {
    const settings = {
      enabled: false,
      modelOverride: null,
      maxTurns: null,
      tokenBudget: null,
      permissionMode: null,
      autonomy: null,
      rules: { deny: [], allow: [], ask: [] },
      hours: null,
    };
    expect((await api("/api/agents/whats-next/settings", "PUT", { settings, version: 0 })).status).toBe(200);
    expect(await ask("whats-next")).toMatchObject({
      status: "failed",
      problem: expect.stringMatching(/turned off/) as string,
    });
  });
});

/** A task that waits for a look, and nobody has. */
async function goQuiet() {
  const strip = (await db().rows(tasks)).find(({ id }) => id === "Strip the paper");
  const change = { id: "Strip the paper", version: strip?.version ?? 0, status: "in_review" } as const;
  await changeTask(deps(), change, DANA);
  await longAgo("Strip the paper", 80);
}
async function setAutonomy(agent: ProjectAgentName, autonomy: "shadow" | "propose" | "execute") {
  const settings = { ...DEFAULT_AGENT_SETTINGS, autonomy };
  const set = await api(`/api/agents/${agent}/settings`, "PUT", { settings, version: 0 });
  expect(set.status).toBe(200);
}
function sqlId(id: string) {
  return sql`id = ${id}`;
}
function sqlAgent(agent: ProjectAgentName) {
  return eq(projectAgentRuns.agent, agent);
}
