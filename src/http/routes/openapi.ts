/** What scripts and services send to us, as they are told: for whoever asks, since it holds nothing of any team. */
import document from "../../../docs/openapi/steward.json" with { type: "json" };
import type { App } from "../serve.ts";

/** Adds it. */
export function openApiRoutes(app: App): void {
  app.get("/api/openapi.json", (c) => c.json(document));
}
