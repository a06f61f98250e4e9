/**
 * The console page at `/`: play the outside person, see what reached the world, switch faults on. The page is static files; what it shows
 * comes from the control API and from the two reads here, which look at Quo's records without using up its rate limit.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  json,
  SandboxError,
  type CreateService,
  type SandboxContext,
  type SandboxRequest,
} from "../service.ts";
import { quoStore, type QuoAccount } from "../quo/store.ts";

const PAGE = join(import.meta.dirname, "page");
const THREAD_MOST = 60;

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
};

const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** Registers the console; it is asked last. */
export const createConsole: CreateService = (context) => {
  const files = new Map(
    readdirSync(PAGE).map((name) => [
      name === "index.html" ? "/" : `/console/${name}`,
      readFileSync(join(PAGE, name)),
    ]),
  );
  return {
    name: "console",
    prefix: "",
    reset: () => undefined,
    handle(request) {
      if (request.method !== "GET") throw new SandboxError(405, "The console is only read.");
      if (request.path === "/console/companies")
        return json({ appUrl: context.appUrl, items: companies(context) });
      if (request.path === "/console/thread") return json({ items: thread(context, request) });
      const file = files.get(request.path);
      if (file === undefined) throw new SandboxError(404, `Nothing answers at ${request.path}.`);
      const type = TYPES[request.path === "/" ? "html" : (request.path.split(".").pop() ?? "")];
      return new Response(new Uint8Array(file), {
        headers: { ...HEADERS, "content-type": type ?? "application/octet-stream" },
      });
    },
  };
};

/** Every company with its people to play, whoever wrote last first. */
function companies(context: SandboxContext) {
  return quoStore(context).accounts.map(({ tenant, records }) => {
    const lastAt = new Map(records.messages.map(({ participant, createdAt }) => [participant, createdAt]));
    const known = records.contacts.flatMap(({ id, defaultFields }) => {
      const { firstName, lastName, company, role, phoneNumbers } = defaultFields;
      const number = phoneNumbers[0]?.value;
      if (typeof number !== "string") return [];
      const name = [firstName, lastName].filter(Boolean).join(" ");
      const about = [role, company].filter(Boolean).join(", ");
      return [{ id, name: name || (company ?? number), about, number, lastAt: lastAt.get(number) ?? null }];
    });
    const numbers = new Set(known.map(({ number }) => number));
    const strangers = [...lastAt]
      .filter(([number]) => !numbers.has(number))
      .map(([number, at]) => ({
        id: number,
        name: number,
        about: "Not in the contacts",
        number,
        lastAt: at,
      }));
    const people = [...known, ...strangers].sort((left, right) =>
      (right.lastAt ?? "").localeCompare(left.lastAt ?? ""),
    );
    return {
      id: tenant.id,
      name: tenant.name,
      timeZone: tenant.timeZone,
      lines: tenant.quo.lines.map(({ phoneNumberId, label, number, audience }) => ({
        phoneNumberId,
        label,
        number,
        audience,
      })),
      team: tenant.people.map(({ mobile }) => mobile),
      people,
    };
  });
}

/** The newest texts between a company and a number, oldest first, over all lines. */
function thread(context: SandboxContext, { url }: SandboxRequest) {
  const number = url.searchParams.get("number");
  const account: QuoAccount | undefined = quoStore(context).accounts.find(
    ({ tenant }) => tenant.id === url.searchParams.get("tenant"),
  );
  if (account === undefined) throw new SandboxError(404, "There is no such company.");
  return account.records.messages
    .filter(({ participant }) => participant === number)
    .slice(-THREAD_MOST)
    .map(({ id, text, direction, createdAt, phoneNumberId }) => ({
      id,
      text,
      direction,
      createdAt,
      phoneNumberId,
    }));
}
