/** Google's consent page and user info: `accounts.google.com` and `openidconnect.googleapis.com`. */
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
import { refusalPage } from "../vendor/consent-page.ts";
import { DEMO } from "../world/company.ts";
import { DELEGATED_SCOPES, findMailbox, googleAccounts } from "./accounts.ts";
import { accountPage, type GooglePerson } from "./account-page.ts";
import { consentOf, GOOGLE_APP, googleConsents } from "./consents.ts";
import { defaultText, errorAnswer, GoogleError } from "./errors.ts";
import { signIn } from "./sign-in.ts";

const AUTHORIZE = "/o/oauth2/v2/auth";
const RETURN_PATH = "/api/connections/google/callback";
const CODE_MS = 10 * 60_000;

/** Identity scopes: granted with any consent, without a checkbox. `email` and `profile` are aliases. */
const IDENTITY: Readonly<Record<string, string>> = {
  openid: "openid",
  email: "https://www.googleapis.com/auth/userinfo.email",
  profile: "https://www.googleapis.com/auth/userinfo.profile",
};

const PEOPLE: readonly GooglePerson[] = DEMO.flatMap(({ google }) =>
  google.mailboxes.map(({ address: email, name }) => ({ email, name })),
);

/** A Google account ID, as in `sub`. */
export function subjectOf(email: string): string {
  const digits = BigInt(`0x${createHash("sha256").update(email).digest("hex").slice(0, 17)}`);
  return `1${digits.toString().padStart(20, "0").slice(0, 20)}`;
}

const controlInput = z.strictObject({
  end: z.literal(true).optional(),
  endAccess: z.literal(true).optional(),
});

export const createGoogleConsent: CreateService = (context) => {
  const section = googleConsents(context);
  const { ask, decide } = authorizing(context);
  return {
    name: "google-accounts",
    prefix: "/google/accounts",
    handle(request) {
      if (request.path !== AUTHORIZE)
        throw new SandboxError(404, `Google's sign-in here knows ${AUTHORIZE} alone.`);
      try {
        return request.method === "POST" ? decide(request) : ask(request);
      } catch (error) {
        if (!(error instanceof SandboxError)) throw error;
        return html(refusalPage("Google", error.message), error.status);
      }
    },
    // Kept across resets, because the product holds these tokens.
    reset: () => {},
    /** `{"end": true}` revokes every consent, like users do in their Google account; `{"endAccess": true}` expires access tokens. */
    control(request) {
      const { end, endAccess } = parseBody(controlInput, request);
      if (end === true) section.value.consents = [];
      if (endAccess === true) for (const consent of section.value.consents) consent.round += 1;
      section.save();
      const { consents, renewals } = section.value;
      return json({ consents: consents.map(({ email, scopes }) => ({ email, scopes })), renewals });
    },
  };
};

