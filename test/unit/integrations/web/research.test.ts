/** A question is answered from listed sites alone, with the pages it stands on: the agent, the model's client and the sandbox's model, as they are. */
import { beforeEach, describe, expect, it } from "vitest";
import { askAgent, researcher, type AskWorld, type WebAccess } from "../../../../src/agent/index.ts";
import { withSources } from "../../../../src/agent/web-access.ts";
import { dbFor, type TenantDb } from "../../../../src/platform/db/index.ts";
import { runs } from "../../../../src/agent/tables/conversations.ts";
import { anthropicModel } from "../../../../src/integrations/anthropic/client.ts";
import { silentLogger } from "../../../../src/kernel/log.ts";
import { researchWeb } from "../../../../src/integrations/web/tools/research-web.ts";
import type { ReadTool } from "../../../../src/agent/tools/define-tool.ts";
import { nodeD1 } from "../../../support/node-d1.ts";
import { useSandbox } from "../../sandbox/world.ts";
import { seenIn } from "../../agent/tools/world.ts";

const sandbox = useSandbox();
const RENTS = "What do two-bedroom apartments rent for in Lawrenceville, Pittsburgh?";
let db: TenantDb;
beforeEach(() => {
  db = dbFor(nodeD1(), "tenant_alder");
});

function world(model: string): AskWorld {
  return {
    db,
    models: { cheap: model, main: model, heavy: model },
    callModel: anthropicModel({ baseUrl: `${sandbox.url}/anthropic`, apiKey: "sandbox" }),
    admission: {
      admitModelStep: () => Promise.resolve({ ok: true }),
      settle: () => Promise.resolve(),
      admitToolCall: () => Promise.resolve({ ok: true }),
    },
    alertOfDrafts: () => Promise.resolve(),
    endHooks: () => Promise.resolve([]),
    clock: { now: () => Date.now() },
    logger: silentLogger,
  };
}

const ask = (web: WebAccess, model = "claude-sonnet-5-5", question = RENTS) =>
  askAgent(world(model), {
    runId: "run-web",
    agent: researcher,
    text: `You may read: ${web.sites.join(", ")}.\n\n<question>\n${question}\n</question>`,
    about: question,
    conversationId: "c-1",
    trigger: "delegate",
    startedBy: "agent:steward",
    timeZone: "America/New_York",
    web,
  });
const access = (...sites: string[]): WebAccess => ({
  sites,
  readPage: () => Promise.reject(new Error("the model reads pages itself")),
});
interface Sent {
  readonly tools?: readonly { readonly name: string; readonly allowed_domains?: readonly string[] }[];
}
async function sent(): Promise<Sent> {
  const { items } = (await sandbox.get("/control/anthropic/requests")) as { items: { raw: string }[] };
  return JSON.parse(items.at(-1)?.raw ?? "{}") as Sent;
}

describe("a question to the web", () => {
  it("is answered with marks and pages, by the model's own tools bound to the list", async () => {
    const answer = await ask(access("zillow.com", "apartments.com"));
    expect(answer.end.reason).toBe("end_turn");
    expect(answer.text).toMatch(/two-bedroom apartment in Lawrenceville is \$1,895.* \[\d\]/);
    const hosts = new Set(answer.sources.map(({ url }) => new URL(url).hostname));
    expect(hosts).toEqual(new Set(["www.zillow.com", "www.apartments.com"]));
    for (const { quote } of answer.sources)
      for (const passage of quote.split(" … ")) expect(answer.text).toContain(passage);
    const { tools } = await sent();
    expect(tools?.map(({ name, allowed_domains: allowed }) => [name, allowed])).toEqual([
      ["web_search", ["zillow.com", "apartments.com"]],
      ["web_fetch", ["zillow.com", "apartments.com"]],
    ]);
  });

  it("costs what the search costs, beside its tokens", async () => {
    await ask(access("zillow.com"));
    const [run] = await db.rows(runs);
    expect(run?.costMicroUsd).toBeGreaterThan(10_000);
    expect(run).toMatchObject({ agent: "researcher", status: "finished" });
  });

  it("finds nothing on sites that are not listed, and says so", async () => {
    const answer = await ask(access("clickup.com"));
    expect(answer.sources).toEqual([]);
    expect(answer.text).toContain("say nothing about that");
  });

  it("gives a model without the web a tool that reads pages, and no other", async () => {
    await ask(access("zillow.com"), "local-llama").catch(() => null);
    const { tools } = await sent();
    expect(tools?.map(({ name }) => name)).toEqual(["read_page"]);
  });
});

describe("what an answer stands on", () => {
  const text = (words: string, ...citations: object[]) => ({ type: "text", text: words, citations });
  it("names a page that was read by its address, and cites a passage once", () => {
    const parts = [
      { type: "text", text: "Let me look." },
      { type: "server_tool_use", name: "web_fetch" },
      {
        type: "web_fetch_tool_result",
        content: { type: "web_fetch_result", url: "https://rents.example/a" },
      },
      text("It is $1,895.\n", {
        type: "char_location",
        document_index: 0,
        document_title: "Rents",
        cited_text: "$1,895",
      }),
      text(" So it is.", {
        type: "char_location",
        document_index: 0,
        document_title: "Rents",
        cited_text: "$1,895",
      }),
    ];
    expect(withSources(parts)).toEqual({
      text: "It is $1,895. [1]\n So it is. [1]",
      sources: [{ url: "https://rents.example/a", title: "Rents", quote: "$1,895" }],
    });
  });
});

describe("research_web", () => {
  const run = (question: string, research: unknown = () => Promise.reject(new Error("not asked"))) =>
    (researchWeb as ReadTool).run(researchWeb.input.parse({ question }), { research }, seenIn());

  it("keeps numbers and addresses of people from the web", async () => {
    for (const question of [
      "Who owns the number +1 (412) 555-0142?",
      "What is known of maria.lopez@example.com?",
      "Is 4125550142 a mobile number?",
    ])
      expect(await run(question)).toMatchObject({ kind: "retry" });
  });

  it("hands the question on as it is and returns pages by their marks; a run that came to nothing is told", async () => {
    const sources = [{ title: "Rents", url: "https://rents.example/", quote: "$1,895" }];
    expect(
      await run(RENTS, () => Promise.resolve({ problem: null, text: "It is $1,895. [1]", sources })),
    ).toEqual({
      kind: "ok",
      data: {
        answer: "It is $1,895. [1]",
        pages: [{ mark: 1, url: "https://rents.example/", title: "Rents", quote: "$1,895" }],
      },
    });
    const problem = "The search came to no answer (budget_spent).";
    expect(await run(RENTS, () => Promise.resolve({ problem, text: "", sources: [] }))).toEqual({
      kind: "failed",
      message: problem,
    });
  });
});
