/** How a request was understood and where it went: what to check before trusting an answer. */
import type { LoadedSkill, Routed } from "../../../../src/accounts/api/account-query.ts";
import { Link } from "@tanstack/react-router";
import { ArrowRightIcon, BooksIcon } from "../../components/icons.ts";
import { clipped } from "../../components/text-pieces.ts";

const INTENTS: Readonly<Record<Routed["intent"], string>> = {
  search: "Question",
  update: "Update",
  followup: "Follow-up",
  unclear: "Unclear",
};

const AGENTS: Readonly<Record<NonNullable<Routed["agent"]>, string>> = {
  search_agent: "Search",
  updater_agent: "Updater",
  followup_agent: "Follow-up",
};

const FOUND: Readonly<Record<NonNullable<Routed["found"]>, string>> = {
  name: "by its name",
  similar_name: "by a similar name",
  description: "by its description",
  conversation: "from this conversation",
  chosen: "chosen by you",
};

const PILL = "inline-flex max-w-full items-center gap-1 rounded-full px-2 py-0.5 ring ring-kumo-line";

export function Journey({ routed, skills }: { routed: Routed; skills: readonly LoadedSkill[] }) {
  const { agent, intent, confidence, account, found } = routed;
  return (
    <ol aria-label="How this was understood" className="flex flex-wrap items-center gap-1.5 text-xs">
      <li className={PILL}>
        <span className="font-medium">{INTENTS[intent]}</span>
        <span className="text-kumo-subtle">{Math.round(confidence * 100)}% sure</span>
      </li>
      {account === null ? null : (
        <Step>
          <Link
            to="/accounts/$id"
            params={{ id: account.account_id }}
            className={`${PILL} hover:bg-kumo-tint`}
          >
            <span className="truncate font-medium">{clipped(account.name, 60)}</span>
            {found === null ? null : <span className="shrink-0 text-kumo-subtle">{FOUND[found]}</span>}
          </Link>
        </Step>
      )}
      <Step>
        <span
          className={`${PILL} ${agent === null ? "" : "bg-kumo-brand/10 text-kumo-link ring-kumo-brand/30"}`}
        >
          {agent === null ? "Asks first" : `${AGENTS[agent]} agent`}
        </span>
      </Step>
      {skills.map((skill) => (
        <Step key={skill.name}>
          <span className={PILL} title={clipped(skill.description, 300)}>
            <BooksIcon aria-hidden className="size-3.5 shrink-0" />
            <span className="sr-only">Skill </span>
            <span className="truncate">{clipped(skill.name, 60)}</span>
          </span>
        </Step>
      ))}
    </ol>
  );
}

function Step({ children }: { children: React.ReactNode }) {
  return (
    <li className="flex min-w-0 items-center gap-1.5">
      <ArrowRightIcon aria-hidden className="size-3 shrink-0 text-kumo-subtle" />
      {children}
    </li>
  );
}
