import { describe, expect, it } from "vitest";
import { quoWorld } from "./quo-world.ts";

const DATED = { headers: { "quo-api-version": "2026-03-30" } };
const NEW = {
  defaultFields: {
    firstName: "Nora",
    lastName: "Quist",
    phoneNumbers: [{ name: "mobile", value: "+14125550199" }],
  },
};

describe("contacts", () => {
  it("are created, read, changed and deleted", async () => {
    const world = quoWorld();
    const created = await world.call("POST", "/v1/contacts", { body: NEW });
    expect(created.status).toBe(201);
    const { id } = created.body.data;
    expect(created.body.data).toMatchObject({ source: "public-api", defaultFields: { company: null } });
    const role = { defaultFields: { role: "Resident, 8 Quarry St #2B" } };
    const changed = await world.call("PATCH", `/v1/contacts/${id}`, { body: role });
    expect(changed.body.data.defaultFields).toMatchObject({
      firstName: "Nora",
      role: "Resident, 8 Quarry St #2B",
    });
    expect((await world.call("GET", `/v1/contacts/${id}`)).body).toEqual(changed.body);
    expect((await world.call("DELETE", `/v1/contacts/${id}`)).status).toBe(204);
    expect((await world.call("GET", `/v1/contacts/${id}`)).status).toBe(404);
    expect(world.outbox.map(({ method }) => method)).toEqual(["POST", "PATCH", "DELETE"]);
    expect(world.quo.violations?.()).toEqual([]);
  });

  it("refuse a second one with the same external id, but not with the same number", async () => {
    const world = quoWorld();
    const withId = { ...NEW, externalId: "ext-1" };
    expect((await world.call("POST", "/v1/contacts", { body: withId })).status).toBe(201);
    expect(await world.call("POST", "/v1/contacts", { body: withId })).toMatchObject({
      status: 409,
      body: { code: "0800409" },
    });
    expect((await world.call("POST", "/v1/contacts", { body: NEW })).status).toBe(201);
    const found = await world.call("GET", "/v1/contacts?externalIds=ext-1&maxResults=10");
    expect(found.body.data).toHaveLength(1);
  });

  it("need a first name", async () => {
    const world = quoWorld();
    const refused = await world.call("POST", "/v1/contacts", {
      body: { defaultFields: { lastName: "Quist" } },
    });
    expect(refused).toMatchObject({ status: 400, body: { code: "0800400" } });
    expect(refused.body.errors[0].path).toBe("/defaultFields/firstName");
  });
});

describe("the list versioned by date", () => {
  it("pages through everyone with a cursor", async () => {
    const world = quoWorld();
    const names: string[] = [];
    let after = "";
    do {
      const { body } = await world.call("GET", `/contacts?limit=50${after && `&after=${after}`}`, DATED);
      names.push(...body.data.map(({ firstName }: { firstName: string }) => firstName));
      after = body.nextCursor ?? "";
    } while (after !== "");
    expect(names).toHaveLength(160);
    expect(names.filter((name) => name === "Maria")).toHaveLength(2);
  });

  it.each([
    ["no version header", "/contacts", {}],
    ["another version", "/contacts", { headers: { "quo-api-version": "2025-01-01" } }],
    ["a limit above fifty", "/contacts?limit=51", DATED],
    ["an unknown cursor", "/contacts?after=xyz", DATED],
  ])("refuses %s", async (_name, path, options) => {
    expect((await quoWorld().call("GET", path, options)).status).toBe(400);
  });
});
