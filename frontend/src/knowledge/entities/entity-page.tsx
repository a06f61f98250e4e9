/** One entity: its record, what it belongs to, and everything from, with, or about it, newest first. */
import { useQuery } from "@tanstack/react-query";
import { Link, Navigate, useParams } from "@tanstack/react-router";
import type { EntityPage, EntityRef } from "../../../../src/knowledge/api/entities.ts";
import { EntityMark } from "./mark.tsx";
import { Empty, Scroll, Page } from "../../components/page.tsx";
import { clipped } from "../../components/text-pieces.ts";
import { EntityItems } from "./entity-items.tsx";
import { Alike, Parts } from "./entity-parts.tsx";
import { entityQuery, TYPE_WORDS } from "./entity-words.ts";
import { MergeButton } from "./merge-dialog.tsx";
import { NotLoaded } from "../../components/not-loaded.tsx";

export default function EntityPageView() {
  const id = useParams({ strict: false }).id ?? "";
  const query = useQuery(entityQuery(id));
  const { data } = query;
  const name = data === undefined ? "Directory" : clipped(data.name, 100);
  // A merged entity redirects to the one it was merged into.
  if (data !== undefined && data.id !== id)
    return <Navigate to="/directory/$id" params={{ id: data.id }} replace />;
  return (
    <Page
      title={name}
      back="/directory"
      head={<Title entity={data} />}
      actions={data ? <MergeButton key={data.id} entity={data} /> : null}
    >
      <Scroll>{data ? <Body entity={data} /> : <NotLoaded query={query} missing={GONE} inset />}</Scroll>
    </Page>
  );
}

function Body({ entity }: { entity: EntityPage }) {
  return (
    <div className="mx-auto grid max-w-5xl gap-6 p-4 sm:p-6 lg:grid-cols-[minmax(0,1fr)_17rem] lg:gap-8">
      <div className="min-w-0 max-lg:order-2">
        <EntityItems entity={entity} />
      </div>
      <aside aria-label="Details" className="flex min-w-0 flex-col gap-5 text-sm max-lg:order-1">
        <Reached entity={entity} />
        <Refs title="Belongs to" refs={entity.belongsTo} />
        <People entity={entity} />
        <Alike entity={entity} />
        <Parts entity={entity} />
      </aside>
    </div>
  );
}

function Title({ entity }: { entity: EntityPage | undefined }) {
  if (entity === undefined) return <h1 className="text-base font-semibold">Directory</h1>;
  const { name, type, contact } = entity;
  const about = [TYPE_WORDS[type], contact?.role, contact?.place].filter((one) => one && one !== name);
  return (
    <div className="flex items-center gap-3 py-2.5">
      <EntityMark entity={entity} large />
      <div className="min-w-0">
        <h1 tabIndex={-1} data-entity-name className="truncate text-lg leading-6 font-semibold outline-none">
          <bdi>{clipped(name, 100)}</bdi>
        </h1>
        <p className="truncate text-sm leading-5 text-kumo-subtle">{clipped(about.join(" · "), 160)}</p>
      </div>
    </div>
  );
}

const GONE = (
  <Empty title="This isn’t in the directory anymore">
    The records that mentioned it may have been deleted.{" "}
    <Link to="/directory" className="link">
      Open the directory
    </Link>
  </Empty>
);

function Reached({ entity: { emails, phones, contact } }: { entity: EntityPage }) {
  if (emails.length + phones.length === 0) return null;
  return (
    <section aria-label="Numbers and e-mails" className="flex flex-col gap-1">
      {[...phones, ...emails].map((one) => (
        <p key={one} className="wrap-anywhere tabular-nums">
          {clipped(one, 120)}
        </p>
      ))}
      {contact === null ? null : (
        <Link to="/contacts/$id" params={{ id: contact.id }} className="touch self-start link">
          Open contact
        </Link>
      )}
    </section>
  );
}

function People({ entity: { name, people, morePeople } }: { entity: EntityPage }) {
  return (
    <Refs title="People" refs={people}>
      {morePeople ? (
        <Link to="/contacts" search={{ q: name }} className="touch self-start link">
          See all in Contacts
        </Link>
      ) : null}
    </Refs>
  );
}

function Refs({
  title,
  refs,
  children,
}: {
  title: string;
  refs: readonly EntityRef[];
  children?: React.ReactNode;
}) {
  if (refs.length === 0) return null;
  return (
    <section aria-label={title} className="flex flex-col gap-1.5">
      <h2 className="text-xs font-medium text-kumo-subtle">{title}</h2>
      <ul className="-mx-2 flex flex-col">
        {refs.map((one) => (
          <li key={one.id}>
            <Link
              to="/directory/$id"
              params={{ id: one.id }}
              className="touch flex items-center gap-2.5 rounded-lg px-2 py-1 hover:bg-kumo-tint"
            >
              <EntityMark entity={one} />
              <span className="truncate">
                <bdi>{clipped(one.name, 80)}</bdi>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}
