import { agesInWords } from '@passeio/contract/trips/fare-words';
import type { Fare } from '@passeio/contract/trips/fares';
import { formatMoney } from '~/lib/formats';
import { ChoiceField } from './participant-fields';

/** The fare of a new person. */
export function FareField({ fares }: { fares: readonly Fare[] }) {
  return (
    <ChoiceField
      name="fareId"
      label="Tarifa"
      data={fares.map((fare) => ({
        value: fare.id,
        label: [fare.label, formatMoney(fare.priceCents), agesInWords(fare)].filter(Boolean).join(' · '),
      }))}
    />
  );
}
