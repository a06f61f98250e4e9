export default { fetch: () => new Response("building") };
