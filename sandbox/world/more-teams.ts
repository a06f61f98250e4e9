/** Additional fictional teams for a drill: one person, one line of each kind and one mailbox each. */
import type { DemoTenant } from "./company.ts";

/** Limited by four-digit phone suffixes. */
export const MOST_TEAMS = 9_999;

/** Deterministic. */
export function moreTeams(count: number): DemoTenant[] {
  return Array.from({ length: Math.min(count, MOST_TEAMS) }, (_, index) => team(index + 1));
}

function team(nth: number): DemoTenant {
  const digits = String(nth).padStart(4, "0");
  const domain = `team${digits}.example`;
  return {
    id: `tenant_team${digits}`,
    name: `Team ${digits}`,
    domain,
    timeZone: "America/New_York",
    people: [
      {
        id: `user_team${digits}`,
        firstName: "Ada",
        lastName: `Team${digits}`,
        email: `ada@${domain}`,
        role: "admin",
        job: "Owner",
        mobile: `+1412800${digits}`,
        quoUserId: `USteam${digits}`,
      },
    ],
    quo: {
      connectionId: `conn_team${digits}_quo`,
      apiKey: `quo_team_${digits}`,
      webhookSecrets: [btoa(`team-${digits}-webhook-secret-of-32-b`)],
      orgId: `ORteam${digits}`,
      lines: [
        {
          phoneNumberId: `PNteam${digits}Shared`,
          number: `+1412600${digits}`,
          label: "Shared line",
          audience: "external",
        },
        {
          phoneNumberId: `PNteam${digits}Team`,
          number: `+1412700${digits}`,
          label: "Team line",
          audience: "internal",
        },
      ],
    },
    google: {
      connectionId: `conn_team${digits}_google`,
      clientEmail: `steward@team${digits}.iam.gserviceaccount.example`,
      projectId: `team-${digits}`,
      mailboxes: [{ address: `office@${domain}`, name: `Team ${digits}`, watched: true }],
    },
  };
}
