/** Clients with policies in force. Contains everything their account files state, and more. */
import { before, type ClientCall, type ClientWords } from "./types.ts";

type Row = readonly [
  contact: string,
  staff: "Ruth" | "Ben",
  days: number,
  subject: string,
  theirs: string,
  ours: string,
  text: string,
  answer: string,
  point: string,
  said: string,
];

// oxfmt-ignore
const ROWS: readonly Row[] = [
  ["Bernard Holt", "Ben", 41, "Certificate for Ashland Avenue", "Ben,\n\nwe start on Ashland Avenue tomorrow at 7. The general contractor is Lindgren Build and wants to be additional insured.\n\nBernard Holt", "Bernard,\n\nit went out ten minutes ago.\n\nBen", "I'm on a roof, text me, don't call. Certificates within the hour when a job starts, ok?", "Understood, within the hour.", "Payroll by class is due for the renewal; roofers are about $610,000.", "About six hundred ten thousand for the roofers."],
  ["Dominic Santoro", "Ruth", 12, "Renewal questionnaire", "Ruth,\n\nalcohol is 31 percent of sales this year. And please tell me before the bill does why it went up.\n\nDominic", "Dominic,\n\nI'll bring the three-year loss figures with the renewal.\n\nRuth", "Why does it go up every single year?", "One claim in 2024, $3,200, closed. I'll show you the math.", "Dominic thinks of closing on Mondays from January.", "We may close on Mondays from January on."],
  ["Evelyn Marsh", "Ben", 150, "Auto renewal", "Dear Ben,\n\nplease renew the auto as it is. Nothing changed.\n\nEvelyn Marsh", "Dear Evelyn,\n\ndone.\n\nBen", "Did the ID cards go out?", "Yesterday, both of them.", "Her daughter gets her license next summer.", "Our daughter turns sixteen in June."],
  ["Hugh Tanaka", "Ruth", 200, "Garage policy", "Ruth,\n\nsix bays as before. The lift in bay 4 is new.\n\nHugh Tanaka", "Hugh,\n\nthanks, bound for another year.\n\nRuth", "Policy came, thanks", "Good! Drive safe.", "Customers' cars overnight are nine at most.", "Nine cars overnight at the very most."],
  ["Katherine Boyd", "Ben", 58, "Umbrella", "Ben,\n\nplease bind the umbrella, $1 million over the home.\n\nKatherine Boyd", "Katherine,\n\nbound as of today.\n\nBen", "We got a trampoline, does that matter?", "It does, please put a net around it.", "The Boyds rent out the coach house since the summer.", "We rent the coach house out now."],
  ["Neil Farrell", "Ben", 140, "Experience modifier", "Ben,\n\nthe new modifier is 0.92.\n\nNeil Farrell", "Neil,\n\ngreat news, that takes 8 percent off.\n\nBen", "Audit is in March, right?", "Right. I'll remind you in February.", "Two apprentices start in January.", "Two apprentices, from January."],
  ["Queenie Lau", "Ben", 22, "Hood suppression certificate", "Hi Ben,\n\nthe new hood suppression is in, the certificate is attached.\n\nQueenie Lau", "Hi Queenie,\n\non file, thank you.\n\nBen", "New hood looks great!", "And makes the carrier happy.", "The old system was from 2004.", "The old one was from two thousand four."],
  ["Raymond Sorensen", "Ruth", 170, "Boat lay-up", "Ruth,\n\nthe boat is laid up from November 1 to April 30, in the heated hall.\n\nRaymond", "Raymond,\n\nnoted on the policy.\n\nRuth", "Boat's in the hall.", "Thanks, enjoy the winter.", "A new outboard worth $19,000 comes in spring.", "New outboard in spring, nineteen thousand."],
  ["Wendy Fischer", "Ruth", 190, "Our son on the policy", "Dear Ruth,\n\nplease put Max on the auto policy, he passed.\n\nWendy Fischer", "Dear Wendy,\n\nhe is on it as of today, congratulations to Max.\n\nRuth", "Good student discount?", "With a B average, yes. Send me the report.", "Max goes to college in Madison in the fall, without a car.", "He's off to Madison in the fall, without a car."],
  ["Yolanda Price", "Ben", 61, "Audit figures", "Ben,\n\nthe audited payroll is $2.4 million, of which $300,000 is warehouse.\n\nYolanda Price", "Yolanda,\n\nthank you, bound on that.\n\nBen", "Warehouse grows next year", "Tell me when it passes $400,000.", "Price Staffing takes no roofing or tree work.", "No roofers, no tree work, that's our rule."],
  ["Boris Levin", "Ben", 230, "Renewal", "Ben,\n\nplease renew both policies.\n\nBoris Levin", "Boris,\n\nboth are bound.\n\nBen", "Thank you", "Any time.", "The pharmacy started giving vaccinations.", "We give vaccinations now."],
  ["Cynthia Oduya", "Ben", 72, "Renters policy", "Hi Ben,\n\nyes please, renters with the auto discount.\n\nCynthia", "Hi Cynthia,\n\nbound, $14 a month after the discount.\n\nBen", "That was quick!", "You're welcome.", "She has a bicycle worth $3,400.", "The bike is thirty-four hundred."],
  ["Estelle Fontaine", "Ruth", 125, "Open on Sundays", "Ruth,\n\nwe're open on Sundays now. Does the policy care?\n\nEstelle", "Estelle,\n\nit doesn't. Bound for the year.\n\nRuth", "Thanks for the quick answer", "Of course.", "Two of the six chairs are rented out.", "Two of the six chairs are rented."],
  ["Greta Lindholm", "Ben", 105, "Third veterinarian", "Ben,\n\nDr. Osei joins us as the third vet.\n\nGreta Lindholm", "Greta,\n\nhe is on the policy, three vets now.\n\nBen", "Horses?", "Only if you treat fewer than ten a year.", "The practice doesn't board animals.", "We don't board."],
  ["Inez Carrillo", "Ruth", 80, "Bond", "Ruth,\n\nthe school wants a bond of $25,000.\n\nInez Carrillo", "Inez,\n\nbound, the certificate is attached.\n\nRuth", "School accepted it", "Wonderful.", "Carrillo Cleaning has 26 people, 9 of them part time.", "Twenty-six, nine of them part time."],
  ["Kim Ellery", "Ruth", 29, "School project", "Ruth,\n\na school district asks for $2 million a claim from January. What would that cost?\n\nKim Ellery", "Kim,\n\nI'm asking the carrier.\n\nRuth", "District needs the certificate by January 5", "Noted.", "The project is an addition to a middle school, $9 million.", "A middle school addition, nine million."],
];

