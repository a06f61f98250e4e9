/** The tenant's live feed: hints that something changed. What was missed while the line was down is asked for again. */
import type { QueryClient } from "@tanstack/react-query";
import { accountEndpoints, feedEventSchema } from "../../../src/protocol/index.ts";
import { ApiError } from "./api-error.ts";
import { call } from "./call.ts";
import { LiveSocket, type LineState } from "./live-socket.ts";
import { rememberApproval, rememberConversation } from "./queries.ts";

const LIVE_KEYS = [
  ["conversations"],
  ["approvals"],
  ["approval"],
  ["runs"],
  ["usage"],
  ["policy"],
  ["notifications"],
];

/** Keeps the Query cache true for as long as it runs. Returns the function that ends it. */
export function followFeed(client: QueryClient, onLine: (line: LineState) => void): () => void {
  let wasReady = false;
  const socket = new LiveSocket({
    path: "/api/feed",
    onState: onLine,
    onRefused: mayComeBack,
    onMessage: (data) => {
      const parsed = feedEventSchema.safeParse(data);
      if (!parsed.success) return;
      const event = parsed.data;
      switch (event.type) {
        case "feed.ready":
          if (wasReady) for (const queryKey of LIVE_KEYS) void client.invalidateQueries({ queryKey });
          wasReady = true;
          return;
        case "conversation.updated":
          rememberConversation(client, event.conversation);
          if (event.conversation.status !== "running") void client.invalidateQueries({ queryKey: ["runs"] });
          return;
        case "approval.updated":
          rememberApproval(client, event.approval);
          return;
        case "notification.added":
        case "notification.updated":
          void client.invalidateQueries({ queryKey: ["notifications"] });
          return;
        case "usage.updated":
          void client.invalidateQueries({ queryKey: ["usage"] });
          return;
        case "settings.updated":
          void client.invalidateQueries({ queryKey: ["policy"] });
          return;
        case "presence":
        case "pong":
          return;
      }
    },
  });
  return () => socket.close();
}

async function mayComeBack(): Promise<boolean> {
  try {
    await call(accountEndpoints.me, {});
    return true;
  } catch (error) {
    return !(error instanceof ApiError) || ![401, 403].includes(error.status);
  }
}
