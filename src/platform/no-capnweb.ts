/**
 * Stands in for `capnweb` in the Worker's bundle (wrangler.toml, `alias`). `agents/websockets` brings those 56 kB for a transport that a client
 * asks for by `__agents_transport`, and our sockets refuse (durable-objects/socket-upgrade.ts, tenant-feed.ts). Another name imported from it
 * breaks the build; a call is a defect.
 */
export function newWebSocketRpcSession(): never {
  throw new Error("Sockets have no other transport here");
}
