/** Data of the company's own service: its maintenance system's mailbox, manuals, inspections and issues. Fictitious. */
import { worldOf } from "../vendor/define-vendor.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The demo connection's settings. */
export const DATA_SERVICE = { key: "ds_demo_alder_key", users: ["office", "marcus"] } as const;

/** A user's items, each with its modification time. */
export interface Held {
  readonly user: string;
  readonly changedAt: number;
  readonly item: Readonly<Record<string, unknown>> & { readonly id: string };
}

export type Kind = "emails" | "documents" | "events" | "issues";
export type Saved = Record<Kind, Held[]>;

const BOILERS = [
  [
    "Pressure drop on boiler 2",
    "Boiler 2 at Maple Court fell to 0.8 bar overnight. A refill held until noon.",
  ],
  [
    "Parts for the circulation pump",
    "The pump seal for Birch House ships Thursday; the invoice follows by mail.",
  ],
  [
    "Flue inspection passed",
    "The flue at 14 Cedar Street passed. The next inspection is due in twelve months.",
  ],
] as const;

function emails(now: number): Held[] {
  return Array.from({ length: 9 }, (_, index) => {
    const [subject, text] = BOILERS[index % BOILERS.length] ?? ["", ""];
    const date = now - (index + 1) * DAY_MS;
    return held("office", date, {
      id: `mail-${index + 1}`,
      thread_id: `thread-${(index % BOILERS.length) + 1}`,
      from: "service@allegheny-boilers.example",
      to: ["office@alderfinch.example"],
      cc: [],
      subject: index < BOILERS.length ? subject : `Re: ${subject}`,
      body_text: `${text} (report ${index + 1})`,
      date: iso(date),
      labels: ["maintenance"],
      attachments: index === 0 ? [{ name: "pressure-log.csv", mime_type: "text/csv", size: 1_204 }] : [],
      is_read: index > 0,
      is_starred: false,
      url: `https://maintenance.alderfinch.example/mail/${index + 1}`,
    });
  });
}

function documents(now: number): Held[] {
  const manuals = [
    [
      "Boiler manual, Maple Court",
      "Vent the radiators from the top floor down. The expansion vessel is set to 1.5 bar.",
    ],
    [
      "Winter checklist",
      "Drain the garden taps before the first frost. Check the heat tape on the north gutters.",
    ],
  ] as const;
  return manuals.map(([name, text], index) => {
    const at = now - (index + 10) * DAY_MS;
    return held("office", at, {
      id: `doc-${index + 1}`,
      name,
      mime_type: "text/plain",
      content_text: text,
      folder_path: "/manuals",
      created_at: iso(at - 30 * DAY_MS),
      modified_at: iso(at),
      size_bytes: text.length,
      shared_with: ["marcus@alderfinch.example"],
      owner: "office@alderfinch.example",
      url: `https://maintenance.alderfinch.example/documents/${index + 1}`,
    });
  });
}

function events(now: number): Held[] {
  return [-2, 5].map((days, index) => {
    const start = now + days * DAY_MS;
    return held("marcus", now - 3 * DAY_MS, {
      id: `visit-${index + 1}`,
      title: days < 0 ? "Gutter cleaning, Birch House" : "Backflow test, Maple Court",
      description: "Meet the contractor at the side door.",
      start: iso(start),
      end: iso(start + 2 * HOUR_MS),
      location: days < 0 ? "Birch House" : "Maple Court",
      attendees: [{ email: "marcus@alderfinch.example", name: "Marcus Hale", status: "accepted" }],
      recurrence: null,
      meet_link: null,
      created_by: "marcus@alderfinch.example",
      updated_at: iso(now - 3 * DAY_MS),
      url: `https://maintenance.alderfinch.example/visits/${index + 1}`,
    });
  });
}

function issues(now: number): Held[] {
  return ["Replace the pump seal", "Repaint the stair rail", "Trace the leak above 3B"].map(
    (summary, index) => {
      const at = now - (index + 2) * DAY_MS;
      return held("marcus", at, {
        id: String(5_000 + index),
        key: `MNT-${index + 1}`,
        project_key: "MNT",
        type: index === 2 ? "bug" : "task",
        summary,
        description: `${summary} before the month ends.`,
        status: index === 0 ? "In Progress" : "Open",
        priority: "high",
        assignee: "Marcus Hale",
        reporter: "Dana Whitfield",
        created_at: iso(at - DAY_MS),
        updated_at: iso(at),
        labels: ["winter"],
        components: [],
        url: `https://maintenance.alderfinch.example/issues/${5_000 + index}`,
      });
    },
  );
}

function held(user: string, changedAt: number, item: Held["item"]): Held {
  return { user, changedAt, item };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

export const dataServiceStore = worldOf<Saved>("data-service", (context) => {
  const now = context.now();
  return context.world === "empty"
    ? { emails: [], documents: [], events: [], issues: [] }
    : { emails: emails(now), documents: documents(now), events: events(now), issues: issues(now) };
});
