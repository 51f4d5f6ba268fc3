import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { reservationPagePath } from '@passeio/contract/pages';
import { type SearchResults as Found, MIN_SEARCH, searchRoutes } from '@passeio/contract/staff/search';
import { plural } from '@passeio/contract/words';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router';
import { ReservationStatusBadge } from '~/features/reservations/status/status-badge';
import { canOpen } from '~/features/session/access';
import { load } from '~/features/session/queries';
import { useUser } from '~/features/session/user-store';
import { SituationBadge } from '~/features/trips/situation-badge';
import { explainFailure } from '~/lib/explain-failure';
import { type Formats, useFormats } from '~/lib/formats';
import { formatContact } from '~/lib/number-formats';
import { tripPaths } from '~/lib/trip-paths';
import hidden from '~/ui/text/visually-hidden.module.css';
import styles from './search-box.module.css';

/** Debounce in milliseconds. */
const TYPING_MS = 150;

interface SearchResultsProps {
  q: string;
  listId: string;
  /** The option that Enter opens. */
  active: number;
  /** Enter was pressed: opens it as soon as the results are those of `q`. */
  isEntered: boolean;
  onActive: (index: number) => void;
  onShown: (options: number) => void;
  onClose: () => void;
}

/** What a search finds while it is typed, as the list of the field's combobox. */
export function SearchResults({ q, listId, active, isEntered, onActive, onShown, onClose }: SearchResultsProps) {
  const [asked] = useDebouncedValue(q, TYPING_MS);
  const isLong = q.length >= MIN_SEARCH && asked.length >= MIN_SEARCH;
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...load(searchRoutes.search, { query: { q: asked } }),
    enabled: isLong,
    // Personal data of people who are not looked at any more.
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  const formats = useFormats();
  const role = useUser(({ user }) => user.role);
  const groups = data && isLong && !error ? groupsOf(data, role, formats) : [];
  const options = groups.flatMap((group) => group.options);
  const isSettled = asked === q && !isPlaceholderData && !isFetching;

  const report = useEffectEvent(onShown);
  useEffect(() => {
    report(options.length);
    return () => report(0);
  }, [options.length]);
  useEffect(() => {
    const option = document.getElementById(`${listId}-${active}`);
    option?.scrollIntoView({ block: 'nearest' });
    if (isEntered && isSettled) option?.click();
  }, [listId, active, isEntered, isSettled]);

  return (
    <div className={styles.found} aria-busy={!isSettled}>
      <div id={listId} role="listbox" aria-label="Resultados">
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a part of a listbox
          <div key={group.label} role="group" aria-label={group.label} className={styles.group}>
            <p className={styles.heading} aria-hidden>
              {group.label}
              {group.more && <span>há mais: escreva outra palavra</span>}
            </p>
            {group.options.map((option) => {
              const index = options.indexOf(option);
              return (
                <Link
                  key={option.key}
                  id={`${listId}-${index}`}
                  to={option.to}
                  role="option"
                  aria-selected={index === active}
                  tabIndex={-1}
                  className={styles.option}
                  onMouseMove={() => onActive(index)}
                  onClick={onClose}
                >
                  <span className={styles.name}>{option.name}</span>
                  {option.mark && <span className={styles.mark}>{option.mark}</span>}
                  <span className={styles.detail}>{option.detail}</span>
                </Link>
              );
            })}
          </div>
        ))}
      </div>
      {isLong && error && !isFetching ? (
        <div className={styles.notice} role="alert">
          <p>
            <strong>Não foi possível buscar.</strong> {explainFailure(error)}
          </p>
          <Button variant="default" onClick={() => refetch()}>
            Tentar de novo
          </Button>
        </div>
      ) : (
        <p className={options.length > 0 ? hidden.hidden : styles.notice} role="status">
          {stateText({ q, isLong, isSettled, options: options.length })}
        </p>
      )}
    </div>
  );
}

interface State {
  q: string;
  isLong: boolean;
  isSettled: boolean;
  options: number;
}

function stateText({ q, isLong, isSettled, options }: State): string {
  if (q.length < MIN_SEARCH)
    return 'Código, nome, e-mail ou passeio, a partir de duas letras; CPF ou telefone, a partir de quatro números.';
  if (!isLong || !isSettled) return 'Buscando…';
  return options > 0 ? plural(options, 'resultado') : `Nada encontrado para “${q}”.`;
}

interface Option {
  key: string;
  to: string;
  name: string;
  mark?: ReactNode;
  detail: string;
}

interface OptionGroup {
  label: string;
  more: boolean;
  options: Option[];
}

/** The kinds in their order, without those of which nothing was found. */
function groupsOf({ reservations, people, trips }: Found, role: string, formats: Formats): OptionGroup[] {
  return [
    {
      label: 'Reservas',
      more: reservations.more,
      options: reservations.data.map((one) => ofReservation(one, formats)),
    },
    { label: 'Pessoas', more: people.more, options: people.data.flatMap((one) => ofPerson(one, role)) },
    { label: 'Passeios', more: trips.more, options: trips.data.map((one) => ofTrip(one, formats)) },
  ].filter(({ options }) => options.length > 0);
}

function ofReservation(
  { id, code, payer, passenger, trip, status }: Found['reservations']['data'][number],
  { formatNumericDate }: Formats,
): Option {
  return {
    key: id,
    to: reservationPagePath(id),
    name: passenger ?? payer,
    mark: <ReservationStatusBadge status={status} />,
    detail: joined([code, passenger && `reserva de ${payer}`, formatNumericDate(trip.date), trip.title]),
  };
}

/** Administrators have a page of a person; other staff opens the person's next reservation, else the last. */
function ofPerson(
  { id, name, contact, email, maskedCpf, reservationId }: Found['people']['data'][number],
  role: string,
): Option[] {
  const page = `/admin/usuarios/${id}`;
  const to = canOpen(page, role) ? page : reservationId && reservationPagePath(reservationId);
  const detail = joined([formatContact(contact), maskedCpf && `CPF ${maskedCpf}`, email]);
  return to ? [{ key: id, to, name, detail }] : [];
}

function ofTrip(
  { id, title, date, capacity, placesTaken, situation }: Found['trips']['data'][number],
  { formatWeekdayAndNumericDate }: Formats,
): Option {
  return {
    key: id,
    to: tripPaths.passengers(id),
    name: title,
    mark: <SituationBadge situation={situation} />,
    detail: joined([formatWeekdayAndNumericDate(date), `${placesTaken} de ${plural(capacity, 'vaga')}`]),
  };
}

function joined(parts: readonly (string | null | false)[]): string {
  return parts.filter(Boolean).join(' · ');
}
