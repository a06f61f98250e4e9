/** How a vendor is connected by consent: what its definition says of it. */
import type { Clock } from "../../kernel/clock.ts";
import type { OutsideHttp } from "../../kernel/outside-http.ts";

/** What asking whose access it is takes. */
export interface WhoIsAsked<Variable extends string> {
  /** Holds a secret: never log it. */
  readonly access: string;
  readonly address: (variable: Variable) => string;
  readonly http: OutsideHttp;
  readonly clock: Clock;
}

/** A vendor's authorisation server. PKCE (S256) and `state` are sent to every one: what a server doesn't know of them it passes over (RFC 6749, 3.1). */
export interface ConsentForm<Variable extends string> {
  /** Where the browser is sent. */
  authorizeUrl(address: (variable: Variable) => string): string;
  /** Where codes and refresh tokens are exchanged. Below one of the vendor's addresses, or it isn't reached. */
  tokenUrl(address: (variable: Variable) => string): string;
  /** What is asked for. */
  readonly scopes: readonly string[];
  /** Whose access it is. Throws IntegrationError. */
  whoIs(asked: WhoIsAsked<Variable>): Promise<{ readonly id: string; readonly name: string }>;
}
