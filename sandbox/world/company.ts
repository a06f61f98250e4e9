/**
 * Fixed facts of the demo companies: people, Quo keys and lines. Pure data, shared by the database seed and the sandbox; everything else
 * is learned from the outside services. Names, addresses and numbers (555-01xx) are fictional.
 */
import { moreTeams } from "./more-teams.ts";

/** A person who can sign in. */
export interface DemoPerson {
  /** ID at the identity provider (the JWT's `sub`). */
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly role: "admin" | "member";
  /** Job title in the company's contacts. */
  readonly job: string;
  /** Personal mobile number, E.164. */
  readonly mobile: string;
  readonly quoUserId: string;
}

/** A company's phone line at Quo. External lines are for residents and vendors, internal ones for the team. */
export interface DemoLine {
  readonly phoneNumberId: string;
  readonly number: string;
  readonly label: string;
  readonly audience: "external" | "internal";
}

export interface DemoQuoAccount {
  readonly connectionId: string;
  readonly apiKey: string;
  /** Webhook signing keys (base64). The real service generates one per webhook and shows it once. */
  readonly webhookSecrets: readonly [string];
  readonly orgId: string;
  readonly lines: readonly DemoLine[];
}

export interface DemoMailbox {
  readonly address: string;
  /** Sender name. */
  readonly name: string;
  /** Whether the product reads it automatically. Others are personal. */
  readonly watched: boolean;
  /** Colleagues can write to Steward there. */
  readonly answers?: true;
  /** Whether the product may read its owner's calendar. */
  readonly calendar?: boolean;
}

/** A company's Google Workspace: a service account that can impersonate people of its domain, and their mailboxes. */
export interface DemoGoogleAccount {
  readonly connectionId: string;
  /** The service account's address, `iss` of its assertions. The sandbox generates its keys at first start. */
  readonly clientEmail: string;
  readonly projectId: string;
  readonly mailboxes: readonly DemoMailbox[];
}

export interface DemoTenant {
  readonly id: string;
  /** Also its own people's company in the contacts, which makes them internal. */
  readonly name: string;
  readonly domain: string;
  readonly timeZone: string;
  readonly people: readonly DemoPerson[];
  readonly quo: DemoQuoAccount;
  readonly google: DemoGoogleAccount;
}

/** Five people, fourteen buildings, one shared phone. */
export const ALDER: DemoTenant = {
  id: "tenant_alder",
  name: "Alder & Finch Property Management",
  domain: "alderfinch.example",
  timeZone: "America/New_York",
  people: [
    {
      id: "user_demo_dana",
      firstName: "Dana",
      lastName: "Whitfield",
      email: "dana@alderfinch.example",
      role: "admin",
      job: "Owner and managing broker",
      mobile: "+14125550111",
      quoUserId: "USdana0001",
    },
    {
      id: "user_demo_marcus",
      firstName: "Marcus",
      lastName: "Hale",
      email: "marcus@alderfinch.example",
      role: "member",
      job: "Maintenance coordinator",
      mobile: "+14125550112",
      quoUserId: "USmarcus01",
    },
    {
      id: "user_demo_priya",
      firstName: "Priya",
      lastName: "Raman",
      email: "priya@alderfinch.example",
      role: "member",
      job: "Leasing agent",
      mobile: "+14125550113",
      quoUserId: "USpriya001",
    },
    {
      id: "user_demo_tom",
      firstName: "Tom",
      lastName: "Okafor",
      email: "tom@alderfinch.example",
      role: "member",
      job: "Field technician",
      mobile: "+14125550114",
      quoUserId: "UStom00001",
    },
    {
      id: "user_demo_lena",
      firstName: "Lena",
      lastName: "Brandt",
      email: "lena@alderfinch.example",
      role: "member",
      job: "Bookkeeper",
      mobile: "+14125550115",
      quoUserId: "USlena0001",
    },
  ],
  quo: {
    connectionId: "conn_alder_quo",
    apiKey: "quo_demo_alder",
    webhookSecrets: ["YWxkZXItZmluY2gtZGVtby13ZWJob29rLXNlY3JldC0="],
    orgId: "ORalder001",
    lines: [
      {
        phoneNumberId: "PNalderShared",
        number: "+14125550100",
        label: "Shared line",
        audience: "external",
      },
      { phoneNumberId: "PNalderTeam", number: "+14125550101", label: "Team line", audience: "internal" },
    ],
  },
  google: {
    connectionId: "conn_alder_google",
    clientEmail: "steward@alder-finch-demo.iam.gserviceaccount.example",
    projectId: "alder-finch-demo",
    mailboxes: [
      { address: "office@alderfinch.example", name: "Alder & Finch Office", watched: true },
      { address: "dana@alderfinch.example", name: "Dana Whitfield", watched: false, calendar: true },
      { address: "marcus@alderfinch.example", name: "Marcus Hale", watched: false, calendar: true },
      { address: "priya@alderfinch.example", name: "Priya Raman", watched: false, calendar: true },
      { address: "tom@alderfinch.example", name: "Tom Okafor", watched: false },
      { address: "lena@alderfinch.example", name: "Lena Brandt", watched: false },
      { address: "steward@alderfinch.example", name: "Alder & Finch Steward", watched: true, answers: true },
    ],
  },
};

