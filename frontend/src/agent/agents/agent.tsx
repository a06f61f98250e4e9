/** One agent: its instructions, the team's changes to them, and earlier versions. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import {
  agentEndpoints,
  effectiveInstructions,
  INSTRUCTIONS_CHARS,
  type Instructions,
  type InstructionsMode,
} from "../../../../src/agent/api/agent.ts";
import { projectAgentNameSchema } from "../../../../src/projects/api/project-agents.ts";
import { call } from "../../api/call.ts";
import { agentSettingsQuery, agentsQuery, instructionsQuery } from "../../api/queries.ts";
import { DiffView } from "../../components/diff-view.tsx";
import { Choice, FormLock, TextArea } from "../../components/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { Time } from "../../components/time.tsx";
import { AdminsOnly, DraftFoot } from "../../components/settings/draft-parts.tsx";
import { Section } from "../../components/settings/section.tsx";
import { useDraft } from "../../components/settings/use-draft.ts";
import { SettingsOf } from "./agent-settings.tsx";
import { History } from "./history.tsx";
import { ScorecardOf } from "./scorecard.tsx";
import { draftOf, draftProblem, MODE_WORDS, sameDraft, type Draft } from "./instructions-text.ts";
import { NotLoaded } from "../../components/not-loaded.tsx";

export default function AgentPage() {
  const name = useParams({ strict: false }).name ?? "";
  const { data: agents } = useQuery(agentsQuery);
  const query = useQuery(instructionsQuery(name));
  const { data } = query;
  const { data: settings } = useQuery(agentSettingsQuery(name));
  const agent = agents?.items.find((one) => one.name === name);
  return (
    <>
      <p className="-mb-3 text-sm">
        <Link to="/settings/agents" className="link">
          All agents
        </Link>
      </p>
      {hasScorecard(name) ? <ScorecardOf agent={name} /> : null}
      {data === undefined ? (
        <NotLoaded query={query} rows={4} />
      ) : (
        <>
          <Editor key={name} title={agent?.title ?? name} current={data} />
          <History agent={name} current={data} />
        </>
      )}
      {agent && settings ? <SettingsOf key={`${name} settings`} agent={agent} current={settings} /> : null}
    </>
  );
}

/** Agents that work in projects on their own; the others only chat. */
function hasScorecard(name: string): boolean {
  return (
    name !== "nl-query" && name !== "writing-assistant" && projectAgentNameSchema.safeParse(name).success
  );
}

function useInstructions(current: Instructions) {
  const client = useQueryClient();
  return useDraft({
    current,
    valueOf: draftOf,
    same: sameDraft,
    queryKey: instructionsQuery(current.agent).queryKey,
    put: async ({ mode, text }, version) => {
      const answer = await call(agentEndpoints.updateInstructions, {
        params: { name: current.agent },
        body: { mode, text: mode === "built_in" ? "" : text.trim(), version },
      });
      void client.invalidateQueries({ queryKey: ["agents", current.agent, "history"] });
      return answer;
    },
    saved: ({ takesEffect }) => ({ title: "Instructions saved.", description: takesEffect }),
  });
}

function Editor({ title, current }: { title: string; current: Instructions }) {
  const editing = useInstructions(current);
  const { admin, dirty, mine: draft, set: setDraft } = editing;
  const wrong = draftProblem(draft, INSTRUCTIONS_CHARS);
  return (
    <Section title={`Instructions for ${title}`} lead={<Changed current={current} />}>
      <AdminsOnly admin={admin} />
      <FormLock locked={!admin}>
        <div className="leading-9">
          It follows{" "}
          <Choice<InstructionsMode>
            label="Which instructions it follows"
            value={draft.mode}
            options={(["built_in", "extend", "replace"] as const).map(
              (mode) => [mode, MODE_WORDS[mode]] as const,
            )}
            onChange={(mode) => setDraft({ ...draft, mode })}
          />
        </div>
        {draft.mode === "replace" ? (
          <Notice tone="warning" title="The built-in instructions also cover how to treat outside messages.">
            Approvals still apply without them, so nothing goes out without approval. But drafts may get
            worse. Adding to them is safer.
          </Notice>
        ) : null}
        {draft.mode === "built_in" ? null : (
          <OwnWords draft={draft} wrong={wrong} onChange={(text) => setDraft({ ...draft, text })} />
        )}
      </FormLock>
      <BuiltIn text={current.builtIn} />
      <DraftFoot
        draft={editing}
        save="Save instructions"
        lacks={wrong}
        overtaken={{ title: `${current.updatedBy ?? "Someone else"} changed this.` }}
        goOn={{ words: "Keep mine and compare", value: draft }}
      >
        {admin && dirty && wrong === null ? (
          <div className="flex flex-col gap-1.5">
            <h3 className="text-sm font-medium">Changes</h3>
            <DiffView
              label="Changes to the instructions"
              from={current.effective}
              to={effectiveInstructions(current.builtIn, draft.mode, draft.text)}
            />
          </div>
        ) : null}
      </DraftFoot>
    </Section>
  );
}

function Changed({ current: { takesEffect, updatedAt, updatedBy } }: { current: Instructions }) {
  return (
    <>
      {takesEffect}{" "}
      {updatedAt ? (
        <>
          Last changed <Time at={updatedAt} />
          {updatedBy ? ` by ${updatedBy}` : ""}.
        </>
      ) : (
        "Your team hasn’t changed anything."
      )}
    </>
  );
}

function OwnWords({
  draft,
  wrong,
  onChange,
}: {
  draft: Draft;
  wrong: string | null;
  onChange: (text: string) => void;
}) {
  const size = `${draft.text.length.toLocaleString("en-US")} of ${INSTRUCTIONS_CHARS.toLocaleString("en-US")} characters`;
  return (
    <TextArea
      label="Your instructions"
      value={draft.text}
      rows={8}
      {...(wrong !== null && draft.text !== "" ? { error: wrong } : { description: wrong ?? size })}
      onChange={onChange}
      placeholder="For example: Sign texts with our company name. Never promise a time before someone confirms it."
      className="max-h-[60vh] min-h-40 w-full"
    />
  );
}

function BuiltIn({ text }: { text: string }) {
  return (
    <details className="text-sm">
      <summary className="touch inline-flex items-center link">Built-in instructions</summary>
      <pre
        tabIndex={0}
        role="group"
        aria-label="Built-in instructions"
        className="mt-2 max-h-96 overflow-auto rounded-lg bg-kumo-tint p-2.5 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </pre>
    </details>
  );
}
