/** E-mails of a specific person at a specific time that relate to texts: some agree with them, some contradict them. */
import type { PinnedMail } from "./types.ts";

/** Alder & Finch's stories, oldest first. Unread ones are the newest. */
export const ALDER_MAIL: readonly PinnedMail[] = [
  {
    contact: "Gregory Stahl",
    staff: "Dana",
    subject: "Carpet, 302 Orchard Ln 3A",
    ago: "72d",
    lines: [
      "< Ms. Whitfield,\n\nI want it in writing: $180 were taken for a carpet that was stained when I moved in. Here are my own photos from the first day. I expect the full amount back within ten days.\n\nGregory Stahl",
      ">1d Dear Mr. Stahl,\n\nthank you for the photos. They show the mark by the closet, which we will not charge ($90, credited today), and not the one by the window. I would like to look at it together on Saturday.\n\nDana Whitfield",
    ],
    file: { filename: "bedroom-first-day.txt", text: "Photo: bedroom, closet side, stain of about a hand." },
  },
  {
    contact: "Judith Pemberton",
    staff: "Dana",
    subject: "Stahl / 302 Orchard Ln",
    ago: "66d",
    mailbox: "own",
    lines: [
      "< Dana,\n\nif it goes to small claims you are fine on the second stain as long as the photos carry a date. Keep the texts too. No letter needed for now.\n\nJudith",
      ">3h Thank you, Judith. It looks as if we agree without a judge.\n\nDana",
    ],
  },
  {
    contact: "Philippa Grant",
    staff: "Dana",
    subject: "Northgate: budget for next year",
    ago: "33d",
    lines: [
      "< Dear Dana,\n\nfor next year we plan $18,400 for Millrace, $9,200 for Foundry Row and $7,600 for Tannery Way. Above $1,000 we want two quotes, as agreed on the phone.\n\nPhilippa Grant\nNorthgate Holdings",
      ">1d Dear Philippa,\n\nthank you, noted. The elevator at Millrace will need about $6,000 of it; Orson's report comes next month.\n\nDana",
      "<2d Fine, please send it when you have it.",
    ],
  },
  {
    contact: "John Hartwell",
    staff: "Tom",
    subject: "Front porch, 87 Larkspur: price",
    ago: "13d",
    lines: [
      "< Hello Tom,\n\nthe front porch at Larkspur is $860 with new treads and a coat of oil. I could do it the week after next.\n\nJohn Hartwell\nHartwell Restoration",
      ">5h Hi John, that's under our limit, go ahead.\n\nTom",
    ],
  },
  {
    contact: "John Pruitt",
    staff: "Lena",
    subject: "Renters insurance 560 Maple Terrace 1C",
    ago: "10d",
    lines: [
      "< Hi Lena,\n\nmy new certificate is on its way to you by mail. Same company as last year.\n\nJohn Pruitt",
      ">3h Thank you, John!\n\nLena",
    ],
  },
  {
    contact: "Beatrix Alderman",
    staff: "Priya",
    subject: "Renewal 1120 Cedar Hollow Rd 2C",
    ago: "8d",
    lines: [
      "< Dear Priya,\n\nMs. Lindqvist may stay, I am glad. Please let the new lease begin on the 1st, not in the middle of the month, at $1,310.\n\nBeatrix Alderman",
      ">2h Dear Ms. Alderman,\n\nthank you! I'll prepare it.\n\nPriya",
    ],
  },
  {
    contact: "Orson Webb",
    staff: "Tom",
    subject: "Elevator 930 Millrace: yearly inspection",
    ago: "7d",
    lines: [
      "< Hello Tom,\n\nthe state inspector is booked for the 24th at 9 am. The leveling on 4 is worn and should be set before. I would do both in one visit.\n\nOrson Webb\nSummit Elevator",
      ">4h Hi Orson, please do both. I'll put a notice in the lobby.\n\nTom",
    ],
  },
  {
    contact: "Anneke Visser",
    staff: "Marcus",
    subject: "Radiator valve 214 Birch 3B",
    ago: "5d",
    lines: [
      "< Hi Marcus,\n\nthe valve for 3B is $145 and I charge $95 to fit it, so $240 together. It should be here within the week.\n\nAnneke\nHearth & Flue HVAC",
      ">1h Thanks Anneke, please order it. The owner has agreed to $240.\n\nMarcus",
    ],
    file: { filename: "quote-birch-3b.pdf", text: "Quote: radiator valve $145, fitting $95, total $240" },
  },
  {
    contact: "John Hartwell",
    staff: "Tom",
    subject: "Larkspur porch: before we start",
    ago: "46h",
    lines: [
      "< Hello Tom,\n\nI walked the porch at 87 Larkspur this morning. The frame is sound, so the price stays. Three things before we come on Thursday.\n\nPlease move the two planters and the bench off the front porch at 87 Larkspur. Could you have an electrician look at the outlet by the front door? It is dead, and we need it for the saws. And please tell the residents to use the back door until Friday evening.\n\nJohn Hartwell\nHartwell Restoration",
    ],
  },
  {
    contact: "Siân Pryce",
    staff: "Dana",
    subject: "Stairwell light at Wren Court",
    ago: "30h",
    lines: [
      "< Dear Dana,\n\nMrs. Voss wrote me the kindest card about Tom. Please thank him from me, and put a motion sensor on the list for the spring.\n\nSiân",
      ">4h Dear Siân,\n\nhe will be red for a week. The sensor is on the list.\n\nDana",
    ],
  },
  {
    contact: "Harold Finch",
    staff: "Dana",
    subject: "Statement for 214 Birch St",
    ago: "3d",
    unread: true,
    lines: [
      "> Dear Harold,\n\nyour statement for Birch is attached. All eight units are paid. We keep $240 aside for the valve in 3B.\n\nDana",
      "<66h Dana,\n\nis the valve in 3B in by now, and was it $240 as you said? I would like to close my books this week.\n\nHarold Finch",
    ],
  },
  {
    contact: "Bo Tillman",
    staff: "Marcus",
    subject: "Snow contract",
    ago: "9h",
    unread: true,
    lines: [
      "< Marcus,\n\nfor this winter I'd do all fourteen lots for $3,900 flat, or $85 a push. I need to know by the end of next week so I can hold a plow for you.\n\nBo\nEvergreen Lawn & Snow",
    ],
  },
];
