/** What a team's own server answers, whole: data, resources, and which tools are left out. */
import { describe, expect, it } from "vitest";
import type { OutsideHttp } from "../../../src/kernel/outside-http.ts";
import { callServerTool, listServerTools } from "../../../src/mcp/servers/client.ts";
import { listServerTools as lookThrough } from "../../../src/mcp/servers/tools/list-server-tools.ts";
import type { ReadTool } from "../../../src/agent/tools/define-tool.ts";
import type { ServersServices } from "../../../src/mcp/servers/tools/offered.ts";
import { seenIn } from "../agent/tools/world.ts";

const AT = { url: "https://tools.example/mcp", token: null };
const tool = (name: string, more: object = {}) => ({
  name,
  description: "Looks",
  inputSchema: { type: "object" },
  ...more,
});

/** A server that answers by method. */
function serverOf(
  answers: Readonly<Record<string, (params: Record<string, unknown>) => object>>,
): OutsideHttp {
  return async ({ body }) => {
    const {
      id,
      method,
      params = {},
    } = JSON.parse(String(body)) as { id?: number; method: string; params?: Record<string, unknown> };
    const result =
      method === "initialize" ? { protocolVersion: "2025-11-25" } : (answers[method]?.(params) ?? {});
    return {
      status: id === undefined ? 202 : 200,
      headers: new Headers(),
      text: JSON.stringify({ jsonrpc: "2.0", id, result }),
    };
  };
}

async function answerTo(result: object): Promise<unknown> {
  const http = serverOf({ "tools/list": () => ({ tools: [tool("look")] }), "tools/call": () => result });
  const { tools } = await listServerTools(http, AT);
  return callServerTool(http, AT, { tool: "look", hash: tools[0]!.hash, input: {}, changes: false });
}

describe("an answer of a team's own server", () => {
  const data = { accounts: [{ name: "Cedar Court", balance: 1450 }], total: 36 };

  it.each<[string, object, string]>([
    ["data alone", { content: [], structuredContent: data }, JSON.stringify(data)],
    ["data without any content", { structuredContent: data }, JSON.stringify(data)],
    [
      "data that its text repeats",
      { content: [{ type: "text", text: "36 accounts" }], structuredContent: data },
      "36 accounts",
    ],
    [
      "a resource of text",
      { content: [{ type: "resource", resource: { uri: "file:///a.md", text: "# Rules" } }] },
      "# Rules",
    ],
    ["a picture", { content: [{ type: "image", data: "AA==", mimeType: "image/png" }] }, "[image left out]"],
    [
      "a link",
      { content: [{ type: "resource_link", name: "rules", uri: "file:///a.md" }] },
      "[resource_link rules file:///a.md left out]",
    ],
  ])("with %s is read", async (_name, result, text) => {
    expect(await answerTo(result)).toEqual({ kind: "answered", text, isError: false });
  });

  it("that is too long says so", async () => {
    expect(await answerTo({ content: [{ type: "text", text: "x".repeat(9_000) }] })).toMatchObject({
      text: expect.stringContaining("[truncated: the answer has 9000 characters]"),
    });
  });
});

describe("the tools of a team's own server", () => {
  it("are read through all pages, and what is left out is named with its reason", async () => {
    const all = Array.from({ length: 120 }, (_, index) => tool(`t${index}`));
    const http = serverOf({
      "tools/list": ({ cursor = "0" }) => {
        const from = Number(cursor);
        return {
          tools: all.slice(from, from + 25),
          ...(from + 25 < all.length ? { nextCursor: String(from + 25) } : {}),
        };
      },
    });
    const { tools, leftOut } = await listServerTools(http, AT);
    expect(tools).toHaveLength(100);
    expect(leftOut).toBe(
      "20 tools were left out: Steward takes at most 100 (t100, t101, t102, t103, t104 and 15 more).",
    );
  });

  it("say of themselves what is longer than a list holds whole where one is asked for by its name, and what is cut is said", async () => {
    const says = (chars: number) =>
      `${"Looks up permits. ".repeat(chars).slice(0, chars - 22)} Never for apartments.`;
    const http = serverOf({
      "tools/list": () => ({
        tools: [tool("look", { description: says(5_000) }), tool("endless", { description: says(9_000) })],
      }),
    });
    const { tools } = await listServerTools(http, AT);
    expect(tools[0]?.description).toBe(says(5_000));
    expect(tools[1]?.description).toMatch(/\n\(Cut here: 3000 more characters\.\)$/);
    const services = {
      tools: async () =>
        tools.map((one) => ({
          name: `crm__${one.name}`,
          server: { name: "CRM" },
          tool: { ...one, use: "look_up" },
        })),
    } as unknown as ServersServices;
    const says0 = async (query: string) => {
      const answer = await (lookThrough as ReadTool).run({ query }, services, seenIn());
      return answer.kind === "list" ? (answer.items[0] as { says: string }).says : "";
    };
    const begin = await says0("permits");
    expect(begin).toContain("… (cut: list_server_tools with the query crm__");
    expect(await says0("crm__look")).toBe(says(5_000));
  });

  it("are taken without a description or a type, and left out where that is no use", async () => {
    const long = { type: "object", properties: { x: { description: "x".repeat(9_000) } } };
    const http = serverOf({
      "tools/list": () => ({
        tools: [
          tool("good"),
          tool("quiet", { description: null }),
          { name: "bare", description: "x" },
          tool("untyped", { inputSchema: { properties: {} } }),
          tool("a/b"),
          tool("long", { inputSchema: long }),
          tool("good"),
        ],
      }),
    });
    const { tools, leftOut } = await listServerTools(http, AT);
    expect(tools.map(({ name }) => name)).toEqual(["good", "quiet", "bare", "untyped"]);
    expect(leftOut).toMatch(/^3 tools were left out: .*\(a\/b\).*\(long\).*\(good\)\.$/);
  });
});
