/** Serves the OpenAPI document, a file of the build, to anyone: it contains no team data. */
import type { App } from "./serve.ts";

export function openApiRoutes(app: App): void {
  app.get("/api/openapi.json", async (c) => {
    const found = await c.var.deployment.assets.fetch(new Request(new URL("/openapi.json", c.req.url)));
    return new Response(found.body, found);
  });
}
