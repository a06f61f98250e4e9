/** Values derived from the list of vendors. */
import type { OAuthClient } from "./oauth/consent-form.ts";
import type { VendorFacts } from "../platform/vendors.ts";
import * as vendors from "./vendors.ts";

export const VENDORS = Object.values(vendors);

type AnyVendor = (typeof VENDORS)[number];

export type VendorName = AnyVendor["name"];

declare module "../platform/vendors.ts" {
  interface VendorAccounts extends Accounts {}
  interface VendorVariables extends ConfiguredVariables {}
}
type Accounts = { readonly [Vendor in AnyVendor as Vendor["name"]]: ReturnType<Vendor["open"]> };
type ConfiguredVariables = VendorVariables & ClientVariables;

/** Names of the base URL variables. */
export type VendorVariable = { [V in AnyVendor as V["name"]]: keyof V["addresses"] }[VendorName];

/** Base URL overrides; unset ones default to the vendor's. */
export type VendorVariables = Readonly<Partial<Record<VendorVariable, string>>>;

const ADDRESSES = Object.fromEntries(VENDORS.flatMap(({ addresses }) => Object.entries(addresses)));

export function vendorAddresses(variables: VendorVariables): Readonly<Record<VendorVariable, string>> {
  const given: Readonly<Record<string, string | undefined>> = variables;
  return Object.fromEntries(
    Object.entries(ADDRESSES).map(([name, { production }]) => [name, given[name] ?? production]),
  ) as Record<VendorVariable, string>;
}

/** Points every vendor at the sandbox. */
export function sandboxVariables(sandboxUrl: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(ADDRESSES).map(([variable, { sandbox }]) => [variable, `${sandboxUrl}${sandbox}`]),
  );
}

/** The OAuth registration variables. Those ending in `_SECRET` are secrets. */
export type ClientVariables = Readonly<
  Partial<Record<`${string}_CLIENT_ID` | `${string}_CLIENT_SECRET` | `${string}_SIGNING_SECRET`, string>>
>;

export interface Registration {
  readonly vendor: VendorName;
  readonly id: `${string}_CLIENT_ID`;
  readonly secret: `${string}_CLIENT_SECRET`;
  /** Null if the vendor sends no events to the app. */
  readonly signingSecret: `${string}_SIGNING_SECRET` | null;
}

export const REGISTRATIONS: readonly Registration[] = VENDORS.flatMap(({ name: vendor, ...rest }) => {
  const added = "page" in rest ? rest.page?.added : undefined;
  if (typeof added !== "object" || !("consent" in added) || added.consent === undefined) return [];
  const { client } = added.consent;
  const signs = "signsEvents" in added.consent && added.consent.signsEvents === true;
  const signingSecret = signs ? (`${client}_SIGNING_SECRET` as const) : null;
  return [{ vendor, id: `${client}_CLIENT_ID`, secret: `${client}_CLIENT_SECRET`, signingSecret } as const];
});

export function clientVariables(
  clients: Readonly<Partial<Record<VendorName, OAuthClient>>>,
): Record<string, string> {
  return Object.fromEntries(
    REGISTRATIONS.flatMap(({ vendor, id, secret, signingSecret }) => {
      const client = clients[vendor];
      if (client === undefined) return [];
      const signs = signingSecret === null ? [] : [[signingSecret, client.signingSecret ?? ""] as const];
      return [[id, client.id] as const, [secret, client.secret] as const, ...signs];
    }),
  );
}

/** What the rooms below read of vendors. */
export const VENDOR_FACTS: readonly VendorFacts[] = VENDORS.map(
  ({ name, title, addresses, effectEveryMs }) => ({
    name,
    title,
    addresses,
    effectEveryMs,
    registration: REGISTRATIONS.filter(({ vendor }) => vendor === name).flatMap(
      ({ id, secret, signingSecret }) => [id, secret, signingSecret ?? []].flat(),
    ),
  }),
);
