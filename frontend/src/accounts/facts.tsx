/** An account's fields, its people, and the e-mails, calls, and texts behind it. */
import { lazy, Suspense, useState, type ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import type {
  Account,
  AccountContact,
  AccountProof,
  AccountState,
} from "../../../src/accounts/api/accounts.ts";
import { FileTextIcon, FolderIcon, PlusIcon } from "../components/icons.ts";
import { clipped } from "../components/text-pieces.ts";
import { Time } from "../components/time.tsx";
import { phoneWords } from "../components/words.ts";
import { whenReachable } from "../components/when-reachable.ts";
import { dateWords } from "../projects/task-words.ts";
import { rulesQuery } from "./account-queries.ts";
import { filedSources } from "./account-words.ts";
import { shownDetails } from "./detail-fields.tsx";
import { FileLink, Part } from "./part.tsx";
import { useSourceRemoval } from "./use-account.ts";

const PersonForm = lazy(whenReachable(() => import("./person-form.tsx")));

export function Facts({ state, onEdit }: { state: AccountState; onEdit: (() => void) | null }) {
  const { industry, location, primaryEmail, primaryPhone, insuranceTypes, lastContactAt } = state;
  const { data: { fields } = { fields: [] } } = useQuery(rulesQuery);
  const details = shownDetails(fields, state.details);
  const isBare =
    details.length === 0 &&
    [industry, location, primaryEmail, primaryPhone, lastContactAt].every((one) => one === "");
  return (
    <Part title="Details">
      {isBare && insuranceTypes.length === 0 ? (
        <p className="text-sm text-kumo-subtle">
          Industry, location, e-mail, phone, and insurance go here.{" "}
          {onEdit === null ? null : (
            <button type="button" onClick={onEdit} className="link">
              Fill them in
            </button>
          )}
        </p>
      ) : null}
      <dl className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-sm">
        <Fact name="Industry">{industry && clipped(industry, 200)}</Fact>
        <Fact name="Location">{location && clipped(location, 200)}</Fact>
        <Fact name="E-mail">{primaryEmail && <Mail address={primaryEmail} />}</Fact>
        <Fact name="Phone">{primaryPhone && <Phone number={primaryPhone} />}</Fact>
        <Fact name="Insurance">
          {insuranceTypes.length === 0 ? null : (
            <ul>
              {insuranceTypes.map((type) => (
                <li key={type}>{clipped(type, 200)}</li>
              ))}
            </ul>
          )}
        </Fact>
        {details.map(({ name, value }) => (
          <Fact key={name} name={clipped(name, 40)}>
            {clipped(value, 300)}
          </Fact>
        ))}
        <Fact name="Last contact">{lastContactAt && <Time at={lastContactAt} />}</Fact>
      </dl>
    </Part>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === "") return null;
  return (
    <>
      <dt className="text-kumo-subtle">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

/** Only addresses become links. */
function Mail({ address }: { address: string }) {
  if (!/^[^\s@?&]+@[^\s@?&]+$/.test(address)) return clipped(address, 200);
  return (
    <a href={`mailto:${encodeURIComponent(address)}`} className="hover:underline">
      {clipped(address, 200)}
    </a>
  );
}

function Phone({ number }: { number: string }) {
  if (!/^\+?[\d\s().-]{5,25}$/.test(number)) return clipped(number, 200);
  return (
    <a href={`tel:${number.replace(/[^\d+]/g, "")}`} className="tabular-nums hover:underline">
      {phoneWords(number)}
    </a>
  );
}

export function People({
  account,
  contacts,
  locked,
  onSaved,
}: {
  account: Account;
  contacts: readonly AccountContact[];
  locked: boolean;
  onSaved: (proof: AccountProof) => void;
}) {
  const [open, setOpen] = useState<{ readonly who: AccountContact | null } | null>(null);
  return (
    <Part title="People">
      {contacts.length === 0 ? (
        <p className="text-sm text-kumo-subtle">Who you talk to at this account.</p>
      ) : (
        <ul className="-mx-2 flex flex-col">
          {contacts.map((who, index) => (
            <PersonRow key={index} who={who} locked={locked} onOpen={() => setOpen({ who })} />
          ))}
        </ul>
      )}
      <Button
        size="sm"
        className="touch self-start"
        disabled={locked}
        icon={<PlusIcon aria-hidden className="size-3.5" />}
        onClick={() => setOpen({ who: null })}
      >
        Add a person
      </Button>
      {open === null ? null : (
        <Suspense fallback={null}>
          <PersonForm
            account={account}
            contacts={contacts}
            who={open.who}
            onSaved={onSaved}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </Part>
  );
}

function PersonRow({
  who: { name, role, email, phone },
  locked,
  onOpen,
}: {
  who: AccountContact;
  locked: boolean;
  onOpen: () => void;
}) {
  return (
    <li className="flex items-start gap-2 rounded-lg px-2 py-1.5 text-sm">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          <span className="font-medium">{clipped(name, 120)}</span>
          {role === "" ? null : <span className="text-kumo-subtle"> · {clipped(role, 120)}</span>}
        </p>
        {email === "" ? null : (
          <p className="text-xs wrap-anywhere">
            <Mail address={email} />
          </p>
        )}
        {phone === "" ? null : (
          <p className="text-xs">
            <Phone number={phone} />
          </p>
        )}
      </div>
      <Button
        size="sm"
        variant="ghost"
        className="touch"
        disabled={locked}
        aria-label={`Edit ${clipped(name, 80)}`}
        onClick={onOpen}
      >
        Edit
      </Button>
    </li>
  );
}

const AT_ONCE = 8;

export function Sources({ account: { id, sources } }: { account: Account }) {
  const filed = filedSources(sources);
  const removal = useSourceRemoval(id);
  const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));
  return (
    <Part title="Sources">
      {filed.length === 0 ? (
        <p className="text-sm text-kumo-subtle">
          E-mails, calls, and texts filed with this account appear here.
        </p>
      ) : (
        <ul className="flex flex-col gap-0.5">
          {filed.slice(0, AT_ONCE).map(({ name, day, path, original }) => (
            <li key={path} className="flex items-baseline justify-between gap-3">
              <FileLink path={path}>
                <FileTextIcon aria-hidden className="size-3.5 shrink-0" />
                <span className="truncate">
                  {name} {day === "" ? "" : `of ${dateWords(day)}`}
                </span>
              </FileLink>
              {original === null ? null : <FileLink path={original}>Original</FileLink>}
              <Button
                size="sm"
                variant="ghost"
                className="touch"
                aria-label={`Remove ${name} ${day === "" ? "" : `of ${dateWords(day)}`}`}
                loading={removal.isPending && removal.variables === folderOf(path)}
                onClick={() => removal.mutate(folderOf(path))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {filed.length > AT_ONCE ? (
        <FileLink path={`accounts/${id}/sources`}>
          All sources ({sources.length === 100 ? `${filed.length} or more` : filed.length})
        </FileLink>
      ) : null}
      <FileLink path={`accounts/${id}`}>
        <FolderIcon aria-hidden className="size-3.5 shrink-0" />
        Open files
      </FileLink>
    </Part>
  );
}
