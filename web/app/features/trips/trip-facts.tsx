import type { Trip } from '@passeio/contract/trips';
import type { ComponentProps, ReactNode } from 'react';
import { formatCalendarDate, formatMoney } from '~/lib/formats';
import { Icon } from '~/ui/media/icon';
import { durationInWords, momentInWords } from './duration';
import styles from './trip-facts.module.css';

interface TripFactsProps {
  trip: Trip;
  timeZone: string;
}

/** A trip's dates, duration, vehicle and places. */
export function TripFacts({ trip, timeZone }: TripFactsProps) {
  return (
    <dl className={styles.facts}>
      <Fact icon="calendar" label="Saída">
        {momentInWords(trip.date, timeZone)}
      </Fact>
      <Fact icon="clock" label="Volta prevista">
        {momentInWords(trip.returnDate, timeZone)}
        <small>{durationInWords(trip, timeZone)}</small>
      </Fact>
      <Fact icon="bus" label="Transporte">
        {trip.vehicle}
        {trip.interstate && <small>Viagem interestadual: leve documento com foto</small>}
      </Fact>
      {trip.minParticipants > 0 && (
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

/** Fares by age at departure, and the deposit. */
export function TripPrices({ trip }: { trip: Trip }) {
  const fares: [string, number | null][] = [
    ['Adulto', trip.priceCents],
    ['Criança de 6 a 12 anos', trip.childPriceCents],
    ['Criança de colo (até 5 anos)', trip.lapChildPriceCents],
  ];
  const deposit = Math.round((trip.priceCents * trip.depositPercent) / 100);
  return (
    <div>
      <table className={styles.prices}>
        <caption>Valores por pessoa</caption>
        <tbody>
          {fares.map(
            ([who, cents]) =>
              cents !== null && (
                <tr key={who}>
                  <th scope="row">{who}</th>
                  <td>{cents === 0 ? 'Grátis' : formatMoney(cents)}</td>
                </tr>
              ),
          )}
        </tbody>
      </table>
      {trip.depositPercent > 0 && (
        <p className={styles.deposit}>
          Sinal de {trip.depositPercent}% por Pix para garantir a vaga: <strong>{formatMoney(deposit)}</strong> por
          adulto
        </p>
      )}
    </div>
  );
}
