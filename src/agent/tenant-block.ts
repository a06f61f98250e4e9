/**
 * The part of the prompt that describes the team. The same for all conversations of a tenant, and stable
 * within a prompt snapshot.
 */
import { notConnectedWords, type MissingVendor } from "./api/agent.ts";
import { plainLine, withoutOwnMarks } from "./own-marks.ts";

interface TenantFacts {
  /** The index of the team's skills, one line each; empty if there are none. */
  readonly skills: string;
  /** MEMORY.md and the list of files, each within its limit; empty if there are none. */
  readonly memory: string;
  readonly files: string;
  readonly name: string;
  readonly timeZone: string;
  readonly team: readonly {
    readonly name: string;
    readonly email: string;
    readonly role: string;
    /** Their own number (E.164). */
    readonly phone?: string | null;
  }[];
  /** Vendors without a connection that tools need, with what each would reach. */
  readonly notConnected: readonly MissingVendor[];
  readonly lines: readonly {
    readonly label: string;
    readonly number: string;
    readonly audience: "external" | "internal";
  }[];
}

const SKILLS_HEAD = `<skills>
The team's own instructions (load_skill):`;

const MEMORY_HEAD = `<memory>
MEMORY.md, kept by the team and you. What it says of the team's wishes holds in every conversation; what a person says now goes before it.`;
const FILES_HEAD = `<files>
The workspace (read_file, search_files; newer changes come with messages):`;

/** A short version for agents that receive everything they need with their task. */
export function briefBlock({ name, timeZone }: Pick<TenantFacts, "name" | "timeZone">): string {
  return `<team>\nCompany: ${plainLine(name)}\nTime zone: ${timeZone}\n</team>`;
}

/** The same facts give the same bytes. */
export function tenantBlock(facts: TenantFacts): string {
  const team = [...facts.team]
    .sort((left, right) => (left.email < right.email ? -1 : 1))
    .map(
      ({ name, email, role, phone = null }) =>
        `- ${plainLine(name)} <${email}>, ${role}${phone === null ? "" : `, ${phone}`}`,
    );
  const lines = facts.lines.map(
    ({ label, number, audience }) =>
      `- ${plainLine(label)}, ${number}: ${audience === "external" ? "to everybody outside the company" : "to the company's own people"}`,
  );
  return [
    "<team>",
    `Company: ${plainLine(facts.name)}`,
    `Time zone: ${facts.timeZone}`,
    "People of the team:",
    ...team,
    "Lines that texts go out from; never text one. The right one is chosen by whom a text goes to:",
    ...(lines.length === 0 ? ["- none is connected: texts cannot be sent"] : lines),
    ...(facts.notConnected.length === 0
      ? []
      : [
          `${notConnectedWords(facts.notConnected)} You have no tools for that: say so where it is asked for.`,
        ]),
    "</team>",
    ...(facts.memory.trim() === "" ? [] : [MEMORY_HEAD, withoutOwnMarks(facts.memory.trim()), "</memory>"]),
    ...(facts.files === "" ? [] : [FILES_HEAD, withoutOwnMarks(facts.files), "</files>"]),
    ...(facts.skills === "" ? [] : [SKILLS_HEAD, withoutOwnMarks(facts.skills), "</skills>"]),
  ].join("\n");
}
