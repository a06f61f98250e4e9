/** E-mails as a knowledge source. */
import { mailShelf } from "../mail-knowledge.ts";
import { microsoftMailboxes } from "./mailboxes.ts";

// Two requests each, below the 10,000 in ten minutes that Exchange serves an app for a mailbox.
export const MICROSOFT_KNOWLEDGE = [mailShelf(microsoftMailboxes, 250)];
