/** Changes in features' tables when a session is renewed or ended or a member is removed, in the same batch. */
import type { SQL } from "drizzle-orm";
import { fromFeatures } from "../../kernel/features.ts";
import type { Statement, TenantDb } from "../db/index.ts";

/** A member about to be removed at `now` (ISO). Statements must apply only where `gone` holds. */
interface Leaver {
  readonly userId: string;
  readonly now: string;
  readonly gone: SQL;
}

/** A session that replaces another of the same browser, identified by the hash of the former secret. */
export interface Renewal {
  readonly userId: string;
  readonly formerHash: string;
  readonly sessionId: string;
}

declare module "../../kernel/features.ts" {
  interface Feature {
    /** Statements for the batch that creates a session after another of the same browser. */
    readonly renewSession?: (db: TenantDb, renewal: Renewal) => readonly Statement[];
    /** Statements for the batch that ends a session. */
    readonly endSession?: (db: TenantDb, sessionId: string) => readonly Statement[];
    /** Statements for the batch that removes a member. */
    readonly endMember?: (db: TenantDb, leaver: Leaver) => readonly Statement[];
  }
}

const ofRenewal = fromFeatures((features) => features.flatMap(({ renewSession = [] }) => renewSession));
const ofSession = fromFeatures((features) => features.flatMap(({ endSession = [] }) => endSession));
const ofMember = fromFeatures((features) => features.flatMap(({ endMember = [] }) => endMember));

export function renewSession(db: TenantDb, renewal: Renewal): Statement[] {
  return ofRenewal().flatMap((renew) => renew(db, renewal));
}

export function endSession(db: TenantDb, sessionId: string): Statement[] {
  return ofSession().flatMap((end) => end(db, sessionId));
}

export function endMember(db: TenantDb, leaver: Leaver): Statement[] {
  return ofMember().flatMap((end) => end(db, leaver));
}
