/** The identity provider: keys, tokens for scripts, and a sign-in page that sets Clerk's session cookie. Anyone can sign in as anyone. */
import type * as z from "zod";
import { html, json, parseBody, SandboxError, type CreateService, type SandboxRequest } from "../service.ts";
import { messagePage, signInPage } from "./page.ts";
import { makeSigningKey, signToken, type SigningKey, SESSION_SECONDS, tokenInput } from "./tokens.ts";

/** Path of the Access issuer, separate like the real one. */
const ACCESS_PATH = "/access";

/** Handles `/identity/*`. */
export const createIdentity: CreateService = (context) => {
  const section = context.section<{ key: SigningKey }>("identity", () => ({ key: makeSigningKey() }));
  section.save();
  const prefix = "/identity";
  const issuers = { clerk: `${context.url}${prefix}`, access: `${context.url}${prefix}${ACCESS_PATH}` };
  const appOrigin = new URL(context.appUrl).origin;

  const keys = (): Response => {
    const { kid, publicJwk } = section.value.key;
    return json({ keys: [{ ...publicJwk, kid, alg: "RS256", use: "sig" }] });
  };

  const token = async (wish: z.infer<typeof tokenInput>): Promise<string> =>
    signToken(section.value.key, issuers[wish.provider], context.now(), {
      ...wish,
      authorizedParty: wish.authorizedParty === undefined ? appOrigin : wish.authorizedParty,
    });

  /** The sign-in redirect: limited to pages of the product. */
  const wayBack = (asked: string | null): string => {
    const target = asked === null || asked === "" ? context.appUrl : asked;
    if (!URL.canParse(target) || new URL(target).origin !== appOrigin) {
      throw new SandboxError(400, `Sign-in returns only to ${appOrigin}, not to ${target}.`);
    }
    return target;
  };

  const signIn = async (request: SandboxRequest): Promise<Response> => {
    const form = new URLSearchParams(request.body.toString("utf8"));
    const target = wayBack(form.get("redirect_url"));
    const wish = tokenInput.safeParse({ email: form.get("email")?.trim() });
    if (!wish.success) return html(messagePage("That is no e-mail address", "Go back and try another."), 400);
    return redirect(target, `__session=${await token(wish.data)}; Max-Age=${SESSION_SECONDS}`);
  };

  const signOut = (request: SandboxRequest): Response =>
    redirect(wayBack(request.url.searchParams.get("redirect_url")), "__session=; Max-Age=0");

  const routes: Record<string, (request: SandboxRequest) => Response | Promise<Response>> = {
    "GET /.well-known/jwks.json": keys,
    [`GET ${ACCESS_PATH}/cdn-cgi/access/certs`]: keys,
    "POST /token": async (request) => json({ token: await token(parseBody(tokenInput, request)) }),
    "GET /sign-in": (request) => {
      const asked = request.url.searchParams.get("redirect_url");
      return html(signInPage(wayBack(asked), `${prefix}/sign-in`, context.appUrl));
    },
    "POST /sign-in": signIn,
    "GET /sign-out": signOut,
    "POST /sign-out": signOut,
  };

  return {
    name: "identity",
    prefix,
    // Keeps the key, since verifiers cache its public half.
    reset: () => undefined,
    async handle(request) {
      const route = routes[`${request.method} ${request.path}`];
      if (route === undefined)
        throw new SandboxError(404, `Identity has no ${request.method} ${request.path}.`);
      try {
        return await route(request);
      } catch (error) {
        const isPage = request.path.startsWith("/sign-");
        if (!isPage || !(error instanceof SandboxError)) throw error;
        return html(messagePage("Sign-in cannot go on", error.message), error.status);
      }
    },
  };
};

function redirect(location: string, cookie: string): Response {
  return new Response(null, {
    status: 303,
    headers: {
      location,
      "set-cookie": `${cookie}; Path=/; HttpOnly; SameSite=Lax`,
      "cache-control": "no-store",
    },
  });
}
