/** Renders a statement of work as a document. Pure. */
import type { Sow } from "../api/project-agents.ts";
import { toOneLine } from "./lines.ts";

const NONE = "–";

/** Markdown. Open points come first, so that they are not overlooked before sending. */
export function sowMarkdown(sow: Sow): string {
  const { scope_of_work: scope, timeline } = sow;
  return `${[
    `# ${sow.title}`,
    openPoints(sow),
    `**Client:** ${sow.client_name || NONE}  \n**Project:** ${sow.project_name}  \n**Period:** ${timeline.start_date ?? NONE} to ${timeline.end_date ?? NONE}`,
    `## Summary\n\n${sow.executive_summary}`,
    `## Scope of work\n\n### In scope\n\n${bulletList(scope.in_scope)}\n\n### Out of scope\n\n${bulletList(scope.out_of_scope)}\n\n### Assumptions\n\n${bulletList(scope.assumptions)}`,
    `## Deliverables\n\n${sow.deliverables.map(deliverable).join("\n\n")}`,
    table(
      "Timeline",
      ["Milestone", "Date", "Deliverables"],
      timeline.milestones.map((one) => [one.name, one.date ?? NONE, one.deliverables.join(", ")]),
    ),
    table(
      "Team",
      ["Role", "Share", "Per hour"],
      sow.resource_plan.map((one) => [one.role, `${one.allocation_percentage}%`, money(one.rate_per_hour)]),
    ),
    `## Cost\n\n${sow.total_effort_hours} hours${sow.total_estimated_cost > 0 ? `, **${money(sow.total_estimated_cost)}** in total` : ""}.`,
    table(
      "Payments",
      ["Milestone", "Due", "Amount"],
      sow.payment_schedule.map((one) => [one.milestone, one.due_date ?? NONE, money(one.amount)]),
    ),
    sow.terms_and_conditions === "" ? "" : `## Terms and conditions\n\n${sow.terms_and_conditions}`,
  ]
    .filter((block) => block !== "")
    .join("\n\n")}\n`;
}

function openPoints({ open_points: points, deliverables }: Sow): string {
  const weak = deliverables.flatMap(({ name, weak: why }) =>
    why === null ? [] : [`Weak estimate for “${name}”: ${why}.`],
  );
  const all = [...points, ...weak];
  return all.length === 0
    ? ""
    : `> **To be settled before this goes out**\n>\n${all.map((point) => `> - ${toOneLine(point, 600)}`).join("\n")}`;
}

function deliverable(one: Sow["deliverables"][number]): string {
  const facts = [
    one.phase,
    `${one.estimated_effort_hours} h`,
    one.estimated_cost > 0 ? money(one.estimated_cost) : "",
  ];
  return [
    `### ${one.name}`,
    one.description,
    one.acceptance_criteria.length === 0 ? "" : bulletList(one.acceptance_criteria),
    facts.filter((fact) => fact !== "").join(" · "),
  ]
    .filter((block) => block !== "")
    .join("\n\n");
}

function money(dollars: number): string {
  return dollars.toLocaleString("en-US", { style: "currency", currency: "USD" });
}

function bulletList(items: readonly string[]): string {
  return items.length === 0 ? "None." : items.map((item) => `- ${toOneLine(item, 300)}`).join("\n");
}

function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => toOneLine(cell, 300).replaceAll("|", "\\|")).join(" | ")} |`;
  return rows.length === 0
    ? ""
    : `## ${title}\n\n${[line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n")}`;
}
