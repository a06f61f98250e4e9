/**
 * Replies to members who wrote to Steward in Slack: in the same place, or by direct message; and their
 * pending drafts as cards with buttons, always by direct message. A card that can't show exactly what is sent
 * has a link instead of buttons.
 */
import { actByRule, getApproval, type ApprovalDeps, type SystemAct } from "../approvals/index.ts";
import type { SlackCard } from "../integrations/slack/card.ts";
import { cutAtWord } from "../agent/conversations/index.ts";
import type { Approval, Effect } from "../approvals/api/approval.ts";
import { showExactly } from "../platform/api/shown-text.ts";
import type { Member, ReplyChannel } from "./reply-to-member.ts";
import { resolutionOf, visible } from "./compose.ts";
import { hasFailed } from "./text-on-call.ts";

/** Maximum characters posted; the rest is on the page. */
const ANSWER_CHARS = 3_500;
/** Maximum characters of a card; slightly below Slack's limit. */
const CARD_CHARS = 2_800;
const CARD_LINES = 30;

/** Places for a reply. Both name the connection the message came through. */
interface SlackPlaces {
  /** Where they asked. */
  readonly asked: SlackPlace;
  /** Their direct messages. */
  readonly alone: SlackPlace;
}

/** A place in Slack, as used in effects. */
interface SlackPlace {
  readonly connectionId: string;
  readonly toId: string;
  readonly toName: string;
  readonly threadTs: string | null;
}

export interface SlackColleagueDeps {
  readonly approvals: ApprovalDeps;
  /** Where to answer a Slack message; null if that is no longer known. */
  readonly placesOf: (messageId: string, member: Pick<Member, "name">) => Promise<SlackPlaces | null>;
  readonly answerAt: (
    place: SlackPlace,
    said: {
      readonly id: string;
      readonly text: string;
      readonly card: (SlackCard & { memberId: string }) | null;
    },
  ) => Promise<SystemAct["effect"]>;
}

/** Replies in Slack. Does no I/O. */
export function bySlack(slack: () => Promise<SlackColleagueDeps>, appUrl: string): ReplyChannel {
  return {
    does: "answer you in Slack",
    async send(member, { id, words, draftIds, waiting, url, answers }) {
      const deps = await slack();
      const places = await deps.placesOf(answers, member);
      if (places === null) return false;
      const cards = await Promise.all(draftIds.map((draft) => getApproval(deps.approvals, draft)));
      const text = [
        words.length > ANSWER_CHARS ? `${cutAtWord(words, ANSWER_CHARS)}\nMore: ${url}` : words,
        cards.length > 0 && places.asked.toId !== places.alone.toId
          ? "I’ve sent you what needs your approval in a direct message."
          : "",
        // In a channel, only the member who asked gets the cards.
        ...(places.asked.toId === places.alone.toId
          ? waiting.map((draft) => `Still waiting for your approval: ${draft}`)
          : []),
      ].filter((line) => line !== "");
      const post = async (place: SlackPlace, said: Parameters<typeof deps.answerAt>[1]): Promise<boolean> =>
        !hasFailed(
          await actByRule(deps.approvals, {
            id: said.id,
            tool: "team.answer",
            conversationTitle: `${member.name}, in Slack`,
            rule: "standing.answers_in_slack",
            effect: await deps.answerAt(place, said),
          }),
        );
      const done = text.length === 0 || (await post(places.asked, { id, text: text.join("\n"), card: null }));
      let all = done;
      for (const approval of cards) {
        const card = slackCard(approval, `${appUrl}/approvals/${approval.id}`);
        const title = `Needs your approval: ${visible(approval.title)}`;
        const said = {
          id: `${id}.${approval.id}`,
          text: card === null ? `${title} ${appUrl}/approvals/${approval.id}` : title,
          card: card === null ? null : { ...card, memberId: member.id },
        };
        all = (await post(places.alone, said)) && all;
      }
      return all;
    },
  };
}

/**
 * A draft as a Slack card; null if it would not show exactly everything that is sent: several effects, too
 * long, misleading characters, or a danger warning. Pure.
 */
export function slackCard(approval: Approval, url: string): SlackCard | null {
  const [effect, ...others] = approval.effects;
  const isDangerous = approval.lints.some(({ level }) => level === "danger");
  if (effect === undefined || others.length > 0 || isDangerous) return null;
  const lines = linesOf(effect);
  const size = lines.reduce((sum, { label, value }) => sum + label.length + value.length, 0);
  if (lines.length > CARD_LINES || size > CARD_CHARS) return null;
  if (!lines.every(({ value }) => showExactly(value) === value)) return null;
  return {
    approvalId: approval.id,
    effectHash: approval.effectHash,
    title: visible(effect.words.ask),
    lines,
    warnings: approval.lints
      .filter(({ level }) => level === "warning")
      .map(({ message }) => visible(message)),
    url,
  };
}

/** All leaves except IDs and derived ones, in card order. */
function linesOf({ layout, leaves }: Effect): SlackCard["lines"] {
  const values = new Map(leaves.map(({ path, value }) => [path, value]));
  return layout.flatMap(({ path, label, role, implied }) => {
    const value = values.get(path) ?? null;
    if (role === "id" || implied || value === null) return [];
    if (typeof value === "object" && Object.keys(value).length === 0) return [];
    const words = typeof value === "string" ? value : JSON.stringify(value);
    return words === ""
      ? []
      : [{ label: label === "" ? path.slice(1) : label, value: words, isBody: role === "body" }];
  });
}

/** A draft's outcome for its card; null while pending. Pure. */
export function becameOf(approval: Approval): string | null {
  const resolution = resolutionOf({ ...approval, decidedByName: approval.decidedBy?.name ?? null });
  if (resolution === null) return null;
  const done = `${approval.effects[0]?.words.done ?? "Done"}.`;
  const outcomes: Partial<Record<Approval["status"], string>> = { ...OUTCOMES, done };
  return [`${resolution}.`, outcomes[approval.status] ?? ""].join(" ").trim();
}

const OUTCOMES = {
  failed: "It didn’t work; open it in Steward.",
  needs_human: "We can’t tell whether it was done; open it in Steward.",
} as const;
