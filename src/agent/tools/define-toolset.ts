/**
 * Toolsets group tools that share services. `open` provides exactly the services they need, for one tenant
 * and one caller.
 */
import type { OneOf, VendorName } from "../../platform/vendors.ts";
import type { Tenant } from "./tenant.ts";
import type { Acting } from "./call.ts";
import type { AnyTool, Tool } from "./define-tool.ts";

export interface Toolset {
  readonly name: string;
  /** What it reaches, named for people and the model: “Calendars”. */
  readonly title: string;
  /** Position of its tools in prompts, which is part of the cached prefix. Default: last. */
  readonly place?: number;
  /**
   * The vendor whose connection it needs, or several of which one is enough; without one, its tools are not available. `mcp`: a custom
   * server.
   */
  readonly vendor?: OneOf<VendorName> | "mcp";
  /** Its tools that work without that connection. */
  readonly alone?: readonly string[];
  /**
   * Whether MCP clients get its tools; default true. False for tools of our own conversations and prompts,
   * and for the web and servers, which clients have themselves.
   */
  readonly isServed?: boolean;
  readonly tools: readonly AnyTool[];
  /**
   * Remote tools that its tools reach, for ranking. Its tools are found if one of these matches, because they
   * themselves don't say what they reach.
   */
  offered?(tenant: Tenant): Promise<readonly AnyTool[]>;
  /** Opens the tools' services. Throws `not_configured` if the connection no longer exists. */
  open(tenant: Tenant, acting: Acting): unknown;
}

/** Vendors whose connection a toolset needs, any of them; empty if it needs none. */
export function vendorsOf({ vendor = [] }: Pick<Toolset, "vendor">): readonly string[] {
  return [vendor].flat();
}

/** Whether one of the vendors it needs is connected. */
export function isReached(toolset: Pick<Toolset, "vendor">, connected: readonly string[]): boolean {
  const vendors = vendorsOf(toolset);
  return vendors.length === 0 || vendors.some((vendor) => connected.includes(vendor));
}

/** Declares a toolset and checks that its tools fit its services. */
export function defineToolset<Services>(
  toolset: Omit<Toolset, "tools" | "open"> & {
    readonly tools: readonly Tool<Services>[];
    open(tenant: Tenant, acting: Acting): Services | Promise<Services>;
  },
): Toolset {
  return toolset;
}
