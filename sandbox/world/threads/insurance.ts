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
  client(
    "new vehicle",
    "< Bought a van today, pick-up is on {day}. Can it be on the policy by then?",
    ">15m Yes. Please send the VIN and who will drive it. - {staff}",
    "<1h Sent to your email. My nephew drives it, he's 22.",
    ">3h It's on from {day}, {small} more a month because of his age. ID card is in your inbox. - {staff}",
    "<10m Worth it, thanks {staff}.",
  ),
  client(
    "coverage question",
    "< Does our policy cover it if a guest slips on the ice outside? || Are we covered if our laptop gets stolen from the car?",
    ">1h Yes, up to your limit, less the deductible of {amount}. Take photos and names if it ever happens. - {staff}",
    "<20m Good to know. Let's hope we never need it",
  ),
  client(
    "address change",
    "< We're moving the office at the end of {month}. What do you need?",
    ">40m The new address, square footage and whether there are sprinklers. I'll move the policy the same day. - {staff}",
    "<1d All in your email. Sprinklers yes!",
    ">4h Done, and the sprinklers bring the premium down by {small}. - {staff}",
  ),
  client(
    "late claim payment",
    "< It's been three weeks and we haven't seen the claim money. This is getting hard for us.",
    ">10m I understand, {first}, and I'm sorry. I'm calling the adjuster now. - {staff}",
    ">3h The check for {amount} was held for a missing signature. I've emailed you the page; it goes out the day they have it. - {staff}",
    "<2h Signed. Thank you for pushing",
  ),
  client("thanks", "< Thanks! || Appreciate the quick help, {staff}. || 👍"),
];
