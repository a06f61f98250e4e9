/** The bare Worker as a subject: the page holds the whole request and the Worker only passes it on. */
import { MeteredSocket } from "./metered-socket.ts";
import { measureTurn, MODEL, type Subject } from "./subject.ts";

/** Opens the bare Worker's page. */
export async function bareSubject(url: string): Promise<Subject> {
  const page = await MeteredSocket.open(url);
  return {
    product: "bare",
    history: 0,
    turn(marker) {
      const messages = [{ role: "user", content: `Please look into this: ${marker}` }];
      const body = JSON.stringify({ model: MODEL, max_tokens: 8_000, stream: true, messages });
      return measureTurn(page, null, body, (text) => {
        if (text.includes('"message_stop"')) return "end";
        return text.includes('"text_delta"') ? "text" : null;
      });
    },
    close: () => page.close(),
  };
}
