/** What an insurance brokerage and its clients text about. */
import type { ThreadScript } from "../types.ts";

const BROKERS = ["Ruth", "Ben"] as const;
const client = (topic: string, ...lines: string[]): ThreadScript => ({
  topic,
  kinds: ["client"],
  staff: BROKERS,
  lines,
});

/** Conversations of the second tenant. */
export const INSURANCE_THREADS: readonly ThreadScript[] = [
  client(
    "certificate",
    "< Need a certificate of insurance for a job, they want it by {day}. || Can you send a COI to our landlord? Same as last year.",
    ">20m Of course, {first}. Who should be listed as certificate holder? - {staff}",
    "<10m I'll email you the address.",
    ">1h Sent to them and to you. - {staff}",
    "<5m Lightning fast, thanks",
  ),
  client(
    "claim",
    "< We had water damage over the weekend. What do we do? || One of our trucks got rear-ended, nobody hurt.",
    ">4m I'm glad everyone is safe. Please take photos before anything is moved. I'm opening the claim now, number follows. - {staff}",
    ">50m Claim {digits} is open; the adjuster will call you before {hour}. - {staff}",
    "<20m Thank you, I feel better already.",
    ">6d The adjuster's figure is {amount} after the deductible. Happy with that? - {staff}",
    "<3h Yes, that's fair.",
  ),
  client(
    "renewal",
    "> Hi {first}, your policy renews on {date}. The carrier wants 6% more; I'm asking two others. Any changes this year? - {staff}",
    "<1d We hired two people and sold the old van. || Nothing new here.",
    ">2d Good news: moved to a carrier with the same cover, {amount} less a year. Papers are in your email. - {staff}",
    "<4h Signed. You're worth every penny.",
  ),
  client(
    "premium question",
    "< Why did my premium go up by {small}?",
    ">2h The payroll audit came in higher than estimated. I can send you the worksheet. - {staff}",
    "<15m Please do.",
  ),
  client(
    "payment reminder",
    "> Hi {first}, the {month} installment of {amount} is due on {day}. - {staff}",
    "<2h Paid online just now. || Thanks, my bookkeeper will send it today",
  ),
  client("thanks", "< Thanks! || Appreciate the quick help, {staff}. || 👍"),
];
