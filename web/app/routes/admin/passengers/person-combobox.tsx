import { Combobox, Loader, Stack, TextInput, type TextInputProps, useCombobox } from '@mantine/core';
import { passengerRoutes } from '@passeio/contract/boarding/passenger-routes';
import { type Candidate, MIN_CANDIDATE_SEARCH } from '@passeio/contract/boarding/passengers';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { load } from '~/features/session/queries';
import { formatContact } from '~/lib/number-formats';
import { type Lookup, useLookup } from '~/lib/use-lookup';
import text from '~/ui/text/text.module.css';

interface PersonComboboxProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  tripId: string;
  typed: string;
  onType: (typed: string) => void;
  onChoose: (candidate: Candidate) => void;
  /** Ids of people who already are in the party. */
  taken: readonly string[];
  /** Offers what is typed as a new person. */
  onNew?: () => void;
  /**
   * A payer is chosen among the people found, the first one by Enter. A traveller may have any name, and is no
   * passenger yet.
   */
  purpose: 'payer' | 'traveller';
}

type Candidates = Lookup<Candidate[]>;

const NEW = 'new';

/** Text field that finds known people by name, CPF, e-mail or telephone while typing. */
export function PersonCombobox({
  tripId,
  typed,
  onType,
  onChoose,
  taken,
  onNew,
  purpose,
  ...input
}: PersonComboboxProps) {
  const [isSearching, search] = useState(false);
  const found = useLookup(isSearching ? typed : undefined, MIN_CANDIDATE_SEARCH, (q) =>
    load(passengerRoutes.listCandidates, { params: { tripId }, query: { q } }),
  );
  const candidates: Candidates = typeof found === 'object' ? found.data : found;
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const people = Array.isArray(candidates) ? candidates : [];
  const isRefused = ({ id, isPassenger }: Candidate) => taken.includes(id) || (isPassenger && purpose === 'traveller');

  // biome-ignore lint/correctness/useExhaustiveDependencies: when the answer arrives
  useEffect(() => {
    if (purpose === 'payer' && Array.isArray(candidates)) combobox.selectFirstOption();
  }, [candidates, purpose]);

  function choose(value: string): void {
    combobox.closeDropdown();
    search(false);
    const candidate = people.find(({ id }) => id === value);
    if (candidate) onChoose(candidate);
    else onNew?.();
  }

  // Esc closes the list, not the dialog around it.
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && combobox.dropdownOpened) event.preventDefault();
  }

  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal={false} shadow="md">
      <Combobox.Target>
        <TextInput
          size="md"
          autoComplete="off"
          maxLength={100}
          rightSection={candidates === 'searching' && <Loader size="xs" aria-label="Buscando..." />}
          {...input}
          value={typed}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            onType(event.currentTarget.value);
            search(true);
            combobox.openDropdown();
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isWorthShowing(candidates, typed, onNew !== undefined)}>
        <Combobox.Options mah={256} style={{ overflowY: 'auto' }}>
          {people.map((candidate) => (
            <Combobox.Option key={candidate.id} value={candidate.id} disabled={isRefused(candidate)}>
              <Who candidate={candidate} isTaken={taken.includes(candidate.id)} />
            </Combobox.Option>
          ))}
          <Nobody candidates={candidates} q={typed.trim()} />
          {onNew && Array.isArray(candidates) && <Combobox.Option value={NEW}>Cadastrar nova pessoa</Combobox.Option>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** A name without matches needs no list, unless a new person can be entered from it. */
function isWorthShowing(candidates: Candidates, typed: string, offersNew: boolean): boolean {
  if (typed.trim() === '') return false;
  return offersNew || (Array.isArray(candidates) && candidates.length > 0);
}

function Nobody({ candidates, q }: { candidates: Candidates; q: string }) {
  const texts = {
    short: `Digite pelo menos ${MIN_CANDIDATE_SEARCH} letras ou números.`,
    searching: 'Buscando...',
    failed: 'A busca falhou. Continue digitando para tentar de novo.',
  };
  if (Array.isArray(candidates) && candidates.length > 0) return null;
  return (
    <Combobox.Empty>{Array.isArray(candidates) ? `Ninguém encontrado com “${q}”.` : texts[candidates]}</Combobox.Empty>
  );
}

function Who({ candidate, isTaken }: { candidate: Candidate; isTaken: boolean }) {
  const { name, contact, maskedCpf, email, isPassenger } = candidate;
  const facts = [formatContact(contact), maskedCpf && `CPF ${maskedCpf}`, email].filter(Boolean);
  return (
    <Stack component="span" gap={0} className={text.option}>
      <strong>{name}</strong>
      <span>{facts.join(' · ')}</span>
      {(isTaken || isPassenger) && <em>{isTaken ? 'Já está neste grupo' : 'Já está neste passeio'}</em>}
    </Stack>
  );
}
