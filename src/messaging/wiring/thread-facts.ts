/** Wires what a run receives of the text or e-mail that started it: its context and its pictures. */
import { approversOf } from "../effects/sms-send.ts";
import type { AgentWorld } from "../../agent/index.ts";
import { readThreadFacts } from "../read-thread.ts";
import { listDrafts } from "../../approvals/index.ts";
import { isoTime } from "../../kernel/clock.ts";
import type { TenantContext } from "../../platform/context.ts";
import { liveByPath } from "../../workspace/index.ts";
import { openTexting } from "../../integrations/open.ts";
import { ownersOfNumbers } from "../contacts/open.ts";
import { EFFECTS } from "../../approvals/open.ts";
import { workspace } from "../../workspace/open.ts";
import { dayOf } from "../../kernel/calendar.ts";
import type { ReadPicture } from "../../agent/pictures.ts";
import { mailServices } from "../routes/mail.ts";
import { textServices } from "../texts/open.ts";

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

/** Does no I/O before a file is read. */
export function readPicture(ctx: TenantContext): ReadPicture {
  return async ({ of, id, index }) => {
    const file =
      of === "text"
        ? await textServices(ctx).media({ textId: id, index })
        : await mailServices(ctx).attachment({ id, index });
    return file.bytes;
  };
}
