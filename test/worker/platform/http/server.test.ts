import { beforeEach, describe, expect, it, vi } from "vitest";
import { teamEndpoints } from "../../../../src/team/api/team.ts";
import { DEFAULT_POLICY, type Policy } from "../../../../src/team/api/policy.ts";
import { type PolicyRule } from "../../../../src/approvals/api/policy-rules.ts";
import { tenantObjectName } from "../../../../src/kernel/tenant-names.ts";
import { errorCode, request, signIn } from "../../../support/http-worker.ts";
import { freshWorld, TIMEOUT, testEnv, tokenFor } from "../../../support/worker.ts";

const ORIGIN = "http://localhost:8787";
let cookie: string;
beforeEach(async () => {
  await freshWorld();
  cookie = await signIn("dana@alderfinch.example");
});

function send(method: string, path: string, body?: BodyInit, more: Record<string, string> = {}) {
  return request(path, {
    method,
    headers: { cookie, origin: ORIGIN, ...more },
    ...(body === undefined ? {} : { body }),
  });
}

/** Opens the feed and collects what happens to it. */
async function openFeed(
  headers: Record<string, string>,
): Promise<{ frames: string[]; closed: Promise<number> }> {
  const answer = await request("/api/feed", { headers: { upgrade: "websocket", ...headers } });
  expect(answer.status).toBe(101);
  const socket = answer.webSocket;
  if (socket === null) throw new Error("no socket");
  const frames: string[] = [];
  const closed = new Promise<number>((resolve) => {
    socket.addEventListener("close", (event) => resolve(event.code));
  });
  socket.addEventListener("message", (event) => void frames.push(String(event.data)));
  socket.accept();
  return { frames, closed };
}

function until(check: () => boolean): Promise<void> {
  return vi.waitFor(() => expect(check()).toBe(true), TIMEOUT);
}

describe("the feed", () => {
  it("is closed with 4401 the moment its session is ended elsewhere", async () => {
    const feed = await openFeed({ cookie, origin: ORIGIN });
    await until(() => feed.frames.length > 0);
    const other = await signIn("dana@alderfinch.example");
    const { items } = await (
      await send("GET", "/api/sessions")
    ).json<{ items: { id: string; current: boolean }[] }>();
    const own = items.find((item) => item.current)?.id;
    const ended = await request(`/api/sessions/${own}`, {
      method: "DELETE",
      headers: { cookie: other, origin: ORIGIN },
    });
    expect(ended.status).toBe(200);
    expect(await feed.closed).toBe(4401);
  });

  it("is closed with 4401 by signing out", async () => {
    const feed = await openFeed({ cookie, origin: ORIGIN });
    expect((await send("DELETE", "/api/session")).status).toBe(200);
    expect(await feed.closed).toBe(4401);
  });

  it("opens for a script by its token and for no one without a session", async () => {
    const script = await openFeed({ authorization: `Bearer ${await tokenFor("dana@alderfinch.example")}` });
    await until(() => script.frames.length > 0);
    const anonymous = await request("/api/feed", { headers: { upgrade: "websocket", origin: ORIGIN } });
    expect(anonymous.status).toBe(401);
    const noOrigin = await request("/api/feed", { headers: { upgrade: "websocket", cookie } });
    expect(await errorCode(noOrigin)).toBe("bad_origin");
    expect((await send("GET", "/api/feed")).status).toBe(400);
  });
});

describe("the policy", () => {
  const put = (policy: Partial<Policy>, version: number) =>
    send("PUT", "/api/policy", JSON.stringify({ policy: { ...DEFAULT_POLICY, ...policy }, version }));

  it("changed by an admin is counted by at once and shown to open pages", async () => {
    const feed = await openFeed({ cookie, origin: ORIGIN });
    await until(() => feed.frames.length > 0);
    const answer = await put({ toolCallsPerHour: 7, monthlyBudgetUsd: 12.5 }, 0);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ version: 1, policy: { toolCallsPerHour: 7 } });
    expect(await (await send("GET", "/api/usage")).json()).toMatchObject({
      toolCallsPerHour: 7,
      budgetUsd: 12.5,
    });
    await until(() => feed.frames.some((frame) => frame.includes("settings.updated")));
    const counters = await testEnv.TENANTS.getByName(await tenantObjectName("tenant_alder")).counters(
      "tenant_alder",
    );
    expect(counters).toMatchObject({ budgetMicroUsd: 12_500_000, toolCallsPerHour: 7 });
  });

  it("is not overwritten by somebody who saw an older one", async () => {
    expect((await put({ holdSeconds: 5 }, 0)).status).toBe(200);
    const late = await put({ holdSeconds: 9 }, 0);
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({ error: { code: "changed", details: { version: 1 } } });
  });

  it("takes no mode for a tool there is not, and none that is unknown", async () => {
    expect(await errorCode(await put({ tools: { launch_rocket: "allow" } }, 0))).toBe("invalid_request");
    expect((await put({ tools: { send_message: "whatever" as never } }, 0)).status).toBe(400);
    expect(await (await send("GET", "/api/policy")).json()).toMatchObject({ version: 0 });
  });
});

