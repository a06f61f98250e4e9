/** Routes of texts and calls with one number, and of texts a member writes directly. */
import { textServices } from "../open.ts";
import { listLines } from "../../integrations/quo/connection.ts";
import { contactsAt, type ContactAt } from "../contacts/index.ts";
import { findConversation } from "../../agent/conversations/index.ts";
import { answerImported, threadKeyOf, wordsBeside } from "../inbox/index.ts";
import { textInbox } from "../open-inbox.ts";
import { AppError } from "../../kernel/errors.ts";
import { formatNumber } from "../../kernel/phone.ts";
import { notAnswered } from "../api/reasons.ts";
import { textEndpoints, type ThreadItem } from "../api/texts.ts";
import { mediaViews } from "../api/text-media.ts";
import type { PhoneLine } from "../api/threads.ts";
import { isKnownNumber, readThread, type ThreadEntry, type ThreadPart } from "../texts/index.ts";
import { entriesOf, threadsWith } from "../threads/index.ts";
import { authenticate } from "../../platform/http/middleware/session.ts";
import { OK, pathParam, serve, type App } from "../../platform/http/serve.ts";

const PAGE = 50;

export function textRoutes(app: App): void {
  serve(app, textEndpoints.thread, async ({ ctx, db, param, query }) => {
    const number = param("number");
    const conversation = await findConversation(db, null, threadKeyOf(number));
    if (conversation === null && !(await isKnownNumber(db, number)))
      throw new AppError("not_found", "There are no texts with this number.");
    const [threads, lines] = await Promise.all([
      threadsWith(db, number, { line: query.line, textId: query.at }),
      listLines(db),
    ]);
    const state = threads.find((one) => query.line === undefined || one.line === query.line) ?? null;
    const part = await readThread(db, number, {
      around: query.at,
      before: query.before,
      after: query.after,
      limit: query.limit ?? PAGE,
      line: state === null ? undefined : { number: state.line, id: idOf(lines, state.line) },
    });
    const [contactOf, senders, entries] = await Promise.all([
      contactsAt(db, numbersIn(number, part)),
      textServices(ctx).senders(oursIn(part)),
      state === null ? [] : entriesOf(db, state, spanOf(part, query)),
    ]);
    return {
      contact: personOf(number, contactOf(number), conversation),
      conversationId: conversation?.id ?? null,
      state,
      line: state === null ? null : shownLine(lines, state.line),
      otherLines: threads.filter((one) => one !== state).map((one) => shownLine(lines, one.line)),
      items: part.items.map((entry) => itemOf(entry, contactOf, senders)),
      entries,
      hasOlder: part.hasOlder,
      hasNewer: part.hasNewer,
    };
  });

  // An untrusted file: images are served as such, everything else as a download; never anything a browser
  // would run.
  app.get("/api/text-media/:id/:index", async (c) => {
    const principal = await authenticate(c);
    const index = Number(c.req.param("index"));
    if (!Number.isInteger(index) || index < 0) throw new AppError("not_found", "That file doesn’t exist.");
    const textId = pathParam(c, "id");
    // Attachments never change, but access is checked on every request.
    const etag = `"${encodeURIComponent(textId)}.${index}"`;
    const kept = { "cache-control": "private, no-cache", etag };
    if (c.req.header("if-none-match") === etag) return c.body(null, 304, kept);
    const file = await textServices(c.var.deployment.tenant(principal.tenant.id)).media({ textId, index });
    c.header("content-type", file.photoType ?? "application/octet-stream");
    const isShown = file.photoType !== null && c.req.query("save") === undefined;
    c.header("content-disposition", `${isShown ? "inline" : "attachment"}; filename="${file.name}"`);
    c.header("x-content-type-options", "nosniff");
    return c.body(file.bytes, 200, kept);
  });

  serve(app, textEndpoints.backfills, async ({ ctx }) => ({
    items: await textServices(ctx).backfills(),
  }));

  serve(app, textEndpoints.startBackfill, async ({ ctx, principal, param }) => {
    await textServices(ctx).startBackfill(param("id"), principal.user.name);
    return OK;
  });

  serve(app, textEndpoints.stopBackfill, async ({ ctx, param }) => {
    await textServices(ctx).stopBackfill(param("id"));
    return OK;
  });

  directTextRoutes(app);
}

