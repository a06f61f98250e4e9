/** TENANT over projects: every route of projects, what hangs on them, their agents and their import × every id of the other team, with canaries in all of it. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Endpoint } from "../../../../src/platform/api/endpoint.ts";
import { projectAgentsEndpoints } from "../../../../src/projects/api/project-agent-runs.ts";
import { projectImportsEndpoints } from "../../../../src/projects/api/project-imports.ts";
import * as records from "../../../../src/projects/api/projects-records.ts";
import { tasksEndpoints } from "../../../../src/projects/api/projects-tasks.ts";
import { projectsEndpoints } from "../../../../src/projects/api/projects.ts";
import { request, signIn } from "../../../support/http-worker.ts";
import { insertRow } from "../../../support/rows.ts";
import { freshWorld, testEnv } from "../../../support/worker.ts";

const CANARY = "canary-harbor-9e2f";
const AT = "2026-11-20T10:00:00.000Z";
const RUN = "agent_run_harbor_0001";
const TABLES =
  "projects project_phases tasks comments checklist_items tags goals forms automation_rules saved_views rates project_documents project_changes project_agent_runs task_assignments task_dependencies baseline_tasks status_changes".split(
    " ",
  );

const ids = new Set<string>([RUN]);
let projectId = "";
let taskId = "";
let headers: Record<string, string>;

async function headersOf(email: string): Promise<Record<string, string>> {
  return {
    cookie: await signIn(email),
    origin: "http://localhost:8787",
    "content-type": "application/json",
  };
}

beforeAll(async () => {
  await freshWorld();
  const ruth = await headersOf("ruth@harborlight.example");
  const made = async (path: string, body: unknown): Promise<string> => {
    const answer = await request(`/api/${path}`, {
      method: "POST",
      headers: ruth,
      body: JSON.stringify(body),
    });
    expect(answer.status, `${path}: ${await answer.clone().text()}`).toBe(200);
    const { record, changeId } = await answer.json<{ record: { id: string }; changeId: string }>();
    ids.add(record.id).add(changeId);
    return record.id;
  };
  projectId = await made("projects", { name: CANARY, description: CANARY, clientName: CANARY });
  const phaseId = await made("project-phases", { projectId, name: CANARY });
  taskId = await made("tasks", { projectId, phaseId, title: CANARY, assigneeIds: ["user_demo_ruth"] });
  const field = { key: "what", label: CANARY, type: "text", required: true, options: [], becomes: "title" };
  const settings = { layout: "list", filter: {}, sort: null, group: null, columns: [] };
  const kinds: Record<string, object> = {
    "task-comments": { projectId, taskId, body: CANARY },
    "checklist-items": { taskId, title: CANARY },
    tags: { name: CANARY },
    "custom-fields": { name: CANARY, type: "text" },
    goals: { title: CANARY, taskIds: [taskId], measure: "tasks" },
    forms: { projectId, title: CANARY, fields: [field] },
    automations: { name: CANARY, event: "task.created", actions: [{ type: "comment", body: CANARY }] },
    "project-views": { name: CANARY, settings, shared: true },
    "task-reminders": { taskId, at: "2031-03-05T14:00:00.000Z" },
    rates: { role: CANARY, perHour: 60 },
    "project-documents": { projectId, title: CANARY, kind: "plan", content: CANARY },
  };
  for (const [path, body] of Object.entries(kinds)) await made(path, body);
  await insertRow("project_agent_runs", "tenant_harbor", {
    id: RUN,
    project_id: projectId,
    agent: "summary-writer",
    status: "done",
    trigger: "request",
    requested_by_name: CANARY,
    input: "{}",
    attempts: 1,
    mode: "propose",
    output: JSON.stringify({ narrative: CANARY }),
    problem: CANARY,
    created_at: AT,
    finished_at: AT,
  });
  headers = await headersOf("dana@alderfinch.example");
});

async function snapshot(): Promise<string> {
  const read = TABLES.map((table) =>
    testEnv.DB.prepare(`select * from ${table} where tenant_id = 'tenant_harbor'`).all(),
  );
  return JSON.stringify((await Promise.all(read)).map((one) => one.results));
}

/** A body every endpoint with one accepts, so that the refusal is about the id and not about the body. */
const BODIES: Readonly<Record<string, unknown>> = {
  "POST /api/projects/:id/agents/:agent/runs": { id: "stolen", input: {} },
  "POST /api/project-agent-runs/:id/decision": { accepted: true },
  "PUT /api/projects/:id/agents/:agent/schedule": { every: "daily" },
  "POST /api/forms/:id/submissions": { id: "stolen", answers: { what: "stolen" } },
};

