/**
 * A vendor's authorization server: a page with Allow and Deny, single-use codes valid for ten minutes, PKCE (RFC 7636) if the request
 * started with it, and rotating refresh tokens; reuse of one revokes the whole consent (RFC 9700 section 4.14.2).
 */
import { createHash, randomBytes } from "node:crypto";
import * as z from "zod";
import {
  html,
  json,
  parseBody,
  SandboxError,
  type CreateService,
  type SandboxContext,
  type SandboxRequest,
} from "../service.ts";
import type { Section } from "../state.ts";
import { consentPage, refusalPage } from "./consent-page.ts";

/** A registered app. Fictitious. */
export interface RegisteredApp {
  readonly id: string;
  readonly secret: string;
}

export interface ConsentingPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export interface ConsentServer {
  /** Name in faults, such as `clickup-oauth`. */
  readonly name: string;
  readonly prefix: string;
  /** The vendor's name, and the name of what is being granted. */
  readonly title: string;
  readonly to: string;
  /** Paths below the prefix: authorization, and token exchange; null if another service exchanges. */
  readonly authorizePath: string;
  readonly tokenPath: string | null;
  /** The product's callback path. */
  readonly returnPath: string;
  readonly app: RegisteredApp;
  readonly people: readonly ConsentingPerson[];
  /** Null if access doesn't expire; there are no refresh tokens then. */
  readonly accessSeconds: number | null;
  /** Additional required parameters. */
  readonly requires?: Readonly<Record<string, string>>;
  /** Known scopes, if the vendor has any. Others are refused. */
  readonly scopes?: readonly string[];
  /** Without this scope, no refresh token is issued. */
  readonly renewsWith?: string;
  /** Token prefixes. */
  readonly prefixes?: { readonly access: string; readonly refresh: string };
  /** Set if all consents of an account share one access with accumulating scopes. */
  readonly isShared?: true;
  /** Converts the RFC 6749 token response to the vendor's. */
  readonly tokensAnswer?: (
    given: Readonly<Record<string, unknown>>,
    scopes: readonly string[],
    personId: string,
  ) => unknown;
  /** The vendor's error response; by default that of RFC 6749 section 5.2. */
  readonly refusal?: (error: "invalid_client" | "invalid_grant", isRenewal: boolean) => Response;
}

interface Code {
  readonly personId: string;
  readonly redirectUri: string;
  readonly challenge: string | null;
  readonly scopes: readonly string[];
  readonly untilMs: number;
}

interface Grant {
  readonly personId: string;
  scopes: string[];
  access: string;
  accessUntilMs: number | null;
  /** Tokens that were renewed early: they stay valid until they expire by themselves. */
  former?: readonly { readonly access: string; readonly untilMs: number }[];
  refresh: string | null;
  readonly usedUp: string[];
}

export interface Consents {
  readonly codes: Record<string, Code>;
  grants: Grant[];
  /** Number of successful refreshes. */
  renewals: number;
}

const CODE_MS = 10 * 60_000;

export function consentsOf(name: string) {
  const sections = new WeakMap<SandboxContext, Section<Consents>>();
  return (context: SandboxContext): Section<Consents> => {
    const section =
      sections.get(context) ??
      context.section<Consents>(name, () => ({ codes: {}, grants: [], renewals: 0 }));
    sections.set(context, section);
    return section;
  };
}

/** The account behind a token; null if unknown or expired. */
export function whoseAccess(consents: Consents, access: string, nowMs: number): string | null {
  return grantBy(consents, access, nowMs)?.personId ?? null;
}

/** The grant behind a token; null if unknown or expired. */
export function grantBy(
  { grants }: Consents,
  access: string,
  nowMs: number,
): { readonly personId: string; readonly scopes: readonly string[] } | null {
  const isAlive = ({ access: current, accessUntilMs, former }: Grant): boolean =>
    current === access
      ? accessUntilMs === null || accessUntilMs > nowMs
      : (former ?? []).some((one) => one.access === access && one.untilMs > nowMs);
  return grants.find(isAlive) ?? null;
}

/** Revokes a token and its refresh token; false if unknown. */
export function endAccess(consents: Consents, access: string): boolean {
  const before = consents.grants.length;
  consents.grants = consents.grants.filter((one) => one.access !== access);
  return consents.grants.length < before;
}