/** Routes of texts a member writes directly. */
function directTextRoutes(app: App): void {
  serve(app, textEndpoints.directOptions, async ({ ctx, param }) =>
    textServices(ctx).directOptions(param("number")),
  );

  serve(app, textEndpoints.allow, async ({ ctx, principal, param }) => {
    const { id, name } = principal.user;
    await textServices(ctx).allow(param("number"), { id, name });
    return OK;
  });

  serve(app, textEndpoints.draftAnswer, async ({ ctx, param, body }) => ({
    drafting: await answerImported(textInbox(ctx), { number: param("number"), line: body.line }),
  }));

  serve(app, textEndpoints.sendDirect, async ({ ctx, principal, param, body }) => {
    const { id, name } = principal.user;
    return textServices(ctx).sendDirect({ number: param("number"), ...body, by: { id, name } });
  });
}

type Lines = Awaited<ReturnType<typeof listLines>>;

function idOf(lines: Lines, number: string): string | null {
  return lines.find((line) => line.number === number)?.phoneNumberId ?? null;
}

/** A line for display; one that is no longer connected shows only its number. */
function shownLine(lines: Lines, number: string): PhoneLine {
  const shown = formatNumber(number);
  return { number, shown, label: lines.find((line) => line.number === number)?.label ?? shown };
}

/** All numbers named in this part of the thread. */
function numbersIn(number: string, { items }: ThreadPart): string[] {
  const others = items.flatMap((item) => (item.kind === "text" ? (item.row.others ?? []) : []));
  return [...new Set([number, ...others])];
}

function oursIn({ items }: ThreadPart): string[] {
  return items.flatMap((item) =>
    item.kind === "text" && item.row.direction === "outgoing" ? [item.id] : [],
  );
}

/** The period a page covers, chosen so that entries between two pages belong to exactly one of them. */
function spanOf(
  { items, hasOlder, hasNewer }: ThreadPart,
  query: { readonly before?: string | undefined; readonly after?: string | undefined },
): { from?: string | undefined; to?: string | undefined } {
  return {
    from: hasOlder ? (query.after ?? items[0]?.at) : undefined,
    to: hasNewer ? (query.before ?? items.at(-1)?.at) : undefined,
  };
}

/** A number's name: from the contacts, else from its conversation. */
function personOf(
  number: string,
  contact: ContactAt | null,
  conversation: Awaited<ReturnType<typeof findConversation>>,
) {
  return {
    number,
    shown: formatNumber(number),
    name: contact?.name ?? conversation?.contact?.name ?? null,
    role: [contact?.role, contact?.place].filter(Boolean).join(", ") || null,
    company: contact?.company ?? null,
  };
}

function itemOf(
  entry: ThreadEntry,
  contactOf: (number: string) => ContactAt | null,
  senders: ReadonlyMap<string, string>,
): ThreadItem {
  const { id, at } = entry;
  if (entry.kind === "call") {
    const { direction, status, durationSeconds, summary, nextSteps, transcript, reason } = entry.row;
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
      notAnswered: notAnswered(direction, reason),
    };
  }
  const { direction, attachments, media, others, lineNumber, delivery, reason } = entry.row;
  return {
    kind: "text",
    id,
    at,
    direction,
    text: wordsBeside(entry.row),
    attachments,
    media: mediaViews(media),
    others: (others ?? []).map((number) => ({
      number,
      shown: formatNumber(number),
      name: contactOf(number)?.name ?? null,
    })),
    line: formatNumber(lineNumber),
    delivery,
    byHand: direction === "outgoing" && reason === "by_hand",
    by: direction === "outgoing" ? (senders.get(id) ?? null) : null,
    notAnswered: notAnswered(direction, reason),
  };
}
