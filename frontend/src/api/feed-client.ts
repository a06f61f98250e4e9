/** The tenant's live feed: hints that something changed. Hints missed while offline are requested again. */
import type { QueryClient } from "@tanstack/react-query";
import { teamEndpoints } from "../../../src/team/api/team.ts";
import { feedEventSchema } from "../../../src/platform/api/socket.ts";
import { leaveDeletedTeam } from "../components/sign-out.ts";
import { ApiError } from "./api-error.ts";
import { call } from "./call.ts";
import { LiveSocket, type LineState } from "./live-socket.ts";
import { presence } from "./presence.ts";
import { forgetConversation, rememberApproval, rememberConversation } from "./queries.ts";
import { hearOfProjects } from "../projects/project-news.ts";
import { onFilesChanged } from "../workspace/workspace-news.ts";

const LIVE_KEYS = [
  ["conversations"],
  ["approvals"],
  ["approval"],
  ["runs"],
  ["usage"],
  ["policy"],
  ["notifications"],
  ["workspace"],
  ["accounts"],
  ["projects"],
];
const RECORD_KEYS = { mails: ["schedules", "mail"], texts: ["texts"], accounts: ["accounts"] } as const;
const SETTINGS_KEYS = [["me"], ["policy"], ["on-call"], ["team"], ["agents"], ["prompt"], ["join-requests"]];

/** Keeps the query cache up to date while it runs. Returns the function that stops it. */
export function followFeed(client: QueryClient, onLine: (line: LineState) => void): () => void {
  let connections = 0;
  let fresh = false;
  const socket: LiveSocket = new LiveSocket({
    path: "/api/feed",
    greeting: JSON.stringify({ type: "hello" }),
    onState: (line) => {
      if (line === "open") {
        connections++;
        fresh = true;
      }
      if (line === "waiting") presence.connect(null);
      onLine(line);
    },
    onRefused: mayComeBack,
    onMessage: (data) => {
      const parsed = feedEventSchema.safeParse(data);
      if (!parsed.success) return;
      const event = parsed.data;
      switch (event.type) {
        case "feed.ready":
          // Sent on connecting and after the greeting: missed events are requested once per connection.
          if (!fresh) return;
          fresh = false;
          askAgain(client, connections, event.changedMs);
          presence.connect((frame) => socket.send(frame));
          return;
        case "conversation.updated":
          rememberConversation(client, event.conversation);
          if (event.conversation.status !== "running") void client.invalidateQueries({ queryKey: ["runs"] });
          return;
        case "conversation.closed":
          forgetConversation(client, event.id);
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
          for (const queryKey of SETTINGS_KEYS) void client.invalidateQueries({ queryKey });
          return;
        case "team.deleted":
          void leaveDeletedTeam();
          return;
        case "schedules.updated":
          void client.invalidateQueries({ queryKey: ["schedules"] });
          return;
        case "records.changed":
          for (const records of event.records)
            void client.invalidateQueries({ queryKey: RECORD_KEYS[records] });
          return;
        case "projects.changed":
          hearOfProjects(client, event);
          return;
        case "workspace.changed":
          onFilesChanged(event.changes);
          void client.invalidateQueries({ queryKey: ["workspace"] });
          return;
        case "presence":
          presence.heard(event.people);
          return;
        case "pong":
          return;
      }
    },
  });
  return () => {
    presence.connect(null);
    socket.close();
  };
}

/** Refetches what may have changed before this connection opened: since the previous one, or since the page first loaded its data. */
function askAgain(client: QueryClient, lines: number, changedMs = Infinity): void {
  if (lines === 1 && changedMs > performance.now()) return;
  for (const queryKey of LIVE_KEYS) void client.invalidateQueries({ queryKey });
}

async function mayComeBack(): Promise<boolean> {
  try {
    await call(teamEndpoints.me, {});
    return true;
  } catch (error) {
    return !(error instanceof ApiError) || ![401, 403].includes(error.status);
  }
}
