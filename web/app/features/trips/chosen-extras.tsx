import type { ChosenExtra } from '@passeio/contract/reservations/quote';
import type { Enrolment } from '@passeio/contract/reservations/reservations';
import { takersIn } from '@passeio/contract/trips/extra-rules';
import type { Trip } from '@passeio/contract/trips/trips';
import booking from './booking.module.css';
import { ExtraSteppers } from './extra-steppers';
import { extrasOnSale, takersOf } from './extras';
import { readChoice } from './party';

/** The extras of the chosen places, to change without going back to the trip. */
export default function ChosenExtras({
  trip,
  choice,
  onChange,
}: {
  trip: Trip;
  choice: Enrolment;
  onChange: (extras: ChosenExtra[]) => void;
}) {
  const { offered, party } = readChoice(trip, choice);
  const people = takersIn(offered, party);
  const extras = extrasOnSale(trip, Date.now()).filter((extra) => takersOf(extra, people) > 0);
  return (
    <div className={booking.picker}>
      <ExtraSteppers extras={extras} people={people} chosen={choice?.extras ?? []} onChange={onChange} />
    </div>
  );
}
