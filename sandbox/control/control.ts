/** The control API, with which tests and the console control the world. Service-specific requests are forwarded. */
import { faultInput, type Faults } from "../faults.ts";
import {
  json,
  parseBody,
  readJson,
  SandboxError,
  type SandboxContext,
  type SandboxRequest,
  type SandboxService,
} from "../service.ts";

/** Handles `/control/*` for the given services. */
export function createControl(
  context: SandboxContext,
  services: readonly SandboxService[],
  faults: Faults,
  clearOutbox: () => void,
): SandboxService {
  const reset = (): Response => {
    faults.reset();
    clearOutbox();
    for (const service of services) service.reset();
    return json({ ok: true });
  };

  const addFault = (request: SandboxRequest): Response => {
    const input = parseBody(faultInput, request);
    if (!services.some(({ name }) => name === input.service)) {
      throw new SandboxError(400, `service: there is none called "${input.service}"`);
    }
    faults.add(input);
    return json({ items: faults.list() });
  };

  const inbound = async (kind: "sms" | "email", request: SandboxRequest): Promise<Response> => {
    const input = readJson(request);
    const able = services.flatMap(({ inbound: events }) => (events?.[kind] === undefined ? [] : [events]));
    const owner = kind === "email" ? able.find((events) => events.takesEmail?.(input) === true) : undefined;
    const play = (owner ?? able[0])?.[kind];
    if (play === undefined) throw new SandboxError(501, `Nothing in this sandbox takes inbound ${kind} yet.`);
    return json((await play(input)) ?? { ok: true });
  };

  const routes: Record<string, (request: SandboxRequest) => Response | Promise<Response>> = {
    "POST /reset": reset,
    "GET /faults": () => json({ items: faults.list() }),
    "POST /faults": addFault,
    "POST /inbound/sms": (request) => inbound("sms", request),
    "POST /inbound/email": (request) => inbound("email", request),
    "GET /violations": () => json({ items: services.flatMap((service) => service.violations?.() ?? []) }),
    "GET /outbox": (request) =>
      json({ items: context.outbox(request.url.searchParams.get("service") ?? undefined) }),
  };

  return {
    name: "control",
    prefix: "/control",
    reset: () => undefined,
    handle(request) {
      const route = routes[`${request.method} ${request.path}`];
      if (route !== undefined) return route(request);
      const [, name = "", ...rest] = request.path.split("/");
      const owner = services.find((service) => service.name === name && service.control !== undefined);
      if (owner?.control !== undefined) return owner.control({ ...request, path: `/${rest.join("/")}` });
      throw new SandboxError(404, `The control API has no ${request.method} /control${request.path}.`);
    },
  };
}
