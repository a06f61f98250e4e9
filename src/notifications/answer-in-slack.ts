/**
 * Answers to members who wrote to Steward in Slack: where they asked, or to them alone; and the drafts that wait for them as cards with buttons, always to
 * them alone. A card that would not show the whole of what is sent as it is has no buttons: it is a link.
 */
import { actByRule, getApproval, type ApprovalDeps, type SystemAct } from "../approvals/index.ts";
import type { SlackCard } from "../integrations/slack/card.ts";
import { cutAtWord } from "../agent/conversations/index.ts";
import type { Approval, Effect } from "../approvals/api/approval.ts";
import { showExactly } from "../platform/api/shown-text.ts";
import type { Member, ReplyChannel } from "./answer-colleague.ts";
import { resolutionOf, visible } from "./compose.ts";
import { hasFailed } from "./text-on-call.ts";

/** So much of an answer is posted; the rest is read on the page. */
const ANSWER_CHARS = 3_500;
/** What a card shows in all; Slack takes a little more. */
const CARD_CHARS = 2_800;
const CARD_LINES = 30;

/** Where an answer goes. Both name the connection it came by. */
export interface SlackPlaces {
  /** Where they asked. */
  readonly asked: SlackPlace;
  /** The direct messages with them. */
  readonly alone: SlackPlace;
}

/** A place in Slack, as effects name it. */
export interface SlackPlace {
  readonly connectionId: string;
  readonly toId: string;
  readonly toName: string;
  readonly threadTs: string | null;
}

/** What it needs of the world. */
export interface SlackColleagueDeps {
  readonly approvals: ApprovalDeps;
  /** Where a message that came by Slack is answered; null where that is no longer known. */
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

/** By Slack. Cheap. */
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
        // In a channel others read along, and whoever asked has the cards.
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
 * A draft as a card in Slack; null where it would not show everything that is sent, letter for letter: several effects, too much, characters that are not
 * what they look like, or a warning of danger. Pure.
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

/** Every leaf but ids and what follows from others, in the order of the card. */
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

/** What became of a draft, for its card; null while it waits. Pure. */
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
