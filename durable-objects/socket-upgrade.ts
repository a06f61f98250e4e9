/** What a socket of a conversation must bring: the headers our Worker sets. A handshake without them did not come from it. */
import type { DurableObjectCapability } from "agents/lifecycle";
import type { Presence, PresentPage, SocketSession } from "../src/agent/conversations/index.ts";
import { SOCKET_HEADERS, type ConversationIdentity } from "../src/agent/api/objects.ts";

/** Kept with the socket, so that it survives hibernation. */
export interface SocketState {
  readonly session: SocketSession;
  readonly identity: ConversationIdentity;
  /** What the page last said it shows. */
  readonly presence?: Presence;
}

/** The page behind a socket, for presence. */
export function pageOf(state: SocketState | null): PresentPage[] {
  if (state === null) return [];
  const { userId, userName } = state.session;
  return [{ userId, name: userName, presence: state.presence ?? null }];
}

/** Tag of all sockets of a session. */
export function sessionTag(sessionId: string): string {
  return `session:${sessionId}`.slice(0, 256);
}

/** Reads the headers; null where one is missing or unreadable. */
export function socketStateOf(request: Request): SocketState | null {
  const header = (name: keyof typeof SOCKET_HEADERS): string | null =>
    request.headers.get(SOCKET_HEADERS[name]);
  const [sessionId, sessionExpiresAt, userId, userName, conversation] = [
    header("sessionId"),
    header("sessionExpiresAt"),
    header("userId"),
    header("userName"),
    header("conversation"),
  ];
  if (
    sessionId === null ||
    sessionExpiresAt === null ||
    userId === null ||
    userName === null ||
    conversation === null
  ) {
    return null;
  }
  try {
    const identity = JSON.parse(decodeURIComponent(conversation)) as ConversationIdentity;
    if (identity.tenantId !== header("tenantId")) return null;
    return {
      session: { sessionId, sessionExpiresAt, userId, userName: decodeURIComponent(userName) },
      identity,
    };
  } catch {
    return null;
  }
}

/** Refuses handshakes that are not ours, and the library's own options in the address: they are no part of our contract. */
export const socketUpgrade: DurableObjectCapability = {
  onWebSocketUpgrade({ request }) {
    const { searchParams } = new URL(request.url);
    if (searchParams.has("__agents_transport") || searchParams.has("_pk")) {
      return new Response("Unknown query parameter", { status: 400 });
    }
    return socketStateOf(request) === null
      ? new Response("Not opened by the app", { status: 403 })
      : undefined;
  },
};
