/** What ends with a session or a membership, in the batch that ends it. Features declare what of theirs does. */
import type { SQL } from "drizzle-orm";
import { fromFeatures } from "../../kernel/features.ts";
import type { Statement, TenantDb } from "../db/index.ts";

/** A member about to be removed at `now` (ISO). Statements must apply only where `gone` holds. */
export interface Leaver {
  readonly userId: string;
  readonly now: string;
  readonly gone: SQL;
}

declare module "../../kernel/features.ts" {
  interface Feature {
    /** Statements for the batch that ends a session. */
    readonly endSession?: (db: TenantDb, sessionId: string) => readonly Statement[];
    /** Statements for the batch that removes a member. */
    readonly endMember?: (db: TenantDb, leaver: Leaver) => readonly Statement[];
  }
}

const ofSession = fromFeatures((features) => features.flatMap(({ endSession = [] }) => endSession));
const ofMember = fromFeatures((features) => features.flatMap(({ endMember = [] }) => endMember));

export function endSession(db: TenantDb, sessionId: string): Statement[] {
  return ofSession().flatMap((end) => end(db, sessionId));
}

export function endMember(db: TenantDb, leaver: Leaver): Statement[] {
  return ofMember().flatMap((end) => end(db, leaver));
}
