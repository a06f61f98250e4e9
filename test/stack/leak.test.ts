import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { controlAt, eventually, signInAs, type Client } from "../support/client.ts";
import { ownStack } from "../support/own-stack.ts";
import { pushAbout, pushesTo, subscribedDevice } from "../support/phone.ts";
import { outsideNumbers, proposeTexts, says, script } from "../support/scripted.ts";
import { leakIn, secretsOf, type Canary } from "../support/secrets.ts";
import { freePort } from "../support/test-env.ts";
import { turnEnded } from "../support/turns.ts";

const ANTHROPIC_KEY = `sk-ant-canary-${randomUUID()}`;
const WORDS = `canary-words-${randomUUID()}`;
const DRAFT = `canary-draft-${randomUUID()}`;

it("LEAK: no secret reaches logs, error answers, prompts or notifications, also when everything goes wrong", async () => {
  const sandboxPort = await freePort();
  const sandboxUrl = `http://localhost:${sandboxPort}`;
  await using stack = await ownStack({
    sandboxPort,
    vars: { ANTHROPIC_API_KEY: ANTHROPIC_KEY, ANTHROPIC_BASE_URL: `${sandboxUrl}/anthropic` },
  });
  const { appUrl } = stack;
  const dana = await signInAs(appUrl, sandboxUrl, "dana@alderfinch.example");
  const phone = await subscribedDevice(sandboxUrl, dana, "Dana’s phone");
  const cookie = await sessionCookie(dana);
  const errors: string[] = [];
  const refusals: string[] = [];
  const note = async (answer: Response): Promise<void> => {
    // The development server cuts an answer short where it did not read the whole request: what arrived counts.
    const text = await answer.text().catch(() => "");
    if (answer.status >= 400) errors.push(text);
    if (answer.status === 401 || answer.status === 403) refusals.push(text);
  };

  const [number = "", another = ""] = await outsideNumbers(sandboxUrl);
  const { approvals } = await proposeTexts(sandboxUrl, dana, [{ to: number, text: `${DRAFT} one` }]);
  const [approval] = approvals;
  const push = await pushAbout(sandboxUrl, phone.id, approval?.id ?? "");
  expect(push.token).toMatch(/^[\w-]{43}$/);

  await failingModel(sandboxUrl, dana);
  await failingPhoneSystem(sandboxUrl, dana, another);
  await failingPush(sandboxUrl, dana, phone.id);
  await badInput(appUrl, dana, { cookie, token: push.token ?? "", approvalId: approval?.id ?? "" }, note);
  const grant = await grantUsed(appUrl, dana, note);
  await stack.tick();
  expect(errors.length).toBeGreaterThan(15);

  const canaries: Canary[] = [
    ...(await secretsOf(stack.dataDir)),
    { name: "the Anthropic key", value: ANTHROPIC_KEY },
    { name: "the session cookie", value: cookie.split("=")[1] ?? "" },
    { name: "the provider’s token", value: dana.token },
    { name: "the provider token’s signature", value: dana.token.split(".")[2] ?? "" },
    { name: "the notification’s token", value: push.token ?? "" },
    { name: "the access token of another agent", value: grant },
    { name: "the device’s push secret", value: phone.keys.auth },
    { name: "the device’s push address", value: phone.endpoint },
  ];
  const bodies: Canary[] = [
    { name: "a person’s words", value: WORDS },
    { name: "a draft’s words", value: DRAFT },
    { name: "a recipient’s number", value: number },
  ];
  for (const { name, value } of [...canaries, ...bodies]) expect(value.length, name).toBeGreaterThan(8);

  const requests = await controlAt<{ items: unknown[] }>(sandboxUrl, "anthropic/requests");
  expect(JSON.stringify(requests)).toContain(WORDS);
  const pushes = await pushesTo(sandboxUrl, phone.id);
  const traces = await eventually("a failed run is traced", async () => {
    const text = JSON.stringify(await controlAt<{ spans: unknown[] }>(sandboxUrl, "otlp/spans"));
    return text.includes("no_such_tool") ? text : null;
  });
  const places: [string, string, readonly Canary[]][] = [
    ["the Worker’s log", stack.appLog(), [...canaries, ...bodies]],
    ["traces", traces, [...canaries, ...bodies]],
    ["error answers", errors.join("\n"), canaries],
    ["error answers to whom nothing may be shown", refusals.join("\n"), [...canaries, ...bodies]],
    ["model requests", JSON.stringify(requests), canaries],
    [
      "notifications, but for their own token",
      JSON.stringify(pushes.map((payload) => ({ ...payload, token: null }))),
      canaries,
    ],
    ["the pages", await pagesOf(appUrl), canaries],
  ];
  for (const [place, text, hidden] of places) {
    expect(text.length, `${place} is empty`).toBeGreaterThan(100);
    expect(leakIn(place, text, hidden)).toBeNull();
  }
  console.log(
    `LEAK: ${canaries.length} secrets and ${bodies.length} bodies, 0 found in ${stack.appLog().length} characters of log, ` +
      `${errors.length} error answers, ${requests.items.length} model requests, ${pushes.length} notifications`,
  );
}, 300_000);

