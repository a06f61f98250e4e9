/**
 * The console page at `/`: act as outside people, watch effects, inject faults. Static files; data comes from the control API and from
 * here: the records of Quo, Gmail and GitHub (without using their rate limits), stories and lock screens.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import {
  json,
  parseBody,
  SandboxError,
  type CreateService,
  type SandboxContext,
  type SandboxRequest,
} from "../service.ts";
import { quoStore, type QuoAccount } from "../quo/store.ts";
import { clash, commitChanges, editThere, fileOnMain, pollRepository, repositories } from "./github.ts";
import { createLockScreens } from "./lock-screen.ts";
import { pollNow, mailCompanies, mailThread, mailThreads, nextPolls } from "./mail.ts";
import { createStories } from "./play.ts";

const PAGE = join(import.meta.dirname, "page");
const MAX_THREAD = 60;
const HEALTH_TIMEOUT_MS = 2000;

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

const pressed = z.strictObject({ deviceId: z.string(), tag: z.string() });
const decided = pressed.extend({ decision: z.enum(["approve", "reject"]) });

/** Registered last, with the empty prefix. */
export const createConsole: CreateService = (context) => {
  const stories = createStories(context);
  const phones = createLockScreens(context);
  const files = new Map(
    readdirSync(PAGE).map((name) => [name === "index.html" ? "/" : `/console/${name}`, join(PAGE, name)]),
  );

  const reads: Record<string, (request: SandboxRequest) => Response | Promise<Response>> = {
    "/console/companies": () => json({ items: companies(context) }),
    "/console/thread": (request) => json({ items: thread(context, request) }),
    "/console/mail": () => json({ items: mailCompanies(context) }),
    "/console/mail/threads": (request) => json({ items: mailThreads(context, request) }),
    "/console/mail/thread": (request) => json({ items: mailThread(context, request) }),
    "/console/github": () => json({ items: repositories(context) }),
    "/console/github/file": (request) => json(fileOnMain(context, request)),
    "/console/github/commit": (request) => json({ items: commitChanges(context, request) }),
    "/console/mail/polls": async ({ url }) =>
      json(await nextPolls(context, url.searchParams.get("tenant") ?? "")),
    "/console/stories": () => json({ items: stories.list() }),
    "/console/phones": () => json({ items: phones.list(), people: phones.people() }),
    "/console/steward": async () => json({ url: context.appUrl, up: await isUp(context.appUrl) }),
  };
  const changes: Record<string, (request: SandboxRequest) => Response | Promise<Response>> = {
    "/console/stories/play": (request) => {
      stories.play(parseBody(z.strictObject({ id: z.string() }), request).id);
      return json({ items: stories.list() });
    },
    "/console/mail/poll": async (request) =>
      json(await pollNow(context, parseBody(z.strictObject({ tenantId: z.string() }), request).tenantId)),
    "/console/github/edit": (request) => json(editThere(context, request)),
    "/console/github/clash": async (request) => json(await clash(context, request)),
    "/console/github/poll": async (request) => json(await pollRepository(context, request)),
    "/console/phones/decide": async (request) => {
      const { deviceId, tag, decision } = parseBody(decided, request);
      return json(await phones.decide(deviceId, tag, decision));
    },
    "/console/phones/dismiss": (request) => {
      const { deviceId, tag } = parseBody(pressed, request);
      phones.dismiss(deviceId, tag);
      return json({ ok: true });
    },
    "/console/phones/pair": async (request) =>
      json(await phones.pair(parseBody(z.strictObject({ email: z.string() }), request).email)),
  };

  const page = (path: string): Response => {
    const file = files.get(path);
    if (file === undefined) throw new SandboxError(404, `No page at ${path}.`);
    const type = TYPES[file.split(".").pop() ?? ""] ?? "application/octet-stream";
    return new Response(new Uint8Array(readFileSync(file)), {
      headers: { ...HEADERS, "content-type": type },
    });
  };

  return {
    name: "console",
    prefix: "",
    reset() {
      stories.reset();
      phones.reset();
    },
    handle(request) {
      if (request.method === "GET") return reads[request.path]?.(request) ?? page(request.path);
      const change = request.method === "POST" ? changes[request.path] : undefined;
      if (change === undefined) throw new SandboxError(405, "This path is read-only.");
      return change(request);
    },
  };
};

async function isUp(appUrl: string): Promise<boolean> {
  const answer = await fetch(`${appUrl}/api/health`, {
    signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
  }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok === true;
}

/** Companies with their people, most recent writer first. */
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

/** The newest texts between a company and a number on all lines, oldest first. */
function thread(context: SandboxContext, { url }: SandboxRequest) {
  const number = url.searchParams.get("number");
  const account: QuoAccount | undefined = quoStore(context).accounts.find(
    ({ tenant }) => tenant.id === url.searchParams.get("tenant"),
  );
  if (account === undefined) throw new SandboxError(404, "That company doesn't exist.");
  return account.records.messages
    .filter(({ participant }) => participant === number)
    .slice(-MAX_THREAD)
    .map(({ id, text, media = [], others = [], direction, createdAt, phoneNumberId }) => ({
      id,
      text,
      files: media.map(({ type }) => type),
      others,
      direction,
      createdAt,
      phoneNumberId,
    }));
}
