/** What Google's refusals mean: which pass by themselves, and what somebody has to do about the others. */
import { expect, it } from "vitest";
import { googleClient } from "../../../../src/integrations/google/client.ts";
import type { OutsideResponse } from "../../../../src/kernel/outside-http.ts";

const FORBIDDEN = "share it";
const UNSCOPED = "reconnect Google";

async function refusalOf(status: number, error: object) {
  const answer: OutsideResponse = { status, headers: new Headers(), text: JSON.stringify({ error }) };
  const client = googleClient(
    () => Promise.resolve(answer),
    { now: () => 0 },
    {
      baseUrl: "https://sheets.googleapis.com",
      root: "/v4/spreadsheets",
      token: () => Promise.resolve("token"),
      forbidden: FORBIDDEN,
      unscoped: UNSCOPED,
    },
  );
  const call = client({
    mailbox: "dana@alderfinch.example",
    scope: "sheetWrite",
    method: "POST",
    path: "/1",
  });
  return call.catch((error: unknown) => error);
}

const older = (reason: string) => ({ code: 403, errors: [{ reason }] });
const newer = (reason: string) => ({
  code: 403,
  status: "PERMISSION_DENIED",
  details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason }, { "@type": "help" }],
});

it.each([
  older("rateLimitExceeded"),
  older("userRateLimitExceeded"),
  older("dailyLimitExceeded"),
  newer("RATE_LIMIT_EXCEEDED"),
])("a spent quota passes: %j", async (error) => {
  expect(await refusalOf(403, error)).toMatchObject({ status: 429, outcome: "not_applied" });
});

it.each([older("insufficientPermissions"), newer("ACCESS_TOKEN_SCOPE_INSUFFICIENT")])(
  "access that was not given says what to reconnect: %j",
  async (error) => {
    expect(await refusalOf(403, error)).toMatchObject({
      status: 403,
      outcome: "not_applied",
      message: `google answered 403 (${UNSCOPED})`,
    });
  },
);

it.each([older("forbidden"), { code: 403, status: "PERMISSION_DENIED", message: "No." }])(
  "a file or calendar somebody may not change says so: %j",
  async (error) => {
    expect(await refusalOf(403, error)).toMatchObject({
      status: 403,
      outcome: "not_applied",
      message: `google answered 403 (${FORBIDDEN})`,
    });
  },
);

it("an API that is off is told apart", async () => {
  for (const error of [older("accessNotConfigured"), newer("SERVICE_DISABLED")])
    expect(await refusalOf(403, error)).toMatchObject({ status: 424, outcome: "not_applied" });
});

it("only an answer that proves nothing leaves it open whether rows were written", async () => {
  for (const status of [400, 401, 403, 404, 409, 412, 429])
    expect(await refusalOf(status, { code: status })).toMatchObject({ outcome: "not_applied" });
  for (const status of [408, 500, 502, 503])
    expect(await refusalOf(status, { code: status })).toMatchObject({ outcome: "unknown", status });
});
