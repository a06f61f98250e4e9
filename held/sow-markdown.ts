/** A statement of work as a document. Pure. */
import type { Sow } from "../protocol/project-agents.ts";

/** Markdown. Open points stand on top, so that nobody sends them unseen. */
export function sowMarkdown(sow: Sow): string {
  const { scope_of_work: scope, timeline } = sow;
  const money = (amount: number): string =>
    amount.toLocaleString("en-US", { style: "currency", currency: "USD" });
  const blocks = [
    `# ${sow.title}`,
    ...(sow.open_points.length === 0
      ? []
      : [
          `> **To be settled before this goes out**\n${sow.open_points.map((point) => `> - ${point}`).join("\n")}`,
        ]),
    `**Client:** ${sow.client_name || "—"}  \n**Project:** ${sow.project_name}  \n**Period:** ${timeline.start_date ?? "—"} to ${timeline.end_date ?? "—"}`,
    `## Summary\n\n${sow.executive_summary}`,
    `## Scope of work\n\n### In scope\n\n${list(scope.in_scope)}\n\n### Out of scope\n\n${list(scope.out_of_scope)}\n\n### Assumptions\n\n${list(scope.assumptions)}`,
    `## Deliverables\n\n${sow.deliverables
      .map(
        (one) =>
          `### ${one.name}\n\n${one.description}\n\n${list(one.acceptance_criteria)}\n\n${one.phase} · ${one.estimated_effort_hours} h${one.estimated_cost > 0 ? ` · ${money(one.estimated_cost)}` : ""}`,
      )
      .join("\n\n")}`,
    ...(timeline.milestones.length === 0
      ? []
      : [
          `## Timeline\n\n${table(
            ["Milestone", "Date", "Deliverables"],
            timeline.milestones.map((one) => [one.name, one.date ?? "—", one.deliverables.join(", ")]),
          )}`,
        ]),
    ...(sow.resource_plan.length === 0
      ? []
      : [
          `## Team\n\n${table(
            ["Role", "Share", "Per hour"],
            sow.resource_plan.map((one) => [
              one.role,
              `${one.allocation_percentage} %`,
              money(one.rate_per_hour),
            ]),
          )}`,
        ]),
    `## Cost\n\n${sow.total_effort_hours} hours${sow.total_estimated_cost > 0 ? `, **${money(sow.total_estimated_cost)}** in total` : ""}.`,
    ...(sow.payment_schedule.length === 0
      ? []
      : [
          `## Payments\n\n${table(
            ["Milestone", "Due", "Amount"],
            sow.payment_schedule.map((one) => [one.milestone, one.due_date ?? "—", money(one.amount)]),
          )}`,
        ]),
    ...(sow.terms_and_conditions === "" ? [] : [`## Terms and conditions\n\n${sow.terms_and_conditions}`]),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function list(items: readonly string[]): string {
  return items.length === 0 ? "None." : items.map((item) => `- ${item}`).join("\n");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
