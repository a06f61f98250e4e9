/** Steward as a subject: a person's page in a conversation, and a colleague's that watches. */
import { randomUUID } from "node:crypto";
import type { ServerFrame } from "../../src/agent/api/conversation-frames.ts";
import type { Client } from "../support/client.ts";
import { MeteredSocket } from "./metered-socket.ts";
import { measureTurn, type Subject } from "./subject.ts";

/** Opens a page of a conversation as a signed-in person and waits until it shows the conversation. */
export async function openPage(client: Client, conversationId: string): Promise<MeteredSocket> {
  const page = await MeteredSocket.open(`${client.appUrl}/api/conversations/${conversationId}/socket`, {
    authorization: `Bearer ${client.token}`,
  });
  const shown = page.until("the snapshot", (text) => text.includes('"type":"snapshot"'));
  page.send(JSON.stringify({ type: "hello" }));
  await shown;
  return page;
}

/** What a page sends to say something. */
export function saying(text: string): string {
  return JSON.stringify({ type: "message.send", clientMessageId: randomUUID(), text });
}

/** Opens a conversation that has its history already. */
export async function stewardSubject(
  sender: Client,
  watcher: Client,
  conversationId: string,
  history: number,
): Promise<Subject> {
  const page = await openPage(sender, conversationId);
  const observer = await openPage(watcher, conversationId);
  return {
    product: "steward",
    history,
    turn: (marker) =>
      measureTurn(page, observer, saying(`Please look into this: ${marker}`), (text) => {
        const frame = JSON.parse(text) as ServerFrame;
        if (frame.type === "error" || frame.type === "turn.failed")
          throw new Error(`Steward: ${frame.error.message}`);
        if (frame.type === "turn.finished") {
          if (frame.stopReason !== "end_turn") throw new Error(`Steward stopped: ${frame.stopReason}`);
          return "end";
        }
        return frame.type === "text.delta" ? "text" : null;
      }),
    close() {
      page.close();
      observer.close();
    },
  };
}
