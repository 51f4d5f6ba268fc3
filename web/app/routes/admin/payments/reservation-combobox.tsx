import { Combobox, Loader, Paper, Stack, TextInput, type TextInputProps, useCombobox } from '@mantine/core';
import { type OverviewReservation, overviewRoutes } from '@passeio/contract/staff/overview';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { load } from '~/features/session/queries';
import { formatMoney, useFormats } from '~/lib/formats';
import { type Lookup, useLookup } from '~/lib/use-lookup';
import text from '~/ui/text/text.module.css';
import { formatTrip } from './payments-inbox';

/** Shorter texts would find everybody. */
const MIN_SEARCH = 3;
/** How many reservations a search offers. */
const OFFERED = 8;

interface ReservationComboboxProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** What is typed; the code of a reservation once one is chosen. */
  typed: string;
  onType: (typed: string) => void;
  /** Lists what is found below the field instead of over what follows; in dialogs. */
  inline?: boolean;
}

/** Text field for a reservation: by its code, or found by its payer's name, CPF, e-mail or telephone. */
export function ReservationCombobox({ typed, onType, inline = false, ...input }: ReservationComboboxProps) {
  const [isSearching, search] = useState(false);
  const [chosen, setChosen] = useState<OverviewReservation>();
  const answer = useLookup(isSearching ? typed : undefined, MIN_SEARCH, (q) =>
    load(overviewRoutes.listReservations, { query: { list: 'found', q, page: 1, size: OFFERED } }),
  );
  const found: Found = typeof answer === 'object' ? answer.data : answer;
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const reservations = Array.isArray(found) ? found : [];
  const named = [chosen, ...reservations].find((one) => one?.code === typed.trim().toUpperCase());

  // biome-ignore lint/correctness/useExhaustiveDependencies: when the answer arrives
  useEffect(() => {
    if (named) combobox.closeDropdown();
    else if (Array.isArray(found)) combobox.selectFirstOption();
  }, [found, named]);

  function choose(id: string): void {
    const reservation = reservations.find((one) => one.id === id);
    if (!reservation) return;
    combobox.closeDropdown();
    setChosen(reservation);
    search(false);
    onType(reservation.code);
  }

  // Esc closes the list, not the dialog around it. Enter closes a list without a choice: closing later would move what
  // is clicked next.
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && combobox.getSelectedOptionIndex() < 0) combobox.closeDropdown();
    if (event.key === 'Escape' && combobox.dropdownOpened) event.preventDefault();
  }

  const isOpen = typed.trim() !== '' && !named;
  const list = (
    <Combobox.Options
      mah={288}
      maw={inline ? undefined : 'min(24rem, calc(100vw - 2rem))'}
      style={{ overflowY: 'auto' }}
      aria-label="Reservas encontradas"
    >
      {reservations.map((reservation) => (
        <Combobox.Option key={reservation.id} value={reservation.id}>
          <FoundReservation reservation={reservation} />
        </Combobox.Option>
      ))}
      <Nothing found={found} q={typed.trim()} />
    </Combobox.Options>
  );
  return (
    <Combobox store={combobox} onOptionSubmit={choose} shadow="md" width="max-content">
      <Combobox.Target>
        <TextInput
          size="md"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          rightSection={found === 'searching' && <Loader size="xs" aria-label="Buscando..." />}
          {...input}
          value={typed}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            onType(event.currentTarget.value);
            search(true);
            combobox.openDropdown();
          }}
          // An inline list stays: closing it would move the button that is being pressed.
          onBlur={() => !inline && combobox.closeDropdown()}
        />
      </Combobox.Target>
      {inline && combobox.dropdownOpened && isOpen && (
        <Paper radius="var(--radius-small)" p={4} mt={4}>
          {list}
        </Paper>
      )}
      {!inline && <Combobox.Dropdown hidden={!isOpen}>{list}</Combobox.Dropdown>}
      <div role="status">
        {named && (
          <Paper
            withBorder={false}
            bg="var(--surface-sunken)"
            radius="var(--radius-small)"
            mt={8}
            px={12}
            py={10}
            ta="start"
          >
            <FoundReservation reservation={named} />
          </Paper>
        )}
      </div>
    </Combobox>
  );
}

type Found = Lookup<OverviewReservation[]>;

function FoundReservation({ reservation }: { reservation: OverviewReservation }) {
  const formats = useFormats();
  const { code, person, trip, status, amountCents } = reservation;
  return (
    <Stack component="span" gap={0} className={text.option}>
      <strong>
        {person.name} · {code}
      </strong>
      <span>{formatTrip(trip, formats)}</span>
      <span>
        {status.label}
        {amountCents > 0 && ` · falta pagar ${formatMoney(amountCents)}`}
      </span>
    </Stack>
  );
}

function Nothing({ found, q }: { found: Found; q: string }) {
  const texts = {
    short: `Digite pelo menos ${MIN_SEARCH} letras ou números.`,
    searching: 'Buscando...',
    failed: 'A busca falhou. Continue digitando para tentar de novo.',
  };
  if (Array.isArray(found) && found.length > 0) return null;
  return <Combobox.Empty>{Array.isArray(found) ? `Nenhuma reserva com “${q}”.` : texts[found]}</Combobox.Empty>;
}
