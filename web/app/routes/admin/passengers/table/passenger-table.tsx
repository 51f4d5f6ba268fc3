import type { Passenger, PassengerSort, PassengerTrip } from '@passeio/contract/boarding/passengers';
import { useState } from 'react';
import hidden from '~/ui/text/visually-hidden.module.css';
import { groupingOf, groupPassengers } from '../passenger-groups';
import type { ListEdit } from '../task';
import { GroupHeading } from './group-heading';
import { PassengerRow } from './passenger-row';
import styles from './passenger-table.module.css';

interface PassengerTableProps {
  passengers: Passenger[];
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
          {edit && (
            <th scope="col" className={styles.end}>
              Ações
            </th>
          )}
        </tr>
      </thead>
      {groupPassengers(passengers, sort, trip.boardingPoints).map((group) => (
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
              open={openIds.has(passenger.id)}
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
