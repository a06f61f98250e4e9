/** What the product serves, as OpenAPI: for whoever asks, since it holds nothing of any team. A file of the build, not of the Worker. */
import type { App } from "./serve.ts";

/** Adds it. */
export function openApiRoutes(app: App): void {
  app.get("/api/openapi.json", async (c) => {
    const found = await c.var.deployment.assets.fetch(new Request(new URL("/openapi.json", c.req.url)));
    return new Response(found.body, found);
  });
}
