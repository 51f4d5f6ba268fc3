import { agesLabel } from '@passeio/contract/trips/fare-labels';
import type { Fare } from '@passeio/contract/trips/fares';
import type { Trip } from '@passeio/contract/trips/trips';
import { useId } from 'react';
import { farePrice, formatMoney, useFormats } from '~/lib/formats';
import { Stepper } from '~/ui/inputs/stepper';
import type { TripTerms } from '../terms';
import { countOf, type Limit, limitInWords, limitOf, type TripOffer } from './party-choice';
import styles from './party-picker.module.css';
import { PolicyLine } from './policy-line';
import type { PartyForm } from './use-party';

interface PartyPickerProps {
  trip: TripOffer & TripTerms & Pick<Trip, 'onRequest'>;
  form: PartyForm;
  /** Id of the picker's heading, to which the total beside the button leads. */
  headingId: string;
}

/** How many people of each fare, where they board, and what that costs. */
export function PartyPicker({ trip, form, headingId }: PartyPickerProps) {
  const { offered, party, quote } = form;
  const reasons = useId();
  const limits = offered.map((fare) => limitOf(trip, party, fare));
  return (
    <section className={styles.picker} aria-labelledby={headingId}>
      <h2 id={headingId} tabIndex={-1} className={styles.heading}>
        Quantas pessoas vão?
      </h2>
      <ul>
        {offered.map((fare, index) => (
          <li key={fare.id} className={styles.fare}>
            <FareLine fare={fare} />
            <Stepper
              label={fare.label}
              value={countOf(party, fare.id)}
              isFull={limits[index] !== undefined}
              fullReason={limits[index] && `${reasons}${limits[index]}`}
              onChange={(count) => form.setCount(fare.id, count)}
            />
          </li>
        ))}
      </ul>
      <Limits limits={limits} capacity={trip.capacity} idPrefix={reasons} />
      <BoardingChoice trip={trip} form={form} />
      <div className={styles.total} role="status">
        <span>
          Total <strong>{formatMoney(quote.totalCents)}</strong>
        </span>
        {quote.depositCents > 0 && trip.balanceDue && (
          <>
            {' · '}
            <span>
              Sinal <strong>{formatMoney(quote.depositCents)}</strong>
            </span>
          </>
        )}
      </div>
      {quote.totalCents > 0 && <BalanceLine balanceDue={trip.balanceDue} />}
      {trip.onRequest && (
        <p className={styles.onRequest}>
          Sob consulta: você envia um pedido, guardamos as vagas e respondemos. O sinal, só depois do nosso sim.
        </p>
      )}
      <PolicyLine />
    </section>
  );
}

/** Until when the rest is paid. */
export function BalanceLine({ balanceDue }: Pick<TripTerms, 'balanceDue'>) {
  const { formatDeadline } = useFormats();
  return (
    <p className={styles.balance}>
      {balanceDue
        ? `O restante até ${formatDeadline(balanceDue.toISOString())}.`
        : 'A saída está perto: o valor total é pago para garantir a vaga.'}
    </p>
  );
}

function FareLine({ fare }: { fare: Fare }) {
  const ages = agesLabel(fare);
  return (
    <div className={styles.words}>
      <strong>{fare.label}</strong>
      {ages && <small>{ages}</small>}
      <span>{farePrice(fare.priceCents)}</span>
    </div>
  );
}

interface LimitsProps {
  limits: readonly (Limit | undefined)[];
  capacity: number;
  idPrefix: string;
}

/** Why a fare's plus button does nothing; read out as it appears. */
function Limits({ limits, capacity, idPrefix }: LimitsProps) {
  const reached = [...new Set(limits)].filter((limit) => limit !== undefined);
  return (
    <div role="status" className={styles.limits}>
      {reached.map((limit) => (
        <span key={limit} id={`${idPrefix}${limit}`}>
          {limitInWords(limit, capacity)}
        </span>
      ))}
    </div>
  );
}

function BoardingChoice({ trip, form }: Pick<PartyPickerProps, 'trip' | 'form'>) {
  const id = useId();
  if (trip.boardingPoints.length === 0) return null;
  return (
    <div className={styles.boarding}>
      <label htmlFor={id}>Ponto de embarque</label>
      <select
        id={id}
        autoComplete="off"
        value={form.boardingPoint?.id ?? ''}
        onChange={({ currentTarget: { value } }) => form.setBoardingPoint(value || null)}
      >
        <option value="">A combinar</option>
        {trip.boardingPoints.map((point) => (
          <option key={point.id} value={point.id}>
            {point.time} {point.place}
          </option>
        ))}
      </select>
    </div>
  );
}
