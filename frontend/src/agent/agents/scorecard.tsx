/** An agent's track record and the buttons that raise or lower its autonomy. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import { agentEndpoints } from "../../../../src/agent/api/agent.ts";
import type { Scorecard } from "../../../../src/projects/api/project-agent-runs.ts";
import { call } from "../../api/call.ts";
import { scorecardQuery } from "../../projects/project-agent-queries.ts";
import { useIsAdmin } from "../../components/session.tsx";
import { toasts } from "../../components/toasts.ts";
import { count } from "../../components/words.ts";
import { RowItem, Rows, Section } from "../../components/settings/section.tsx";
import { NotLoaded } from "../../components/not-loaded.tsx";

type Mode = Scorecard["mode"];

const STANDS: Readonly<Record<Mode, string>> = {
  shadow: "It only notes what it would do.",
  propose: "It proposes, and people decide.",
  execute: "It acts on its own.",
};
const STEP_UP: Readonly<Record<Mode, string>> = {
  shadow: "Only note",
  propose: "Promote: let it propose",
  execute: "Promote: let it act",
};
const STEP_DOWN: Readonly<Record<Mode, string>> = {
  shadow: "Take back: only note",
  propose: "Take back: only propose",
  execute: "Let it act",
};

/** For agents that work in projects. */
export function ScorecardOf({ agent }: { agent: string }) {
  const query = useQuery(scorecardQuery(agent));
  const { data } = query;
  return (
    <Section title="Scorecard" lead={data === undefined ? "" : (data.modeWhy ?? STANDS[data.mode])}>
      {data === undefined ? <NotLoaded query={query} rows={4} /> : <Card score={data} />}
    </Section>
  );
}

function Card({ score }: { score: Scorecard }) {
  return (
    <>
      <p className={score.verdict.kind === "earned" ? "font-medium" : ""}>{score.verdict.words}</p>
      <Steps score={score} />
      <Rows>
        {factsOf(score).map(([name, words]) => (
          <RowItem key={name}>
            <span className="min-w-0 flex-1 basis-40">{name}</span>
            <span className="text-sm text-kumo-subtle tabular-nums">{words}</span>
          </RowItem>
        ))}
      </Rows>
      <p className="text-xs text-kumo-subtle">
        Based on up to 200 runs from the last 90 days. Decisions count first; without one, what people did
        themselves.
      </p>
    </>
  );
}

function factsOf({ runs, decided, compared, days }: Scorecard): (readonly [string, string])[] {
  return [
    ["Runs", `${runs.shadow} noted · ${runs.propose} proposed · ${runs.execute} done`],
    ["Failed", String(runs.failed)],
    ["Decided in this mode", `${decided.accepted} accepted · ${decided.dismissed} dismissed`],
    [
      "Compared with people",
      compared.of === 0 ? "Nothing to compare yet" : `${compared.agreed} of ${compared.of} runs agree`,
    ],
    ["Time in this mode", count(days, "day")],
  ];
}

/** One click each. Members see the card without these. */
function Steps({ score: { agent, title, up, down, verdict } }: { score: Scorecard }) {
  const isAdmin = useIsAdmin();
  const client = useQueryClient();
  const set = useMutation({
    async mutationFn(autonomy: Mode) {
      const params = { name: agent };
      const { settings, version } = await call(agentEndpoints.settings, { params });
      await call(agentEndpoints.updateSettings, {
        params,
        body: { settings: { ...settings, autonomy }, version },
      });
    },
    onSuccess: (_, mode) => toasts.add({ variant: "success", title: title, description: STANDS[mode] }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["projects"] }),
        client.invalidateQueries({ queryKey: ["agents"] }),
      ]),
  });
  if (!isAdmin || (up === null && down === null)) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {up === null ? null : (
        <Button
          size="sm"
          className="touch"
          variant={verdict.kind === "earned" ? "primary" : "secondary"}
          disabled={set.isPending}
          onClick={() => set.mutate(up)}
        >
          {STEP_UP[up]}
        </Button>
      )}
      {down === null ? null : (
        <Button size="sm" className="touch" disabled={set.isPending} onClick={() => set.mutate(down)}>
          {STEP_DOWN[down]}
        </Button>
      )}
    </div>
  );
}
