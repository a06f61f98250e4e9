/** Clients something is open with: leads, applications, submissions and quotes. What is said here is what their files tell, and more. */
import { before, type ClientWords } from "./types.ts";

export const OPEN_CLIENTS: readonly ClientWords[] = [
  {
    contact: "Cassandra Iyer",
    mails: [
      [
        "Malpractice for the group",
        "Ben",
        before(34),
        "< Hi Ben,\n\nwe are four dentists and two hygienists now, at the Lakeview office only. Our present policy ends on the last day of next month. Please get us two quotes to compare, limits $2 million a claim and $4 million a year.\n\nCassandra Iyer\nPractice manager",
        ">4h Hi Cassandra,\n\nthanks. I need the license numbers and the loss runs of the last five years.\n\nBen",
        "<2d Attached both. No open claims.\n\nCassandra",
      ],
      [
        "Great Lakes Mutual",
        "Ben",
        before(3, 3),
        "> Hi Cassandra,\n\nGreat Lakes Mutual quoted $7,950 a year for $1 million a claim and $3 million a year. Prairie Specialty still owes us its number.\n\nBen",
        "<2h Thanks Ben. Please don't decide anything before our partners meet on the first Monday.\n\nCassandra",
      ],
    ],
    texts: [
      [
        "Ben",
        before(9),
        "> Hi Cassandra, I've asked Great Lakes Mutual and Prairie Specialty for malpractice quotes. - Ben",
        "<30m Great. The partners decide on the first Monday of the month, so I need both side by side by then.",
      ],
    ],
    calls: [
      {
        staff: "Ben",
        ago: before(20),
        seconds: 412,
        points: [
          "Cassandra wants $1 million a claim and $3 million a year, not the higher limits of her e-mail.",
          "There was one claim in 2022, a crown, closed for $6,500.",
          "A cyber policy is wanted as well, for about 3,800 patient records.",
        ],
        next: ["Quote $1 million / $3 million.", "Add cyber for 3,800 records."],
        said: [
          "< About the limits in my e-mail: two million is too much, let's do one million a claim and three a year.",
          "> One and three, noted. Any claims we should know of?",
          "< One in 2022, a crown. It closed for sixty-five hundred.",
          "> And the cyber policy, how many patient records?",
          "< About thirty-eight hundred.",
        ],
      },
    ],
  },
  {
    contact: "Frederick Olsen",
    mails: [
      [
        "Appraisal of the warehouse",
        "Ruth",
        before(20, 5),
        "< Ruth,\n\nthe appraisal is in: $1.9 million replacement cost for the Calumet warehouse. The sprinklers were tested in June, the report is with it.\n\nFrederick Olsen",
        ">3h Thank you Frederick. It goes to the underwriter at Lakeshore today.\n\nRuth",
      ],
    ],
    texts: [
      [
        "Ruth",
        before(20),
        "> Submission is with Lakeshore. They usually take two weeks. - Ruth",
        "<1h Good.",
      ],
    ],
    calls: [
      {
        staff: "Ruth",
        ago: before(75),
        seconds: 305,
        points: [
          "Frederick wants the warehouse insured at replacement cost, not actual cash value.",
          "Stock is $640,000 on average, most of it outboard motors.",
        ],
        next: ["Order an appraisal of the warehouse."],
        said: [
          "< After the fire next door I don't want actual cash value anymore.",
          "> Then we need an appraisal first. What is in stock on an average day?",
          "< Six hundred forty thousand, most of it outboard motors.",
        ],
      },
    ],
  },
  {
    contact: "Gloria Bright",
    mails: [
      [
        "Application for the center in Plano",
        "Ben",
        before(26, 4),
        "< Hello Ben,\n\nhere is the application for our childcare center in Plano, Texas. I left the staff count open because two teachers start in January. We have 64 children enrolled.\n\nGloria Bright",
        ">1d Hello Gloria,\n\nthank you. The carrier won't rate it without the number of staff and the children by age. Could you send both?\n\nBen",
      ],
      [
        "Second reminder: staff and children",
        "Ben",
        before(6, 2),
        "> Hello Gloria,\n\nonly the number of staff and the children by age are missing. Without them we can't make January.\n\nBen",
      ],
    ],
    texts: [
      [
        "Ben",
        before(18),
        "> Hi Gloria, any news on the staff count? - Ben",
        "<5h So sorry, we've had the flu go around. This week!",
      ],
    ],
    calls: [
      {
        staff: "Ben",
        ago: before(30),
        seconds: 380,
        points: [
          "Bright Beginnings moved from Illinois to Plano, Texas last year.",
          "The state inspection is on January 14; the certificate has to be on the wall by then.",
        ],
        next: ["Send the application form."],
        said: [
          "< We have the state inspection on January fourteenth. The certificate has to be on the wall.",
          "> That's doable. Are you in Plano for good now?",
          "< Yes, we moved down from Illinois last year.",
        ],
      },
    ],
  },
  {
    contact: "Isabel Quiroz",
    mails: [
      [
        "Two new trucks",
        "Ben",
        before(16, 3),
        "< Hi Ben,\n\nwe bought two trucks, a 2023 Isuzu NPR and a 2021 Ford F-450. Please quote them on the auto policy. The VINs are on the way.\n\nIsabel",
        ">2h Hi Isabel,\n\nwill do. I need the VINs and the licenses of whoever drives them.\n\nBen",
      ],
    ],
    texts: [
      [
        "Ben",
        before(16),
        "> Isabel, whenever you have the VINs, a photo is fine. - Ben",
        "<3h Tomorrow, the trucks are at the body shop",
      ],
    ],
    calls: [
      {
        staff: "Ben",
        ago: before(17),
        seconds: 190,
        points: ["Isabel's brother Mateo will drive the Isuzu; he is 24 and had one ticket."],
        next: ["Ask for the drivers' licenses."],
        said: [
          "< My brother Mateo drives the Isuzu. He's twenty-four.",
          "> Any tickets?",
          "< One, for speeding, last spring.",
        ],
      },
    ],
  },
  {
    contact: "Jonas Wexler",
    mails: [
      [
        "Your quote, $2,600",
        "Ruth",
        before(88, 2),
        "> Dear Jonas,\n\nPrairie Specialty quoted $2,600 for the businessowners policy, deductible $1,000.\n\nRuth",
        "<6d Dear Ruth,\n\nthank you. My cousin opened an agency in Evanston, I have to give him a chance.\n\nJonas",
      ],
    ],
    texts: [
      [
        "Ruth",
        before(47, 2),
        "< Ruth, I went with my cousin's agency. It wasn't the price, you were fair. Ask me again in September.",
        ">1h I understand, Jonas. I'll do that. - Ruth",
      ],
    ],
    calls: [
      {
        staff: "Ruth",
        ago: before(90),
        seconds: 240,
        points: ["Jonas has 22,000 books, about a third of them used."],
        next: ["Quote the businessowners policy."],
        said: ["> How much stock is it?", "< Twenty-two thousand books, about a third of them used."],
      },
    ],
  },
  {
    contact: "Leonard Ames",
    mails: [
      [
        "Inspection questions",
        "Ruth",
        before(31, 3),
        "> Leonard,\n\nthe submission is with Lakeshore, Prairie Specialty and Great Lakes Mutual.\n\nRuth",
        "<1d Thanks. The stairs to the basement store are wood, as you know, from 1928. We had the wiring done new in 2019.\n\nLeonard Ames",
      ],
      [
        "Lakeshore declined",
        "Ruth",
        before(11, 3),
        "> Leonard,\n\nLakeshore declined because of the wooden stairs. Prairie Specialty asks for photos before it says anything.\n\nRuth",
        "<5h I'll take them this weekend.\n\nLeonard",
      ],
    ],
    texts: [["Ruth", before(10), "> Leonard, don't forget the photos of the stairs. - Ruth", "<2h On it"]],
    calls: [
      {
        staff: "Ruth",
        ago: before(33),
        seconds: 275,
        points: ["The building is worth about $850,000, contents $310,000.", "No losses in ten years."],
        next: ["Send the submission to three carriers."],
        said: [
          "< The building is around eight-fifty, the goods three hundred ten.",
          "> Any losses?",
          "< None in ten years.",
        ],
      },
    ],
  },
  {
    contact: "Monica Sato",
    mails: [
      [
        "Malpractice for two dentists",
        "Ben",
        before(5, 4),
        "< Hello,\n\nwe are a new practice by the lake, two dentists, and need malpractice insurance. Kessler Bakery recommended you.\n\nDr. Monica Sato\nLakeside Dental Care",
        ">3h Dear Dr. Sato,\n\ngladly. Could you send the license numbers of both dentists?\n\nBen",
      ],
    ],
    texts: [
      [
        "Ben",
        before(5),
        "< Which license number do you need, state or DEA?",
        ">20m The state one is enough. - Ben",
      ],
    ],
    calls: [
      {
        staff: "Ben",
        ago: before(4, 6),
        seconds: 160,
        points: [
          "The practice opens on February 2.",
          "Dr. Sato asked not to be mixed up with Lakeview Dental Group, which is not related.",
        ],
        next: ["Send the application form."],
        said: [
          "< Please don't mix us up with Lakeview Dental Group. We're Lakeside, and not related.",
          "> Understood. When do you open?",
          "< February second.",
        ],
      },
    ],
  },
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
  {
    contact: "Agnes Whitmore",
    mails: [
      [
        "Minutes of three meetings",
        "Ruth",
        before(14, 3),
        "< Dear Ruth,\n\nhere are the minutes of our last three board meetings. You will see that an owner is suing us over the garage; our attorney calls it weak.\n\nAgnes Whitmore",
        ">3h Dear Agnes,\n\nthank you. The carrier has to know of the lawsuit before it raises the limit.\n\nRuth",
      ],
    ],
    texts: [
      [
        "Ruth",
        before(30),
        "> Agnes, the carrier asks for the minutes of three board meetings. - Ruth",
        "<1d You'll have them after Thanksgiving weekend.",
      ],
    ],
    calls: [
      {
        staff: "Ruth",
        ago: before(37),
        seconds: 420,
        points: [
          "The board wants directors and officers raised from $1 million to $2 million.",
          "The association has 48 units.",
        ],
        next: ["Ask for the minutes."],
        said: ["< The board voted for two million.", "> How many units are you?", "< Forty-eight."],
      },
    ],
  },
  {
    contact: "Daniel Mercer",
    mails: [
      [
        "Application",
        "Ben",
        before(24, 3),
        "< Ben,\n\nthe application is attached. I wasn't sure what to write about the dust collection.\n\nDaniel Mercer",
        ">1d Daniel,\n\nwhat make it is, whether it's outside, and how often the filters are changed.\n\nBen",
      ],
    ],
    texts: [
      [
        "Ben",
        before(22),
        "< It's an Oneida, outside the building. Filters I'd have to look up.",
        ">1h Great, just the filters then. - Ben",
      ],
    ],
    calls: [
      {
        staff: "Ben",
        ago: before(26),
        seconds: 230,
        points: ["Mercer Cabinetry has nine employees and finishes with water-based lacquer."],
        next: ["Send the application form."],
        said: ["< We're nine people, and we only spray water-based."],
      },
    ],
  },
  {
    contact: "Frank Giordano",
    mails: [
      [
        "Renewal",
        "Ruth",
        before(49, 3),
        "> Frank,\n\nthe renewal is $38,200, with the wrap-up exclusion taken out.\n\nRuth",
        "<6d Ruth, there's another broker who says $36,900. I give you until Friday after next.\n\nFrank",
      ],
    ],
    texts: [
      [
        "Ruth",
        before(15, 4),
        "< Still waiting for the other guy's number in writing. Friday.",
        ">10m Send it over when you have it, I'll check it's the same cover. - Ruth",
      ],
    ],
    calls: [
      {
        staff: "Ruth",
        ago: before(15, 2),
        seconds: 260,
        points: [
          "The other broker promises $36,000, but with the wrap-up exclusion left in, as far as Frank can tell.",
        ],
        next: ["Compare the exclusions of both quotes."],
        said: [
          "< He says thirty-six flat now.",
          "> With the wrap-up exclusion or without?",
          "< I think it's in there. You tell me.",
        ],
      },
    ],
  },
  {
    contact: "Howard Banks",
    mails: [
      [
        "Tenants' property",
        "Ben",
        before(18, 3),
        "< Ben,\n\ncan tenants' property be included? They keep asking. We have 412 units.\n\nHoward Banks",
        ">5h Howard,\n\nit can. The carrier asks for the number of units and the average value in one.\n\nBen",
      ],
    ],
    texts: [
      [
        "Ben",
        before(17),
        "> Howard, 412 units, thanks. And the average value? - Ben",
        "<1d I'd guess $2,500. I'll check with the other managers.",
      ],
    ],
    calls: [
      {
        staff: "Ben",
        ago: before(21),
        seconds: 185,
        points: ["There was a break-in in May; four units, $7,200."],
        next: ["Tell the carrier of the break-in."],
        said: ["< Four units in May, seventy-two hundred all together."],
      },
    ],
  },
  {
    contact: "Jerry Novotny",
    mails: [
      [
        "The Mustang",
        "Ben",
        before(21, 3),
        "< Ben,\n\nI'd like an agreed value for the 1966 Mustang. I think $42,000.\n\nJerry Novotny",
        ">2h Jerry,\n\nphotos and an appraisal, and you have it.\n\nBen",
      ],
    ],
    texts: [["Ben", before(20), "< Appraiser comes Saturday", ">5m Nice. - Ben"]],
    calls: [
      {
        staff: "Ben",
        ago: before(23),
        seconds: 120,
        points: ["The Mustang is driven less than 1,500 miles a year and stands in a locked garage."],
        next: [],
        said: ["< It does fifteen hundred miles a year, if that."],
      },
    ],
  },
  {
    contact: "Lorenzo Bianchi",
    mails: [
      [
        "Cargo quote",
        "Ruth",
        before(33, 3),
        "> Lorenzo,\n\nthe cargo quote is $9,100 a year, $250,000 a shipment, warehouse to warehouse.\n\nRuth",
        "<5d Ruth,\n\nmolto bene. I fly to Genoa and decide when I am back at the end of the month.\n\nLorenzo",
      ],
    ],
    texts: [
      [
        "Ruth",
        before(12, 2),
        "< Greetings from Genoa. Back end of the month, we sign then or we don't!",
        ">1h Buon viaggio, Lorenzo. - Ruth",
      ],
    ],
    calls: [
      {
        staff: "Ruth",
        ago: before(36),
        seconds: 390,
        points: ["Bianchi Imports brings in 31 containers a year, mostly olive oil and pasta."],
        next: ["Quote cargo."],
        said: ["< Thirty-one containers. Olive oil, pasta, some wine."],
      },
    ],
  },
  {
    contact: "Maureen Casey",
    mails: [
      [
        "Loss runs, five years",
        "Ben",
        before(40, 3),
        "< Ben,\n\nfive years of loss runs are attached. You'll see the fall in March.\n\nMaureen Casey",
        ">1d Maureen,\n\nthank you. Both carriers will ask what you changed since.\n\nBen",
      ],
    ],
    texts: [
      [
        "Ben",
        before(16, 2),
        "> Maureen, two carriers asked about the fall in March, as I feared. - Ben",
        "<4h It was settled for $41,000. We put rails in all 38 rooms since.",
      ],
    ],
    calls: [
      {
        staff: "Ben",
        ago: before(16, 4),
        seconds: 310,
        points: [
          "The resident broke a hip; the claim was settled for $41,000.",
          "Since then there are rails in all rooms and a night nurse.",
        ],
        next: ["Describe the changes to both carriers."],
        said: [
          "< A hip fracture, settled for forty-one thousand.",
          "> What is different today?",
          "< Rails everywhere, and a night nurse.",
        ],
      },
    ],
  },
  {
    contact: "Nelson Ortiz",
    mails: [
      [
        "Policy needed by the 15th",
        "Ben",
        before(3, 4),
        "< Hello,\n\nour carrier leaves Illinois and our policy ends on the 15th. We have six trucks and tow for the city too.\n\nNelson Ortiz",
        ">1h Hello Nelson,\n\nwe can make that. Please send loss runs and a list of the trucks.\n\nBen",
      ],
    ],
    texts: [["Ben", before(2, 6), "< List of trucks coming tonight", ">10m Great. - Ben"]],
    calls: [
      {
        staff: "Ben",
        ago: before(3, 2),
        seconds: 170,
        points: ["The city contract asks for $1 million auto liability."],
        next: ["Loss runs and list of trucks."],
        said: ["< The city wants a million on auto."],
      },
    ],
  },
];