const all = [
  ...Object.values(projectsEndpoints),
  ...Object.values(tasksEndpoints),
  ...Object.values(projectAgentsEndpoints),
  ...Object.values(projectImportsEndpoints),
  ...Object.values(records)
    .filter((value) => typeof value === "object" && "list" in value)
    .flatMap((group) => Object.values(group as unknown as Record<string, Endpoint>)),
] as Endpoint[];
const named = (rows: readonly Endpoint[]) => rows.map((row) => [`${row.method} ${row.path}`, row] as const);
const addressOf = ({ path }: Endpoint, id: string): string =>
  path.replace(":id", encodeURIComponent(id)).replace(":agent", "summary-writer");

describe("a member of one team", () => {
  it("is asked about every kind of record there is", () => {
    expect(named(all).length).toBeGreaterThan(60);
    expect(ids.size).toBeGreaterThan(20);
  });

  it.each(named(all.filter(({ path }) => path.includes(":id"))))(
    "finds nothing of another by %s",
    async (name, row) => {
      const before = await snapshot();
      for (const id of ids) {
        const query = row.method === "DELETE" ? "?version=1" : "";
        const body = row.body === undefined ? {} : { body: JSON.stringify(BODIES[name] ?? { version: 1 }) };
        const answer = await request(addressOf(row, id) + query, { method: row.method, headers, ...body });
        const text = await answer.text();
        expect(answer.status, `${name} ${id}: ${text}`).toBe(404);
        expect(text).not.toContain(CANARY);
      }
      expect(await snapshot()).toBe(before);
    },
  );

  it.each(named(all.filter(({ method, path }) => method === "GET" && !path.includes(":id"))))(
    "sees nothing of another in %s, asked plainly or by their ids",
    async (name, row) => {
      const asked = new URLSearchParams({
        projectId,
        taskId,
        userId: "user_demo_ruth",
        assigneeId: "user_demo_ruth",
        parentId: taskId,
        ids: taskId,
      });
      for (const query of ["", "?q=canary", `?${asked.toString()}`]) {
        const answer = await request(row.path + query, { headers });
        const text = await answer.text();
        expect(answer.status, `${name}${query}: ${text}`).toBeLessThan(500);
        expect(text.replaceAll("q=canary", "")).not.toContain(CANARY);
      }
    },
  );

  it("writes nothing into another's project, whatever it is asked to hang there", async () => {
    const before = await snapshot();
    const writes: Record<string, object> = {
      "/api/tasks": { projectId, title: "stolen" },
      "/api/tasks/changes": { changes: [{ id: taskId, version: 1, patch: { title: "stolen" } }] },
      "/api/project-phases": { projectId, name: "stolen" },
      "/api/task-comments": { projectId, taskId, body: "stolen" },
      "/api/checklist-items": { taskId, title: "stolen" },
      "/api/project-documents": { projectId, title: "stolen", kind: "plan", content: "stolen" },
      "/api/project-imports": {
        project: { id: projectId, name: "stolen", createdAt: AT },
        phases: [],
        tasks: [{ id: "stolen", title: "stolen", createdAt: AT, createdById: "user_demo_dana" }],
      },
      "/api/project-imports/rows": { projectId, name: "stolen", rows: [row()] },
    };
    for (const [path, body] of Object.entries(writes)) {
      const answer = await request(path, { method: "POST", headers, body: JSON.stringify(body) });
      const text = await answer.text();
      if (path === "/api/tasks/changes") expect(JSON.parse(text)).toMatchObject({ items: [] });
      else expect(answer.status, `${path}: ${text}`).toBeGreaterThanOrEqual(400);
      expect(answer.status, `${path}: ${text}`).toBeLessThan(500);
      expect(text).not.toContain(CANARY);
    }
    expect(await snapshot()).toBe(before);
  });
});

function row() {
  const none = { parent: null, priority: null, startDate: null, dueDate: null, hours: null };
  const past = { createdAt: null, changedAt: null };
  return {
    ...none,
    ...past,
    key: "k",
    title: "stolen",
    description: "",
    status: "",
    isClosed: false,
    people: [],
    tags: [],
  };
}
