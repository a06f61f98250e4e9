/** The brokerage's current business. Earlier client mail is in `../clients`. */
import type { PinnedMail } from "./types.ts";

/** Harborlight's stories, oldest first. */
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
