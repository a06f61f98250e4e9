import { beforeEach, describe, expect, it, vi } from "vitest";
import { instructionsSchema, promptViewSchema, type PromptView } from "../../../../src/agent/api/agent.ts";
import { errorCode, request, signIn } from "../../../support/http-worker.ts";
import { control, freshWorld, TIMEOUT } from "../../../support/worker.ts";
import { dayOf } from "../../../../src/kernel/calendar.ts";

const PATH = "/api/agents/steward/instructions";
let dana: Record<string, string>;
let marcus: Record<string, string>;

const as = (cookie: string) => ({
  cookie,
  origin: "http://localhost:8787",
  "content-type": "application/json",
});
const put = (headers: Record<string, string>, body: unknown) =>
  request(PATH, { method: "PUT", headers, body: JSON.stringify(body) });
const get = async () => instructionsSchema.parse(await (await request(PATH, { headers: dana })).json());

async function promptOf(id: string): Promise<PromptView> {
  const answer = await request(`/api/conversations/${id}/prompt`, { headers: dana });
  expect(answer.status).toBe(200);
  return promptViewSchema.parse(await answer.json());
}

const part = (view: PromptView, kind: string) => view.parts.find((one) => one.kind === kind);

async function chat(text: string, answer: string): Promise<string> {
  await control("anthropic/script", {
    marker: text,
    responses: [{ content: [{ type: "text", text: answer }] }],
  });
  const id = crypto.randomUUID();
  await say(id, text);
  return id;
}

async function replies(id: string): Promise<number> {
  const answer = await request(`/api/conversations/${id}/messages`, { headers: dana });
  const { items = [] } = (await answer.json()) as { items?: { role: string }[] };
  return items.filter(({ role }) => role === "assistant").length;
}

async function say(id: string, text: string): Promise<void> {
  const before = await replies(id);
  await request(`/api/conversations/${id}/messages`, {
    method: "POST",
    headers: dana,
    body: JSON.stringify({ clientMessageId: crypto.randomUUID(), text }),
  });
  await vi.waitFor(async () => expect(await replies(id)).toBeGreaterThan(before), TIMEOUT);
}

beforeEach(async () => {
  await freshWorld();
  await control("reset", {});
  dana = as(await signIn("dana@alderfinch.example"));
  marcus = as(await signIn("marcus@alderfinch.example"));
});

describe("a team's instructions", () => {
  it("begin as built in, are changed by admins alone, version by version, and are audited", async () => {
    const first = await get();
    expect(first).toMatchObject({ mode: "built_in", text: "", version: 0, updatedBy: null });
    expect(first.effective).toBe(first.builtIn);
    expect((await put(marcus, { mode: "extend", text: "x", version: 0 })).status).toBe(403);
    expect(await errorCode(await put(dana, { mode: "replace", text: "  ", version: 0 }))).toBe(
      "invalid_request",
    );
    await put(dana, { mode: "extend", text: "Sign as Alder.", version: 0 });
    expect(await get()).toMatchObject({ mode: "extend", version: 1, updatedBy: "Dana Whitfield" });
    expect((await get()).effective).toContain("Sign as Alder.");
    const audit = await (await request("/api/audit", { headers: dana })).text();
    expect(audit).toContain("Dana Whitfield extended the instructions of Steward (version 1)");
  });

  it("never overwrite a change somebody did not see", async () => {
    const answers = await Promise.all(
      ["one", "two"].map((text) => put(dana, { mode: "extend", text, version: 0 })),
    );
    expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 409]);
    expect((await get()).version).toBe(1);
    expect(await errorCode(await put(dana, { mode: "extend", text: "three", version: 7 }))).toBe("changed");
  });

  it("keep their history, and an older version comes back as a new one", async () => {
    await put(dana, { mode: "extend", text: "First.", version: 0 });
    await put(dana, { mode: "replace", text: "Second.", version: 1 });
    const restore = (body: unknown) =>
      request(`${PATH}/restore`, { method: "POST", headers: dana, body: JSON.stringify(body) });
    expect((await restore({ restore: 9, version: 2 })).status).toBe(404);
    expect((await restore({ restore: 1, version: 2 })).status).toBe(200);
    expect(await get()).toMatchObject({ mode: "extend", text: "First.", version: 3 });
    expect((await restore({ restore: 0, version: 3 })).status).toBe(200);
    expect(await get()).toMatchObject({ mode: "built_in", version: 4 });
    const page = (await (await request(`${PATH}/history?limit=3`, { headers: marcus })).json()) as {
      items: { version: number; current: boolean; restoredFrom: number | null; by: { name: string } }[];
      nextCursor: string;
    };
    expect(page.items.map(({ version, restoredFrom, current }) => [version, restoredFrom, current])).toEqual([
      [4, 0, true],
      [3, 1, false],
      [2, null, false],
    ]);
    const rest = await request(`${PATH}/history?limit=3&cursor=${page.nextCursor}`, { headers: marcus });
    expect(await rest.json()).toMatchObject({ items: [{ version: 1 }], nextCursor: null });
  });

  it("of an agent that does not exist are not found", async () => {
    expect((await request("/api/agents/nobody/instructions", { headers: dana })).status).toBe(404);
  });

  it("reach the model in new conversations, and say where they wait", async () => {
    const old = await chat("marker-old", "Hello.");
    await put(dana, { mode: "extend", text: "Always mention the weather.", version: 0 });
    const fresh = await chat("marker-fresh", "Sunny.");
    const { items } = (await control("anthropic/requests?marker=marker-fresh")) as {
      items: { request: { system: { text: string }[] } }[];
    };
    expect(items[0]?.request.system[0]?.text).toContain("Always mention the weather.");
    expect(part(await promptOf(fresh), "instructions")?.text).toContain("Always mention the weather.");
    const waiting = await promptOf(old);
    expect(part(waiting, "instructions")?.text).not.toContain("weather");
    expect(waiting.newerWaiting).toBe(true);
  });
});

