/** How a vendor is connected with OAuth: part of its definition. */
import type { ConsentTokens } from "../connections/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { OutsideHttp } from "../../kernel/outside-http.ts";

/** Our client registration at a vendor. */
export interface OAuthClient {
  readonly id: string;
  readonly secret: string;
  /** Verifies events the vendor sends to the app; absent if it sends none. */
  readonly signingSecret?: string;
}

export interface WhoIsAsked<Variable extends string> {
  /** Holds a secret: never log it. */
  readonly access: string;
  readonly address: (variable: Variable) => string;
  readonly http: OutsideHttp;
  readonly clock: Clock;
}

/** Holds secrets: never log it. */
interface RevokeAsked<Variable extends string> {
  readonly tokens: ConsentTokens;
  readonly client: OAuthClient;
  readonly address: (variable: Variable) => string;
  readonly http: OutsideHttp;
  readonly clock: Clock;
}

/** The account's ID and name at the vendor. */
export interface ConsentAccount {
  readonly id: string;
  readonly name: string;
}

/** A capability an admin grants separately, when it is needed. */
export interface ConsentCapability {
  readonly name: string;
  /** Completes "Allow": `writing messages`. */
  readonly label: string;
  /** All are required. */
  readonly scopes: readonly string[];
  /** Any one of these is sufficient too. */
  readonly wider?: readonly string[];
  /** Requires the vendor's app events: not offered without a signing secret. */
  readonly isHeard?: true;
}

/**
 * A vendor's authorization server. `state` and PKCE (S256) are always sent; servers ignore parameters they don't know (RFC 6749 section
 * 3.1).
 */
export interface ConsentForm<Variable extends string> {
  /** Prefix of the registration variables: `CLICKUP` for `CLICKUP_CLIENT_ID` and `CLICKUP_CLIENT_SECRET`. */
  readonly client: string;
  /** The issuer identifier, if the vendor returns one (RFC 9207); defaults to the token endpoint's origin. */
  issuer?(address: (variable: Variable) => string): string;
  /** Set if the vendor sends signed events to the app: `SLACK_SIGNING_SECRET`. */
  readonly signsEvents?: true;
  authorizeUrl(address: (variable: Variable) => string): string;
  /** Token endpoint. Must be below one of the vendor's addresses, or egress is blocked. */
  tokenUrl(address: (variable: Variable) => string): string;
  /** Scopes requested at the first sign-in: the minimum. */
  readonly scopes: readonly string[];
  /** Optional capabilities. Requesting one also requests those granted before. */
  readonly grants?: readonly ConsentCapability[];
  /** Scope separator; a space by default. */
  readonly separator?: "," | " ";
  /** Set if the vendor doesn't accept PKCE from confidential clients. */
  readonly withoutPkce?: true;
  /** Additional authorize parameters; `before` is the currently connected account. */
  readonly authorizeParams?: (before: ConsentAccount | null) => Readonly<Record<string, string>>;
  /** Converts the vendor's response to the form of RFC 6749 (sections 5.1 and 5.2). A response with `error` counts as refused. */
  readonly readAnswer?: (answer: Readonly<Record<string, unknown>>) => Record<string, unknown>;
  /** The account behind an access token. Throws IntegrationError. */
  whoIs(asked: WhoIsAsked<Variable>): Promise<ConsentAccount>;
  /** Revokes access. Absent if the vendor has no revocation. Throws IntegrationError; access that has already ended counts as revoked. */
  revoke?(asked: RevokeAsked<Variable>): Promise<void>;
  /** Set if a new consent for the same account shares the existing access: revoking the old one would end the new one. */
  readonly sharesAccess?: true;
}

/** The capabilities these scopes grant. */
export function allowedBy(
  { grants = [] }: Pick<ConsentForm<string>, "grants">,
  scopes: readonly string[],
): readonly ConsentCapability[] {
  const has = (scope: string): boolean => scopes.includes(scope);
  return grants.filter(({ scopes: needed, wider = [] }) => needed.every(has) || wider.some(has));
}
