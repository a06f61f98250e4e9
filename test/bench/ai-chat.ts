/** AIChatAgent as a subject, driven over its own protocol as its React hook does: every turn carries the page's whole list of messages. */
import { randomUUID } from "node:crypto";
import { MeteredSocket } from "./metered-socket.ts";
import { pastExchange } from "../support/write-history.ts";
import { measureTurn, type Subject, type TurnFigures } from "./subject.ts";

interface UiMessage {
  readonly id: string;
  readonly role: "user" | "assistant";
  readonly parts: readonly Readonly<Record<string, unknown>>[];
}

interface Chunk {
  readonly type: string;
  readonly messageId?: string;
  readonly delta?: string;
  readonly errorText?: string;
}

/** A page of one chat, and one that watches. */
class AiChatPage {
  readonly #page: MeteredSocket;
  readonly #observer: MeteredSocket;
  readonly #messages: UiMessage[];

  constructor(page: MeteredSocket, observer: MeteredSocket, history: number) {
    this.#page = page;
    this.#observer = observer;
    this.#messages = pastMessages(history);
  }

  async turn(text: string): Promise<TurnFigures> {
    this.#messages.push({ id: randomUUID(), role: "user", parts: [{ type: "text", text }] });
    const requestId = randomUUID();
    let replyId = "";
    let reply = "";
    const request = {
      id: requestId,
      init: {
        method: "POST",
        body: JSON.stringify({ messages: this.#messages, trigger: "submit-message" }),
      },
      type: "cf_agent_use_chat_request",
    };
    const figures = await measureTurn(this.#page, this.#observer, JSON.stringify(request), (received) => {
      const frame = JSON.parse(received) as { type: string; id?: string; body?: string; done?: boolean };
      if (frame.type !== "cf_agent_use_chat_response" || frame.id !== requestId) return null;
      const chunk: Chunk | null =
        frame.body === undefined || frame.body === "" ? null : (JSON.parse(frame.body) as Chunk);
      if (chunk?.type === "error") throw new Error(`AIChatAgent: ${chunk.errorText ?? "an error"}`);
      if (chunk?.type === "start") replyId = chunk.messageId ?? "";
      if (chunk?.type === "text-delta") reply += chunk.delta ?? "";
      if (frame.done === true) return "end";
      return chunk?.type === "text-delta" ? "text" : null;
    });
    if (replyId === "" || reply === "") throw new Error("AIChatAgent gave no answer");
    const parts = [{ type: "step-start" }, { type: "text", text: reply, state: "done" }];
    this.#messages.push({ id: replyId, role: "assistant", parts });
    return figures;
  }

  close(): void {
    this.#page.close();
    this.#observer.close();
  }
}

function pastMessages(history: number): UiMessage[] {
  return Array.from({ length: history / 2 }, (_, index): UiMessage[] => {
    const { question, answer } = pastExchange(index);
    return [
      { id: `past-${index}-question`, role: "user", parts: [{ type: "text", text: question }] },
      {
        id: `past-${index}-answer`,
        role: "assistant",
        parts: [{ type: "text", text: answer, state: "done" }],
      },
    ];
  }).flat();
}

/** Opens a chat. Its first turn uploads the history; the peer keeps it from then on. */
export async function aiChatSubject(url: string, history: number): Promise<Subject> {
  const room = `${url}/agents/chat-agent/bench-${history}`;
  const page = new AiChatPage(await MeteredSocket.open(room), await MeteredSocket.open(room), history);
  return {
    product: "ai-chat",
    history,
    turn: (marker) => page.turn(`Please look into this: ${marker}`),
    close: () => page.close(),
  };
}
