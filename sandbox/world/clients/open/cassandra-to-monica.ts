/** Clients with open business, Cassandra to Monica. */
import { before, type ClientWords } from "../types.ts";

export const CASSANDRA_TO_MONICA: readonly ClientWords[] = [
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
];
