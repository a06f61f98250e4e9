/** Google Calendar v3 as the product meets it: one person's token, the calendars of their company, judged by the discovery document both ways. */
import * as z from "zod";
import {
  json,
  parseBody,
  SandboxError,
  type CreateService,
  type SandboxRequest,
  type Violation,
} from "../../service.ts";
import { TENANTS, type DemoTenant } from "../../world/company.ts";
import { companyEvents, type WorldEvent } from "../../world/calendar.ts";
import { findMailbox, googleAccounts, type Grant } from "../accounts.ts";
import { openDiscovery, type Discovery, type Method } from "../discovery.ts";
import { errorAnswer, GoogleError } from "../errors.ts";
import { needScope, signIn } from "../sign-in.ts";
import { eventJson, listEvents, type OpenCalendar } from "./events.ts";

const SPEC = "google-calendar-v3.discovery.json";

/** Body of `POST /control/calendar`: an entry somebody makes in a calendar. */
const plantInput = z.strictObject({
  owner: z.email(),
  title: z.string(),
  start: z.iso.datetime(),
  end: z.iso.datetime(),
  description: z.string().optional(),
  location: z.string().optional(),
  isPrivate: z.boolean().optional(),
});

let spec: Discovery | undefined;

function tenantOf(owner: string): DemoTenant {
  const found = findMailbox(owner);
  if (found === null) throw new SandboxError(400, "`owner` has no calendar in this world.");
  return found.tenant;
}

/** Registers Google Calendar in the sandbox. */
export const createCalendar: CreateService = (context) => {
  const accounts = googleAccounts(context);
  const violations: Violation[] = [];
  const section = context.section<Record<string, WorldEvent[]>>("calendar", () =>
    Object.fromEntries(
      TENANTS.map((tenant) => [
        tenant.id,
        context.world === "empty" ? [] : companyEvents(tenant, context.now()),
      ]),
    ),
  );
  section.save();

  /** A calendar as the token's person sees it: their own, or a colleague's; everybody else's does not exist for them. */
  const open = ({ sub }: Grant, calendarId: string): OpenCalendar => {
    if (sub === null) throw new GoogleError(404, "Not Found");
    const owner = calendarId === "primary" ? sub : calendarId.toLowerCase();
    const [mine, theirs] = [findMailbox(sub), findMailbox(owner)];
    if (mine === null || theirs === null || mine.tenant.id !== theirs.tenant.id)
      throw new GoogleError(404, "Not Found");
    const { tenant } = theirs;
    const events = (section.value[tenant.id] ?? []).filter((event) => event.owner === owner);
    return { owner, timeZone: tenant.timeZone, events, isOwn: owner === sub, nowMs: context.now() };
  };

  const answer = (request: SandboxRequest): { method: Method; body: unknown } => {
    spec ??= openDiscovery(SPEC);
    const match = spec.match(request.method, request.path);
    if (match === null) throw new GoogleError(404, "Not Found");
    const { method, pathValues } = match;
    const grant = signIn(accounts, request);
    needScope(grant, method);
    const query = method.query(request.url.searchParams);
    if (!query.ok) throw new GoogleError(400, `Bad Request ${query.issues.join(" ")}`, "badRequest");
    const calendar = open(grant, pathValues["calendarId"] ?? "");
    if (method.id === "calendar.events.list") return { method, body: listEvents(calendar, query.value) };
    if (method.id === "calendar.events.get") {
      const event = calendar.events.find(({ id }) => id === pathValues["eventId"]);
      if (event === undefined) throw new GoogleError(404, "Not Found");
      return { method, body: eventJson(calendar, event) };
    }
    throw new GoogleError(404, "Not Found");
  };

  return {
    name: "calendar",
    prefix: "/google/calendar",
    handle(request) {
      try {
        const { method, body } = answer(request);
        const issues = method.answer(body);
        if (issues.length === 0) return json(body);
        const at = new Date(context.now()).toISOString();
        violations.push({ service: "calendar", operation: method.id, issues, at });
        return errorAnswer(500, "The sandbox's own answer breaks the specification.");
      } catch (error) {
        if (error instanceof GoogleError) return errorAnswer(error.status, error.message, error.reason);
        throw error;
      }
    },
    reset: () => section.reset(),
    faultAnswer: (status) => errorAnswer(status),
    violations: () => violations,
    control(request) {
      const added = parseBody(plantInput, request);
      const tenant = tenantOf(added.owner);
      const id = `planted${(section.value[tenant.id] ?? []).length}`;
      const event: WorldEvent = {
        id,
        owner: added.owner,
        title: added.title,
        start: { ms: Date.parse(added.start) },
        end: { ms: Date.parse(added.end) },
        ...(added.description === undefined ? {} : { description: added.description }),
        ...(added.location === undefined ? {} : { location: added.location }),
        ...(added.isPrivate === undefined ? {} : { isPrivate: added.isPrivate }),
      };
      section.value[tenant.id] = [...(section.value[tenant.id] ?? []), event];
      section.save();
      return json({ id });
    },
  };
};