const controlInput = z.strictObject({
  end: z.literal(true).optional(),
  endAccess: z.literal(true).optional(),
});

export function createConsentServer(
  server: ConsentServer,
  consents: (context: SandboxContext) => Section<Consents>,
): CreateService {
  return (context) => {
    const section = consents(context);
    const { ask, decide } = authorizing(server, context, section);
    const routes: Record<string, (request: SandboxRequest) => Response> = {
      [`GET ${server.authorizePath}`]: ask,
      [`POST ${server.authorizePath}`]: decide,
      ...(server.tokenPath === null
        ? {}
        : { [`POST ${server.tokenPath}`]: exchanging(server, context, section) }),
    };

    return {
      name: server.name,
      prefix: server.prefix,
      handle(request) {
        const route = routes[`${request.method} ${request.path}`];
        if (route === undefined) throw new SandboxError(404, `Nothing answers at ${request.path}.`);
        try {
          return route(request);
        } catch (error) {
          if (!(error instanceof SandboxError) || request.path !== server.authorizePath) throw error;
          return html(refusalPage(server.title, error.message), error.status);
        }
      },
      reset: () => section.reset(),
      /** `{"end": true}` revokes every consent; `{"endAccess": true}` expires their access tokens. */
      control(request) {
        const { end, endAccess } = parseBody(controlInput, request);
        if (end === true) section.value.grants = [];
        if (endAccess === true)
          for (const grant of section.value.grants) Object.assign(grant, { accessUntilMs: 0, former: [] });
        section.save();
        return json({ grants: section.value.grants.length, renewals: section.value.renewals });
      },
    };
  };
}

/** The requested scopes. Throws SandboxError for an unknown scope, or if none are requested where scopes exist. */
function scopesIn({ scopes: known }: ConsentServer, asked: string): string[] {
  const scopes = asked.split(/[\s,]+/).filter((one) => one !== "");
  const unknown = scopes.filter((one) => known?.includes(one) !== true);
  if (unknown.length > 0) throw new SandboxError(400, `There is no scope ${unknown.join(", ")}.`);
  if (known !== undefined && scopes.length === 0) throw new SandboxError(400, "No scope is asked for.");
  return scopes;
}

/** Shows the page and handles its form. */
function authorizing(server: ConsentServer, context: SandboxContext, section: Section<Consents>) {
  const returnTo = `${context.appUrl}${server.returnPath}`;

  const asked = (params: URLSearchParams) => {
    const challenge = params.get("code_challenge");
    if (params.get("client_id") !== server.app.id) throw new SandboxError(400, "No app has this client_id.");
    if (params.get("redirect_uri") !== returnTo)
      throw new SandboxError(400, `The app is registered to return to ${returnTo} alone.`);
    if (params.get("response_type") !== "code") throw new SandboxError(400, "response_type must be code.");
    if (challenge !== null && params.get("code_challenge_method") !== "S256")
      throw new SandboxError(400, "code_challenge_method must be S256.");
    for (const [name, value] of Object.entries(server.requires ?? {}))
      if (params.get(name) !== value) throw new SandboxError(400, `${name} must be ${value}.`);
    const scopes = scopesIn(server, params.get("scope") ?? "");
    return { challenge, scopes, state: params.get("state") };
  };

  const ask = ({ url }: SandboxRequest): Response => {
    asked(url.searchParams);
    const { title, to, people, prefix, authorizePath } = server;
    return html(
      consentPage({ title, to, people, action: `${prefix}${authorizePath}`, asked: url.searchParams }),
    );
  };

  const decide = (request: SandboxRequest): Response => {
    const form = new URLSearchParams(request.body.toString("utf8"));
    const { challenge, scopes, state } = asked(form);
    const back = new URL(returnTo);
    if (state !== null) back.searchParams.set("state", state);
    const person = server.people.find(({ id }) => id === form.get("allow"));
    if (person === undefined) back.searchParams.set("error", "access_denied");
    else {
      const code = secret();
      const untilMs = context.now() + CODE_MS;
      section.value.codes[code] = { personId: person.id, redirectUri: returnTo, challenge, scopes, untilMs };
      section.save();
      back.searchParams.set("code", code);
    }
    const headers = { location: back.href, "cache-control": "no-store" };
    return new Response(null, { status: 303, headers });
  };

  return { ask, decide };
}

