/** The Worker's entry. Durable Object and Workflow classes are found by their exported names: never rename them. */
import "./features.ts";
import { waitUntil } from "cloudflare:workers";
import { consumeQueue, runCron } from "./platform/clock.ts";
import { createApp } from "./platform/http/server.ts";
import { contextOf, standingContext } from "./platform/context.ts";
import type { Env } from "./platform/env.ts";

export { ConversationObject } from "../durable-objects/conversation-object.ts";
export { SearchObject } from "../durable-objects/search-object.ts";
export { VectorIndexObject } from "../durable-objects/vector-index-object.ts";
export { TenantObject } from "../durable-objects/tenant-object.ts";
export { ApprovalWorkflow } from "../workflows/approval-workflow.ts";

let app: ReturnType<typeof createApp> | null = null;

/** Its routes are made for the first request: an isolate of an object's may have none. */
function appOf(): ReturnType<typeof createApp> {
  return (app ??= createApp((env) => contextOf(env, { keepAlive: waitUntil })));
}

export default {
  fetch: (request, env, context) => appOf().fetch(request, env, context),
  scheduled: (_controller, env) => runCron(standingContext(env, { keepAlive: waitUntil })),
  queue: (batch, env, context) =>
    consumeQueue(batch, standingContext(env, { keepAlive: waitUntil }), context),
} satisfies ExportedHandler<Env>;
