/** People, companies, projects, properties and topics in the team's records. */
export { entitiesOf, reachedBy } from "./about.ts";
export { ensureEntities, entityConsumer } from "./consume.ts";
export { readEntityItems } from "./items.ts";
export { listEntities } from "./list.ts";
export { readEntity } from "./page.ts";
export { mergeEntities, separateEntity } from "./rulings.ts";
export { sendersNamed, type Sender } from "./senders.ts";
