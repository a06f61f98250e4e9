/** The routes of projects: all kinds of records over HTTP, as their endpoints say; TENANT: nothing of another team. */
import { beforeEach, describe, expect, it } from "vitest";
import type { ProjectPage } from "../../../../src/projects/api/projects.ts";
import type { TaskSheet } from "../../../../src/projects/api/projects-tasks.ts";
import { errorCode, request, signIn } from "../../../support/http-worker.ts";
import { freshWorld } from "../../../support/worker.ts";

async function as(email: string, path: string, method = "GET", body?: unknown): Promise<Response> {
  return request(path, {
    method,
    headers: {
      cookie: await signIn(email),
      origin: "http://localhost:8787",
      "content-type": "application/json",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
const dana = (path: string, method?: string, body?: unknown) =>
  as("dana@alderfinch.example", path, method, body);
const ruth = (path: string, method?: string, body?: unknown) =>
  as("ruth@harborlight.example", path, method, body);

interface Written {
  readonly record: { readonly id: string; readonly version: number };
  readonly changeId: string;
}

async function made(path: string, body: unknown): Promise<Written> {
  const response = await dana(path, "POST", body);
  expect(response.status, await response.clone().text()).toBe(200);
  return response.json();
}

beforeEach(freshWorld);

describe("projects over HTTP", () => {
  it("make, list, change, take back and delete every kind, and show another team none of it", async () => {
    const { record: project } = await made("/api/projects", { name: "Roof of 12 Birch" });
    const projectId = project.id;
    const { record: phase } = await made("/api/project-phases", { projectId, name: "Prepare" });
    const { record: task } = await made("/api/tasks", { projectId, phaseId: phase.id, title: "Order" });
    const view = { layout: "list", filter: {}, sort: null, group: null, columns: [] };
    const field = {
      key: "what",
      label: "What",
      type: "text",
      required: true,
      options: [],
      becomes: "title",
    };
    const kinds: Record<string, object> = {
      "task-comments": { projectId, taskId: task.id, body: "Ready." },
      "checklist-items": { taskId: task.id, title: "Photo" },
      tags: { name: "urgent" },
      "custom-fields": { name: "Unit", type: "text" },
      goals: { title: "Dry", taskIds: [task.id], measure: "tasks" },
      forms: { projectId, title: "Repair", fields: [field] },
      automations: { name: "Note", event: "task.created", actions: [{ type: "comment", body: "Hello" }] },
      "project-views": { name: "Mine", settings: view },
      "task-reminders": { taskId: task.id, at: "2031-03-05T14:00:00.000Z" },
      rates: { role: "Painter", perHour: 60 },
      "project-documents": { projectId, title: "Plan", kind: "plan", content: "# Plan\n" },
    };
    for (const [path, body] of Object.entries(kinds)) {
      const { record } = await made(`/api/${path}`, body);
      const query = path === "task-comments" || path === "checklist-items" ? `?taskId=${task.id}` : "";
      const listed: { items: { id: string }[] } = await (await dana(`/api/${path}${query}`)).json();
      expect(
        listed.items.map(({ id }) => id),
        path,
      ).toContain(record.id);
      const theirs: { items: unknown[] } = await (await ruth(`/api/${path}${query}`)).json();
      expect(theirs.items, path).toEqual([]);
      expect(await errorCode(await ruth(`/api/${path}/${record.id}`, "PATCH", { version: 1 }))).toBe(
        "not_found",
      );
      expect(await errorCode(await ruth(`/api/${path}/${record.id}?version=1`, "DELETE"))).toBe("not_found");
      if (path === "forms") {
        const sent = await dana(`/api/forms/${record.id}/submissions`, "POST", {
          id: "s1",
          answers: { what: "Leak" },
        });
        expect(sent.status).toBe(200);
        expect((await dana(`/api/forms/${record.id}/submissions`)).status).toBe(200);
        expect(await errorCode(await ruth(`/api/forms/${record.id}`))).toBe("not_found");
      }
      const gone = await dana(`/api/${path}/${record.id}?version=1`, "DELETE");
      expect(gone.status, path).toBe(200);
      const { changeId }: { changeId: string } = await gone.json();
      expect(await errorCode(await ruth(`/api/project-changes/${changeId}/undo`, "POST"))).toBe("not_found");
      expect((await dana(`/api/project-changes/${changeId}/undo`, "POST")).status, path).toBe(200);
    }
    const sheet: TaskSheet = await (await dana(`/api/tasks/${task.id}`)).json();
    expect(sheet).toMatchObject({
      task: { commentCount: 1, checklistTotal: 1 },
      comments: [{ body: "Ready." }],
    });
    const changed = await dana(`/api/tasks/${task.id}`, "PATCH", { version: 1, status: "blocked" });
    expect(changed.status).toBe(200);
    const late = await dana(`/api/tasks/${task.id}`, "PATCH", { version: 1, status: "created" });
    expect([late.status, await errorCode(late)]).toEqual([409, "changed"]);
    await made(`/api/projects/${projectId}/baseline`, { version: 1 });
    for (const path of ["", "/board", "/timeline", "/baseline", "/changes"])
      expect((await dana(`/api/projects/${projectId}${path}`)).status, path).toBe(200);
    const page: ProjectPage = await (await dana(`/api/projects/${projectId}`)).json();
    expect(page).toMatchObject({ counts: { blocked: 1, created: 1 }, phases: [{ name: "Prepare" }] });
    for (const path of ["/api/tasks", "/api/my-work", `/api/tasks/some?ids=${task.id}`, "/api/projects"]) {
      expect((await dana(path)).status, path).toBe(200);
      expect(((await (await ruth(path)).json()) as { items: unknown[] }).items, path).toEqual([]);
    }
    for (const path of [
      `/api/projects/${projectId}`,
      `/api/tasks/${task.id}`,
      `/api/projects/${projectId}/timeline`,
    ])
      expect(await errorCode(await ruth(path)), path).toBe("not_found");
  });
});
