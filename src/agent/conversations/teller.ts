/** Hands what a conversation has to tell people to the feature that reaches them. */
import { portOf } from "../../kernel/features.ts";
import type { TenantContext } from "../../platform/context.ts";
import type { Notice } from "./background-run.ts";

/** Tells a notice; a repeat tells no one again. */
export type Teller = (notice: Notice) => Promise<void>;

declare module "../../kernel/features.ts" {
  interface Feature {
    /** Opens what tells people about conversations. Cheap. */
    readonly teller?: (ctx: TenantContext) => Teller;
  }
}

const opener = portOf("teller");

/** What tells people about the conversations of a team. Cheap. */
export function teller(ctx: TenantContext): Teller {
  return opener()(ctx);
}
