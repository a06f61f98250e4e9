/** Clients with open business, Olivia to Zachary. */
import { before, type ClientWords } from "../types.ts";

export const OLIVIA_TO_ZACHARY: readonly ClientWords[] = [
  {
    contact: "Olivia Grant",
    mails: [
      [
        "Second studio",
        "Ruth",
        before(4, 5),
        "< Hi Ruth,\n\nwe open a second studio in Logan Square in February, 1,800 square feet, no hot yoga. What do you need?\n\nOlivia",
        ">2h Hi Olivia,\n\nthe lease, mainly what the landlord asks for insurance.\n\nRuth",
      ],
    ],
    texts: [
      ["Ruth", before(3, 8), "< Lease is being signed next week, I'll send it then", ">15m Perfect. - Ruth"],
    ],
    calls: [
      {
        staff: "Ruth",
        ago: before(40),
        seconds: 150,
        points: ["A student tripped over a mat in October; no injury and no claim."],
        next: [],
        said: [
          "< A student tripped over a mat. Nothing happened.",
          "> Write it down with the date, and we leave it there.",
        ],
      },
    ],
  },
  {
    contact: "Patrick Dube",
    mails: [
      [
        "Quote for eleven tractors",
        "Ruth",
        before(52, 3),
        "> Patrick,\n\nthe quote for eleven tractors is $61,400, cargo $100,000 a load. Two of your drivers are under 25, that costs $5,200 of it.\n\nRuth",
        "<3d Ruth,\n\nmy present carrier says $63,000. I compare and call you.\n\nPatrick Dube",
      ],
    ],
    texts: [
      [
        "Ruth",
        before(17, 2),
        "< What would it be without the two young drivers?",
        ">40m I'll ask the carrier and come back to you. - Ruth",
      ],
    ],
    calls: [
      {
        staff: "Ruth",
        ago: before(55),
        seconds: 520,
        points: [
          "Dube Trucking has eleven tractors and runs within 400 miles of Gary.",
          "One loss: a jackknife in January 2024, $48,000.",
        ],
        next: ["Quote with and without the drivers under 25."],
        said: [
          "< Eleven tractors, all within four hundred miles.",
          "> Losses?",
          "< One jackknife in January twenty-four. Forty-eight thousand.",
        ],
      },
    ],
  },
  {
    contact: "Sylvia Petrakis",
    mails: [
      [
        "What my landlord wants",
        "Ben",
        before(13, 2),
        "< Dear Ben,\n\nmy landlord asks for $1 million liability and wants to be named on it. The store is 1,100 square feet.\n\nSylvia",
        ">1d Dear Sylvia,\n\nno problem. Please send the insurance clause of the lease, a photo will do.\n\nBen",
      ],
    ],
    texts: [
      ["Ben", before(12), "< Is a photo of page 9 enough?", ">10m Yes, if the whole clause is on it. - Ben"],
    ],
    calls: [
      {
        staff: "Ben",
        ago: before(15),
        seconds: 210,
        points: ["Sylvia has two walk-in coolers worth $28,000."],
        next: ["Send the application."],
        said: ["< The two coolers are worth twenty-eight thousand together."],
      },
    ],
  },
  {
    contact: "Thomas Nwosu",
    mails: [
      [
        "Professional liability, $2 million",
        "Ruth",
        before(44, 3),
        "> Thomas,\n\nthe quote is $11,300 for $2 million a claim, retroactive date 2019.\n\nRuth",
        "<9d Ruth, that looks right. My partner Ada has to sign as well, she is on a site in Peoria.\n\nThomas",
      ],
    ],
    texts: [
      [
        "Ruth",
        before(8, 2),
        "< It's a yes from me. Ada signs when she's back from Peoria.",
        ">10m Wonderful, Thomas. - Ruth",
      ],
    ],
    calls: [
      {
        staff: "Ruth",
        ago: before(46),
        seconds: 330,
        points: ["Fees were $1.4 million last year, 70 % of it bridges."],
        next: ["Ask for $2 million a claim."],
        said: ["> What were the fees last year?", "< One point four million. Seventy percent bridges."],
      },
    ],
  },
  {
    contact: "Victor Almeida",
    mails: [
      [
        "Frank Giordano sent me",
        "Ben",
        before(7, 3),
        "< Hello,\n\nFrank Giordano says you're good people. I lay tile, four men, and need general liability.\n\nVictor Almeida",
        ">2h Hello Victor,\n\nthank you, and thanks to Frank. What are your sales a year, and do you use subcontractors?\n\nBen",
      ],
    ],
    texts: [
      [
        "Ben",
        before(6, 8),
        "< sales about 480k, one sub for stone",
        ">30m Thanks! Does the sub carry his own insurance? - Ben",
      ],
    ],
    calls: [
      {
        staff: "Ben",
        ago: before(6),
        seconds: 140,
        points: ["Victor's present policy lapsed in September."],
        next: ["Ask carriers about the lapse."],
        said: ["< To be honest, the old one lapsed in September."],
      },
    ],
  },
  {
    contact: "Xavier Roche",
    mails: [
      [
        "Events up to 400 guests",
        "Ruth",
        before(28, 2),
        "< Ruth,\n\nplease have events up to 400 guests covered, with a full bar. Our largest this year was 385.\n\nXavier Roche",
        ">1d Xavier,\n\nit is with Great Lakes Mutual.\n\nRuth",
      ],
      [
        "Server training",
        "Ruth",
        before(10, 3),
        "> Xavier,\n\nGreat Lakes Mutual asks how your servers are trained. Do they have BASSET certificates?\n\nRuth",
        "<1d All but three. The three take the course on the 12th.\n\nXavier",
      ],
    ],
    texts: [["Ruth", before(27), "< Largest was 385 by the way, the Hensley wedding", ">5m Noted. - Ruth"]],
    calls: [
      {
        staff: "Ruth",
        ago: before(9),
        seconds: 200,
        points: ["Xavier said all servers are certified."],
        next: ["Collect the certificates."],
        said: ["> Is everybody certified?", "< All of them, yes."],
      },
    ],
  },
  {
    contact: "Zachary Stone",
    mails: [
      [
        "Quote and deductible",
        "Ruth",
        before(19, 2),
        "> Zachary,\n\nPrairie Specialty quoted $18,750 with a deductible of $10,000.\n\nRuth",
        "<4d Ruth,\n\nfinance wants to know what we would save with $25,000.\n\nZachary",
      ],
    ],
    texts: [
      [
        "Ruth",
        before(2, 2),
        "< Any word on the 25k deductible?",
        ">25m Asked Prairie Specialty this morning. - Ruth",
      ],
    ],
    calls: [
      {
        staff: "Ruth",
        ago: before(22),
        seconds: 345,
        points: [
          "The brewery sells 40 % over its own bar.",
          "A new canning line worth $420,000 arrives in March.",
        ],
        next: ["Add the canning line in March."],
        said: [
          "< Forty percent goes over our own bar.",
          "> And the canning line?",
          "< March. Four hundred twenty thousand.",
        ],
      },
    ],
  },
];
