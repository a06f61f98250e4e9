/** The peer a bench measures beside: a chat on AIChatAgent as its documentation shows it, on the same model. */
import { createAnthropic } from "@ai-sdk/anthropic";
import { AIChatAgent } from "@cloudflare/ai-chat";
import { routeAgentRequest } from "agents";
import { convertToModelMessages, streamText } from "ai";

interface ChatEnv extends Cloudflare.Env {
  readonly ANTHROPIC_BASE_URL: string;
  readonly AGENT_MODEL: string;
  readonly ChatAgent: DurableObjectNamespace;
}

export class ChatAgent extends AIChatAgent<ChatEnv> {
  override async onChatMessage(): Promise<Response> {
    const anthropic = createAnthropic({ baseURL: `${this.env.ANTHROPIC_BASE_URL}/v1`, apiKey: "sandbox" });
    const result = streamText({
      model: anthropic(this.env.AGENT_MODEL),
      messages: await convertToModelMessages(this.messages),
    });
    return result.toUIMessageStreamResponse();
  }
}

export default {
  async fetch(request: Request, env: ChatEnv): Promise<Response> {
    return (await routeAgentRequest(request, env)) ?? new Response("ai-chat");
  },
};
