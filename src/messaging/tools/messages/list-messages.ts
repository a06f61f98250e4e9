import * as z from "zod";
import { formatNumber } from "../../../kernel/phone.ts";
import { localTime } from "../../../kernel/local-time.ts";
import { passage } from "../../../agent/runs/index.ts";
import { defineTool, retry } from "../../../agent/tools/define-tool.ts";
import { numberAsked } from "../records/person-asked.ts";
import { textPlace } from "../records/text-place.ts";
import type { MessageServices } from "./index.ts";

const MOST = 100;

export const listMessages = defineTool({
  name: "list_messages",
  title: "Read texts",
  done: "Read texts",
  description:
    "Reads the newest text messages exchanged with one phone number, oldest first, over all of the company's lines. " +
    "With days, what is on record of them, calls too.",
  input: z.strictObject({
    number: z.string().trim().min(3).max(40).describe("In E.164, as search_contacts returns it"),
    from: z.iso.date().optional().describe("First day"),
    to: z.iso.date().optional().describe("Last day"),
    limit: z.int().min(1).max(MOST).optional().describe("20 if left out"),
  }),
  alsoNamed: { contact: "number" },
  effect: "read",
  lists: true,
  egress: "provider",
  summarize: ({ number }) => `Reading texts with ${number}`,
  looksAt: ({ number }) => ({ things: "Texts with", asked: number, askedIs: "number" }),
  async run({ number, from, to, limit = 20 }, { texting, records, db, timeZone }: MessageServices) {
    const asked = await numberAsked(db, number, texting.lines[0]?.number ?? "");
    if (typeof asked === "string") return retry(asked);
    const { e164 } = asked;
    const thread = { contact: formatNumber(e164), number: e164 };
    if (from !== undefined || to !== undefined) {
      const { items, more } = await records.history([e164], { from, to }, limit);
      return {
        kind: "list",
        beside: {
          number: e164,
          ...(items.length === 0 ? { found: "Nothing is on record of these days." } : {}),
          beingRead: await records.beingRead(),
        },
        items: items.map((one) => ({
          at: localTime(one.at, timeZone),
          from: one.from,
          by: one.by ?? null,
          text: passage(one.text, textPlace(one, thread, timeZone)),
        })),
        more,
        keep: "last",
      };
    }
    const found = await texting.messages(e164, Math.min(limit + 1, MOST));
    const messages = found.slice(-limit);
    const senders = await records.senders(
      messages.flatMap(({ id, direction }) => (direction === "outgoing" ? [id] : [])),
    );
    return {
      kind: "list",
      beside: { number: e164 },
      items: messages.map(({ id, direction, text, at, status = null }) => {
        const from_ = direction === "incoming" ? "contact" : "team";
        const by = senders.get(id);
        const said = { id, at, kind: "text", from: from_, ...(by === undefined ? {} : { by }) } as const;
        return {
          at: localTime(at, timeZone),
          from: from_,
          by: by ?? null,
          text: passage(text, textPlace(said, thread, timeZone)),
          // "delivered" is the normal case and is omitted.
          ...(direction === "outgoing" && status !== "delivered" ? { state: status } : {}),
        };
      }),
      more: found.length > limit,
      keep: "last",
    };
  },
});
