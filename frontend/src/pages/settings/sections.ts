/** The settings, in the order they are listed. A new one is a line here, a line in `routes.tsx` and a file beside this. */
export const SECTIONS = [
  { to: "/settings/notifications", label: "Devices", about: "Which phones and browsers ring" },
  { to: "/settings/on-call", label: "On call", about: "Who is asked when nobody answers; quiet hours" },
  { to: "/settings/policy", label: "Policy", about: "What Steward may do, and what it asks first" },
  { to: "/settings/routing", label: "Who is told", about: "Which of you is rung first, about what" },
  { to: "/settings/texts", label: "Texts", about: "Old texts and calls; what search knows" },
  { to: "/settings/email", label: "E-mail", about: "Which mailboxes are watched, how often, and for whom" },
  { to: "/settings/upkeep", label: "Upkeep", about: "When daily notes become lasting memory" },
  { to: "/settings/mirror", label: "GitHub", about: "The workspace mirrored, and edits there brought back" },
  { to: "/settings/agents", label: "Agents", about: "What they are told, and the exact prompts" },
  { to: "/settings/usage", label: "Usage", about: "What it costs, by day" },
  { to: "/settings/team", label: "Team", about: "Who is here, and who may change settings" },
  { to: "/settings/audit", label: "Audit", about: "Who decided and did what" },
  { to: "/settings/sessions", label: "Sessions", about: "Where you are signed in" },
] as const;
