/**
 * Passes a socket handshake to its object. The object trusts the headers set here, so the client's own
 * `x-steward-*` headers, cookies and tokens are removed.
 */
import type { Principal } from "../auth/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { SOCKET_HEADERS, type ConversationIdentity } from "../../agent/api/objects.ts";

const PASSED = /^(upgrade|connection|sec-websocket-.+)$/;

/** Throws `invalid_request` if it is not a handshake. */
export function socketRequest(
  request: Request,
  principal: Principal,
  conversation?: ConversationIdentity,
): Request {
  if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") {
    throw new AppError("invalid_request", "This address is a WebSocket: open it with `Upgrade: websocket`.");
  }
  // Query parameters of this form configure the library behind our objects (`_pk`, `__agents_transport`); they are
  // not part of our contract.
  if ([...new URL(request.url).searchParams.keys()].some((name) => name.startsWith("_")))
    throw new AppError("invalid_request", "Unknown query parameter.");
  const headers = new Headers();
  request.headers.forEach((value, name) => {
    if (PASSED.test(name)) headers.set(name, value);
  });
  headers.set(SOCKET_HEADERS.tenantId, principal.tenant.id);
  headers.set(SOCKET_HEADERS.sessionId, principal.sessionId);
  headers.set(SOCKET_HEADERS.sessionExpiresAt, principal.expiresAt);
  headers.set(SOCKET_HEADERS.userId, principal.user.id);
  headers.set(SOCKET_HEADERS.userName, encodeURIComponent(principal.user.name));
  if (conversation !== undefined) {
    headers.set(SOCKET_HEADERS.conversation, encodeURIComponent(JSON.stringify(conversation)));
  }
  return new Request(request.url, { method: "GET", headers });
}
