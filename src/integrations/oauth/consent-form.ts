/** How a vendor is connected by consent: what its definition says of it. */
import type { ConsentTokens } from "../connections/index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { OutsideHttp } from "../../kernel/outside-http.ts";

/** Our registration at a vendor. */
export interface OAuthClient {
  readonly id: string;
  readonly secret: string;
  /** What the vendor signs with what it tells the app; left out where it tells nothing. */
  readonly signingSecret?: string;
}

/** What asking whose access it is takes. */
export interface WhoIsAsked<Variable extends string> {
  /** Holds a secret: never log it. */
  readonly access: string;
  readonly address: (variable: Variable) => string;
  readonly http: OutsideHttp;
  readonly clock: Clock;
}

/** What giving access back takes. Holds secrets: never log it. */
export interface RevokeAsked<Variable extends string> {
  readonly tokens: ConsentTokens;
  readonly client: OAuthClient;
  readonly address: (variable: Variable) => string;
  readonly http: OutsideHttp;
  readonly clock: Clock;
}

/** Whose access it is, by the vendor's id and name. */
export interface ConsentAccount {
  readonly id: string;
  readonly name: string;
}

/** Something an admin allows by itself, once it is needed. */
export interface ConsentCapability {
  readonly name: string;
  /** After "Allow": `writing messages`. */
  readonly label: string;
  /** All of them are needed. */
  readonly scopes: readonly string[];
  /** Any one of these lets it be done too. */
  readonly wider?: readonly string[];
  /** Set where it takes what the vendor tells the deployment's app: not offered without a signing secret. */
  readonly isHeard?: true;
}

/** A vendor's authorisation server. `state` is sent to every one, and PKCE (S256): what a server doesn't know of them it passes over (RFC 6749, 3.1). */
export interface ConsentForm<Variable extends string> {
  /** Begins the names of the variables with our registration: `CLICKUP` of `CLICKUP_CLIENT_ID` and `CLICKUP_CLIENT_SECRET`. */
  readonly client: string;
  /** What the vendor calls itself where it says so on the way back (RFC 9207); the token endpoint's origin where left out. */
  issuer?(address: (variable: Variable) => string): string;
  /** Set where the vendor tells the app what happens there, signed: `SLACK_SIGNING_SECRET`. */
  readonly signsEvents?: true;
  /** Where the browser is sent. */
  authorizeUrl(address: (variable: Variable) => string): string;
  /** Where codes and refresh tokens are exchanged. Below one of the vendor's addresses, or it isn't reached. */
  tokenUrl(address: (variable: Variable) => string): string;
  /** What is asked for with the first sign-in: the least there is a use for. */
  readonly scopes: readonly string[];
  /** What can be asked for beside, one by one; with it goes what was allowed before. */
  readonly grants?: readonly ConsentCapability[];
  /** Between scopes; a space where left out. */
  readonly separator?: "," | " ";
  /** Set where the vendor takes no PKCE of an app that keeps a secret. */
  readonly withoutPkce?: true;
  /** What else the page is told; `before` is whose access there is today. */
  readonly authorizeParams?: (before: ConsentAccount | null) => Readonly<Record<string, string>>;
  /** Makes the answer RFC 6749 describes (sections 5.1 and 5.2) of the vendor's own: what holds an `error` counts as refused. */
  readonly readAnswer?: (answer: Readonly<Record<string, unknown>>) => Record<string, unknown>;
  /** Whose access it is. Throws IntegrationError. */
  whoIs(asked: WhoIsAsked<Variable>): Promise<ConsentAccount>;
  /** Gives access back. Left out where the vendor has no way to. Throws IntegrationError; access that has ended already is given back. */
  revoke?(asked: RevokeAsked<Variable>): Promise<void>;
  /** Set where another consent of the same account goes on with the access there is: giving the old one back would end the new one. */
  readonly sharesAccess?: true;
}

/** Those capabilities that these scopes allow. */
export function allowedBy(
  { grants = [] }: Pick<ConsentForm<string>, "grants">,
  scopes: readonly string[],
): readonly ConsentCapability[] {
  const has = (scope: string): boolean => scopes.includes(scope);
  return grants.filter(({ scopes: needed, wider = [] }) => needed.every(has) || wider.some(has));
}
