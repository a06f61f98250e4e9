/** A page of the manual, or the list of all of them. */
import { Suspense } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { NotLoaded } from "../not-loaded.tsx";
import { Column, Page } from "../page.tsx";
import { ListSkeleton } from "../skeleton.tsx";
import { HELP_PAGES, type HelpPage } from "./help-pages.ts";
import { Markdown } from "../lazy-markdown.ts";

const FOLDER = "../../../../docs/manual";
const TEXTS = import.meta.glob<string>("../../../../docs/manual/*.md", { query: "?raw", import: "default" });

export default function HelpPageView() {
  const { page: id } = useParams({ strict: false });
  const page = HELP_PAGES.find((one) => one.id === id);
  return (
    <Page title={page?.title ?? "Help"} back={page === undefined ? "/more" : "/help"}>
      <Column>
        {page === undefined ? null : <Text key={page.id} page={page} />}
        <nav
          aria-label="All help pages"
          className="flex flex-col gap-2 border-t border-kumo-hairline pt-4 first:border-t-0 first:pt-0"
        >
          <h2 className="text-xs font-medium text-kumo-subtle">All help pages</h2>
          <ul className="grid gap-x-6 sm:grid-cols-2">
            {HELP_PAGES.map((one) => (
              <li key={one.id}>
                <Link
                  to="/help/$page"
                  params={{ page: one.id }}
                  className="touch inline-flex items-center py-1 text-kumo-link hover:underline data-[status=active]:font-medium data-[status=active]:text-kumo-default"
                >
                  {one.title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </Column>
    </Page>
  );
}

function Text({ page: { id } }: { page: HelpPage }) {
  const query = useQuery({
    queryKey: ["help", id],
    queryFn: async () => (await TEXTS[`${FOLDER}/${id}.md`]?.()) ?? "",
    staleTime: Infinity,
  });
  if (query.data === undefined) return <NotLoaded query={query} />;
  return (
    <Suspense fallback={<ListSkeleton />}>
      <article className="leading-relaxed">
        <Markdown text={query.data.replace(/^# .*\n+/, "")} />
      </article>
    </Suspense>
  );
}