/** Shows the page and handles its form. */
function authorizing(context: SandboxContext) {
  const section = googleConsents(context);
  const returnTo = `${context.appUrl}${RETURN_PATH}`;

  const ask = ({ url }: SandboxRequest): Response => {
    const { scopes } = readAsked(url.searchParams, returnTo);
    const hint = url.searchParams.get("login_hint");
    const hinted = PEOPLE.find(({ email }) => email === hint || subjectOf(email) === hint)?.email ?? null;
    return html(
      accountPage({
        people: PEOPLE,
        hint: hinted,
        action: `/google/accounts${AUTHORIZE}`,
        scopes: scopes.filter((scope) => !Object.values(IDENTITY).includes(scope)),
        asked: url.searchParams,
      }),
    );
  };

  const decide = (request: SandboxRequest): Response => {
    const form = new URLSearchParams(request.body.toString("utf8"));
    const asked = readAsked(form, returnTo);
    const back = new URL(returnTo);
    const answer = (params: Record<string, string>): Response => {
      const said = { ...(asked.state === null ? {} : { state: asked.state }), ...params };
      for (const [name, value] of Object.entries(said)) back.searchParams.set(name, value);
      // Google's issuer (RFC 9207).
      back.searchParams.set("iss", `${context.url}/google/accounts`);
      const headers = { location: back.href, "cache-control": "no-store" };
      return new Response(null, { status: 303, headers });
    };
    const person = PEOPLE.find(({ email }) => email === form.get("account"));
    if (person === undefined || form.get("decision") !== "continue")
      return answer({ error: "access_denied" });
    const ticked = new Set(form.getAll("allow"));
    const granted = asked.scopes.filter(
      (scope) => Object.values(IDENTITY).includes(scope) || ticked.has(scope),
    );
    const consent = consentOf(section.value, person.email, () => randomBytes(9).toString("base64url"));
    consent.scopes = [...new Set([...consent.scopes, ...granted])];
    const scopes = asked.isIncremental ? consent.scopes : granted;
    const code = `4/0${randomBytes(32).toString("base64url")}`;
    section.value.codes[code] = {
      email: person.email,
      scopes: [...scopes],
      isOffline: asked.isOffline,
      redirectUri: returnTo,
      challenge: asked.challenge,
      untilMs: context.now() + CODE_MS,
    };
    section.save();
    return answer({ code, scope: scopes.join(" "), authuser: "0", prompt: "consent" });
  };

  return { ask, decide };
}

/** The authorization request. Throws SandboxError with Google's error page. */
function readAsked(params: URLSearchParams, returnTo: string) {
  const say = (status: number, code: string, words: string): never => {
    throw new SandboxError(status, `Error ${status}: ${code}. ${words}`);
  };
  if (params.get("client_id") !== GOOGLE_APP.id)
    say(401, "invalid_client", "The OAuth client was not found.");
  if (params.get("redirect_uri") !== returnTo)
    say(400, "redirect_uri_mismatch", `The app is registered to return to ${returnTo} alone.`);
  if (params.get("response_type") !== "code") say(400, "unsupported_response_type", "It must be code.");
  const challenge = params.get("code_challenge");
  if (challenge !== null && params.get("code_challenge_method") !== "S256")
    say(400, "invalid_request", "code_challenge_method must be S256.");
  const asked = (params.get("scope") ?? "").split(" ").filter((scope) => scope !== "");
  if (asked.length === 0) say(400, "invalid_request", "Missing required parameter: scope.");
  const scopes = asked.map((scope) => IDENTITY[scope] ?? scope);
  const strange = scopes.filter(
    (scope) => !Object.values(IDENTITY).includes(scope) && !DELEGATED_SCOPES.has(scope),
  );
  if (strange.length > 0)
    say(400, "invalid_scope", `Some requested scopes were invalid: ${strange.join(", ")}.`);
  return {
    challenge,
    state: params.get("state"),
    scopes: [...new Set(scopes)],
    isOffline: params.get("access_type") === "offline",
    isIncremental: params.get("include_granted_scopes") === "true",
  };
}

export const createGoogleOpenId: CreateService = (context) => ({
  name: "google-openid",
  prefix: "/google/openid",
  reset: () => {},
  faultAnswer: (status) => errorAnswer(status),
  handle(request) {
    if (request.method !== "GET" || request.path !== "/v1/userinfo")
      throw new SandboxError(404, "Google's OpenID here knows GET /v1/userinfo alone.");
    try {
      const { sub: email, scopes } = signIn(googleAccounts(context), request);
      if (email === null || !scopes.includes("openid")) throw new GoogleError(401, defaultText(401));
      const may = (name: "email" | "profile"): boolean => scopes.includes(IDENTITY[name] ?? "");
      const name = findMailbox(email)?.mailbox.name ?? email;
      return json({
        sub: subjectOf(email),
        ...(may("profile") ? { name } : {}),
        ...(may("email") ? { email, email_verified: true, hd: email.split("@")[1] } : {}),
      });
    } catch (error) {
      if (error instanceof GoogleError) return errorAnswer(error.status, error.message);
      throw error;
    }
  },
});
