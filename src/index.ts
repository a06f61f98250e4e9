/** The Worker's entry. Durable Object and Workflow classes are found by their exported names: never rename them. */
import { runCron } from "./app/cron.ts";
import { httpServices } from "./app/http.ts";
import { workOnBatch } from "./app/jobs.ts";
import { createApp } from "./http/app.ts";
import type { Env, JobMessage } from "./platform/env.ts";

export { ConversationObject } from "../durable-objects/conversation-object.ts";
export { SearchObject } from "../durable-objects/search-object.ts";
export { TenantObject } from "../durable-objects/tenant-object.ts";
export { ApprovalWorkflow } from "../workflows/approval-workflow.ts";

const app = createApp(httpServices);

export default {
  fetch: (request, env, context) => app.fetch(request, env, context),
  scheduled: (controller, env, context) => runCron(controller, env, context),
  queue: (batch, env) => workOnBatch(batch, env),
} satisfies ExportedHandler<Env, JobMessage>;
