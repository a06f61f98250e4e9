import { describe, expect, it } from "vitest";
import { quoWorld } from "./quo-world.ts";

describe("who may ask, and how often", () => {
  it.each([
    ["no key", null],
    ["an unknown key", "nobody"],
    ["a Bearer token", "Bearer quo_demo_alder"],
  ])("answers %s with 401", async (_name, key) => {
    const refused = await quoWorld().call("GET", "/v1/phone-numbers", { key });
    expect(refused).toMatchObject({ status: 401, body: { code: "0400401", title: "Unauthorized" } });
  });

  it("takes ten requests a second for each key, then answers 429 in the vendor's envelope", async () => {
    const world = quoWorld({ hurry: true });
    for (let request = 0; request < 10; request++)
      expect((await world.call("GET", "/v1/phone-numbers")).status).toBe(200);
    const over = await world.call("GET", "/v1/phone-numbers");
    expect(over).toMatchObject({ status: 429, body: { status: 429, title: "Too Many Requests" } });
    expect((await world.call("GET", "/v1/phone-numbers", { key: "quo_demo_harbor" })).status).toBe(200);
    world.passTime(1001);
    expect((await world.call("GET", "/v1/phone-numbers")).status).toBe(200);
    expect(world.quo.violations?.()).toEqual([]);
  });

  it("answers an unknown endpoint with 404", async () => {
    expect((await quoWorld().call("GET", "/v1/nothing")).status).toBe(404);
    expect((await quoWorld().call("PUT", "/v1/messages")).status).toBe(404);
  });
});
