/** The way to services of the sandbox without a server: whoever owns the path's beginning answers. */
import type { SandboxService } from "../../sandbox/service.ts";
import type { OutsideHttp } from "../../src/kernel/outside-http.ts";

/** What addresses of these services begin with. */
export const SANDBOX_URL = "http://sandbox.test";

/** Calls them; `before` sees each call first. */
export function httpTo(services: readonly SandboxService[], before: () => void = () => {}): OutsideHttp {
  return async ({ method, url: address, headers, body }) => {
    const url = new URL(address);
    const service = services.find(({ prefix }) => url.pathname.startsWith(`${prefix}/`));
    if (service === undefined) throw new Error(`nothing answers at ${address}`);
    before();
    const response = await service.handle({
      method,
      url,
      path: url.pathname.slice(service.prefix.length),
      headers: new Headers(headers),
      body: Buffer.from(typeof body === "string" ? body : ""),
      signal: new AbortController().signal,
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
}

/** In place of HTTP to a service of a team's own, where there is none. */
export const toNoService = (): OutsideHttp => () =>
  Promise.reject(new Error("there is no such service here"));
