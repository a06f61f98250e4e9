/** What is derived from the vendors there are. */
import type { OAuthClient } from "./oauth/consent-form.ts";
import * as vendors from "../features/vendors.ts";

export const VENDORS = Object.values(vendors);

type AnyVendor = (typeof VENDORS)[number];

/** A vendor's name. */
export type VendorName = AnyVendor["name"];

/** A vendor by its name. */
export function vendorOf(name: VendorName): AnyVendor {
  const found = VENDORS.find((vendor) => vendor.name === name);
  if (found === undefined) throw new TypeError(`there is no vendor ${name}`);
  return found;
}

/** The account of a vendor, as its definition opens it. */
export type AccountOf<Name extends VendorName> = ReturnType<Extract<AnyVendor, { name: Name }>["open"]>;

/** The variables that hold vendors' base URLs. */
export type VendorVariable = { [V in AnyVendor as V["name"]]: keyof V["addresses"] }[VendorName];

/** Base URLs as a deployment overrides them; what is not set is the vendor's own. */
export type VendorVariables = Readonly<Partial<Record<VendorVariable, string>>>;

const ADDRESSES = Object.fromEntries(VENDORS.flatMap(({ addresses }) => Object.entries(addresses)));

/** Those variables. */
export const VENDOR_VARIABLES: readonly string[] = Object.keys(ADDRESSES);

/** Every vendor's base URL as configured. */
export function vendorAddresses(variables: VendorVariables): Readonly<Record<VendorVariable, string>> {
  const given: Readonly<Record<string, string | undefined>> = variables;
  return Object.fromEntries(
    Object.entries(ADDRESSES).map(([name, { production }]) => [name, given[name] ?? production]),
  ) as Record<VendorVariable, string>;
}

/** The variables that point every vendor at the sandbox. */
export function sandboxVariables(sandboxUrl: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(ADDRESSES).map(([variable, { sandbox }]) => [variable, `${sandboxUrl}${sandbox}`]),
  );
}

/** What this deployment is registered with at vendors that people sign in to; those that end in `_SECRET` are secrets. */
export type ClientVariables = Readonly<
  Partial<Record<`${string}_CLIENT_ID` | `${string}_CLIENT_SECRET` | `${string}_SIGNING_SECRET`, string>>
>;

/** A vendor people sign in to, and the variables with our registration there. */
export interface Registration {
  readonly vendor: VendorName;
  readonly id: `${string}_CLIENT_ID`;
  readonly secret: `${string}_CLIENT_SECRET`;
  /** Null where the vendor tells the app nothing. */
  readonly signingSecret: `${string}_SIGNING_SECRET` | null;
}

/** Those vendors. */
export const REGISTRATIONS: readonly Registration[] = VENDORS.flatMap(({ name: vendor, ...rest }) => {
  const added = "page" in rest ? rest.page?.added : undefined;
  if (typeof added !== "object" || !("consent" in added) || added.consent === undefined) return [];
  const { client } = added.consent;
  const signs = "signsEvents" in added.consent && added.consent.signsEvents === true;
  const signingSecret = signs ? (`${client}_SIGNING_SECRET` as const) : null;
  return [{ vendor, id: `${client}_CLIENT_ID`, secret: `${client}_CLIENT_SECRET`, signingSecret } as const];
});

/** The variables with these registrations. */
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
