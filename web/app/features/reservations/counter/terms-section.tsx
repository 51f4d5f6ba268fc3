import { Switch } from '@mantine/core';
import type { PassengerTrip } from '@passeio/contract/boarding/passengers';
import { AdjustmentFields } from '../actions/adjustment-fields';
import { DeadlineFields } from '../actions/deadline-fields';
import styles from './counter.module.css';
import type { Counter } from './use-counter';

/** Until when the places are held, and a discount or an extra. */
export function TermsSection({ counter, trip }: { counter: Counter; trip: PassengerTrip }) {
  const { deadline, isBooked, hasAdjustment, adjustment } = counter.fields;
  return (
    <section className={styles.section} aria-labelledby="counter-terms">
      <h3 id="counter-terms">Prazo e valor</h3>
      {!isBooked && (
        <DeadlineFields
          kinds={['usual', 'chosen', 'none']}
          value={deadline}
          onChange={(changed) => counter.change({ deadline: changed }, 'deadline.day', 'deadline.time')}
          errors={counter.errors}
          departsAt={trip.date}
        />
      )}
      <Switch
        label="Confirmar sem sinal"
        description="A vaga já fica garantida, sem prazo"
        size="md"
        checked={isBooked}
        onChange={(event) => counter.change({ isBooked: event.currentTarget.checked }, 'deadline.day', 'deadline.time')}
      />
      <Switch
        label="Desconto ou acréscimo"
        size="md"
        checked={hasAdjustment}
        onChange={(event) => counter.change({ hasAdjustment: event.currentTarget.checked }, ...adjustmentFields)}
      />
      {hasAdjustment && (
        <AdjustmentFields
          value={adjustment}
          onChange={(changed) => counter.change({ adjustment: changed }, ...adjustmentFields)}
          errors={counter.errors}
        />
      )}
    </section>
  );
}

const adjustmentFields = ['adjustment.amount', 'adjustment.reason'];
