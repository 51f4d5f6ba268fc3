import { Group, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { PassengerSort, PassengerTrip, PassengerWithExtras } from '@passeio/contract/boarding/passengers';
import { reservationPagePath } from '@passeio/contract/pages';
import { plural } from '@passeio/contract/words';
import { useState } from 'react';
import { Link } from 'react-router';
import { boardingText } from '~/features/reservations/passengers/passenger-labels';
import { WhatsAppAnchor } from '~/features/reservations/whatsapp/whatsapp-anchor';
import { formatMoney } from '~/lib/formats';
import table from '~/ui/layout/data-table.module.css';
import { useRowsInTurn } from '~/ui/layout/use-painted';
import hidden from '~/ui/text/visually-hidden.module.css';
import type { ListEdit } from './list-edit';
import { HeadingActions } from './passenger-actions';
import styles from './passenger-list.module.css';
import { type Grouping, PassengerRow, ReservationStanding, RowCheck } from './passenger-row';

/** Consecutive passengers of one boarding point or one reservation. */
type ListedGroup =
  | { kind: 'boarding'; key: string; label: string; passengers: PassengerWithExtras[] }
  | { kind: 'reservation'; key: string; first: PassengerWithExtras; passengers: PassengerWithExtras[] }
  | { kind: 'all'; key: string; passengers: PassengerWithExtras[] };

/** What a sort order is grouped by: names run through all groups, money and dates belong to reservations. */
export function groupingOf(sort: PassengerSort): Grouping {
  if (sort === 'boarding') return 'boarding';
  return sort === 'name' ? 'all' : 'reservation';
}

/** Splits a sorted list into its groups, in the order of the list. */
function groupPassengers(
  passengers: readonly PassengerWithExtras[],
  sort: PassengerSort,
  points: PassengerTrip['boardingPoints'],
): ListedGroup[] {
  const kind = groupingOf(sort);
  if (kind === 'all') return [{ kind, key: 'all', passengers: [...passengers] }];
  if (kind === 'reservation') {
    const groups = Map.groupBy(passengers, ({ reservation }) => reservation.id);
    return [...groups].flatMap(([key, party]) => {
      const [first] = party;
      return first ? [{ kind, key, first, passengers: party }] : [];
    });
  }
  const groups = Map.groupBy(passengers, ({ boardingPoint }) => boardingPoint?.id ?? '');
  return [...groups].map(([key, ofPoint]) => {
    const label = pointLabel(key, ofPoint, points);
    return { kind, key, label, passengers: ofPoint };
  });
}

function pointLabel(id: string, [first]: PassengerWithExtras[], points: PassengerTrip['boardingPoints']): string {
  const boardingPoint = points.find((point) => point.id === id) ?? first?.boardingPoint ?? null;
  return boardingText({ boardingPoint });
}

interface PassengerTableProps {
  passengers: PassengerWithExtras[];
  trip: PassengerTrip;
  sort: PassengerSort;
  /** How many board at each point, if the list is not narrowed by other filters. */
  counts?: ReadonlyMap<string, number>;
  /** Absent for a read-only list. */
  edit?: ListEdit;
}

/** Passengers of a trip in their groups: full rows on wide screens, collapsible rows on phones. */
export function PassengerTable({ passengers, trip, sort, counts, edit }: PassengerTableProps) {
  const grouping = groupingOf(sort);
  // Here, because a row that changes its group is rendered anew.
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  // As in the stylesheet. A phone draws what a row hides when it is opened.
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false });
  const inTurn = useRowsInTurn(passengers, 6);
  const byReservation = Map.groupBy(passengers, ({ reservation }) => reservation.id);
  return (
    <table className={styles.table}>
      <caption className={hidden.hidden}>Passageiros</caption>
      <thead>
        <tr className={edit && styles.checkable}>
          {edit && (
            <th scope="col">
              <span className={hidden.hidden}>Escolher</span>
            </th>
          )}
          <th scope="col">Passageiro</th>
          <th scope="col">Embarque</th>
          <th scope="col">{grouping === 'reservation' ? 'Dados' : 'Reserva'}</th>
          {edit && <th scope="col">Ações</th>}
        </tr>
      </thead>
      {groupPassengers(inTurn, sort, trip.boardingPoints).map((group) => (
        <tbody key={group.key} data-group={group.kind}>
          {group.kind !== 'all' && (
            <tr className={styles.group}>
              <th scope="rowgroup" colSpan={edit ? 5 : 3}>
                <GroupHeading
                  group={group}
                  count={group.kind === 'boarding' ? counts?.get(group.key) : undefined}
                  edit={edit}
                />
              </th>
            </tr>
          )}
          {group.passengers.map((passenger) => (
            <PassengerRow
              key={passenger.id}
              passenger={passenger}
              trip={trip}
              grouping={group.kind}
              layout={isWide ? 'wide' : openIds.has(passenger.id) ? 'open' : 'short'}
              onToggle={() => setOpenIds((before) => before.symmetricDifference(new Set([passenger.id])))}
              leads={byReservation.get(passenger.reservation.id)?.[0] === passenger}
              edit={edit}
            />
          ))}
        </tbody>
      ))}
    </table>
  );
}

interface GroupHeadingProps {
  group: ListedGroup;
  /** People of the group on all pages. */
  count?: number;
  edit?: ListEdit;
}

/** What stands above a group: the boarding point, or the reservation with its payer, status and money. */
function GroupHeading({ group, count, edit }: GroupHeadingProps) {
  if (group.kind === 'all') return null;
  const label = group.kind === 'boarding' ? group.label : `reserva ${group.first.reservation.code}`;
  return (
    <div className={styles.heading} data-kind={group.kind} data-check={edit ? true : undefined}>
      {edit && <RowCheck label={`Escolher todos: ${label}`} people={group.passengers} selection={edit.selection} />}
      {group.kind === 'boarding' ? (
        <Group component="span" gap="0 12px" align="baseline">
          <Text span fw={650} lh={1.35} className={table.name}>
            {group.label}
          </Text>
          {count !== undefined && <span className={table.detail}>{plural(count, 'pessoa')}</span>}
        </Group>
      ) : (
        <ReservationHeading first={group.first} edit={edit} />
      )}
    </div>
  );
}

type ReservationHeadingProps = Pick<GroupHeadingProps, 'edit'> & { first: PassengerWithExtras };

function ReservationHeading({ first, edit }: ReservationHeadingProps) {
  const { reservation, payer } = first;
  const { code, people, totalCents } = reservation;
  return (
    <div className={styles.reservation}>
      <Stack gap={2} align="start" miw={0} className={styles.payer}>
        <Text component={Link} to={reservationPagePath(reservation.id)} fw={650} lh={1.35} className={table.name}>
          {payer.name}
        </Text>
        <span className={table.detail}>
          Reserva {code} · {plural(people, 'pessoa')} · {formatMoney(totalCents)}
        </span>
        <WhatsAppAnchor facts={reservation.chat} to={payer} className={table.contact} />
      </Stack>
      <div className={styles.standing}>
        <ReservationStanding reservation={reservation} />
      </div>
      {edit && <HeadingActions passenger={first} onTask={edit.onTask} />}
    </div>
  );
}
