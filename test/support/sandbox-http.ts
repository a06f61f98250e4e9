/** The way to services of the sandbox without a server: whoever owns the path's beginning answers. */
import type { SandboxService } from "../../sandbox/service.ts";
import { IntegrationError } from "../../src/kernel/errors.ts";
import type { OutsideHttp } from "../../src/kernel/outside-http.ts";

/** What addresses of these services begin with. */
export const SANDBOX_URL = "http://sandbox.test";

/** Calls them; `before` sees each call first. */
export function httpTo(services: readonly SandboxService[], before: () => void = () => {}): OutsideHttp {
  return async ({ vendor, method, url: address, headers, body, asBytes, maxBytes = Infinity }) => {
    const url = new URL(address);
    const service = services.find(({ prefix }) => url.pathname.startsWith(`${prefix}/`));
    if (service === undefined) throw new Error(`nothing answers at ${address}`);
    before();
    const response = await service.handle({
      method,
      url,
      path: url.pathname.slice(service.prefix.length),
      headers: new Headers(headers),
      body: Buffer.from(body ?? ""),
      signal: new AbortController().signal,
    });
    const { status, headers: answered } = response;
    if (asBytes !== true) return { status, headers: answered, text: await response.text() };
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.byteLength > maxBytes)
      throw new IntegrationError(vendor, `${vendor} answered with more than ${maxBytes} bytes`, { status });
    return { status, headers: answered, text: "", bytes };
  };
}

/** In place of HTTP to a service of a team's own, where there is none. */
export const toNoService = (): OutsideHttp => () =>
  Promise.reject(new Error("there is no such service here"));
