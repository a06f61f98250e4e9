import type { Source } from "../../../src/agent/api/conversation.ts";
import { ChatCircleIcon, ChatTextIcon, ClockIcon, EnvelopeSimpleIcon, LightningIcon } from "./icons.ts";
import { SOURCE_WORDS } from "./words.ts";

const ICONS = {
  web_chat: ChatCircleIcon,
  sms: ChatTextIcon,
  team_text: ChatTextIcon,
  team_email: EnvelopeSimpleIcon,
  team_slack: ChatTextIcon,
  email: EnvelopeSimpleIcon,
  schedule: ClockIcon,
  webhook: LightningIcon,
} as const;

/** A conversation's source: the icon with its label. */
export function SourceMark({ source }: { source: Source }) {
  const Icon = ICONS[source];
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-xs whitespace-nowrap text-kumo-subtle">
      <Icon aria-hidden className="size-3.5" />
      {SOURCE_WORDS[source]}
    </span>
  );
}
