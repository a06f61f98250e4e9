/** Toolsets: tools that share a service. `open` gives them exactly what they need, for one tenant and one who acts. */
import type { VendorName } from "../../platform/vendors.ts";
import type { Tenant } from "./tenant.ts";
import type { Acting } from "./call.ts";
import type { AnyTool, Tool } from "./define-tool.ts";

/** A toolset, whatever its services. */
export interface Toolset {
  readonly name: string;
  /** As people and the model call what it reaches: "Calendars". */
  readonly title: string;
  /** Where its tools stand among those of others in prompts: the order is part of the cached prompt. Left out: last. */
  readonly place?: number;
  /** The vendor whose connection it needs: without one its tools are not offered. `mcp`: a server of the team's own. */
  readonly vendor?: VendorName | "mcp";
  /** Whether other agents are served its tools; they are where left out. They have no use for what belongs to our own conversations and prompts, and have the web and servers themselves. */
  readonly isServed?: boolean;
  readonly tools: readonly AnyTool[];
  /** Tools elsewhere that its own reach, for ranking. Its tools are found where one of these fits: by themselves they don't say what they reach. */
  offered?(tenant: Tenant): Promise<readonly AnyTool[]>;
  /** Opens the tools' services. Throws AppError `not_configured` where the connection is gone. */
  open(tenant: Tenant, acting: Acting): unknown;
}

/** Declares a toolset: checks that its tools fit its services and hands it back. */
export function defineToolset<Services>(toolset: {
  readonly name: string;
  readonly title: string;
  readonly place?: number;
  readonly vendor?: VendorName | "mcp";
  readonly isServed?: boolean;
  readonly tools: readonly Tool<Services>[];
  offered?(tenant: Tenant): Promise<readonly AnyTool[]>;
  open(tenant: Tenant, acting: Acting): Services | Promise<Services>;
}): Toolset {
  return toolset;
}
