/**
 * Dynamic client registration (RFC 7591) without storage: a client ID is its registration, sealed with the deployment's key, so
 * unauthenticated requests can't fill a table (appendix A.5.2, "Stateless Client Registration").
 */
import { isRecord } from "./rpc.ts";
import { OAuthError } from "./oauth-error.ts";
import { unseenReplacer } from "../../kernel/unseen.ts";

const NAME_CHARS = 60;
const URIS_MAX = 5;
const URI_CHARS = 300;
const LOOPBACK = new Set(["127.0.0.1", "[::1]", "localhost"]);
/** URI characters (RFC 3986 section 2): no spaces, control characters, or anything a parser would drop. */
const URI = /^[\x21-\x7e]+$/;
/** Allowed redirect URIs, in words. */
export const REDIRECT_URIS =
  "https, http on this computer (127.0.0.1, [::1], localhost), or an app’s own scheme with a dot, such as com.example.app:/callback";

/** Seals and opens with the deployment's key. `open` throws for anything else. */
export interface ClientSeal {
  seal(text: string): Promise<string>;
  open(sealed: string): Promise<string>;
}

/** A client's registration. All of it is self-reported. */
export interface OAuthClient {
  readonly name: string;
  readonly redirectUris: readonly string[];
}

/** Registers a client; the response is that of RFC 7591 section 3.2.1. Throws OAuthError. */
export async function registerClient(seal: ClientSeal, metadata: unknown, nowMs: number): Promise<object> {
  const given = isRecord(metadata) ? metadata : {};
  const uris: unknown = given["redirect_uris"];
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > URIS_MAX || !uris.every(isRedirectUri)) {
    throw new OAuthError(
      "invalid_redirect_uri",
      `Send one to ${URIS_MAX} redirect URIs. Allowed: ${REDIRECT_URIS}.`,
    );
  }
  const method = given["token_endpoint_auth_method"];
  if (method !== undefined && method !== "none") {
    throw new OAuthError(
      "invalid_client_metadata",
      "Clients here are public: token_endpoint_auth_method must be none.",
    );
  }
  const name = nameOf(given["client_name"], uris[0] as string);
  const client: OAuthClient = { name, redirectUris: uris as string[] };
  return {
    client_id: await seal.seal(JSON.stringify(client)),
    client_id_issued_at: Math.floor(nowMs / 1000),
    client_name: name,
    redirect_uris: client.redirectUris,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
}

/** The client with this ID, or null. */
export async function findClient(seal: ClientSeal, clientId: string): Promise<OAuthClient | null> {
  try {
    return JSON.parse(await seal.open(clientId)) as OAuthClient;
  } catch {
    return null;
  }
}

/** Whether the client registered this URI; for loopback URIs any port matches (RFC 8252 section 7.3). */
export function hasRegistered({ redirectUris }: OAuthClient, redirectUri: string): boolean {
  return redirectUris.some((known) => known === redirectUri || sameLoopback(known, redirectUri));
}

function sameLoopback(known: string, given: string): boolean {
  const [one, other] = [URL.parse(known), URL.parse(given)];
  if (one === null || other === null || !isLoopback(one) || !isLoopback(other)) return false;
  return one.hostname === other.hostname && one.pathname === other.pathname && one.search === other.search;
}

function isLoopback(url: URL): boolean {
  return url.protocol === "http:" && LOOPBACK.has(url.hostname);
}

/**
 * Whether a code may be sent to this URI (RFC 8252 section 7): https, loopback over http, or a private-use scheme. The latter is a
 * reversed domain name and so contains a dot, which browser and system schemes don't.
 */
export function isRedirectUri(value: unknown): boolean {
  if (typeof value !== "string" || value.length > URI_CHARS || !URI.test(value)) return false;
  const url = URL.parse(value);
  if (url === null || value.includes("#") || url.username !== "" || url.password !== "") return false;
  if (url.protocol === "https:") return url.host !== "";
  return isLoopback(url) || (url.protocol !== "http:" && url.protocol.includes("."));
}

const onOneLine = unseenReplacer(String.raw`[\p{C}\p{Z}\s]+`);

/** The client's name on one line without invisible characters, or else its host. */
function nameOf(given: unknown, redirectUri: string): string {
  const words = typeof given === "string" ? onOneLine(given, " ").trim() : "";
  return words === ""
    ? (URL.parse(redirectUri)?.host || "An app").slice(0, NAME_CHARS)
    : words.slice(0, NAME_CHARS);
}
