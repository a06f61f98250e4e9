/** The demo's small web: searchable, readable pages. Fictitious. */

export interface WebPage {
  readonly url: string;
  readonly title: string;
  /** Last modified, as in search results. */
  readonly age: string;
  readonly paragraphs: readonly string[];
}

export const WEB: readonly WebPage[] = [
  {
    url: "https://www.zillow.com/rental-manager/market-trends/lawrenceville-pittsburgh-pa/",
    title: "Lawrenceville, Pittsburgh: rental market trends",
    age: "2 weeks ago",
    paragraphs: [
      "The median rent of a two-bedroom apartment in Lawrenceville is $1,895 a month, $60 more than a year ago.",
      "One-bedroom apartments rent for a median of $1,480, and three-bedroom houses for $2,450.",
      "Apartments in Lawrenceville are listed for 24 days on average.",
    ],
  },
  {
    url: "https://www.apartments.com/lawrenceville-pittsburgh-pa/2-bedrooms/",
    title: "2-bedroom apartments for rent in Lawrenceville, Pittsburgh",
    age: "3 days ago",
    paragraphs: [
      "38 two-bedroom apartments are for rent in Lawrenceville, from $1,550 to $2,600 a month.",
      "Most listings include parking for $75 to $120 a month; pets cost $35 a month on average.",
    ],
  },
  {
    url: "https://www.redfin.com/neighborhood/bloomfield-pittsburgh/apartments-for-rent",
    title: "Bloomfield, Pittsburgh: apartments for rent",
    age: "5 days ago",
    paragraphs: [
      "Two-bedroom apartments in Bloomfield rent for $1,640 a month on average; one-bedrooms for $1,295.",
      "Rents in Bloomfield have risen 2.1 percent since last year.",
    ],
  },
  {
    url: "https://www.apartments.com/rental-manager/resources/security-deposits-pennsylvania",
    title: "Security deposits in Pennsylvania: what landlords must know",
    age: "4 months ago",
    paragraphs: [
      "In Pennsylvania a security deposit may be at most two months’ rent in the first year and one month’s rent after that.",
      "The deposit, with a list of damages, must be returned within 30 days after the tenant moves out.",
      "Deposits over $100 that are held for more than two years must be kept in an account that earns interest.",
    ],
  },
  {
    url: "https://www.realtor.com/advice/rent/winterize-vacant-apartment/",
    title: "How to winterize a vacant apartment",
    age: "a year ago",
    paragraphs: [
      "Keep the heat at 55 degrees or above, open the cabinet doors under sinks, and let a faucet drip where pipes run along an outside wall.",
      "Where the heat is off, drain the pipes and pour antifreeze into the traps.",
    ],
  },
  {
    url: "https://help.clickup.com/hc/en-us/articles/recurring-tasks",
    title: "Set up recurring tasks – ClickUp Help Center",
    age: "6 months ago",
    paragraphs: [
      "Open a task, click its due date, then Set Recurring, and choose daily, weekly, monthly or custom.",
      "A recurring task can be created anew or reset when it is closed.",
    ],
  },
];
