/** Port by which rooms notify people, implemented by notifications. */
import { portOf } from "../kernel/features.ts";
import type { NewsKind, RoutedTo } from "./api/notification-kinds.ts";
import type { TenantContext } from "./context.ts";

/**
 * A condition admins should know about. Contains only our own codes, IDs and figures; never untrusted text or
 * secrets.
 */
export interface Alert {
  /** For example `internal`, `turn_failed`, `budget_warning`. */
  readonly code: string;
  readonly requestId?: string;
  readonly turnId?: string;
  readonly conversationId?: string;
  /** Deduplication scope instead of the hour, such as a month. */
  readonly once?: string;
  /** Title for a code that has none of its own. */
  readonly title?: string;
  readonly body?: string;
  /** App path it links to, such as `/activity`. */
  readonly path?: string;
  /** Also sent during staff quiet hours, and escalated to the people on call if no one answers. */
  readonly urgent?: boolean;
}

/** An alert as a nightly check raises it: the code is its job's. `once` is the same for the same finding. */
export type AdminNews = Required<Pick<Alert, "once" | "title" | "body" | "path">>;

/**
 * News the team should look at. Its text may be untrusted: it is shown as text, with invisible characters
 * escaped.
 */
export interface TeamNews {
  /** Identical for the same news. */
  readonly key: string;
  /** The subject: newer news replaces older on devices. */
  readonly about: string;
  readonly title: string;
  readonly body: string;
  /** App path it links to. */
  readonly path: string;
  /** Also sent during staff quiet hours, and escalated to the people on call if no one answers. */
  readonly urgent: boolean;
  /**
   * Key prefix of news about the same problem: while an earlier one is escalating, this one notifies devices
   * but asks no one else.
   */
  readonly sameTrouble?: string;
  /** Assignment. Default: that of the conversation it is about. */
  readonly routedTo?: RoutedTo | null;
  /** The only channel. Default: devices and list. */
  readonly only?: "app" | "push";
}

/** Contains only our own words. */
export interface AskedNews {
  /** Identical for the same news. */
  readonly key: string;
  readonly sourceId: string;
  /** The recipient; the admins if null or no longer on the team. */
  readonly userId: string | null;
  readonly title: string;
  readonly body: string;
  readonly path: string;
  /** Why they are notified. Default: because they asked for it. */
  readonly because?: string;
  /** Key prefix of news about the same source that this one resolves; null for none. */
  readonly settles: string | null;
}

/** Project news for one member. */
export interface MemberTold extends Pick<TeamNews, "key" | "about" | "title" | "body" | "path"> {
  readonly userId: string;
  /** All its kinds: a member who subscribed to any of them is notified. */
  readonly kinds: readonly NewsKind[];
  readonly because: string;
}

/** Notifies people of one team. All methods are idempotent by key or code. */
export interface Notifier {
  /** Notifies the admins, at most once per code and hour (or `once`). Throws if it could not be recorded. */
  raiseAlert(alert: Alert): Promise<unknown>;
  /** `raiseAlert` for error handlers: never throws. */
  alertAdmins(alert: Alert): Promise<void>;
  /** Resolves alerts of a code whose cause is gone, or only the one with this `once`. */
  settleAlert(code: string, how: { readonly once?: string; readonly resolution: string }): Promise<void>;
  /** Notifies every member, unless the news is routed to one. Throws if it could not be recorded. */
  notifyTeam(news: TeamNews): Promise<unknown>;
  /** Resolves news that needs no action, by key prefix. */
  settleTeamNews(news: {
    readonly about: string;
    readonly keyPrefix: string;
    readonly resolution: string;
  }): Promise<void>;
  /** Notifies the person who started a long operation, or every admin if that person has left. Throws if it could not be recorded. */
  tellAsker(news: AskedNews): Promise<void>;
  /** Notifies one member in the channels they chose, if any. Throws if it could not be recorded. */
  notifyMember(news: MemberTold): Promise<unknown>;
}

declare module "../kernel/features.ts" {
  interface Feature {
    /** No I/O. */
    readonly notifier?: (ctx: TenantContext) => Notifier;
  }
}

const opener = portOf("notifier");

/** No I/O. */
export function notifier(ctx: TenantContext): Notifier {
  return opener()(ctx);
}
