/** The company's Slack: one workspace with people and channels, a guest, and a person from another company in a shared channel. */
import { worldOf } from "../vendor/define-vendor.ts";
import { ALDER } from "../world/company.ts";

const MINUTE_MS = 60_000;

/** The demo connection's settings. Fictitious. */
export const SLACK = {
  tenantId: ALDER.id,
  connectionId: "conn_alder_slack",
  token: "xoxb-sandbox-alder-finch",
  signingSecret: "5a4d7b0c1e2f3a4b5c6d7e8f90a1b2c3",
  settings: {
    workspace: { id: "T0ALDERFINCH", name: "Alder & Finch", url: "https://alderfinch.slack.example" },
    botUserId: "U0STEWARD01",
  },
} as const;

export const APP = { userId: SLACK.settings.botUserId, botId: "B0STEWARD01", appId: "A0STEWARD01" } as const;

const HOME = SLACK.settings.workspace.id;
/** The elevator company's workspace. */
const ELSEWHERE = "T0KEYSTONE1";

/** Workspaces an app can be installed in. */
export const WORKSPACES = [
  SLACK.settings.workspace,
  { id: ELSEWHERE, name: "Keystone Elevator", url: "https://keystone.slack.example" },
] as const;

export interface SlackPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly job: string;
  readonly workspaceId: string;
  readonly kind: "member" | "guest" | "stranger" | "app";
}

function slackId(firstName: string): string {
  return `U0${firstName.toUpperCase()}`.padEnd(10, "0") + "1";
}

/** All users the workspace knows. */
export const PEOPLE: readonly SlackPerson[] = [
  ...ALDER.people.map(({ firstName, lastName, email, job }): SlackPerson => ({
    id: slackId(firstName),
    name: `${firstName} ${lastName}`,
    email,
    job,
    workspaceId: HOME,
    kind: "member",
  })),
  // A guest, and a person from another company in one shared channel: neither is on the team.
  {
    id: "U0GUEST0001",
    name: "Iris Calloway",
    email: "iris@callowaypainting.example",
    job: "Painter",
    workspaceId: HOME,
    kind: "guest",
  },
  {
    id: "U0RHONDA001",
    name: "Rhonda Petrie",
    email: "rhonda@keystoneelevator.example",
    job: "Dispatcher, Keystone Elevator",
    workspaceId: ELSEWHERE,
    kind: "stranger",
  },
  { id: APP.userId, name: "Steward", email: "", job: "", workspaceId: HOME, kind: "app" },
];

export interface SlackChannel {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly kind: "public" | "private" | "shared";
  /** Whether the app is a member. */
  readonly isIn: boolean;
}

export const CHANNELS: readonly SlackChannel[] = [
  { id: "C0GENERAL01", name: "general", about: "Company-wide news", kind: "public", isIn: true },
  {
    id: "C0MAINTEN01",
    name: "maintenance",
    about: "What is broken and who is on it",
    kind: "public",
    isIn: true,
  },
  {
    id: "C0LEASING01",
    name: "leasing",
    about: "Showings, applications, renewals",
    kind: "public",
    isIn: true,
  },
  { id: "C0RANDOM001", name: "random", about: "Lunch", kind: "public", isIn: false },
  { id: "C0OWNERS001", name: "owners", about: "Owners only", kind: "private", isIn: true },
  { id: "C0KEYSTONE1", name: "ext-keystone", about: "With Keystone Elevator", kind: "shared", isIn: true },
];

/** `ts` is the message's ID within its channel, and its time. */
export interface Message {
  readonly channelId: string;
  readonly ts: string;
  readonly userId: string;
  text: string;
  blocks: readonly unknown[];
  /** App attachments and shared messages. */
  readonly attachments?: readonly unknown[];
  readonly threadTs: string | null;
  readonly metadata: unknown;
  /** Ephemeral: shown to this person only, and gone on reload. */
  readonly onlyTo: string | null;
}

export interface Saved {
  readonly messages: Message[];
  /** Direct message channels by user ID. */
  readonly directs: Record<string, string>;
  /** Next ID. */
  next: number;
  /** Recent post times of the app by channel, in ms. */
  readonly posted: Record<string, number[]>;
}

/** A person by first name or ID. */
export function personOf(who: string): SlackPerson | undefined {
  return PEOPLE.find(({ id, name, email }) => id === who || email === who || name.split(" ")[0] === who);
}

export function nextTs(saved: Saved, nowMs: number): string {
  const micros = String(saved.next++ % 1_000).padStart(3, "0");
  return `${Math.floor(nowMs / 1000)}.${String(nowMs % 1000).padStart(3, "0")}${micros}`;
}

type Line = readonly [minutesAgo: number, who: string, text: string, replies?: readonly Line[]];

const PAST: Readonly<Record<string, readonly Line[]>> = {
  C0GENERAL01: [
    [9 * 1440, "Dana", "The office is closed on Thursday and Friday. Whoever is on call has the phone."],
    [3 * 1440, "Lena", "Owner statements go out on Wednesday &amp; the portal is down on Tuesday night."],
    [200, "Dana", "Please welcome Iris, who paints the hallway at 214 Birch this week."],
  ],
  C0MAINTEN01: [
    [
      2 * 1440,
      "Marcus",
      `The boiler at 214 Birch: the part comes tomorrow. <@${slackId("Tom")}>, can you be there at 8?`,
      [
        [2 * 1440 - 12, "Tom", "Yes, I'll be there at 8."],
        [2 * 1440 - 15, "Marcus", "Thanks. Walt brings the part."],
      ],
    ],
    [
      1440,
      "Tom",
      "Side gate at 45 Wren Court: the latch is bent, I ordered one (<https://parts.example/latch|latch>).",
    ],
    [90, "Marcus", "Keystone comes Friday between 9 and 11 for the elevator at 930 Millrace."],
  ],
  C0LEASING01: [
    [1500, "Priya", "3A at Cedar Hollow is ready to show. Two people ask for Saturday."],
    [60, "Priya", "Application of the Whitakers is complete."],
  ],
  C0OWNERS001: [[600, "Dana", "Salaries for next year: let's talk on Monday."]],
  C0KEYSTONE1: [[300, "Rhonda", "Our technician comes Friday between 9 and 11."]],
  C0RANDOM001: [[50, "Tom", "Tacos today?"]],
};

export const slackStore = worldOf<Saved>("slack", (context) => {
  const saved: Saved = { messages: [], directs: {}, next: 1, posted: {} };
  if (context.world !== "demo") return saved;
  const nowMs = context.now();
  const keep = (
    channelId: string,
    [minutesAgo, who, text, replies = []]: Line,
    threadTs: string | null,
  ): void => {
    const ts = nextTs(saved, nowMs - minutesAgo * MINUTE_MS);
    const userId = personOf(who)?.id ?? "";
    const isThread = replies.length > 0;
    saved.messages.push({
      channelId,
      ts,
      userId,
      text,
      blocks: [],
      threadTs: isThread ? ts : threadTs,
      metadata: null,
      onlyTo: null,
    });
    for (const reply of replies) keep(channelId, reply, ts);
  };
  for (const [channelId, lines] of Object.entries(PAST))
    for (const line of lines) keep(channelId, line, null);
  saved.messages.sort((left, right) => left.ts.localeCompare(right.ts));
  return saved;
});
