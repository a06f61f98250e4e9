/**
 * A draft as a Slack card (docs.slack.dev, Block Kit: "Rich text", "Actions"; read 2026-11-23). All draft text is literal rich text, so
 * it can't imitate a button, link or mention. Pure.
 */
import type { Json } from "../../kernel/hash.ts";

/** The card's content: everything that would be sent. */
export interface SlackCard {
  readonly approvalId: string;
  readonly effectHash: string;
  readonly title: string;
  readonly lines: readonly { readonly label: string; readonly value: string; readonly isBody: boolean }[];
  readonly warnings: readonly string[];
  /** Link to the full card. */
  readonly url: string;
}

/** The card's blocks, with buttons or with its outcome. */
export function cardBlocks(card: SlackCard, became: string | null): Json[] {
  const { approvalId, effectHash, title, lines, warnings, url } = card;
  const value = `${approvalId} ${effectHash}`;
  return [
    rich([
      section([{ type: "text", text: title, style: { bold: true } }]),
      ...lines.flatMap(({ label, value: words, isBody }) =>
        isBody
          ? [
              section([{ type: "text", text: label, style: { bold: true } }]),
              { type: "rich_text_preformatted", elements: [{ type: "text", text: words }] },
            ]
          : [
              section([
                { type: "text", text: `${label}: `, style: { bold: true } },
                { type: "text", text: words },
              ]),
            ],
      ),
      ...warnings.map((warning) => section([{ type: "text", text: `⚠ ${warning}` }])),
    ]),
    became === null
      ? {
          type: "actions",
          elements: [
            button("Approve", { action_id: "steward.approve", value, style: "primary" }),
            button("Reject", { action_id: "steward.reject", value, style: "danger" }),
            button("Open", { action_id: "steward.open", url }),
          ],
        }
      : rich([section([{ type: "text", text: became, style: { italic: true } }])]),
  ];
}

function rich(elements: readonly Json[]): Json {
  return { type: "rich_text", elements: [...elements] };
}

function section(elements: readonly Json[]): Json {
  return { type: "rich_text_section", elements: [...elements] };
}

function button(text: string, rest: Readonly<Record<string, string>>): Json {
  return { type: "button", text: { type: "plain_text", text, emoji: false }, ...rest };
}
