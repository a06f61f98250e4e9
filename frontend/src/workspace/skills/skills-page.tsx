/** The team's skills: what each is for, whether agents see it, when it was last used. Each is a folder of files in the workspace. */
import { Fragment, useState } from "react";
import { useMutation, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import { Link } from "@tanstack/react-router";
import { Button } from "@cloudflare/kumo/components/button";
import { DropdownMenu } from "@cloudflare/kumo/components/dropdown";
import { Switch } from "@cloudflare/kumo/components/switch";
import { MOST_RECENT, skillEndpoints, type Skill } from "../../../../src/workspace/api/skills.ts";
import { call } from "../../api/call.ts";
import { optimistic } from "../../api/mutations.ts";
import { skillsQuery } from "../skill-queries.ts";
import { PlusIcon } from "../../components/icons.ts";
import { MoreMenu } from "../../components/more-menu.tsx";
import { Notice } from "../../components/notice.tsx";
import { Column, Empty, Page } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { count } from "../../components/words.ts";
import { useFileActions } from "../use-file-actions.ts";
import { useGo } from "../use-place.ts";
import { exportAddress } from "../download.ts";
import { CreateSkill } from "./create-skill.tsx";
import { byGroup, hiddenBecause } from "./skill-words.ts";
import { NotLoaded } from "../../components/not-loaded.tsx";

export default function SkillsPage() {
  const query = useQuery(skillsQuery);
  const { data } = query;
  const client = useQueryClient();
  const go = useGo();
  const [creating, setCreating] = useState(false);
  const groups = byGroup(data?.items ?? []);
  const newSkill = (
    <Button
      variant="primary"
      className="touch"
      icon={<PlusIcon aria-hidden weight="bold" className="size-4" />}
      onClick={() => setCreating(true)}
    >
      New skill
    </Button>
  );
  return (
    <Page title="Skills" actions={data?.items.length === 0 ? null : newSkill}>
      <Column>
        <p className="text-kumo-subtle">
          A skill tells Steward how your team does a certain kind of work. Steward always knows what each one
          is for, and reads the rest when it needs it. Skills are{" "}
          <Link to="/workspace/$" params={{ _splat: "skills" }} className="link">
            files in your workspace
          </Link>
          .
        </p>
        {data === undefined ? <NotLoaded query={query} rows={4} /> : <TooMany index={data.index} />}
        {data?.items.length === 0 ? (
          <Empty title="No skills yet" action={newSkill}>
            What do you explain to every new colleague? How to qualify a lead, how to arrange a repair: write
            it once, and Steward follows it.
          </Empty>
        ) : null}
        {groups.map(({ group, skills }) => (
          <section key={group ?? ""} aria-label={group ?? "Skills"} className="flex flex-col gap-2">
            {group === null ? null : <h2 className="text-base font-semibold">{group}</h2>}
            <ul className="sheet overflow-hidden">
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
      </Column>
    </Page>
  );
}

function TooMany({ index }: { index: Listed["index"] }) {
  if (!index.cut) return null;
  return (
    <Notice tone="warning" title="You have more skills than Steward can keep in mind.">
      The list takes {index.usedChars.toLocaleString("en-US")} of {index.capChars.toLocaleString("en-US")}{" "}
      characters. Shorten descriptions or turn some skills off.
    </Notice>
  );
}

function SkillRow({ skill }: { skill: Skill }) {
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
            {skill.description || <span className="text-kumo-subtle">No description.</span>}
          </p>
        </div>
        <EnabledSwitch skill={skill} />
        <SkillMenu skill={skill} />
      </div>
      {skill.problems.length > 0 ? (
        <Notice tone="danger" title={`${hiddenBecause(skill) ?? ""}:`}>
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
      <Facts skill={skill} />
      <Besides skill={skill} />
    </li>
  );
}

function Facts({ skill }: { skill: Skill }) {
  return (
    <p className="flex flex-wrap gap-x-3 text-xs text-kumo-subtle">
      <span>{usage(skill)}</span>
      {skill.lastUse ? (
        <Link to="/activity/$id" params={{ id: skill.lastUse.runId }} className="link">
          Last used <Time at={skill.lastUse.at} />
        </Link>
      ) : null}
      {skill.resources.length > 0 ? <span>{count(skill.resources.length, "more file")}</span> : null}
      <span>
        Edited by {skill.author.name}, <Time at={skill.updatedAt} />
      </span>
      {skill.switched && !skill.enabled ? (
        <span>
          Turned off by {skill.switched.by}, <Time at={skill.switched.at} />
        </span>
      ) : null}
      {skill.source === null ? null : <span>Includes outside content: {skill.source}</span>}
    </p>
  );
}

/** Front matter Steward doesn't use, and warnings. */
function Besides({ skill }: { skill: Skill }) {
  const metadata = Object.entries(skill.metadata);
  if (metadata.length === 0 && skill.warnings.length === 0) return null;
  return (
    <details className="text-xs text-kumo-subtle">
      <summary className="touch inline-flex cursor-pointer items-center">
        More from its file{skill.warnings.length > 0 ? `, ${count(skill.warnings.length, "warning")}` : ""}
      </summary>
      <ul className="list-disc pl-4">
        {skill.warnings.map((warning, index) => (
          <li key={index}>{warning.message}</li>
        ))}
      </ul>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3">
        {metadata.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </Fragment>
        ))}
      </dl>
    </details>
  );
}

function usage(skill: Skill): string {
  if (skill.recentUses === 0) return skill.lastUse ? "Not used in 30 days" : "Never used";
  if (skill.recentUses >= MOST_RECENT) return `${MOST_RECENT}+ runs in 30 days`;
  return `${count(skill.recentUses, "run")} in 30 days`;
}

type Listed = z.output<typeof skillEndpoints.skills.output>;

function EnabledSwitch({ skill }: { skill: Skill }) {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (enabled: boolean) => call(skillEndpoints.switchSkill, { body: { id: skill.id, enabled } }),
    ...optimistic(client, skillsQuery.queryKey, (listed: Listed, enabled: boolean) => ({
      ...listed,
      items: listed.items.map((item) => (item.id === skill.id ? { ...item, enabled } : item)),
    })),
  });
  return (
    <span className="flex shrink-0 items-center gap-2 text-xs text-kumo-subtle">
      <span aria-hidden>{skill.enabled ? "On" : "Off"}</span>
      <Switch
        aria-label={`Steward may use ${skill.name}`}
        checked={skill.enabled}
        onCheckedChange={(on) => mutate(on)}
      />
    </span>
  );
}

function SkillMenu({ skill }: { skill: Skill }) {
  const go = useGo();
  const actions = useFileActions();
  return (
    <MoreMenu label={`More actions for ${skill.name}`} size="sm">
      <DropdownMenu.Item onClick={() => void go(skill.file)}>Edit</DropdownMenu.Item>
      <DropdownMenu.Item onClick={() => void go(skill.file, { show: "history" })}>History</DropdownMenu.Item>
      <DropdownMenu.Item onClick={() => void go(skill.path)}>Show files</DropdownMenu.Item>
      <DropdownMenu.LinkItem closeOnClick href={exportAddress(skill.path)} download>
        Download as .zip
      </DropdownMenu.LinkItem>
      <DropdownMenu.Item variant="danger" onClick={() => void actions.remove(skill.path)}>
        Delete
      </DropdownMenu.Item>
    </MoreMenu>
  );
}

/** @public Called by the router. */
export function warm(client: QueryClient): void {
  void client.prefetchQuery(skillsQuery);
}