/** An insurance brokerage with forty accounts: a second tenant, so that a leak between tenants would be noticed. */
export const HARBOR: DemoTenant = {
  id: "tenant_harbor",
  name: "Harborlight Insurance Brokerage",
  domain: "harborlight.example",
  timeZone: "America/Chicago",
  people: [
    {
      id: "user_demo_ruth",
      firstName: "Ruth",
      lastName: "Castellan",
      email: "ruth@harborlight.example",
      role: "admin",
      job: "Principal broker",
      mobile: "+13125550111",
      quoUserId: "USruth0001",
    },
    {
      id: "user_demo_ben",
      firstName: "Ben",
      lastName: "Abara",
      email: "ben@harborlight.example",
      role: "member",
      job: "Account manager",
      mobile: "+13125550112",
      quoUserId: "USben00001",
    },
  ],
  quo: {
    connectionId: "conn_harbor_quo",
    apiKey: "quo_demo_harbor",
    webhookSecrets: ["aGFyYm9ybGlnaHQtZGVtby13ZWJob29rLXNlY3JldC0="],
    orgId: "ORharbor01",
    lines: [
      {
        phoneNumberId: "PNharborShared",
        number: "+13125550100",
        label: "Shared line",
        audience: "external",
      },
      { phoneNumberId: "PNharborTeam", number: "+13125550101", label: "Team line", audience: "internal" },
    ],
  },
  google: {
    connectionId: "conn_harbor_google",
    clientEmail: "steward@harborlight-demo.iam.gserviceaccount.example",
    projectId: "harborlight-demo",
    mailboxes: [
      { address: "service@harborlight.example", name: "Harborlight Service", watched: true },
      { address: "ruth@harborlight.example", name: "Ruth Castellan", watched: false, calendar: true },
      { address: "ben@harborlight.example", name: "Ben Abara", watched: false },
    ],
  },
};

/** Companies with their own world. */
export const DEMO: readonly DemoTenant[] = [ALDER, HARBOR];

/** All tenants: the demo's, and those of a drill. */
export const TENANTS: readonly DemoTenant[] = [
  ...DEMO,
  ...moreTeams(Number(process.env["SANDBOX_TEAMS"] ?? 0)),
];

/** A person with a valid identity but no tenant; sign-in must be refused. */
export const STRANGER: Pick<DemoPerson, "id" | "firstName" | "lastName" | "email"> = {
  id: "user_demo_stranger",
  firstName: "Sam",
  lastName: "Doyle",
  email: "sam@stranger.example",
};