function wordsOf([contact, staff, days, subject, theirs, ours, text, answer, point, said]: Row): ClientWords {
  const call: ClientCall = {
    staff,
    ago: before(days, 30),
    outgoing: true,
    seconds: 90 + point.length * 2,
    points: [point],
    next: [],
    said: [`> Anything new I should know of?`, `< ${said}`],
  };
  return {
    contact,
    mails: [[subject, staff, before(days, 4), `< ${theirs}`, `>2h ${ours}`]],
    texts: [[staff, before(days, 1), `< ${text}`, `>15m ${answer} - ${staff}`]],
    calls: [call],
  };
}

export const BOUND_CLIENTS: readonly ClientWords[] = [
  {
    contact: "Alma Kessler",
    mails: [
      [
        "Second oven",
        "Ruth",
        before(64, 3),
        "< Hi Ruth,\n\nthe second oven has been in since the spring. Please raise the equipment coverage to $90,000.\n\nAlma",
        ">2h Hi Alma,\n\ndone. Please send the invoice of the oven when you find it.\n\nRuth",
      ],
    ],
    texts: [
      [
        "Ruth",
        before(64),
        "< Texts are best for me, I've got flour on my hands all day",
        ">10m Texts it is. - Ruth",
      ],
    ],
    calls: [
      {
        staff: "Ruth",
        ago: before(210, 5),
        seconds: 265,
        points: ["Alma agreed to renew for $4,180.", "She thinks of a second store next year."],
        next: ["Bind the renewal."],
        said: [
          "< Four thousand one eighty is fine.",
          "> Then I bind it today.",
          "< And next year maybe a second store!",
        ],
      },
    ],
  },
  ...ROWS.map(wordsOf),
];
