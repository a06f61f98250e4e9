/** The platform's own binding counts requests without a sign-in, each address for itself. */
import { expect, it } from "vitest";
import { request } from "../../../support/http-worker.ts";

/** Twice the limit and one more: the binding's minute may end among them. */
const MORE_THAN_A_MINUTE_HAS = 61;

async function preview(address: string): Promise<number> {
  const answer = await request("/api/sign-in", { headers: { "cf-connecting-ip": address } });
  await answer.body?.cancel();
  return answer.status;
}

async function exchange(address: string): Promise<Response> {
  return request("/api/session", { method: "POST", headers: { "cf-connecting-ip": address } });
}

it("an address that keeps trying to sign in is told to wait, and another isn't", async () => {
  const statuses: number[] = [];
  let last: Response | null = null;
  for (let at = 0; at < MORE_THAN_A_MINUTE_HAS; at++) {
    last = await exchange("203.0.113.9");
    statuses.push(last.status);
    if (last.status === 429) break;
    await last.body?.cancel();
  }
  expect(statuses[0]).toBe(401);
  expect([statuses.at(-1), last?.headers.get("retry-after")]).toEqual([429, "60"]);
  expect((await exchange("203.0.113.10")).status).toBe(401);
  expect(await preview("203.0.113.9")).toBe(200);
});
