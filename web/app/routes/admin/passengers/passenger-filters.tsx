import { Button } from '@mantine/core';
import {
  type Passenger,
  type PassengerGroup,
  type PassengerList,
  passengerGroups,
} from '@passeio/contract/boarding/passengers';
import { IconX } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { groupingOf } from '~/features/reservations/passengers/passenger-groups';
import {
  boardingChoices,
  filtersInUse,
  missingChoices,
  readPassengerSearch,
  searchNames,
  sortChoices,
  stateChoices,
} from '~/features/reservations/passengers/passenger-search';
import { ChoiceGroup } from '~/ui/inputs/choice-group';
import hidden from '~/ui/text/visually-hidden.module.css';
import { ChoiceFilter, CollapsibleFilters, SearchField, useAddressPart } from '../list/list-tools';
import styles from './passenger-list.module.css';

interface PassengerFiltersProps extends Pick<PassengerList, 'trip' | 'totals'> {
  passengers: readonly Passenger[];
}

/** Search, filters and grouping of the passenger list. */
export function PassengerFilters({ passengers, trip, totals }: PassengerFiltersProps) {
  const [params] = useSearchParams();
  return (
    <>
      <search className={styles.filters}>
        <SearchField label="Buscar por nome, CPF, telefone ou código" />
        <CollapsibleFilters inUse={filtersInUse(params)}>
          <ChoiceFilter name={searchNames.state} label="Situação" showLabel choices={stateChoices(totals)} />
          <ChoiceFilter
            name={searchNames.boarding}
            label="Embarque"
            showLabel
            choices={boardingChoices(trip, totals)}
          />
          <ChoiceFilter name={searchNames.missing} label="Dados" showLabel choices={missingChoices(totals)} />
          <ChoiceFilter name={searchNames.sort} label="Ordem" showLabel choices={sortChoices} />
        </CollapsibleFilters>
      </search>
      <div className={styles.grouping}>
        {!params.has(searchNames.missing) && <GroupSwitch />}
        <OneReservation code={passengers[0]?.reservation.code} />
      </div>
    </>
  );
}

const groups = Object.entries(passengerGroups) as [PassengerGroup, string][];

/** Groups the list by boarding point or by reservation: the sort order decides. */
function GroupSwitch() {
  const [params] = useSearchParams();
  const [, sortBy] = useAddressPart(searchNames.sort);
  return (
    <ChoiceGroup
      legend={<span className={hidden.hidden}>Agrupar</span>}
      choices={groups}
      value={groupingOf(readPassengerSearch(params).sort)}
      onChange={(group) => sortBy(group === 'boarding' ? '' : group)}
    />
  );
}

/** Shown if the list is filtered by one reservation. */
function OneReservation({ code }: { code: string | undefined }) {
  const [reservationId, choose] = useAddressPart(searchNames.reservation);
  if (!reservationId) return null;
  const label = code ? `a reserva ${code}` : 'uma reserva';
  return (
    <Button
      variant="light"
      size="md"
      rightSection={<IconX size={18} aria-hidden />}
      aria-label={`Mostrar tudo, não só ${label}`}
      onClick={() => choose('')}
    >
      Só {label}
    </Button>
  );
}
