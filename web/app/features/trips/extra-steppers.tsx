import type { ChosenExtra } from '@passeio/contract/reservations/quote';
import { type ExtraTaker, extraRulesText } from '@passeio/contract/trips/extra-rules';
import type { ExtraScope, TripExtra } from '@passeio/contract/trips/extras';
import { useId } from 'react';
import { formatFarePrice } from '~/lib/formats';
import styles from './booking.module.css';
import { countOfExtra, firstCount, isSoldOut, mostOf, nearestCount, takersOf } from './extras';
import { Stepper } from './party-picker';

interface ExtraSteppersProps {
  extras: readonly TripExtra[];
  people: readonly ExtraTaker[];
  chosen: readonly ChosenExtra[];
  onChange: (chosen: ChosenExtra[]) => void;
}

/** How many of each extra a party takes. */
export function ExtraSteppers({ extras, people, chosen, onChange }: ExtraSteppersProps) {
  const heading = useId();

  function setCount(extra: TripExtra, count: number): void {
    const others = chosen.filter(({ extraId }) => extraId !== extra.id);
    const next = nearestCount(extra, people, count, countOfExtra(chosen, extra.id));
    onChange(next > 0 ? [...others, { extraId: extra.id, count: next }] : others);
  }

  return (
    <section className={styles.extras} aria-labelledby={heading}>
      <h3 id={heading}>Adicionais</h3>
      <ul>
        {extras.map((extra) => (
          <ExtraLine
            key={extra.id}
            extra={extra}
            people={people}
            count={countOfExtra(chosen, extra.id)}
            onChange={(count) => setCount(extra, count)}
          />
        ))}
      </ul>
    </section>
  );
}

interface ExtraLineProps {
  extra: TripExtra;
  people: readonly ExtraTaker[];
  count: number;
  onChange: (count: number) => void;
}

function ExtraLine({ extra, people, count, onChange }: ExtraLineProps) {
  const limits = useId();
  const rules = extraRulesText(extra);
  return (
    <li className={styles.fare}>
      <div>
        <strong>{extra.label}</strong>
        {extra.description && <small>{extra.description}</small>}
        <span>
          {formatFarePrice(extra.priceCents)} {scopeText(extra.per)}
        </span>
        <small id={limits}>{limitsText(extra, people)}</small>
        {rules && <small>{rules}</small>}
      </div>
      {isSoldOut(extra) ? (
        <strong>Esgotado</strong>
      ) : (
        <Stepper
          label={extra.label}
          value={count}
          isFull={count >= mostOf(extra, people)}
          least={extra.choice === 'required' ? firstCount(extra, people) : 0}
          fullReason={limits}
          onChange={onChange}
        />
      )}
    </li>
  );
}

/** In which quantities an extra is sold, as "De 2 a 4 por pessoa · Restam 3"; empty where it is one for each. */
function limitsText(extra: TripExtra, people: readonly ExtraTaker[]): string {
  const { per, minQuantity, maxQuantity, stockLeft } = extra;
  const takers = takersOf(extra, people);
  const scope = scopeText(per);
  const sold = minQuantity > 1 ? `De ${minQuantity} a ${maxQuantity} ${scope}` : `Até ${maxQuantity} ${scope}`;
  const isScarce = stockLeft !== null && stockLeft > 0 && stockLeft < takers * maxQuantity;
  const left = isScarce ? (stockLeft === 1 ? 'Resta 1' : `Restam ${stockLeft}`) : '';
  return [maxQuantity > 1 || minQuantity > 1 ? sold : '', left].filter(Boolean).join(' · ');
}

// Apart from the labels of the contract, which bring its schemas.
function scopeText(per: ExtraScope): string {
  return per === 'reservation' ? 'por reserva' : 'por pessoa';
}