describe("the prompt a conversation would send now", () => {
  it("is what the model then gets, byte for byte up to the next message", async () => {
    const id = await chat("marker-one", "Hello Dana.");
    const view = await promptOf(id);
    expect(view).toMatchObject({
      agent: "steward",
      counting: "estimate",
      context: "next",
      newerWaiting: false,
    });
    expect(part(view, "context")?.text).toContain("Speaking: Dana Whitfield");
    expect(part(view, "tenant")).toMatchObject({ cached: true, breakpoint: true });
    expect(part(view, "history")?.messages?.map(({ cached }) => cached)).toEqual([true, false]);
    expect(view.totalTokens).toBe(view.parts.reduce((sum, { tokens }) => sum + tokens, 0));
    expect(view.cachedTokens).toBeGreaterThan(0);

    await control("anthropic/script", {
      marker: "marker-two",
      responses: [{ content: [{ type: "text", text: "Yes." }] }],
    });
    await say(id, "marker-two");
    const { items } = (await control("anthropic/requests?marker=marker-two")) as {
      items: { request: { system: { text: string }[]; tools: unknown; messages: { content: unknown }[] } }[];
    };
    const sent = items[0]?.request;
    expect(JSON.stringify(sent?.tools)).toBe(part(view, "tools")?.text);
    expect(sent?.system.map(({ text }) => text)).toEqual([
      part(view, "instructions")?.text,
      part(view, "tenant")?.text,
    ]);
    const plain = (value: unknown): string =>
      JSON.stringify(value).replaceAll(/,"cache_control":\{[^}]*\}/g, "");
    const history = part(view, "history")?.messages ?? [];
    for (const [index, message] of history.entries()) {
      expect(plain(sent?.messages[index]?.content)).toBe(plain(JSON.parse(message.text)));
    }
  });

  it("holds the news of the workspace that the next message will carry, byte for byte", async () => {
    const path = `daily_notes/${dayOf(Date.now(), "America/New_York")}_roof.md`;
    const body = JSON.stringify({ path, content: "- The roofer comes on Friday at 9\n" });
    await request("/api/workspace/write", { method: "POST", headers: dana, body });
    const id = crypto.randomUUID();
    await request("/api/conversations", { method: "POST", headers: dana, body: JSON.stringify({ id }) });
    const tail = part(await promptOf(id), "context");
    const news = /<workspace_now>[\s\S]*<\/workspace_now>/.exec(tail?.text ?? "")?.[0] ?? "none";
    expect(news).toContain("The roofer comes on Friday at 9");
    expect(tail?.tokens).toBeGreaterThan(news.length / 10);

    await control("anthropic/script", {
      marker: "marker-news",
      responses: [{ content: [{ type: "text", text: "Yes." }] }],
    });
    await say(id, "marker-news");
    const { items } = (await control("anthropic/requests?marker=marker-news")) as {
      items: { request: { messages: { content: { text?: string }[] }[] } }[];
    };
    const sent = items[0]?.request.messages[0]?.content.at(-1)?.text;
    expect(sent).toContain(news);
    // Told once: the next message carries it no more.
    expect(part(await promptOf(id), "context")?.text).not.toContain("<workspace_now>");
  });

  it("changes nothing by being looked at, and is not found for another's or no conversation", async () => {
    const id = await chat("marker-look", "Hi.");
    const before = await promptOf(id);
    const { parts } = await promptOf(id);
    expect(parts.filter(({ kind }) => kind !== "context")).toEqual(
      before.parts.filter(({ kind }) => kind !== "context"),
    );
    const ruth = await signIn("ruth@harborlight.example");
    expect((await request(`/api/conversations/${id}/prompt`, { headers: { cookie: ruth } })).status).toBe(
      404,
    );
    expect(
      (await request(`/api/conversations/${crypto.randomUUID()}/prompt`, { headers: dana })).status,
    ).toBe(404);
  });
});