async function sessionCookie(client: Client): Promise<string> {
  const answer = await client.request("POST", "/api/session");
  return (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}

/** Overload, a broken stream, nonsense from the model. */
async function failingModel(sandboxUrl: string, dana: Client): Promise<void> {
  const conversation = randomUUID();
  const marker = `model-${conversation.slice(0, 13)}`;
  const failure = {
    error: { status: 529, type: "overloaded_error", message: `Overloaded: ${ANTHROPIC_KEY}` },
  };
  await script(sandboxUrl, marker, [
    { ...failure, error: { ...failure.error, retryAfterSeconds: 0 } },
    says(`half of ${WORDS}`, { cutAfterChunks: 1 }),
    {
      stopReason: "tool_use",
      content: [{ type: "tool_use", id: "toolu_odd", name: "no_such_tool", input: { secret: WORDS } }],
    },
    { error: { status: 400, type: "invalid_request_error", message: `No: ${WORDS} ${ANTHROPIC_KEY}` } },
  ]);
  await dana.send(conversation, `Say ${WORDS} with ${marker}`);
  await eventually(
    "the turn comes to an end",
    async () => {
      const { status } = await dana.json<{ status: string }>("GET", `/api/conversations/${conversation}`);
      return status !== "running" && status !== "idle" ? status : null;
    },
    45_000,
  ).catch(() => null);
}

/** A phone system that fails while looking up and while sending. */
async function failingPhoneSystem(sandboxUrl: string, dana: Client, to: string): Promise<void> {
  const { approvals } = await proposeTexts(sandboxUrl, dana, [{ to, text: `${DRAFT} two` }]);
  await controlAt(sandboxUrl, "faults", { service: "quo", status: 500, count: 6 });
  const [approval] = approvals;
  const path = `/api/approvals/${approval?.id ?? ""}`;
  await dana.request("POST", `${path}/decision`, { decision: "approve", effectHash: approval?.effectHash });
  await dana.request("POST", `${path}/preview`, { arguments: { to, text: `${DRAFT} three` } });
  const conversation = randomUUID();
  const words = "Text Maria Lopez that the plumber comes tomorrow at 9.";
  await dana.send(conversation, words);
  await turnEnded(dana, conversation, words);
  await controlAt(sandboxUrl, "faults", { service: "quo", clear: true });
}

/** A push service that fails, then says that the device is gone. */
async function failingPush(sandboxUrl: string, dana: Client, deviceId: string): Promise<void> {
  await controlAt(sandboxUrl, "faults", { service: "push", status: 500, count: 4 });
  await dana.request("POST", "/api/push/test");
  await controlAt(sandboxUrl, "faults", { service: "push", clear: true });
  await dana.request("POST", "/api/push/test");
  await fetch(`${sandboxUrl}/push/devices/${deviceId}/expire`, { method: "POST" });
  await dana.request("POST", "/api/push/test");
}

interface Secrets {
  readonly cookie: string;
  readonly token: string;
  readonly approvalId: string;
}

/** Requests that fail at every layer, each carrying secrets where a careless answer or log would repeat them. */
async function badInput(
  appUrl: string,
  dana: Client,
  { cookie, token, approvalId }: Secrets,
  note: (answer: Response) => Promise<void>,
): Promise<void> {
  // A body that is too large ends its connection, sometimes before it was sent whole: no other request may stand on that line.
  const own = { "content-type": "application/json", connection: "close" };
  const post = (path: string, body: string, headers: Record<string, string>): Promise<void> => {
    const send = (): Promise<Response> =>
      fetch(`${appUrl}${path}`, { method: "POST", headers: { ...own, ...headers }, body });
    return send().catch(send).then(note);
  };
  const bearer = { authorization: `Bearer ${dana.token}` };
  const decide = `/api/approvals/${approvalId}/decision`;
  await post(decide, `{"reason":"${WORDS}"`, bearer);
  await post(decide, JSON.stringify({ decision: WORDS, effectHash: DRAFT }), bearer);
  await post(decide, JSON.stringify({ decision: "approve", effectHash: DRAFT }), bearer);
  await post(decide, JSON.stringify({ decision: "approve", effectHash: "x" }), {
    authorization: `Approval ${token}`,
  });
  await post(decide, JSON.stringify({ decision: "approve", effectHash: "x" }), {
    cookie,
    origin: "https://evil.example",
  });
  await post(`/api/approvals/${approvalId}/undo`, "{}", { authorization: `Approval ${token}` });
  await post(`/api/approvals/${approvalId}/preview`, JSON.stringify({ arguments: { to: WORDS } }), bearer);
  await post("/api/approvals/approval_none/decision", JSON.stringify({ token, decision: "approve" }), bearer);
  await post(`/api/conversations/${randomUUID()}/messages`, JSON.stringify({ text: WORDS }), bearer);
  await post(
    `/api/conversations/${randomUUID()}/messages`,
    JSON.stringify({ clientMessageId: "big", text: WORDS.repeat(9000) }),
    bearer,
  );
  await post("/api/session", "{}", { authorization: `Bearer ${dana.token}x` });
  await post("/api/session", "{}", { cookie: `__session=${dana.token}`, origin: "https://evil.example" });
  await post(
    "/api/push/subscriptions",
    JSON.stringify({ endpoint: "https://evil.example", keys: {} }),
    bearer,
  );
  await post(
    "/api/push/subscriptions",
    JSON.stringify({
      endpoint: "https://169.254.169.254/latest",
      keys: { p256dh: "B".repeat(87), auth: "A".repeat(22) },
    }),
    bearer,
  );
  await post("/webhooks/quo/conn_none", WORDS, { "openphone-signature": dana.token });
  await post("/api/nowhere", WORDS, bearer);
  const credentials: Record<string, string>[] = [
    { authorization: `Bearer ${dana.token.slice(0, -4)}AAAA` },
    { authorization: `Basic ${token}` },
    { authorization: `Approval ${token}` },
    { cookie: `${cookie}x` },
  ];
  for (const headers of credentials) {
    await note(await fetch(`${appUrl}/api/me`, { headers }));
  }
  await note(await dana.request("PUT", "/api/policy", { policy: { words: WORDS }, version: 1 }));
  await note(await dana.request("GET", "/api/approvals?cursor=nonsense"));
  await note(await dana.request("GET", "/api/approvals?status=nonsense"));
  await note(await dana.request("GET", "/api/conversations?limit=many"));

  const socket = await dana.socket(randomUUID());
  socket.sendRaw(`{"type":"message.send","words":"${WORDS}","token":"${token}"}`);
  socket.sendRaw(`${WORDS} ${token}`);
  const answer = await socket.waitFor("an error frame", (frame) => frame.type === "error");
  await note(new Response(JSON.stringify(answer), { status: 400 }));
  socket.close();
}

/** The page and every script it names: what everybody may download. */
async function pagesOf(appUrl: string): Promise<string> {
  const page = await (await fetch(appUrl)).text();
  const scripts = [...page.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path]) => path ?? "");
  const texts = await Promise.all(
    ["/sw.js", ...scripts].map(async (path) => (await fetch(`${appUrl}${path}`)).text()),
  );
  return [page, ...texts].join("\n");
}

/** A token of another agent: used, refused, and sent to where it doesn't belong. */
async function grantUsed(
  appUrl: string,
  dana: Client,
  note: (answer: Response) => Promise<void>,
): Promise<string> {
  const { token } = await dana.json<{ token: string }>("POST", "/api/mcp/tokens", {
    name: "Leak",
    scopes: ["records:read"],
    days: 7,
  });
  const send = (path: string, bearer: string, body: string) =>
    fetch(`${appUrl}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
      body,
    });
  const call = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  expect((await send("/mcp", token, call)).status).toBe(200);
  await note(await send("/mcp", token, "{"));
  await note(await send("/mcp", `${token}x`, call));
  await note(await send("/api/mcp/tokens", token, "{}"));
  await note(
    await fetch(`${appUrl}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: token, client_id: token }),
    }),
  );
  return token;
}
