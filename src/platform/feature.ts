/** Platform: what everything stands on. */
import * as clockTables from "./db/tables/clock.ts";
import * as erasedTables from "./db/tables/erased.ts";
import * as eventsTables from "./db/tables/events.ts";
import * as privacyTables from "./db/tables/privacy.ts";
import * as tenancyTables from "./db/tables/tenancy.ts";
import { openApiRoutes } from "./http/openapi.ts";
import { consume } from "./events/index.ts";
import { eventWork } from "./events/event-work.ts";
import { privacyConsumer } from "./privacy.ts";
import { defineFeature } from "../kernel/features.ts";
import { defineWork } from "./work/kinds.ts";
import { erases } from "./erases.ts";

export const platformFeature = defineFeature({
  name: "platform",
  erases,
  routes: [openApiRoutes],
  tables: [clockTables, erasedTables, eventsTables, privacyTables, tenancyTables],
  consumers: (ctx) => [privacyConsumer(ctx)],
  work: defineWork(eventWork, {
    "events.consume": (ctx, task) => consume(ctx, task.untilMs),
  }),
});
