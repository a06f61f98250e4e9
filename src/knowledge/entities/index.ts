/** People and things the team's records are about: people, companies, projects, properties and topics. */
export { entitiesOf, reachedBy } from "./about.ts";
export { ensureEntities, entityConsumer } from "./consume.ts";
export { readEntityItems } from "./items.ts";
export { listEntities } from "./list.ts";
export { readEntity } from "./page.ts";
export { mergeEntities, separateEntity } from "./rulings.ts";
export { sendersNamed, type Sender } from "./senders.ts";
