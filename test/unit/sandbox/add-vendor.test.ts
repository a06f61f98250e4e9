/** A vendor is a folder and one line: served, judged, spoiled, reset and listed like every other, with nothing else touched. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSandbox, type Sandbox } from "../../../sandbox/server.ts";
import * as services from "../../../sandbox/services.ts";
import { createParcels } from "./parcels/parcels.ts";

const dataDir = mkdtempSync(join(tmpdir(), "steward-vendor-"));
let sandbox: Sandbox;
const start = async (): Promise<void> => {
  const all = [...Object.values(services), createParcels];
  sandbox = await startSandbox({
    port: 0,
    dataDir,
    appUrl: "http://localhost",
    world: "empty",
    services: all,
  });
};
beforeAll(start);
afterAll(async () => {
  await sandbox.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const call = async (
  path: string,
  method = "GET",
  body?: unknown,
): Promise<{ status: number; body: unknown }> => {
  const answer = await fetch(`${sandbox.url}${path}`, {
    method,
    headers: { authorization: "key", "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? null : (JSON.parse(text) as unknown) };
};
const parcel = (number: string, method?: string, body?: unknown) =>
  call(`/parcels/v1/parcels/${number}`, method, body);

it("serves the world that stands beside it", async () => {
  expect(await parcel("1")).toEqual({ status: 200, body: { number: "1", state: "coming" } });
  expect(await parcel("9")).toEqual({ status: 404, body: { problem: "No." } });
  expect((await fetch(`${sandbox.url}/parcels/v1/parcels/1`)).status).toBe(401);
  expect((await parcel("1", "DELETE")).status).toBe(404);
});

it("holds requests and its own answers to its description", async () => {
  expect((await parcel("1?detail=maybe")).status).toBe(400);
  expect((await parcel("1?colour=red")).status).toBe(400);
  expect(await parcel("1", "PATCH", {})).toMatchObject({
    status: 400,
    body: { problem: expect.stringMatching(/state/) },
  });
  expect((await parcel("1", "PATCH", { state: "lost" })).status).toBe(204);
  expect((await parcel("1")).status).toBe(500);
  const { body } = await call("/control/violations");
  expect(body).toMatchObject({ items: [{ service: "parcels", operation: "getParcel" }] });
});

it("keeps its state, notes its effects, takes faults, and begins again with a reset", async () => {
  await parcel("2", "PATCH", { state: "coming" });
  await sandbox.close();
  await start();
  expect((await parcel("2")).body).toMatchObject({ state: "coming" });
  const outbox = (await call("/control/outbox?service=parcels")).body;
  expect(outbox).toMatchObject({ items: [{ path: "/v1/parcels/1" }, { path: "/v1/parcels/2" }] });
  await call("/control/faults", "POST", { service: "parcels", status: 503, count: 1 });
  expect(await parcel("2")).toEqual({ status: 503, body: { problem: "No." } });
  await call("/control/reset", "POST", {});
  expect((await parcel("2")).body).toMatchObject({ state: "here" });
});
