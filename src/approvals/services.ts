/** Services that other features provide to approvals. */
import { fromFeatures } from "../kernel/features.ts";
import type { TenantContext } from "../platform/context.ts";
import type { Approval, Lint } from "./api/approval.ts";
import type { Policy } from "../team/api/policy.ts";
import type { FindAccount } from "./effects/executor.ts";
import type { Judge } from "./policy/index.ts";
import type { ApprovalDeps, EffectBytes, ResolveCall } from "./ports.ts";

export interface ApprovalServices extends Pick<
  ApprovalDeps,
  | "judgeDraft"
  | "sentSince"
  | "lastWords"
  | "keptExamples"
  | "notify"
  | "notifyWriter"
  | "resolveNotification"
> {
  readonly resolver: ResolveCall;
  readonly judge: Judge;
  /** An agent's title, or its name if it is gone. */
  readonly agentTitle: (agent: string) => string;
  /** How autonomous the team set an agent; null for the team's own setting. */
  readonly autonomyOf: (agent: string) => Promise<Policy["autonomy"] | null>;
  readonly tool: (name: string) => { readonly title: string; readonly mayAllow: boolean };
  readonly openAccount: FindAccount;
  /** Why the team's connections don't allow one of these effects, in words; null if they allow all. */
  readonly lack: (effects: readonly EffectBytes[]) => Promise<string | null>;
  /** Warnings about who else reads a thread. */
  readonly groupLints: (threadKey: string | null) => Promise<Lint[]>;
  /** Updates the cards of a decided approval in other apps. Best effort, never throws. */
  readonly settleCards: (approval: Approval) => Promise<void>;
}

declare module "../kernel/features.ts" {
  interface Feature {
    /** Opens the feature's services for approvals, without I/O. */
    readonly approvalServices?: (ctx: TenantContext) => Partial<ApprovalServices>;
  }
}

const openers = fromFeatures((features) => features.flatMap(({ approvalServices = [] }) => approvalServices));

/** Opens the services for one team, without I/O. */
export function approvalServices(ctx: TenantContext): ApprovalServices {
  return Object.assign({}, ...openers().map((open) => open(ctx))) as ApprovalServices;
}
