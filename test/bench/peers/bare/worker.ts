/**
 * The floor a bench measures against: the least a Worker can do between a page and the model. A frame over the socket is posted to the model
 * as it is, and what the model streams goes back as it comes. It keeps nothing, checks nothing and knows no history.
 */

interface BareEnv {
  readonly ANTHROPIC_BASE_URL: string;
}

export default {
  fetch(request: Request, env: BareEnv): Response {
    if (request.headers.get("upgrade") !== "websocket") return new Response("bare");
    const { 0: client, 1: server } = new WebSocketPair();
    server.accept();
    server.addEventListener("message", (event) => {
      passThrough(server, String(event.data), env).catch(() => server.close(1011, "the model failed"));
    });
    return new Response(null, { status: 101, webSocket: client });
  },
};

async function passThrough(socket: WebSocket, body: string, env: BareEnv): Promise<void> {
  const answer = await fetch(`${env.ANTHROPIC_BASE_URL}/v1/messages`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-api-key": "sandbox",
      "anthropic-version": "2023-06-01",
    },
    body,
  });
  if (!answer.ok || answer.body === null) throw new Error(`the model answered ${answer.status}`);
  const decoder = new TextDecoder();
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>)
    socket.send(decoder.decode(chunk, { stream: true }));
}
