/** Projects, tasks and comments in the one index, and the tool that finds them by what they are about: as they stand, for their own team, and gone with what they hang on. */
import { testContext } from "../../../support/context.ts";
import { beforeEach, expect, it } from "vitest";
import { tenantHandle } from "../../../../src/agent/tools/tenant.ts";
import { tenantDb } from "../../../../src/platform/db/index.ts";
import { customFieldDefinitions } from "../../../../src/projects/tables/projects-more.ts";
import { tasks } from "../../../../src/projects/tables/projects.ts";
import { projectDeps } from "../../../../src/projects/open.ts";
import {
  addComment,
  createProject,
  createTask,
  removeTask,
  type Writer,
} from "../../../../src/projects/index.ts";
import { searchPageSchema } from "../../../../src/platform/api/search.ts";
import { passagesIn } from "../../../../src/agent/runs/index.ts";
import { projects as toolset } from "../../../../src/projects/tools/index.ts";
import { semanticSearch } from "../../../../src/projects/tools/semantic-search.ts";
import { workOf } from "../../../support/clock.ts";
import { request, signIn } from "../../../support/http-worker.ts";
import { freshWorld, testEnv } from "../../../support/worker.ts";
import { traitsOf } from "../../../../src/knowledge/vectors/unit.ts";
import { ALDER } from "../../workspace/harness.ts";

const HARBOR = "tenant_harbor";
const traits = (model: string) => ({ model, ...traitsOf(model) });
const DANA: Writer = { actor: { kind: "user", id: "user_demo_dana", name: "Dana Whitfield" } };
const deps = () => projectDeps(testContext(ALDER));
const index = () => workOf("events.consume", ALDER);

interface Hit {
  readonly entity_type: string;
  readonly entity_id: string;
  readonly similarity: number;
  readonly quote: unknown;
  readonly metadata: Readonly<Record<string, unknown>>;
}

interface Found {
  readonly items: Hit[];
  readonly beside: Readonly<Record<string, unknown>>;
}

const find = async (input: object, tenantId = ALDER): Promise<Hit[]> => (await search(input, tenantId)).items;

async function search(input: object, tenantId = ALDER): Promise<Found> {
  const tenant = tenantHandle(testContext(tenantId));
  const services = await toolset.open(tenant, { speaker: null, conversationId: "conv_search" } as never);
  if (!("run" in semanticSearch)) throw new Error("It answers by itself.");
  const result = await semanticSearch.run(semanticSearch.input.parse(input), services as never, {} as never);
  return result as unknown as Found;
}

const idsOf = (hits: readonly Hit[]) => hits.map(({ entity_id }) => entity_id).sort();

beforeEach(async () => {
  await freshWorld();
  await createProject(deps(), { id: "attic", name: "Attic conversion", clientName: "Maple LLC" }, DANA);
  await createTask(
    deps(),
    {
      id: "beam",
      projectId: "attic",
      title: "Check the ridge beam",
      description: "A carpenter looks whether the ridge beam carries the dormer.",
      dueDate: "2026-12-04",
    },
    DANA,
  );
  await createTask(deps(), { id: "paint", projectId: "attic", title: "Paint the stairs" }, DANA);
  await addComment(
    deps(),
    {
      id: "said",
      projectId: "attic",
      taskId: "beam",
      body: "The carpenter found woodworm in the ridge beam.",
    },
    DANA,
  );
  await index();
});

it("finds tasks, comments and projects by what they are about, with words to cite and how they stand now", async () => {
  const hits = await find({ query: "Does the ridge beam carry the dormer?" });
  const [first] = hits;
  expect(first).toMatchObject({
    entity_type: "task",
    entity_id: "beam",
    similarity: 1,
    metadata: {
      title: "Check the ridge beam",
      link: "/tasks/beam",
      status: "created",
      due: "2026-12-04",
      project: "Attic conversion",
    },
  });
  expect(passagesIn(hits)[0]).toMatchObject({ link: "/tasks/beam", in: "tasks", path: [0, "quote"] });
  expect(idsOf(hits)).toContain("said");
  expect(idsOf(await find({ query: "woodworm in the beam", entity_type: "comment" }))).toEqual(["said"]);
  expect(idsOf(await find({ query: "Attic conversion", entity_type: "project" }))).toEqual(["attic"]);
  expect(await find({ query: "the ridge beam", top_k: 1 })).toHaveLength(1);
});

it("finds a task by the team's own fields", async () => {
  const now = new Date().toISOString();
  await tenantDb(testEnv, ALDER).insert(customFieldDefinitions, {
    id: "vendor",
    version: 1,
    moveId: "move",
    createdAt: now,
    updatedAt: now,
    name: "Vendor",
    type: "text",
    options: [],
    sortOrder: 1,
  });
  const fields = { vendor: "Keystone Locksmiths" };
  await createTask(deps(), { id: "reader", projectId: "attic", title: "Fix the card reader", fields }, DANA);
  await index();
  const [hit] = await find({ query: "Keystone Locksmiths" });
  expect(hit).toMatchObject({ entity_id: "reader" });
  expect(JSON.stringify(hit?.quote)).toContain("Vendor: Keystone Locksmiths");
});

it("seed 004:1329: says how many it found, and by which model of how many dimensions", async () => {
  const beam = { query: "Does the ridge beam carry the dormer?", top_k: 1 };
  expect((await search(beam)).beside).toEqual({ count: 1, model: null, dimensions: null });
  const tenant = { ...tenantHandle(testContext(ALDER)), embedding: () => traits("use-lite-512") };
  const services = await toolset.open(tenant, { speaker: null, conversationId: "conv_search" } as never);
  if (!("run" in semanticSearch)) throw new Error("It answers by itself.");
  const result = await semanticSearch.run(beam, services as never, {} as never);
  expect((result as unknown as Found).beside).toEqual({ count: 1, model: "use-lite-512", dimensions: 512 });
});

it("finds nothing of another team's", async () => {
  expect(await find({ query: "ridge beam dormer woodworm" }, HARBOR)).toEqual([]);
});

it("finds no task that is gone, nor what was said of it, nor anything of a project that is", async () => {
  const beam = (await tenantDb(testEnv, ALDER).rows(tasks)).find(({ id }) => id === "beam");
  await removeTask(deps(), { id: "beam", version: beam?.version ?? 0 }, DANA);
  await index();
  expect(await find({ query: "ridge beam woodworm" })).toEqual([]);
  const cookie = await signIn("dana@alderfinch.example");
  const listed = async () => {
    const answer = await request("/api/search?q=stairs&sources=task", { headers: { cookie } });
    return searchPageSchema.parse(await answer.json()).items.map(({ id }) => id);
  };
  expect(await listed()).toEqual(["paint"]);
  await testEnv.DB.prepare("update projects set deleted_at = updated_at where id = 'attic'").run();
  expect(await listed()).toEqual([]);
  expect(await find({ query: "paint the stairs" })).toEqual([]);
});
