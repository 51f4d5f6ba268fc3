import { Button, Switch, TextInput } from '@mantine/core';
import type { PassengerTrip } from '@passeio/contract/boarding/passengers';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { formatContact } from '~/lib/number-formats';
import fields from '~/ui/editing/field-grid.module.css';
import { MaskedInput, phoneMask } from '~/ui/inputs/masked-input';
import styles from './counter.module.css';
import { idsOf, knownPayer, newPayer } from './counter-fields';
import { PersonCombobox } from './person-combobox';
import type { Counter } from './use-counter';

interface PayerSectionProps {
  counter: Counter;
  trip: PassengerTrip;
  /** Called when it is known who pays, and the party comes next. */
  onSettled: () => void;
}

/** Who answers for the reservation: a known person, or a new one with a name and a telephone. */
export function PayerSection({ counter, trip, onSettled }: PayerSectionProps) {
  const { payer, payerTravels } = counter.fields;
  const isPassenger = payer.kind === 'known' && payer.isPassenger;
  const outdated = ['payer', 'payer.name', 'payer.contact'];
  return (
    <section className={styles.section} aria-labelledby="counter-payer">
      <h3 id="counter-payer">Quem paga?</h3>
      {payer.kind === 'search' && (
        <PersonCombobox
          purpose="payer"
          label="Nome, CPF ou telefone"
          name="payer"
          data-autofocus
          tripId={trip.id}
          taken={idsOf(counter.fields)}
          leftSection={<IconSearch size={18} aria-hidden />}
          error={counter.errors.payer}
          typed={payer.typed}
          onType={(typed) => counter.change({ payer: { kind: 'search', typed } }, 'payer')}
          onChoose={(candidate) => {
            counter.change(knownPayer(candidate), ...outdated);
            onSettled();
          }}
          onNew={() => counter.change({ payer: newPayer(payer.typed) }, ...outdated)}
        />
      )}
      {payer.kind === 'known' && (
        <div className={styles.known}>
          <p>
            <strong>{payer.name}</strong>
            <span>{formatContact(payer.contact)}</span>
          </p>
          <ChangePayer counter={counter} />
          {counter.errors.payer && (
            <p className={styles.error} role="alert">
              {counter.errors.payer}
            </p>
          )}
        </div>
      )}
      {payer.kind === 'new' && <NewPayer counter={counter} />}
      {payer.kind !== 'search' && (
        <Switch
          label="Quem paga também viaja"
          description={isPassenger ? 'Já está neste passeio: aqui só paga' : undefined}
          disabled={isPassenger}
          size="md"
          checked={payerTravels}
          onChange={(event) => counter.change({ payerTravels: event.currentTarget.checked }, 'people')}
        />
      )}
    </section>
  );
}

function ChangePayer({ counter }: { counter: Counter }) {
  return (
    <Button
      variant="default"
      size="md"
      data-field="payer"
      onClick={() => {
        counter.change(
          { payer: { kind: 'search', typed: '' }, payerTravels: true },
          'payer',
          'payer.name',
          'payer.contact',
        );
        requestAnimationFrame(() => document.querySelector<HTMLElement>('input[name="payer"]')?.focus());
      }}
    >
      Trocar
    </Button>
  );
}

/** Appears where the search stood, with the focus in the first field to fill in. */
function NewPayer({ counter }: { counter: Counter }) {
  const { payer } = counter.fields;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const inputs = [...(place.current?.querySelectorAll('input') ?? [])];
    inputs.find((input) => input.value === '')?.focus();
  }, []);
  if (payer.kind !== 'new') return null;
  return (
    <div ref={place} className={styles.newPayer}>
      <div className={fields.grid}>
        <TextInput
          label="Nome de quem paga"
          name="payer.name"
          size="md"
          autoComplete="off"
          maxLength={120}
          value={payer.name}
          error={counter.errors['payer.name']}
          onChange={(event) => counter.change({ payer: { ...payer, name: event.currentTarget.value } }, 'payer.name')}
        />
        <MaskedInput
          mask={phoneMask}
          label="Telefone com DDD"
          name="payer.contact"
          size="md"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          placeholder="(00) 00000-0000"
          defaultValue={payer.contact}
          error={counter.errors['payer.contact'] ?? counter.errors.payer}
          onInput={(event) =>
            counter.change({ payer: { ...payer, contact: event.currentTarget.value } }, 'payer.contact', 'payer')
          }
        />
      </div>
      <ChangePayer counter={counter} />
    </div>
  );
}
