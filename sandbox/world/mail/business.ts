/** E-mail threads with owners, vendors, applicants and the team. */
import type { ContactKind } from "../types.ts";
import type { MailScript } from "./types.ts";

const script = (
  kind: ContactKind,
  topic: string,
  subject: string,
  staff: readonly string[],
  ...lines: string[]
): MailScript => ({ topic, kinds: [kind], staff, subject, mailbox: "office", lines });

const own = (made: MailScript): MailScript => ({ ...made, mailbox: "own" });
const withFile = (made: MailScript, filename: string, text: string): MailScript => ({
  ...made,
  file: { filename, text },
});

/** With everyone except residents. */
export const BUSINESS_MAIL: readonly MailScript[] = [
  withFile(
    script(
      "vendor",
      "invoice",
      "Invoice {digits}, {building}",
      ["Lena"],
      "< Hello,\n\nattached is invoice {digits} for the work at {building}: {amount}, net 30.\n\nThank you for your business,\n{first}\n{company} || Good morning,\n\nplease find our invoice {digits} over {amount} for {building}. Parts and labor are listed separately, as you asked.\n\nBest,\n{first}",
      ">6h Hi {first},\n\nthank you, it is entered and goes out with Friday's run.\n\nLena",
    ),
    "invoice-{digits}.pdf",
    "Invoice {digits}\n{company}\nWork at {building}\nTotal {amount}, net 30 days",
  ),
  withFile(
    script(
      "vendor",
      "invoice only",
      "Your invoice {digits} from {company}",
      ["Lena"],
      "< Dear Alder & Finch,\n\nyour invoice {digits} is attached. Amount due: {amount}. Job address: {building}.\n\nRegards,\n{company}",
    ),
    "{digits}.pdf",
    "Invoice {digits}: {amount}",
  ),
  own(
    script(
      "vendor",
      "open balance",
      "Past due: invoice {digits}",
      ["Lena"],
      "< Hi Lena,\n\nour books show invoice {digits} over {amount} as open since {month}. Did it get lost?\n\n{first}",
      ">3h Hi {first},\n\nit had no building on it, so it sat in the wrong pile. Sorry! It is paid as of today.\n\nLena",
      "<1d Got it, thanks Lena.",
    ),
  ),
  script(
    "vendor",
    "quote",
    "Quote for {building}",
    ["Marcus"],
    "> Hi {first},\n\ncould you quote the {room} at {building}, unit {unit}? The owner would like a number before {date}.\n\nThanks,\nMarcus",
    "<2d Hi Marcus,\n\n{amount} all in, two days of work, and I would start the week of {date}. The price holds for 30 days.\n\n{first}\n{company}",
    ">1d Thanks {first}, I have passed it on and will let you know.\n\nMarcus",
  ),
  script(
    "vendor",
    "schedule",
    "{day} at {building}",
    ["Marcus"],
    "< Hi Marcus,\n\nmy crew is double-booked on {day}. Could we come {window} the day after instead?\n\n{first}",
    ">2h That works. I'll tell the resident.\n\nMarcus",
  ),
  script(
    "vendor",
    "certificate of insurance",
    "Certificate of insurance {company}",
    ["Lena"],
    "> Hello {first},\n\nyour certificate of insurance on file ended on {date}. Could you have your broker send the new one, with Alder & Finch as certificate holder?\n\nThank you,\nLena",
    "<3d Done, my broker will send it directly.\n\n{first}",
  ),
  withFile(
    script(
      "vendor",
      "report",
      "Service report {building}",
      ["Tom", "Marcus"],
      "< Hello,\n\nthe yearly service at {building} is done. Everything is in order but for one part that should be changed before winter ({small}). The report is attached.\n\n{first}",
      ">5h Thanks {first}, please go ahead with the part.\n\n{staff}",
      "<4d It is in. No charge for the trip.\n\n{first}",
    ),
    "service-report.pdf",
    "Service report {building}: one part worn, replacement {small}",
  ),
  own(
    script(
      "owner",
      "statement",
      "Your {month} statement",
      ["Dana"],
      "> Dear {first},\n\nattached is your {month} statement. All units are paid; repairs came to {small}. The transfer goes out on the 10th.\n\nKind regards,\nDana",
      "<9h Thank you Dana. Received with thanks. || Thanks. What was the repair?",
    ),
  ),
  script(
    "owner",
    "approval over limit",
    "Approval needed: {building}",
    ["Dana"],
    "> Dear {first},\n\nthe porch at {building} needs new boards. We have two quotes: {amount}, and one that is $300 higher and could start sooner. We suggest the first. May we go ahead?\n\nKind regards,\nDana",
    "<1d Please take the first. And take pictures before and after. || Is it safe until then? If so, go ahead with the cheaper one.",
    ">2h Will do, and thank you.\n\nDana",
  ),
  script(
    "owner",
    "taxes",
    "Papers for my accountant",
    ["Lena"],
    "< Hello Lena,\n\nmy accountant asks for the list of repairs and the insurance premium of last year. Could you send both?\n\n{first}",
    ">1d Hello {first},\n\nhere they are: repairs {amount} over the year, insurance {small} a month. The receipts are in your folder.\n\nLena",
    "<3h Wonderful, thank you.",
  ),
  script(
    "owner",
    "insurance renewal",
    "Insurance of {building}",
    ["Dana"],
    "< Dana,\n\nthe carrier wants to see the roof before they renew. Can someone let their inspector in next week?\n\n{first}",
    ">4h Of course. Tom will meet them {day} at {hour}. I'll send you the report.\n\nDana",
    "<6d They renewed without a change. Thank you.",
  ),
  script(
    "owner",
    "vacancy",
    "Unit {unit} still empty?",
    ["Priya"],
    "< Hello Priya,\n\nI see {unit} is still on the market. How does it look?\n\n{first}",
    ">5h Hello {first},\n\nfour showings last week, two applications. One has a 731 score and no pets, I expect to sign by {date}.\n\nPriya",
    "<2h Very good.",
  ),
  script(
    "applicant",
    "application",
    "My application for {building}",
    ["Priya"],
    "< Hi,\n\nI have sent the application and paid the fee. Is there anything else you need?\n\n{first}",
    ">3h Hi {first},\n\nonly the last two pay stubs, then we are complete. You will hear from us within two working days.\n\nPriya",
    "<1d Attached. Thank you!",
  ),
  own(
    script(
      "team",
      "minutes",
      "Notes from Monday",
      ["Dana"],
      "> All,\n\nthe short version: {building} gets the new mailboxes, {amount} is approved for the hallway, and the walk-throughs move to {day}s.\n\nDana",
      "<1h Thanks, I'll order the mailboxes. || Got it.",
    ),
  ),
  own(
    script(
      "team",
      "holidays",
      "Days off in {month}",
      ["Lena", "Dana"],
      "< Hi {staff},\n\ncould I take {date} off? Everything is covered for that day.\n\n{first}",
      ">2h Of course, it's in the calendar.\n\n{staff}",
    ),
  ),
];

