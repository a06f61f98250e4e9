/** What the brokerage's clients write about by e-mail, and what is on its table now. */
import type { MailScript, PinnedMail } from "./types.ts";

const BROKERS = ["Ruth", "Ben"] as const;
const client = (topic: string, subject: string, ...lines: string[]): MailScript => ({
  topic,
  kinds: ["client"],
  staff: BROKERS,
  subject,
  mailbox: "office",
  lines,
});

/** Correspondence of the second tenant. */
export const INSURANCE_MAIL: readonly MailScript[] = [
  client(
    "certificate",
    "Certificate needed by {day}",
    "< Hello,\n\nwe need a certificate of insurance for a new job, holder as last year but with the new address below. They want it by {day}.\n\n{first}\n{company}",
    ">2h Hello {first},\n\nit is attached and has gone to the holder as well.\n\n{staff}",
  ),
  client(
    "renewal",
    "Renewal of {company}",
    "> Dear {first},\n\nyour policy renews on {date}. The carrier asks {amount} a year, 4 % more than last year. We are asking two others. Has payroll or anything else changed?\n\n{staff}",
    "<1d Hi {staff}, payroll is up by about a tenth. Nothing else.\n\n{first}",
    ">3d Thank you. The best offer is with the same carrier at {amount}; the comparison is attached.\n\n{staff}",
    "<1d Please go ahead.",
  ),
  client(
    "claim",
    "Claim {digits}",
    "< Hi,\n\nthe adjuster came on {day}. He says the deductible is {small}, I thought it was less?\n\n{first}",
    ">5h Hi {first},\n\nI looked it up: it went up at the last renewal, page 3. I have asked for the endorsement in writing and will call you.\n\n{staff}",
    "<1h Ah, now I remember. Thanks.",
  ),
  client(
    "audit",
    "Premium audit",
    "> Dear {first},\n\nthe carrier's auditor needs the payroll by class for the last policy year. A spreadsheet is fine. The deadline is {date}.\n\n{staff}",
    "<2d Attached. Please check whether the office staff is in the right class.\n\n{first}\n{company}",
  ),
  client(
    "change",
    "New location for {company}",
    "< Hello,\n\nwe take over the space next door from {date}: 900 square feet, sprinklered. Please add it.\n\n{first}",
    ">1d Done as of that day, {small} more a year.\n\n{staff}",
  ),
  client(
    "thanks",
    "Thank you",
    "< Dear {staff},\n\nthe check arrived. You made a bad week much easier. Thank you.\n\n{first}",
  ),
];

/** Stories of Harborlight, oldest first. */
export const HARBOR_MAIL: readonly PinnedMail[] = [
  {
    contact: "Alma Kessler",
    staff: "Ben",
    subject: "Second bakery on Halsted",
    ago: "6d",
    lines: [
      "< Hi Ben,\n\nas promised: 2,400 square feet, two deck ovens, lease from March 1. The landlord wants to be additional insured.\n\nAlma",
      ">5h Hi Alma,\n\nperfect, I have what I need. The quote is with you on Friday.\n\nBen",
    ],
  },
  {
    contact: "Agnes Whitmore",
    staff: "Ruth",
    subject: "Board meeting: deductible",
    ago: "20h",
    unread: true,
    lines: [
      "< Dear Ruth,\n\nthe board meets on Thursday. Could you tell me what we would save on the directors and officers policy with a $5,000 deductible instead of $2,500?\n\nAgnes Whitmore",
    ],
  },
];
