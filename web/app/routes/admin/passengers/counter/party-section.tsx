import { ActionIcon, Button, NativeSelect, Switch } from '@mantine/core';
import type { PassengerTrip } from '@passeio/contract/boarding/passengers';
import { agesLabel } from '@passeio/contract/trips/fare-labels';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { boardingOptions } from '~/features/reservations/boarding-choice';
import { formatMoney } from '~/lib/formats';
import styles from './counter.module.css';
import { type CounterPerson, idsOf, payerName, travellersOf } from './counter-fields';
import { fareField, nameField, partyWarning } from './parse-counter';
import { PersonCombobox } from './person-combobox';
import type { Counter } from './use-counter';

/** As the contract allows. */
const MAX_PEOPLE = 60;

interface PartySectionProps {
  counter: Counter;
  trip: PassengerTrip;
  /** The first of the buttons that add somebody. */
  firstAdd: RefObject<HTMLButtonElement | null>;
}

/** Who travels: one press per person, then the names that are known. */
export function PartySection({ counter, trip, firstAdd }: PartySectionProps) {
  const travellers = travellersOf(counter.fields);
  const wrong = counter.errors.people ?? partyWarning(counter.fields, trip);
  return (
    <section className={styles.section} aria-labelledby="counter-party">
      <h3 id="counter-party">Quem vai?</h3>
      <fieldset className={styles.fares}>
        <legend className={styles.hidden}>Incluir uma pessoa</legend>
        {trip.fares.map(({ id, label, priceCents, ...ages }, index) => (
          <Button
            key={id}
            title={agesLabel(ages) || undefined}
            ref={index === 0 ? firstAdd : undefined}
            data-go-on={index === 0 || undefined}
            data-field={index === 0 ? 'people' : undefined}
            variant="light"
            size="md"
            leftSection={<IconPlus size={18} aria-hidden />}
            disabled={travellers.length >= MAX_PEOPLE}
            onClick={() => counter.addPerson(id)}
          >
            {label} <span className={styles.price}>{priceCents > 0 ? formatMoney(priceCents) : 'grátis'}</span>
          </Button>
        ))}
      </fieldset>
      {travellers.length > 0 && (
        <ol className={styles.people}>
          {travellers.map((person, index) => (
            <li key={person.key} data-apart={counter.fields.boardsApart || undefined}>
              <PersonRow counter={counter} trip={trip} person={person} number={index + 1} />
            </li>
          ))}
        </ol>
      )}
      <div role="alert">{wrong && <p className={styles.error}>{wrong}</p>}</div>
      <Boarding counter={counter} trip={trip} several={travellers.length > 1} />
    </section>
  );
}

interface PersonRowProps {
  counter: Counter;
  trip: PassengerTrip;
  person: CounterPerson;
  number: number;
}

function PersonRow({ counter, trip, person, number }: PersonRowProps) {
  const { people, boardsApart } = counter.fields;
  const { key, fareId, boardingPointId } = person;
  const isPayer = key === people[0]?.key;
  const whose = `da ${number}ª pessoa`;
  return (
    <>
      {isPayer ? (
        <p className={styles.payer}>
          <strong>{payerName(counter.fields) || 'Quem paga'}</strong>
        </p>
      ) : (
        <PersonName counter={counter} trip={trip} person={person} whose={whose} />
      )}
      <NativeSelect
        className={styles.fare}
        aria-label={`Tarifa ${whose}`}
        name={fareField(key)}
        error={counter.errors[fareField(key)]}
        size="md"
        data={trip.fares.map(({ id, label }) => ({ value: id, label }))}
        value={fareId}
        onChange={(event) => counter.changePerson(key, { fareId: event.currentTarget.value })}
      />
      {boardsApart && (
        <NativeSelect
          className={styles.boarding}
          aria-label={`Embarque ${whose}`}
          size="md"
          data={[{ value: '', label: 'Embarca com todos' }, ...boardingOptions(trip.boardingPoints).slice(1)]}
          value={boardingPointId ?? ''}
          onChange={(event) => counter.changePerson(key, { boardingPointId: event.currentTarget.value || null })}
        />
      )}
      {!isPayer && (
        <ActionIcon
          className={styles.remove}
          variant="subtle"
          color="gray"
          size={44}
          radius="xl"
          aria-label={`Tirar a ${number}ª pessoa`}
          onClick={() => counter.removePerson(key)}
        >
          <IconX size={20} aria-hidden />
        </ActionIcon>
      )}
    </>
  );
}

function PersonName({ counter, trip, person, whose }: Omit<PersonRowProps, 'number'> & { whose: string }) {
  const { key, name, personId } = person;
  return (
    <PersonCombobox
      purpose="traveller"
      aria-label={`Nome ${whose}`}
      name={nameField(key)}
      placeholder="Nome (opcional)"
      className={styles.name}
      tripId={trip.id}
      taken={idsOf(counter.fields)}
      error={counter.errors[nameField(key)]}
      description={personId === null ? undefined : 'Já é cliente'}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      typed={name}
      onType={(typed) => counter.changePerson(key, { name: typed, personId: null })}
      onChoose={(candidate) => counter.changePerson(key, { name: candidate.name, personId: candidate.id })}
    />
  );
}

function Boarding({ counter, trip, several }: Omit<PartySectionProps, 'firstAdd'> & { several: boolean }) {
  const { boardingPointId, boardsApart } = counter.fields;
  if (trip.boardingPoints.length === 0) return null;
  return (
    <>
      <NativeSelect
        label={boardsApart ? 'Embarque dos outros' : 'Ponto de embarque'}
        name="boardingPointId"
        size="md"
        data={boardingOptions(trip.boardingPoints)}
        value={boardingPointId}
        error={counter.errors.boardingPointId}
        onChange={(event) => counter.change({ boardingPointId: event.currentTarget.value }, 'boardingPointId')}
      />
      {several && trip.boardingPoints.length > 1 && (
        <Switch
          label="Alguém embarca em outro ponto"
          size="md"
          checked={boardsApart}
          onChange={(event) => counter.change({ boardsApart: event.currentTarget.checked })}
        />
      )}
    </>
  );
}
