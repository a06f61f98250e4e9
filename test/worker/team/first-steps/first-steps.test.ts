/** What a new team begins with: files that are written once, and steps that go away once they are done. */
import { beforeEach, describe, expect, it } from "vitest";
import { dbFor } from "../../../../src/platform/db/index.ts";
import { SCOPES } from "../../../../src/integrations/google/scopes.ts";
import { firstSteps } from "../../../../src/team/tables/first-steps.ts";
import { request } from "../../../support/http-worker.ts";
import { insertRow, waitingApproval } from "../../../support/rows.ts";
import { workOf } from "../../../support/clock.ts";
import { freshWorld, testEnv, tokenFor } from "../../../support/worker.ts";

const TENANT = "tenant_alder";

async function as(person: string, path: string, method = "GET", body?: unknown): Promise<Response> {
  const headers = {
    authorization: `Bearer ${await tokenFor(`${person}@alderfinch.example`)}`,
    "content-type": "application/json",
  };
  return request(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
}

interface Listed {
  readonly steps: readonly { readonly step: string; readonly done: boolean }[] | null;
}

const steps = async (person = "dana") =>
  ((await (await as(person, "/api/first-steps")).json()) as Listed).steps;
const done = async (): Promise<string[]> =>
  ((await steps()) ?? []).filter((one) => one.done).map(({ step }) => step);

async function paths(): Promise<string[]> {
  const { results } = await testEnv.DB.prepare(
    "select path from workspace_files where tenant_id = ? and deleted_at is null order by path",
  )
    .bind(TENANT)
    .all<{ path: string }>();
  return results.map(({ path }) => path);
}

const isNew = () => dbFor(testEnv.DB, TENANT).batch([dbFor(testEnv.DB, TENANT).insert(firstSteps, {})]);

beforeEach(freshWorld);

describe("a new team", () => {
  it("begins with its first files, written once: what it deletes stays deleted", async () => {
    await isNew();
    await workOf("jobs.ensure", TENANT);
    expect(await paths()).toEqual([
      "MEMORY.md",
      "areas/company.md",
      "areas/leasing.md",
      "areas/vendors.md",
      "skills/lead-qualification/SKILL.md",
    ]);
    const memory = (await (await as("dana", "/api/workspace/read?path=MEMORY.md")).json()) as {
      content: string;
    };
    expect(memory.content).toContain("We are Alder & Finch");
    const skills = (await (await as("dana", "/api/skills")).json()) as { items: { name: string }[] };
    expect(skills.items.map(({ name }) => name)).toEqual(["lead-qualification"]);
    await testEnv.DB.prepare(
      "update workspace_files set deleted_at = 'x' where path = 'areas/vendors.md'",
    ).run();
    await testEnv.DB.prepare("update first_steps set files_at = null").run();
    await workOf("jobs.ensure", TENANT);
    await workOf("jobs.ensure", TENANT);
    expect(await paths()).not.toContain("areas/vendors.md");
    expect(await paths()).toHaveLength(4);
  });

  it("sees which steps are done, until all are or an admin puts the list away", async () => {
    await isNew();
    await workOf("jobs.ensure", TENANT);
    expect((await steps())?.map(({ step }) => step)).toEqual([
      "phone",
      "email",
      "device",
      "colleague",
      "company",
      "decision",
    ]);
    expect(await done()).toEqual(["phone", "email", "colleague"]);
    await testEnv.DB.prepare("update workspace_files set version = 2 where path = 'MEMORY.md'").run();
    expect(await done()).not.toContain("company");
    await testEnv.DB.prepare("update workspace_files set version = 2 where path = 'areas/company.md'").run();
    expect(await done()).toContain("company");
    const granted = (scopes: string[]): Promise<unknown> =>
      testEnv.DB.prepare("update connections set grant = ? where vendor = 'google' and tenant_id = ?")
        .bind(JSON.stringify({ account: { id: "1", name: "Dana" }, scopes }), TENANT)
        .run();
    await granted([SCOPES.read]);
    expect(await done()).not.toContain("email");
    await granted([SCOPES.read, SCOPES.send]);
    expect(await done()).toContain("email");
    const decided = async (id: string, by: string, status = "done"): Promise<void> =>
      insertRow("approvals", TENANT, {
        ...(await waitingApproval({ id, conversation_id: "c", tool_call_id: id })),
        status,
        decided_by_id: by,
      });
    await decided("approval_1", "system:steward");
    expect(await done()).not.toContain("decision");
    await decided("approval_rejected", "user_demo_dana", "rejected");
    expect(await done()).not.toContain("decision");
    await decided("approval_2", "user_demo_dana");
    expect(await done()).toContain("decision");
    await testEnv.DB.prepare("update connections set disabled_at = 'x' where vendor = 'quo'").run();
    expect(await done()).not.toContain("phone");
    expect((await as("lena", "/api/first-steps", "DELETE")).status).toBe(403);
    expect(await steps("lena")).not.toBeNull();
    expect((await as("dana", "/api/first-steps", "DELETE")).status).toBe(200);
    expect(await steps("lena")).toBeNull();
  });
});

describe("what a team runs", () => {
  it.each([
    ["insurance", ["areas/carriers.md", "skills/renewal-review/SKILL.md"]],
    ["projects", ["areas/clients.md", "skills/weekly-status/SKILL.md"]],
    ["other", ["areas/vendors.md"]],
  ] as const)("decides its first files: %s", async (work, own) => {
    const db = dbFor(testEnv.DB, TENANT);
    await db.batch([db.insert(firstSteps, { work })]);
    await workOf("jobs.ensure", TENANT);
    expect(await paths()).toEqual(["MEMORY.md", ...["areas/company.md", ...own].toSorted()]);
    const skills = (await (await as("dana", "/api/skills")).json()) as { items: { problem: unknown }[] };
    expect(skills.items).toHaveLength(own.filter((path) => path.startsWith("skills/")).length);
  });

  it("is told to its pages, and an admin's to change, also of a team from before", async () => {
    const work = async (): Promise<unknown> =>
      ((await (await as("lena", "/api/me")).json()) as { tenant: { work: unknown } }).tenant.work;
    expect(await work()).toBeNull();
    expect((await as("lena", "/api/team/work", "PUT", { work: "property" })).status).toBe(403);
    expect((await as("dana", "/api/team/work", "PUT", { work: "property" })).status).toBe(200);
    expect(await work()).toBe("property");
    expect(await steps()).toBeNull();
    await as("dana", "/api/team/work", "PUT", { work: "projects" });
    expect(await work()).toBe("projects");
  });
});

describe("any other team", () => {
  it("gets no files and no steps", async () => {
    await workOf("jobs.ensure", TENANT);
    expect(await paths()).toEqual([]);
    expect(await steps()).toBeNull();
  });
});