describe("a rule of the policy", () => {
  const RULE: PolicyRule = {
    id: "r1",
    agent: "steward",
    tool: "send_message",
    recipients: ["colleague"],
    bounds: [{ field: "/text", is: "at_most", value: 160 }],
    hours: { from: "08:00", to: "18:00", days: [1, 2, 3, 4, 5] },
    decision: "allow",
  };
  const put = (...rules: Partial<PolicyRule>[]) => {
    const policy = { ...DEFAULT_POLICY, rules: rules.map((change) => ({ ...RULE, ...change })) };
    return send("PUT", "/api/policy", JSON.stringify({ policy, version: 0 }));
  };

  it("is kept as it was set, and offered the arguments it can bound", async () => {
    expect((await put({})).status).toBe(200);
    const { policy, tools } = teamEndpoints.policy.output.parse(
      await (await send("GET", "/api/policy")).json(),
    );
    expect(policy.rules).toEqual([RULE]);
    const text = tools.find(({ name }) => name === "send_message")?.fields;
    expect(text).toContainEqual({ field: "/text", label: "Text", kind: "text" });
    expect(text?.map(({ field }) => field)).toContain("/createContact/firstName");
  });

  it("is missing from policies stored before there were any, which stay as they are", async () => {
    const { rules: _none, ...stored } = { ...DEFAULT_POLICY, holdSeconds: 7 };
    await testEnv.DB.prepare(
      "insert into settings (tenant_id, version, policy, updated_by, updated_at) values ('tenant_alder', 1, ?, 'u', '')",
    )
      .bind(JSON.stringify(stored))
      .run();
    expect(await (await send("GET", "/api/policy")).json()).toMatchObject({
      policy: { holdSeconds: 7, rules: [] },
    });
  });

  it.each<[string, Partial<PolicyRule>[], string]>([
    [
      "for a tool there is not",
      [{}, { id: "r2", tool: "launch_rocket" }],
      "Rule 2: there is no tool named launch_rocket.",
    ],
    ["for an agent there is not", [{ agent: "nobody" }], "Rule 1: there is no agent named nobody."],
    [
      "for an argument there is not",
      [{ bounds: [{ field: "/fuel", is: "at_most", value: 1 }] }],
      "Rule 1: “Text someone” has no fuel.",
    ],
    [
      "about arguments of any action",
      [{ tool: null }],
      "Rule 1: choose an action before you say what must be in it.",
    ],
    [
      "about recipients of what reaches no one",
      [{ tool: "write_file", bounds: [] }],
      "Rule 1: no one is reached by “Write a file”. Leave out to whom.",
    ],
  ])("is refused %s, and says what to do", async (_what, rules, message) => {
    const answer = await put(...rules);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: "invalid_request", message } });
  });

  it.each<[string, Partial<PolicyRule>[]]>([
    ["with the id of another", [{}, {}]],
    ["for days there are not", [{ hours: { from: "08:00", to: "18:00", days: [8] } }]],
    ["for no one at all", [{ recipients: [] }]],
  ])("is refused %s", async (_what, rules) => {
    expect((await put(...rules)).status).toBe(400);
  });
});

describe("bad input", () => {
  it("is refused in workerd as in tests of parts: too large, malformed, too deep", async () => {
    expect((await send("POST", "/api/conversations", "x".repeat(300_000))).status).toBe(413);
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(0x20)),
    });
    expect((await send("POST", "/api/conversations", endless)).status).toBe(413);
    expect(await errorCode(await send("POST", "/api/conversations", "{"))).toBe("invalid_json");
    expect(await errorCode(await send("POST", "/api/conversations", "[".repeat(5000)))).toBe("invalid_json");
    expect(await errorCode(await send("POST", "/api/conversations", '{"id":7}'))).toBe("invalid_request");
    expect(await errorCode(await send("GET", "/api/audit?cursor=AAAA"))).toBe("invalid_request");
  });
});

describe("a list", () => {
  it("is paged without losing or repeating a row, also where rows share their time", async () => {
    const at = "2026-11-20T10:00:00.000Z";
    await testEnv.DB.batch(
      Array.from({ length: 7 }, (_, index) =>
        testEnv.DB.prepare(
          "insert into audit (id, tenant_id, at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id, sentence) values (?, 'tenant_alder', ?, 'user', 'u', 'U', 'test', 'x', 'x', ?)",
        ).bind(`row_${index}`, at, `Row ${index}`),
      ),
    );
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const answer = await send("GET", `/api/audit?limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`);
      const page: { items: { id: string; action: string }[]; nextCursor: string | null } =
        await answer.json();
      seen.push(...page.items.filter((item) => item.action === "test").map((item) => item.id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(["row_6", "row_5", "row_4", "row_3", "row_2", "row_1", "row_0"]);
  });
});