/** With residents. */
export const RESIDENT_MAIL: readonly MailScript[] = [
  script(
    "resident",
    "lease copy",
    "Copy of my lease",
    ["Priya"],
    "< Hello,\n\ncould you send me a copy of my lease for {unit}? My employer asks for proof of address.\n\nThanks,\n{first}",
    ">3h Hi {first},\n\nit is attached. Have a good day!\n\nPriya",
    "<20m Thank you!",
  ),
  script(
    "resident",
    "written notice",
    "Notice for {building} #{unit}",
    ["Priya", "Dana"],
    "< To whom it may concern,\n\nI am giving my 60 days' notice for {unit} at {building}. My last day is {date}.\n\n{first}",
    ">1d Dear {first},\n\nwe have your notice and are sorry to see you go. We would do the walk-through that morning at {hour}; please tell us if another time is better.\n\n{staff}",
    "<2h That works for me. Thank you for everything.\n\n{first}",
  ),
  script(
    "resident",
    "ledger",
    "Question about my balance",
    ["Lena"],
    "< Hi Lena,\n\nthe portal shows {small} open although I paid on the 1st. What is it for?\n\n{first}",
    ">4h Hi {first},\n\nthat is the water share for {month} (section 7 of the lease). It is due with the next rent.\n\nLena",
    "<1h Understood, thank you.",
  ),
  script(
    "resident",
    "complaint",
    "Noise from above",
    ["Dana"],
    "< Hello Dana,\n\nI wrote down the times as you asked: three nights after 1 am this week. It is the unit above me at {building}.\n\n{first}",
    ">6h Thank you, {first}. I have written to them today and will call on {day}. Please keep the list.\n\nDana",
    "<7d It has been quiet since. Thank you.",
  ),
  script(
    "resident",
    "renters insurance",
    "Renters insurance for {unit}",
    ["Lena"],
    "> Hi {first},\n\nthe certificate we have for {unit} ends on {date}. Could you send the new one?\n\nLena",
    "<2d Hi Lena, attached. Same company as before.\n\n{first}",
  ),
];
