/**
 * The hooks around every tool call, in order (DESIGN.md section 3.5). Adding one is a file and a line here.
 */
import { audit } from "./audit.ts";
import { autonomy } from "./autonomy.ts";
import { cost } from "./cost.ts";
import { notify } from "./notify.ts";
import { rate } from "./rate.ts";
import { tenantIsolation } from "./tenant-isolation.ts";
import { trace } from "./trace.ts";
import type { AfterHook, BeforeHook } from "./types.ts";

export const BEFORE_HOOKS: readonly BeforeHook[] = [tenantIsolation, autonomy, rate];
export const AFTER_HOOKS: readonly AfterHook[] = [cost, audit, trace, notify];
