/** One agent: what it is told, how the team changes that, and what it was told before. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import {
  agentEndpoints,
  effectiveInstructions,
  INSTRUCTIONS_CHARS,
  type Instructions,
  type InstructionsMode,
} from "../../../../src/protocol/index.ts";
import { call } from "../../api/call.ts";
import { agentsQuery, instructionsQuery } from "../../api/queries.ts";
import { DiffView } from "../../components/diff-view.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { Time } from "../../components/time.tsx";
import { sentenceList } from "../../components/words.ts";
import { AdminsOnly, DraftFoot } from "../settings/draft-parts.tsx";
import { Choice } from "../settings/policy-inputs.tsx";
import { RowItem, Rows, Section } from "../settings/section.tsx";
import { useDraft } from "../settings/use-draft.ts";
import { History } from "./history.tsx";
import { draftOf, draftProblem, limitWords, MODE_WORDS, sameDraft } from "./instructions-text.ts";

export default function AgentPage() {
  const name = useParams({ strict: false }).name ?? "";
  const { data: agents } = useQuery(agentsQuery);
  const { data, error, isPending, refetch } = useQuery(instructionsQuery(name));
  const agent = agents?.items.find((one) => one.name === name);
  return (
    <>
      <p className="-mb-3 text-sm">
        <Link to="/settings/agents" className="text-kumo-link underline underline-offset-2">
          All agents
        </Link>
      </p>
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <ListSkeleton rows={4} /> : null}
      {data ? (
        <>
          <Editor key={name} title={agent?.title ?? name} current={data} />
          <History agent={name} current={data} />
        </>
      ) : null}
      {agent ? (
        <Section
          title="Its tools and limits"
          lead={
            agent.tools.length === 0 ? (
              "It has no tools: it only writes."
            ) : (
              <>
                What each may do is set in the{" "}
                <Link to="/settings/policy" className="text-kumo-link underline underline-offset-2">
                  policy
                </Link>
                .
              </>
            )
          }
        >
          {agent.tools.length > 0 ? (
            <Rows>
              {agent.tools.map((tool) => (
                <RowItem key={tool.name}>
                  <span className="min-w-0 flex-1 basis-40">{tool.title}</span>
                  <span className="text-xs text-kumo-subtle">{TOOL_MODES[tool.mode]}</span>
                </RowItem>
              ))}
            </Rows>
          ) : null}
          <p className="text-sm text-kumo-subtle">
            Model {agent.model}; {sentenceList(limitWords(agent.limits))}.
          </p>
        </Section>
      ) : null}
    </>
  );
}

const TOOL_MODES = {
  ask: "asks first",
  allow: "does it without asking",
  deny: "never",
  shadow: "only notes what it would do",
} as const;

function Editor({ title, current }: { title: string; current: Instructions }) {
  const client = useQueryClient();
  const editing = useDraft({
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
  const { admin, dirty, mine: draft, set: setDraft } = editing;
  const wrong = draftProblem(draft, INSTRUCTIONS_CHARS);

  return (
    <Section
      title={`What ${title} is told`}
      lead={
        <>
          {current.takesEffect}
          {current.updatedAt ? (
            <>
              {" "}
              Last changed <Time at={current.updatedAt} />
              {current.updatedBy ? ` by ${current.updatedBy}` : ""}.
            </>
          ) : (
            " Your team has not changed anything."
          )}
        </>
      }
    >
      <AdminsOnly admin={admin} />
      <fieldset disabled={!admin} className="flex min-w-0 flex-col gap-3">
        <p className="leading-9">
          It reads{" "}
          <Choice<InstructionsMode>
            label="Which instructions it reads"
            value={draft.mode}
            options={(["built_in", "extend", "replace"] as const).map(
              (mode) => [mode, MODE_WORDS[mode]] as const,
            )}
            onChange={(mode) => setDraft({ ...draft, mode })}
          />
          .
        </p>
        {draft.mode === "replace" ? (
          <Notice tone="warning" title="The built-in instructions also say how to treat texts from outside.">
            Without them the approvals still hold: nothing goes out unasked. But drafts may get worse. Adding
            to them is the safer way.
          </Notice>
        ) : null}
        {draft.mode === "built_in" ? null : (
          <label className="flex flex-col gap-1">
            <span className="text-sm font-medium">Our own words</span>
            <textarea
              value={draft.text}
              rows={8}
              aria-invalid={wrong !== null && draft.text !== ""}
              aria-describedby="instructions-note"
              onChange={(event) => setDraft({ ...draft, text: event.target.value })}
              placeholder="For example: Sign texts with the name of our company. Never promise a time before somebody confirmed it."
              className="field-sizing-content max-h-[60vh] min-h-40 w-full rounded-lg bg-kumo-control px-3 py-2 text-base ring ring-kumo-line focus:outline-2 focus:outline-kumo-brand aria-invalid:ring-2 aria-invalid:ring-kumo-danger"
            />
            <span id="instructions-note" className="text-xs text-kumo-subtle">
              {wrong ??
                `${draft.text.length.toLocaleString("en-US")} of ${INSTRUCTIONS_CHARS.toLocaleString("en-US")} characters`}
            </span>
          </label>
        )}
      </fieldset>
      <details className="text-sm">
        <summary className="touch inline-flex items-center text-kumo-link underline underline-offset-2">
          The built-in instructions
        </summary>
        <pre
          tabIndex={0}
          role="group"
          aria-label="The built-in instructions"
          className="mt-2 max-h-96 overflow-auto rounded-lg bg-kumo-tint p-2.5 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
        >
          {current.builtIn}
        </pre>
      </details>
      <DraftFoot
        draft={editing}
        save="Save the instructions"
        lacks={wrong}
        overtaken={{ title: `${current.updatedBy ?? "Somebody"} changed this while you were at it.` }}
        goOn={{ words: "Keep mine, compare with theirs", value: draft }}
      >
        {admin && dirty && wrong === null ? (
          <div className="flex flex-col gap-1.5">
            <h3 className="text-sm font-medium">What would change</h3>
            <DiffView
              label="What would change in the instructions"
              from={current.effective}
              to={effectiveInstructions(current.builtIn, draft.mode, draft.text)}
            />
          </div>
        ) : null}
      </DraftFoot>
    </Section>
  );
}