/** A token response (RFC 6749 section 5.1). */
function describedBy({ accessSeconds, scopes }: ConsentServer, grant: Grant) {
  return {
    access_token: grant.access,
    token_type: "Bearer",
    ...(accessSeconds === null ? {} : { expires_in: accessSeconds }),
    ...(grant.refresh === null ? {} : { refresh_token: grant.refresh }),
    ...(scopes === undefined ? {} : { scope: grant.scopes.join(" ") }),
  };
}

/** Exchanges codes and refresh tokens. */
export function exchanging(server: ConsentServer, context: SandboxContext, section: Section<Consents>) {
  const { prefixes = { access: "", refresh: "" }, accessSeconds: seconds, renewsWith, isShared } = server;

  const tokens = (grant: Grant): Response => {
    const renews = seconds !== null && (renewsWith === undefined || grant.scopes.includes(renewsWith));
    const { access, accessUntilMs: untilMs } = grant;
    if (access !== "" && untilMs !== null) grant.former = [{ access, untilMs }];
    if (isShared !== true || seconds !== null || grant.access === "")
      grant.access = `${prefixes.access}${secret()}`;
    grant.accessUntilMs = seconds === null ? null : context.now() + seconds * 1000;
    grant.refresh = renews ? `${prefixes.refresh}${secret()}` : null;
    const given = describedBy(server, grant);
    return json(server.tokensAnswer?.(given, grant.scopes, grant.personId) ?? given, 200, NO_STORE);
  };

  const refused = (error: "invalid_client" | "invalid_grant", isRenewal: boolean): Response =>
    server.refusal?.(error, isRenewal) ?? json({ error }, error === "invalid_client" ? 401 : 400, NO_STORE);

  const exchange = (form: URLSearchParams): Response => {
    const given = form.get("code") ?? "";
    const code = section.value.codes[given];
    delete section.value.codes[given];
    if (code === undefined || code.untilMs <= context.now() || !proves(code, form.get("code_verifier")))
      return refused("invalid_grant", false);
    if (form.get("redirect_uri") !== code.redirectUri) return refused("invalid_grant", false);
    return tokens(grantOf(code));
  };

  const grantOf = ({ personId, scopes }: Code): Grant => {
    const shared =
      isShared === true ? section.value.grants.find((one) => one.personId === personId) : undefined;
    if (shared !== undefined) {
      shared.scopes = [...new Set([...shared.scopes, ...scopes])];
      return shared;
    }
    const grant: Grant = {
      personId,
      scopes: [...scopes],
      access: "",
      accessUntilMs: null,
      refresh: null,
      usedUp: [],
    };
    section.value.grants.push(grant);
    return grant;
  };

  const renew = (form: URLSearchParams): Response => {
    const given = form.get("refresh_token") ?? "";
    const { grants } = section.value;
    const again = grants.find(({ usedUp }) => usedUp.includes(given));
    if (again !== undefined) section.value.grants = grants.filter((one) => one !== again);
    const grant = section.value.grants.find(({ refresh }) => refresh === given);
    if (grant === undefined) return refused("invalid_grant", true);
    grant.usedUp.push(given);
    section.value.renewals += 1;
    return tokens(grant);
  };

  return (request: SandboxRequest): Response => {
    const form = new URLSearchParams(request.body.toString("utf8"));
    const { id, secret: known } = server.app;
    const isRenewal = form.get("grant_type") === "refresh_token";
    if (form.get("client_id") !== id || form.get("client_secret") !== known)
      return refused("invalid_client", isRenewal);
    const answer = isRenewal ? renew(form) : exchange(form);
    section.save();
    context.markEffect();
    return answer;
  };
}

function proves({ challenge }: Code, verifier: string | null): boolean {
  if (challenge === null) return true;
  return (
    createHash("sha256")
      .update(verifier ?? "")
      .digest("base64url") === challenge
  );
}

const NO_STORE = { "cache-control": "no-store" };

function secret(): string {
  return randomBytes(24).toString("base64url");
}
