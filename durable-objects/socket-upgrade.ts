/** Conversation socket handshakes: they must carry the headers our Worker sets, or they didn't come from it. */
import type { DurableObjectCapability } from "agents/lifecycle";
import type { Presence, PresentPage, SocketSession } from "../src/agent/conversations/index.ts";
import { SOCKET_HEADERS, type ConversationIdentity } from "../src/agent/api/objects.ts";

/** Stored with the socket to survive hibernation. */
export interface SocketState {
  readonly session: SocketSession;
  readonly identity: ConversationIdentity;
  /** What the page last reported it shows. */
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

/** Reads the headers; null if one is missing or invalid. */
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

/** Rejects foreign handshakes, and the library's own query parameters, which aren't part of our contract. */
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
