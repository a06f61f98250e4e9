/** The team's skills: what each is for, whether agents see it, when it was used last. Each is a folder of files in the workspace. */
import { useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import { Switch } from "@cloudflare/kumo/components/switch";
import { skillEndpoints, type Skill } from "../../../../src/protocol/skills.ts";
import { call } from "../../api/call.ts";
import { skillsQuery } from "../../api/skill-queries.ts";
import { PlusIcon } from "../../components/icons.ts";
import { MoreMenu } from "../../components/more-menu.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { Empty, ReadingPage } from "../../components/page.tsx";
import { ListSkeleton } from "../../components/skeleton.tsx";
import { Time } from "../../components/time.tsx";
import { toastError } from "../../components/toasts.ts";
import { count } from "../../components/words.ts";
import { useFileActions } from "../workspace/use-file-actions.ts";
import { useGo } from "../workspace/use-place.ts";
import { exportAddress } from "../workspace/download.ts";
import { CreateSkill } from "./create-skill.tsx";
import { byGroup, hiddenBecause } from "./skill-words.ts";

const LINK = "text-kumo-link underline underline-offset-2";

export default function SkillsPage() {
  const { data, error, isPending, refetch } = useQuery(skillsQuery);
  const client = useQueryClient();
  const go = useGo();
  const [creating, setCreating] = useState(false);
  const groups = byGroup(data?.items ?? []);
  return (
    <ReadingPage
      title="Skills"
      actions={
        <Button
          variant="primary"
          className="touch"
          icon={<PlusIcon aria-hidden weight="bold" className="size-4" />}
          onClick={() => setCreating(true)}
        >
          New skill
        </Button>
      }
    >
      <p className="text-kumo-subtle">
        A skill tells Steward how your team does a certain kind of work. Every conversation knows what each is
        for; the rest is read when it is needed. They are{" "}
        <Link to="/workspace/$" params={{ _splat: "skills" }} className={LINK}>
          files in the workspace
        </Link>
        .
      </p>
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <ListSkeleton rows={4} /> : null}
      {data?.index.cut ? (
        <Notice tone="warning" title="There are more skills than every conversation can know of.">
          The list takes {data.index.usedChars.toLocaleString("en-US")} of{" "}
          {data.index.capChars.toLocaleString("en-US")} characters: shorten descriptions, or switch some off.
        </Notice>
      ) : null}
      {data && data.items.length === 0 ? (
        <Empty
          title="No skills yet."
          action={
            <Button variant="primary" className="touch" onClick={() => setCreating(true)}>
              Write the first
            </Button>
          }
        >
          What do you explain to every new colleague? How a lead is judged, how a repair is arranged: write it
          once, and Steward works by it.
        </Empty>
      ) : null}
      {groups.map(({ group, skills }) => (
        <section key={group ?? ""} aria-label={group ?? "Skills"} className="flex flex-col gap-2">
          {group === null ? null : <h2 className="text-base font-semibold">{group}</h2>}
          <ul className="overflow-hidden rounded-xl border border-kumo-line bg-kumo-base">
            {skills.map((skill) => (
              <SkillRow key={skill.id} skill={skill} />
            ))}
          </ul>
        </section>
      ))}
      {creating ? (
        <CreateSkill
          groups={groups.flatMap(({ group }) => (group === null ? [] : [group]))}
          onClose={() => setCreating(false)}
          onCreated={(skill) => {
            void client.invalidateQueries({ queryKey: ["workspace"] });
            void go(skill.file);
          }}
        />
      ) : null}
    </ReadingPage>
  );
}

function SkillRow({ skill }: { skill: Skill }) {
  const hidden = hiddenBecause(skill);
  return (
    <li className="flex flex-col gap-1 border-b border-kumo-hairline px-4 py-3 last:border-b-0">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <Link
            to="/workspace/$"
            params={{ _splat: skill.file }}
            className="font-medium underline-offset-2 wrap-anywhere hover:underline"
          >
            {skill.name}
          </Link>
          <p className="line-clamp-3 text-sm wrap-anywhere">
            {skill.description || <span className="text-kumo-subtle">It has no description.</span>}
          </p>
        </div>
        <EnabledSwitch skill={skill} />
        <SkillMenu skill={skill} />
      </div>
      {skill.problems.length > 0 ? (
        <Notice tone="danger" title={`${hidden ?? ""}:`}>
          <ul className="list-disc pl-4">
            {skill.problems.map((problem, index) => (
              <li key={index}>
                {problem.message}
                {problem.line === null ? "" : ` (line ${problem.line})`}
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <p className="flex flex-wrap gap-x-3 text-xs text-kumo-subtle">
        <span>{usage(skill)}</span>
        {skill.lastUse ? (
          <Link to="/activity/$id" params={{ id: skill.lastUse.runId }} className={LINK}>
            last <Time at={skill.lastUse.at} />
          </Link>
        ) : null}
        {skill.resources.length > 0 ? <span>{count(skill.resources.length, "more file")}</span> : null}
        <span>
          {skill.author.name}, <Time at={skill.updatedAt} />
        </span>
        {skill.warnings.length > 0 ? <span>{count(skill.warnings.length, "remark")}</span> : null}
        {skill.switched && !skill.enabled ? (
          <span>
            switched off by {skill.switched.by}, <Time at={skill.switched.at} />
          </span>
        ) : null}
        {skill.source === null ? null : <span>holds text from outside: {skill.source}</span>}
      </p>
    </li>
  );
}

function usage(skill: Skill): string {
  if (skill.recentUses === 0) return skill.lastUse ? "not used in 30 days" : "never used so far";
  return `${count(skill.recentUses, "run")} in 30 days`;
}

function EnabledSwitch({ skill }: { skill: Skill }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  async function change(enabled: boolean): Promise<void> {
    setBusy(true);
    try {
      await call(skillEndpoints.switchSkill, { body: { id: skill.id, enabled } });
      await client.invalidateQueries(skillsQuery);
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <span className="flex shrink-0 items-center gap-2 text-xs text-kumo-subtle">
      <span aria-hidden>{skill.enabled ? "On" : "Off"}</span>
      <Switch
        aria-label={`Agents may use ${skill.name}`}
        checked={skill.enabled}
        disabled={busy}
        transitioning={busy}
        onCheckedChange={(on) => void change(on)}
      />
    </span>
  );
}

function SkillMenu({ skill }: { skill: Skill }) {
  const go = useGo();
  const actions = useFileActions();
  return (
    <MoreMenu label={`More for ${skill.name}`} size="sm">
      <DropdownMenu.Item onClick={() => void go(skill.file)}>Edit</DropdownMenu.Item>
      <DropdownMenu.Item onClick={() => void go(skill.file, { show: "history" })}>History</DropdownMenu.Item>
      <DropdownMenu.Item onClick={() => void go(skill.path)}>Its files</DropdownMenu.Item>
      <DropdownMenu.LinkItem closeOnClick href={exportAddress(skill.path)} download>
        Download as zip
      </DropdownMenu.LinkItem>
      <DropdownMenu.Item variant="danger" onClick={() => void actions.remove(skill.path)}>
        Delete
      </DropdownMenu.Item>
    </MoreMenu>
  );
}
