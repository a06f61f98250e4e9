/** The connections as the page keeps them. */
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { connectionEndpoints, type ConnectionView } from "../../../../src/integrations/api/connections.ts";
import { call } from "../../api/call.ts";

export const connectionsQuery = queryOptions({
  queryKey: ["connections"],
  queryFn: ({ signal }) => call(connectionEndpoints.connections, { signal }),
});

/** Puts the response to a change into the cache, and reads the others again: what can be connected depends on what is. */
export function withView(client: QueryClient, view: ConnectionView): void {
  client.setQueryData(connectionsQuery.queryKey, (known) =>
    known === undefined
      ? known
      : { connections: known.connections.map((one) => (one.vendor === view.vendor ? view : one)) },
  );
  void client.invalidateQueries({ queryKey: connectionsQuery.queryKey });
}
