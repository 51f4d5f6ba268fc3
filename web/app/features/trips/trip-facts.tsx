import { agesLabel, publicFares } from '@passeio/contract/trips/fare-labels';
import { defaultFare, depositOf } from '@passeio/contract/trips/pricing';
import type { Trip } from '@passeio/contract/trips/trips';
import type { ComponentProps, ReactNode } from 'react';
import { farePrice, formatCalendarDate, formatMoney, useFormats } from '~/lib/formats';
import { Icon } from '~/ui/media/icon';
import { BalanceLine } from './party/party-picker';
import type { TripTerms } from './terms';
import styles from './trip-facts.module.css';

interface TripFactsProps {
  trip: Trip;
}

/** A trip's dates, duration, vehicle and places. */
export function TripFacts({ trip }: TripFactsProps) {
  const { durationInWords, formatLongMoment } = useFormats();
  const isSure = trip.isGuaranteed || trip.situation === 'guaranteed';
  return (
    <dl className={styles.facts}>
      <Fact icon="calendar" label="Saída">
        {formatLongMoment(trip.date)}
      </Fact>
      <Fact icon="clock" label="Volta prevista">
        {formatLongMoment(trip.returnDate)}
        <small>{durationInWords(trip)}</small>
      </Fact>
      <Fact icon="bus" label="Transporte">
        {trip.vehicle}
        {trip.interstate && <small>Viagem interestadual: leve documento com foto</small>}
      </Fact>
      {isSure && (
        <Fact icon="people" label="Grupo">
          Saída garantida
          <small>Até {trip.capacity} pessoas</small>
        </Fact>
      )}
      {trip.minParticipants > 0 && !isSure && (
        <Fact icon="people" label="Grupo">
          {minimumInWords(trip)}
          <small>Até {trip.capacity} pessoas</small>
        </Fact>
      )}
    </dl>
  );
}

function minimumInWords({ minParticipants, decisionDate }: Trip): string {
  const minimum = `Lotação mínima: ${minParticipants} ${minParticipants === 1 ? 'pessoa' : 'pessoas'}`;
  return decisionDate ? `${minimum} (confirmação até ${formatCalendarDate(decisionDate)})` : minimum;
}

interface FactProps {
  icon: ComponentProps<typeof Icon>['name'];
  label: string;
  children: ReactNode;
}

function Fact({ icon, label, children }: FactProps) {
  return (
    <div className={styles.fact}>
      <dt>
        <Icon name={icon} size={22} />
        {label}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The fares that the site offers, with their ages. */
export function FareTable({ trip }: { trip: Trip }) {
  return (
    <table className={styles.prices}>
      <caption>Valores por pessoa</caption>
      <tbody>
        {publicFares(trip.fares).map((fare) => (
          <tr key={fare.id}>
            <th scope="row">
              {fare.label}
              {agesLabel(fare) && <small>{agesLabel(fare)}</small>}
            </th>
            <td>{farePrice(fare.priceCents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The fares that the site offers, and the deposit. */
export function TripPrices({ trip }: { trip: Trip & TripTerms }) {
  const fare = defaultFare(trip.fares);
  const deposit = depositOf(fare?.priceCents ?? 0, trip.depositPercent);
  return (
    <div>
      <FareTable trip={trip} />
      {fare && deposit > 0 && trip.balanceDue && (
        <p className={styles.deposit}>
          Sinal de {trip.depositPercent}% por Pix {trip.onRequest ? 'depois do nosso sim' : 'para garantir a vaga'}:{' '}
          <strong>{formatMoney(deposit)}</strong>
          {publicFares(trip.fares).length > 1 && ` (${fare.label})`}
        </p>
      )}
      {fare && fare.priceCents > 0 && <BalanceLine balanceDue={trip.balanceDue} />}
    </div>
  );
}
