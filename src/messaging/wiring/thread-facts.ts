/** Wires the context a run receives with the text or e-mail that started it. */
import { approversOf } from "../effects/sms-send.ts";
import type { AgentWorld } from "../../agent/index.ts";
import { readThreadFacts } from "../read-thread.ts";
import { listDrafts } from "../../approvals/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { TenantContext } from "../../platform/context.ts";
import { liveByPath } from "../../workspace/index.ts";
import { openTexting } from "../../integrations/open.ts";
import { ownersOfNumbers } from "../contacts/open.ts";
import { EFFECTS } from "../../approvals/wiring/actions.ts";
import { workspace } from "../../workspace/open.ts";
import { dayOf } from "../../kernel/calendar.ts";

/** Never throws. */
export function threadFacts(ctx: TenantContext): AgentWorld["threadOf"] {
  const db = ctx.db;
  return (identity, { timeZone, ...asked }) => {
    let opened: ReturnType<typeof openTexting> | null = null;
    const texting = () => (opened ??= openTexting(ctx));
    return readThreadFacts(
      {
        db,
        logger: ctx.log,
        timeZone,
        contacts: async () => (await texting()).contacts,
        owners: async (number) => (await ownersOfNumbers(ctx, [number]))?.(number) ?? null,
        texts: async (number, limit) => (await texting()).messages(number, limit),
        approvers: (ids) => approversOf(db, ids),
        today: () => dayOf(ctx.clock.now(), timeZone),
        notes: async (paths) => {
          const files = workspace(ctx);
          const rows = (await liveByPath(files, paths)).toSorted((one, other) =>
            one.path < other.path ? -1 : 1,
          );
          return Promise.all(rows.map(({ sha256 }) => files.blobs.get(sha256)));
        },
        drafts: async (contact) => {
          const since = isoTime(ctx.clock.now());
          return (await listDrafts({ db, effects: EFFECTS }, { state: "waiting", since, contact })).items;
        },
      },
      identity,
      asked,
    );
  };
}
