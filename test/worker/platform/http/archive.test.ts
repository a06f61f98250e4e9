/** The archive in the real bucket: written by the nightly clean-up, read by the team's admins alone. */
import { testContext } from "../../../support/context.ts";
import { beforeEach, expect, it } from "vitest";
import { pageKey } from "../../../../src/team/archive/index.ts";
import { cleanUp } from "../../../../src/team/open.ts";
import { archiveStore } from "../../../../src/platform/archive-store.ts";
import { archiveEndpoints } from "../../../../src/team/api/retention.ts";
import { errorCode, request, signIn } from "../../../support/http-worker.ts";
import { insertRow } from "../../../support/rows.ts";
import { freshWorld, testEnv } from "../../../support/worker.ts";

const TEAM = "tenant_alder";
const FILE = "/api/archive/audit/2024-05";

beforeEach(freshWorld);

it("a month of the archive is a file for admins of its team, whose pages nobody writes over", async () => {
  for (const id of ["one", "two"])
    await insertRow("audit", TEAM, {
      id,
      at: "2024-05-06T10:00:00.000Z",
      actor_kind: "user",
      actor_id: "user_dana",
      actor_name: "Dana",
      action: "policy.changed",
      subject_kind: "policy",
      subject_id: "policy",
      sentence: `Dana changed ${id}`,
    });
  expect(await cleanUp(testContext(TEAM))).toEqual({ summary: "2 archived." });

  const [dana, marcus, ruth] = await Promise.all(
    ["dana@alderfinch.example", "marcus@alderfinch.example", "ruth@harborlight.example"].map(signIn),
  );
  const get = (path: string, cookie = "") => request(path, { headers: { cookie } });
  const list = archiveEndpoints.list.output.parse(await (await get("/api/archive", dana)).json());
  expect(list.items).toMatchObject([{ month: "2024-05", kind: "audit", lines: 2 }]);
  const file = await get(FILE, dana);
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="audit-2024-05.ndjson.gz"');
  const text = await new Response(file.body?.pipeThrough(new DecompressionStream("gzip"))).text();
  expect(text.split("\n").filter((line) => line.includes("Dana changed"))).toHaveLength(2);
  for (const path of ["/api/archive", FILE])
    expect([(await get(path, marcus)).status, (await get(path)).status]).toEqual([403, 401]);
  expect((await get(FILE, ruth)).status).toBe(404);
  for (const path of [
    "/api/archive/audit/2024-06",
    "/api/archive/audit/2024-05%2F..",
    "/api/archive/files/2024-05",
  ])
    expect(await errorCode(await get(path, dana))).toBe("not_found");

  const store = archiveStore(testEnv.FILES, TEAM);
  const key = pageKey({ kind: "audit", month: "2024-05", page: 1 });
  const page = await store.get(key);
  const other = new Uint8Array([1]);
  expect(await store.create(key, other)).toBe(false);
  expect(await store.replace(key, other, "another")).toBe(false);
  expect(await store.get(key)).toEqual(page);
  expect(await store.replace(key, other, page?.etag ?? "")).toBe(true);
});
