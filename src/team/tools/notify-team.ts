import * as z from "zod";
import type { RoutedTo } from "../../platform/api/notification-kinds.ts";
import type { Addressee } from "../../agent/api/conversation-frames.ts";
import { addresseeOf, refusedReach } from "../../agent/tools/conversation/addressee.ts";
import { defineTool } from "../../agent/tools/define-tool.ts";
import { heldBack, ledKey, toldWords } from "../../agent/tools/reach.ts";
import { isWholeOwnWords } from "../../agent/schedules/tools/own-words.ts";
import type { InboxServices } from "./index.ts";

/** If the person on call does not respond within this time, everyone is notified. */
const OTHERS_AFTER_MINUTES = 10;

/** Notifies members on their devices without asking a question. */
export const notifyTeam = defineTool({
  name: "notify_team",
  title: "Notify the team",
  done: "Notified the team",
  description:
    'Notifies a colleague ("Marcus Hale"), whoever is on call ("on call") or everybody ("team") on their devices, and puts it into the notification center. For news somebody ' +
    "must have who is not in this conversation. To get an answer use ask_user with to. Never for anybody outside the team.",
  keywords:
    "tell everyone announce announcement team whole person alert ring push inform colleague on-call urgent page escalate heads up message staff",
  input: z.strictObject({
    to: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .describe('A colleague by name, several (Marcus and Tom), "on call" or "team"'),
    message: z
      .string()
      .trim()
      .min(1)
      .max(400)
      .describe(
        "What they must know, whole: who, where, what. Such as: Water is running at 9 Elm St, 2A; Ana Reyes called",
      ),
    urgent: z
      .boolean()
      .optional()
      .describe(
        "True only where people cannot wait: danger, no heat, water running, somebody locked out. It then rings in quiet hours too, and goes on to the next on call",
      ),
  }),
  effect: "internal",
  egress: "none",
  summarize: ({ to, message }) => `Notifying ${to}: ${message}`,
  async run({ to, message, urgent = false }, services: InboxServices, call) {
    const team = await services.team();
    const names = severalNames(to);
    const found = names.map((name) => addresseeOf(name, team));
    const wrong = found.find((one) => one.kind === "retry");
    if (wrong !== undefined) return wrong;
    const addressees = found.flatMap((one) => (one.kind === "to" ? [one.to] : []));
    const reader = await services.reader();
    const refused = addressees.map((one) => refusedReach(reader, one)).find((why) => why !== null);
    if (refused !== undefined && !isWholeOwnWords(call.asker, message))
      return { kind: "failed", message: refused };
    const { speaker } = call.asker ?? { speaker: null };
    const from = speaker?.kind === "user" ? `Steward, for ${speaker.name}` : "Steward";
    const onRecord = await services.onRecord(message);
    const told = toldWords(call.asker, message, call.conversationId, onRecord);
    const held = told.isLed ? await heldBack({ people: addressees.length, urgent }, call, services) : null;
    if (held !== null) return { kind: "failed", message: held };
    for (const [index, addressee] of addressees.entries())
      await services.notify({
        key: told.isLed
          ? ledKey(call, index)
          : `told:${call.conversationId}:${call.id}${index === 0 ? "" : `:${index}`}`,
        // Members who may not read the conversation get the message without a link to it.
        ...(refused === undefined
          ? {
              about: call.conversationId,
              path: `/conversations/${encodeURIComponent(call.conversationId)}`,
            }
          : { about: `told-from:${call.conversationId}`, path: "/notifications" }),
        // Names the speaker of the turn; the body says whose words it repeats.
        title: titleOf(from, { urgent, isLed: told.isLed && speaker?.kind !== "user" }),
        body: told.words,
        urgent,
        routedTo: routedTo(addressee),
      });
    return {
      kind: "ok",
      data: {
        status: "notified",
        who: addressees.map(toldTo).join(", "),
        // Quiet hours delay what is not urgent; read receipts don't exist.
        ...(urgent || team.onCall.staffQuietHours === null
          ? {}
          : {
              quietHours: `${team.onCall.staffQuietHours.from}–${team.onCall.staffQuietHours.to}: it rings after them`,
            }),
      },
    };
  },
});

function titleOf(from: string, { urgent, isLed }: { urgent: boolean; isLed: boolean }): string {
  if (isLed)
    return urgent ? "Urgent: somebody outside wrote, says Steward" : "Somebody outside wrote, says Steward";
  return urgent ? `Urgent, from ${from}` : `From ${from}`;
}

/** Several names, `Marcus and Tom` or `Marcus, Tom`: each is notified separately. */
function severalNames(to: string): string[] {
  const names = to.split(/\s*(?:,|;|&|\band\b)\s*/i).filter((name) => name !== "");
  return names.length === 0 ? [to] : [...new Set(names)];
}

function toldTo({ kind, name, userId }: Addressee): string {
  return kind === "on_call" && userId === null
    ? "everybody: nobody is on call now (an admin sets who is under Settings → On call)"
    : name;
}

/** Everyone for the team; only one person for a colleague; the person on call first for on-call. */
function routedTo({ kind, userId, name }: Addressee): RoutedTo | null {
  if (userId === null) return null;
  return {
    userId,
    name,
    mode: kind === "colleague" ? "only" : "first",
    othersAfterMinutes: OTHERS_AFTER_MINUTES,
    because: "Steward’s message",
  };
}
