/**
 * Composition of what resolves calls into effect documents; apart from `tools.ts` because approvals need it
 * and tools need approvals.
 */
import type { Texting } from "../connections/index.ts";
import type { ResolveCall } from "../approvals/ports.ts";
import { quoTexting } from "../integrations/quo/read.ts";
import { systemClock } from "../kernel/clock.ts";
import { AppError } from "../kernel/errors.ts";
import type { Env } from "../platform/env.ts";
import { createResolver } from "../tools/resolve-call.ts";
import { codeSandbox } from "./code.ts";
import { openMail } from "./google.ts";
import { findQuoAccount } from "./quo.ts";
import { openFiles, zoneOf } from "./open-files.ts";
import { recordsOf } from "./text-records.ts";

/**
 * Opens the tenant's phone system, once for all who ask. Throws AppError `not_configured` where there is
 * none.
 */
export function texting(env: Env, tenantId: string): () => Promise<Texting> {
  let opened: Promise<Texting> | null = null;
  const open = async (): Promise<Texting> => {
    const account = await findQuoAccount(env, tenantId);
    if (account === null)
      throw new AppError("not_configured", "No phone system is connected yet. An admin can connect one.");
    return quoTexting(account);
  };
  return () =>
    (opened ??= open().catch((error: unknown) => {
      opened = null;
      throw error;
    }));
}

/** Resolves edited arguments for a tenant's approvals. */
export function resolveCall(env: Env, tenantId: string): ResolveCall {
  return createResolver({
    tenantId,
    clock: systemClock,
    texting: texting(env, tenantId),
    schedules: () => Promise.reject(new AppError("not_found", "No approval is about a schedule.")),
    mailFor: (scope) => openMail(env, tenantId, scope),
    runCode: codeSandbox(env),
    files: async () => ({
      deps: openFiles(env, tenantId),
      timeZone: await zoneOf(env, tenantId),
    }),
    texts: recordsOf(env, tenantId),
  });
}
