/** What the official conformance suite expects a server under test to offer (@modelcontextprotocol/conformance, "everything server"), behind our own protocol front. */
import { createServer, type IncomingMessage, type Server } from "node:http";
import { isFromUs } from "../../src/platform/http/middleware/origin.ts";
import { respond, type Served, type ServedContents, type ServedTool } from "../../src/mcp/server/index.ts";

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const SILENCE = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";

const image = { type: "image", data: PIXEL, mimeType: "image/png" } as const;
const embedded = (uri: string) =>
  ({ type: "resource", resource: { uri, mimeType: "text/plain", text: "Embedded." } }) as const;
const words = (text: string) => ({ type: "text", text }) as const;

const TOOLS = {
  test_simple_text: { content: [words("This is a simple text response for testing.")] },
  test_image_content: { content: [image] },
  test_audio_content: { content: [{ type: "audio", data: SILENCE, mimeType: "audio/wav" }] },
  test_embedded_resource: { content: [embedded("test://embedded-resource")] },
  test_multiple_content_types: {
    content: [words("Several."), image, embedded("test://mixed-content-resource")],
  },
  test_error_handling: {
    content: [words("This tool intentionally returns an error for testing")],
    isError: true,
  },
} as const;

const PROMPTS = [
  "test_simple_prompt",
  "test_prompt_with_arguments",
  "test_prompt_with_embedded_resource",
  "test_prompt_with_image",
];

function contentsAt(uri: string): ServedContents[] | null {
  if (uri === "test://static-text") return [{ uri, mimeType: "text/plain", text: "Static text." }];
  if (uri === "test://static-binary") return [{ uri, mimeType: "image/png", blob: PIXEL }];
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  return id === undefined ? null : [{ uri, mimeType: "application/json", text: JSON.stringify({ id }) }];
}

const FIXTURE: Served = {
  name: "fixture",
  title: "Fixture",
  version: "1.0.0",
  instructions: "",
  listTools: async () =>
    Object.keys(TOOLS).map((name): ServedTool => ({
      name,
      title: name,
      description: name,
      inputSchema: { type: "object", properties: {} },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    })),
  callTool: async (name) => TOOLS[name as keyof typeof TOOLS],
  listResources: async () => ({
    items: [
      { uri: "test://static-text", name: "text", description: "Text", mimeType: "text/plain" },
      { uri: "test://static-binary", name: "binary", description: "Binary", mimeType: "image/png" },
    ],
  }),
  templates: [
    {
      uriTemplate: "test://template/{id}/data",
      name: "template",
      title: "Template",
      description: "By id",
      mimeType: "application/json",
    },
  ],
  readResource: async (uri) => contentsAt(uri),
  listPrompts: async () =>
    PROMPTS.map((name) => ({
      name,
      description: name,
      ...(name === "test_prompt_with_arguments"
        ? { arguments: ["arg1", "arg2"].map((one) => ({ name: one, description: one, required: true })) }
        : {}),
    })),
  getPrompt: async (name, args) => {
    if (!PROMPTS.includes(name)) return null;
    const text = words(`Prompt with arguments: arg1='${args["arg1"]}', arg2='${args["arg2"]}'`);
    const content = name.endsWith("image")
      ? image
      : name.endsWith("resource")
        ? embedded(args["resourceUri"] ?? "test://example-resource")
        : text;
    return { messages: [{ role: "user", content }] };
  },
};

/** Serves it at `/mcp` on a free port of this computer. */
export async function serveFixture(): Promise<{ url: string; close: () => Promise<void> }> {
  let origin = "";
  const server: Server = createServer((request, answer) => {
    void answered(request, origin).then(({ status, body }) => {
      answer.writeHead(status, { "content-type": "application/json" });
      answer.end(body === null ? undefined : JSON.stringify(body));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  origin = `http://localhost:${typeof address === "object" ? address?.port : 0}`;
  return { url: `${origin}/mcp`, close: () => new Promise((done) => server.close(() => done())) };
}

async function answered(
  request: IncomingMessage,
  origin: string,
): Promise<{ status: number; body: object | null }> {
  const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  // The product's own check, and the host it is served at.
  if (!isFromUs(headers, origin) || headers.get("host") !== new URL(origin).host)
    return { status: 403, body: {} };
  if (request.method !== "POST") return { status: 405, body: {} };
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return respond(
    () => FIXTURE,
    headers,
    async () => JSON.parse(Buffer.concat(chunks).toString()) as unknown,
  );
}
