/** Clients with open business, Agnes to Nelson. */
import { before, type ClientWords } from "../types.ts";

export const AGNES_TO_NELSON: readonly ClientWords[] = [
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
