/** Connects the sandbox's city server to the property manager, as an admin would: one look-up tool, one that asks. */
import * as z from "zod";
import { MCP_TOKEN } from "../sandbox/mcp/mcp.ts";
import { openToolServerSchema, toolServerSchema, type ToolUse } from "../src/mcp/api/mcp-servers.ts";
import { demoCall, demoSignIn, type DemoAddresses } from "./demo-call.ts";

const NAME = "City desk";
const USES: Readonly<Record<string, ToolUse>> = { freeze_warning: "look_up", request_inspection: "ask" };

/** Idempotent. */
export async function connectDemoToolServer({ appUrl, sandboxUrl }: DemoAddresses): Promise<void> {
  const headers = await demoSignIn(sandboxUrl, "dana@alderfinch.example");
  const servers = `${appUrl}/api/mcp/servers`;
  const listed = z.object({ items: z.array(toolServerSchema) });
  const { items } = await demoCall(servers, listed, { method: "GET", headers });
  if (items.some(({ name }) => name === NAME)) return;
  const body = { name: NAME, url: `${sandboxUrl}/mcp/city`, token: MCP_TOKEN };
  const { id, offered } = await demoCall(servers, openToolServerSchema, { headers, body });
  for (const { name, hash } of offered) {
    const wanted = { tool: name, hash, use: USES[name] ?? "off" };
    await demoCall(`${servers}/${id}/tool`, z.unknown(), { method: "PUT", headers, body: wanted });
  }
}
