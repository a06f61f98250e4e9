/** Words that are capitalized at the start of a sentence or heading and are not names, beside those that `isPlain` knows by their ending. */
const PLAIN = new Set(
  (
    "a about above absent accepted account accounts across act actions actual add added additional address after afterwards again agenda ago agreed ahead aim air " +
    "alarm alert alike all allow almost alone along already also although altogether always am amenities amount an and announced another answer answers any anybody " +
    "anyhow anyone anyway apart applicant applicants applications approval approvals approve approved april are area around arrived arrives as aside ask asked " +
    "assigned assignee assume at attached attendees attorney autumn avoid aware away back background bad balance bank bare based basic bathroom be because become " +
    "bed bedroom been before began begin begins behalf behind being believe belongs below beside besides best better between beyond bids big bill bit black blocked " +
    "blue board boiler bonus book booked books both bottom box boxes break breakdown brief bring broken brother brought buildings but buy buyer by calendar call " +
    "called caller calls came camera can canceled cancelled cannot cant card cards care case cash cats certificate chance change changed charge charged charges " +
    "chat cheaper cheapest check checked checks child children choose city claim clean cleaner clear close closed closest code cold color combined come comes " +
    "comments common company compare compared comparison complaint complete completed conditions confirm confirmed confirms contact contacts context contract " +
    "contractor contracts convenient copy correct cost costs could count couple created credit crew critical cross crucial current customer customers cut daily " +
    "damage data date dated dates daughter day days deadline dear decide decided decision declined default delay delayed delivered depends deposit despite detail " +
    "details did different dinner direct discount dismissed dispute do documents does dog dogs doing done dont door doors double down draft drafted drafts drain " +
    "draw drive drop dry dryer due each earlier earliest early easiest east eight either electric electrician elevator eleven else email emails emergency employee " +
    "empty end ended ends enough entry equal error estimate estimated even event events ever every everybody everyone exact example except exit expect expected " +
    "expense expenses expires express exterminator extra eyes face fact failed failure fair false far fast father faucet fee fees few fewer field fifteen fifth " +
    "fifty figure figures file filed files filter final find fine fire first fits five fix fixed flat floor floors follow followed food foot for force form formal " +
    "former forms forty found four fourth free fresh fridge friend from front full furnace further furthermore future garage gas gate general get gets girl give " +
    "given gives glad go goal goes going gone good got grand grass gray great green ground group guest had half hallway hand hands happens happy hard has have he " +
    "heads hear heard heat heater heavy height held hello help hence her here heres hers hey hi high higher him his history holiday holidays home hope hot hour " +
    "hours house household how however huge human hundred hurry husband i ice id idea identical if ill im important in inch incident included includes indeed info " +
    "initial inquiry inside instead insurance interest internal into invoice invoices is isnt issue issues it items its itself ive job jobs join just keep kept key " +
    "keys kid kids kind kitchen knew know known landlady landlord language large largest last late later latest laundry law lawyer lead leak leaks lease leases " +
    "least leave led left legal length less let lets letter level license lightbulb lights limit limits line lines link linked links list listed little load lobby " +
    "local lock locksmith log long longer look looked looks lost lot lots loud low lower lunch machine made mail mailbox mails main maintenance make makes man " +
    "manager many map march mark marked mass master match matter matters maximum maybe me mean means meanwhile measure measured medium meet meetings member members " +
    "memo men mentioned mentions menu message messages method midday middle might mild mind mine minimum minor minute minutes miss missed mixed mode model modern " +
    "money month months more most mother move moved movein moveout moveouts movers much must my name names narrow near nearby nearest neat need needed needs " +
    "neighbor neighbour neither net never new news next nice night nine no nobody noise none noon nor normal north not note noted notes notice now nowhere number " +
    "numbers o object occupied odd odder oddly of off offer offered office often oil ok okay old older oldest on once one ones online only open opened operator " +
    "opposite options or orange order ordered orders organizer original other others otherwise our ours out outages outcome outdoor outlet outside oven over " +
    "overall overdue owed owes owing own owner owners page paid paint painter panel paper papers parcel parent part partial parts party passed password past " +
    "pattern pay payments pen people per percent perfect perhaps period permission permit permits person personal pet pets phone photo photos pick picked picture " +
    "pictures piece pipe pipes place places plan planned plans plants plate please plenty plumber plumbers plus point points policy pool poor posted preferred " +
    "prefers prepared present press pressed pressure pretty price prices printed prior priority private problem process project projects promise promised proof " +
    "properties property proposed prorated provided public pulled purchase purpose put quarter questions quick quiet quieter quite quote quoted quotes radiator " +
    "rain raised ran range rate rates rather raw reached read ready real reason reasons recap receipt receipts received recent recommended record recorded records " +
    "red reduced reference refund refused register regular rejected related release relevant rely remember reminder remote removed renewal renewals renewed rent " +
    "renter renters rents repair repairs repeat replaced replied replies reply reported reporter reports request requested requests required requires residence " +
    "resident residents resolved rest result results return returned returns review revised right ring risk road roof room roommate rooms rough route routine row " +
    "rubbish rule rules run safe safety said sale salt same sample saved saw say says scale schedule scheduled scope score screen search season seasonal seat " +
    "second seconds secure security see seems seen self seller sender sense sent separate series service set sets seven seventh several shall shared she sheet shop " +
    "shops short should show showed shower showings shown shows shut sick side sign signed signs silence similar simple since single sink sister six sixth size " +
    "skipped sky slow small smell smoke smooth snow so social soft sold solid solved some somebody someone sometimes son soon sorry sort sound source sources south " +
    "space spare special spent split spoke spot spouse square staff stage stain stair stairs stairway stamp standard start started starts state statements states " +
    "status stay stays steady steps still stop stopped storage store stored story stove strange street strong stuck style subject submitted such sudden suggested " +
    "sum summary summer sun supplier support supposed sure surface survey switch table take taken takes tank tap task tasks tax taxes team technician tell tells " +
    "temporary ten tenant tenants tenth term terms test text texted texts than thank thanks that thats the their theirs them then there therefore theres thermostat " +
    "these they theyre thick thin thing things think third thirty this thorough those though thousand thread threads three through throughout throw thus ticket " +
    "tile tiles till time timeline times tired title to today together toilet told toll tomorrow tone tonight too took tool tools top topic total totals touch tour " +
    "town track trade traffic transfer trash tree trees trial trip trouble truck true trust try turned twelve twenty twice two type types ugly unchanged unclear " +
    "undecided under underneath understood unit units unknown unlike unpaid unread unresolved unsigned until unusual up update updated updates upon upper upset " +
    "upstairs urgent us use used using usual utilities utility vacancy vacant valid value valve valves van vendor vendors verified version very via view visit " +
    "visitor visits voice voicemail void volume vote wage wait walkthrough wall walls want wanted wants warm warranty was wash washer wasnt waste watch water way " +
    "we weak wear weather website week weekdays weekend weekends weeks welcome well went were west wet what whatever whats wheel when whenever where whereas " +
    "wherever whether which whichever while white who whoever whole whom whose why wide wider wife will wind window winter wire wise wish with within without woman " +
    "women wont wood woods word words work worked works worry worse worst worth would wrap write writes written wrong wrote yard yeah year years yellow yes " +
    "yesterday yet you young your youre yours zero zone"
  ).split(" "),
);

/** Names of the product and its integrations, which an answer may always mention. */
const KNOWN = new Set(
  "christmas day thanksgiving easter halloween hanukkah ramadan juneteenth eve steward google gmail calendar drive docs doc sheets sheet clickup jira slack github quo pdf word excel powerpoint inbox settings connections english spanish american states markdown csv mr mrs ms dr inc llc st ave rd".split(
    " ",
  ),
);

/** Whether a normalized word at the start of a sentence may be ordinary; elsewhere only names are capitalized. */
export function isPlain(word: string): boolean {
  return (
    PLAIN.has(word) ||
    (word.length > 5 && /(?:ly|ing|tion|ment|ness|able|ible|ful|less|ward|ous|ive)$/.test(word))
  );
}

/** Whether a normalized word names the product or an integration. */
export function isKnown(word: string): boolean {
  return KNOWN.has(word);
}
