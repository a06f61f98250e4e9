import * as z from "zod";
import type { DraftLine, DraftQuery } from "../../../approvals/index.ts";
import { dayStartMs } from "../../../kernel/calendar.ts";
import { DAY_MS, isoTime } from "../../../kernel/clock.ts";
import type { Json } from "../../../kernel/hash.ts";
import { localTime } from "../../../kernel/local-time.ts";
import { toE164 } from "../../../kernel/phone.ts";
import { fromField, textPage } from "../text-page.ts";
import { defineTool, retry } from "../define-tool.ts";
import type { ApprovalServices } from "./index.ts";

const MOST = 50;
/** With its title and the rest a row stays under a kilobyte. */
const WORDS_CHARS = 400;
const DAYS = 7;

/** Lists pending drafts and the outcomes of others. */
export const listApprovals = defineTool({
  name: "list_approvals",
  title: "Check what is waiting for approval",
  done: "Checked what is waiting for approval",
  description:
    `Lists drafts that wait for a person's decision, urgent ones first, then newest first, with their words, whom they are for and since when; or what was decided in the last ${DAYS} days, ` +
    "by whom and why. The whole team's unless you narrow it. Words that end in … are cut: call again with id. For more, call again with olderThan.",
  keywords: "pending drafts approvals waiting decided rejected sent status open queue unsent",
  input: z.strictObject({
    contact: z
      .string()
      .trim()
      .min(2)
      .max(100)
      .optional()
      .describe("Only drafts for this person: name, phone number or e-mail address"),
    where: z.enum(["this_conversation", "team"]).optional().describe("team if left out"),
    state: z.enum(["waiting", "decided", "all"]).optional().describe("waiting if left out"),
    id: z.string().trim().min(1).max(100).optional().describe("Only this draft, with its words whole"),
    from: fromField,
    olderThan: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe("Only drafts older than this one: the id of the last that was shown"),
    since: z.iso.date().optional().describe("Decided on this day or later, as 2026-11-21"),
  }),
  effect: "read",
  lists: true,
  egress: "none",
  summarize: ({ contact, id }) =>
    id !== undefined
      ? "Reading a draft"
      : contact === undefined
        ? "Checking what waits for approval"
        : `Checking the drafts for ${contact}`,
  async run(
    { contact, where = "team", state = "waiting", since, id, from = 0, olderThan },
    services: ApprovalServices,
    call,
  ) {
    const view = { timeZone: services.timeZone, conversationId: call.conversationId };
    if (id !== undefined) {
      const found = await services.drafts.list({ state: "all", since: isoTime(0), id });
      const [line] = found.items;
      if (line === undefined) return retry("There is no draft with this id.");
      const { text, next } = textPage(line.words ?? "", from);
      return {
        kind: "ok",
        data: { ...draftForModel(line, view), words: line.words === null ? null : text, nextFrom: next },
        outside: line.conversationId !== call.conversationId,
      };
    }
    const query: DraftQuery = {
      state,
      since: isoTime(
        since === undefined ? services.clock.now() - DAYS * DAY_MS : dayStartMs(since, services.timeZone),
      ),
      ...(where === "team" ? {} : { conversationId: call.conversationId }),
      ...(contact === undefined ? {} : { contact: addressOf(contact) }),
      ...(olderThan === undefined ? {} : { olderThan }),
    };
    const { items, more } = await services.drafts.list(query);
    const shown = items
      .toSorted((one, other) => Number(isUrgent(other)) - Number(isUrgent(one)))
      .slice(0, MOST);
    return {
      kind: "list",
      items: shown.map((line) => draftForModel(line, view)),
      // The rest is behind `olderThan`.
      total: shown.length,
      more: more || items.length > shown.length,
      keep: "first",
      // Drafts of other conversations may quote outside text.
      outside: items.some(({ conversationId }) => conversationId !== call.conversationId),
    };
  },
});

function isUrgent({ urgent, status }: DraftLine): boolean {
  return urgent && status === "pending";
}

/** Normalizes a phone number; names and e-mail addresses stay as they are. */
function addressOf(contact: string): string {
  if (!/^[+\d\s().-]{5,}$/.test(contact)) return contact;
  return toE164(contact, "") ?? contact;
}

function draftForModel(
  line: DraftLine,
  view: { readonly timeZone: string; readonly conversationId: string },
): Record<string, Json> {
  const { id, status, title, target, words, urgent, edited, createdAt, by, at, reason } = line;
  const elsewhere = line.conversationId !== view.conversationId;
  return {
    id,
    title,
    ...(title.includes(target) ? {} : { to: target }),
    ...(status === "pending" ? {} : { state: status }),
    since: localTime(createdAt, view.timeZone),
    words: words === null || words.length <= WORDS_CHARS ? words : `${words.slice(0, WORDS_CHARS)}…`,
    ...(urgent ? { urgent } : {}),
    ...(edited ? { edited: "by a person" } : {}),
    by,
    at: at === null ? null : localTime(at, view.timeZone),
    reason,
    ...(elsewhere ? { conversation: line.conversationTitle } : {}),
  };
}
