/** Texts and calls with one number, and writing to it oneself. */
import type { Contact } from "../../connections/index.ts";
import { findConversation } from "../../conversations/index.ts";
import { threadKeyOf } from "../../inbox/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { formatNumber } from "../../kernel/phone.ts";
import { textEndpoints, type ThreadItem } from "../../protocol/texts.ts";
import { isKnownNumber, readThread, type ThreadEntry } from "../../texts/index.ts";
import { OK, serve, type App } from "../serve.ts";

const PAGE = 50;

/** Adds them. */
export function textRoutes(app: App): void {
  serve(app, textEndpoints.thread, async ({ services, db, tenantId, param, query }) => {
    const number = param("number");
    const conversation = await findConversation(db, threadKeyOf(number));
    if (conversation === null && !(await isKnownNumber(db, number)))
      throw new AppError("not_found", "There are no texts with this number.");
    const [contactOf, part] = await Promise.all([
      services.texts(tenantId).contacts(),
      readThread(db, number, {
        around: query.at,
        before: query.before,
        after: query.after,
        limit: query.limit ?? PAGE,
      }),
    ]);
    return {
      contact: personOf(number, contactOf(number), conversation),
      conversationId: conversation?.id ?? null,
      items: part.items.map((entry) => itemOf(entry, contactOf)),
      hasOlder: part.hasOlder,
      hasNewer: part.hasNewer,
    };
  });

  serve(app, textEndpoints.directOptions, async ({ services, tenantId, param }) =>
    services.texts(tenantId).directOptions(param("number")),
  );

  serve(app, textEndpoints.backfills, async ({ services, tenantId }) => ({
    items: await services.texts(tenantId).backfills(),
  }));

  serve(app, textEndpoints.startBackfill, async ({ services, principal, tenantId, param }) => {
    await services.texts(tenantId).startBackfill(param("id"), principal.user.name);
    return OK;
  });

  serve(app, textEndpoints.stopBackfill, async ({ services, tenantId, param }) => {
    await services.texts(tenantId).stopBackfill(param("id"));
    return OK;
  });

  serve(app, textEndpoints.sendDirect, async ({ services, principal, tenantId, param, body }) => {
    const { id, name } = principal.user;
    return services.texts(tenantId).sendDirect({ number: param("number"), ...body, by: { id, name } });
  });
}

/** Who a number is: as in the contacts, else by the name their conversation goes by. */
function personOf(
  number: string,
  contact: Contact | null,
  conversation: Awaited<ReturnType<typeof findConversation>>,
) {
  return {
    number,
    shown: formatNumber(number),
    name: contact?.name ?? conversation?.contact?.name ?? null,
    role: contact?.role ?? null,
    company: contact?.company ?? null,
  };
}

function itemOf(entry: ThreadEntry, contactOf: (number: string) => Contact | null): ThreadItem {
  const { id, at } = entry;
  if (entry.kind === "call") {
    const { direction, status, durationSeconds, summary, nextSteps, transcript } = entry.row;
    return {
      kind: "call",
      id,
      at,
      direction,
      status,
      durationSeconds,
      summary: [...(summary ?? [])],
      nextSteps: [...(nextSteps ?? [])],
      transcript: [...(transcript ?? [])],
    };
  }
  const { direction, attachments, others, lineNumber, delivery, reason } = entry.row;
  return {
    kind: "text",
    id,
    at,
    direction,
    text: entry.words,
    attachments,
    others: (others ?? []).map((number) => ({
      number,
      shown: formatNumber(number),
      name: contactOf(number)?.name ?? null,
    })),
    line: formatNumber(lineNumber),
    delivery,
    byHand: direction === "outgoing" && reason === "by_hand",
  };
}
