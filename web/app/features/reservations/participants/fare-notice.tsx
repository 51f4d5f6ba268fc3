import { errorCatalogue } from '@passeio/contract/errors';
import { formatMoney, formatPlacesLeft } from '~/lib/formats';
import { fareByAgeInWords, totalChangeInWords } from './fare-by-age';
import styles from './fare-notice.module.css';
import type { Judged, ParticipantTask, Party } from './party';

interface FareNoticeProps {
  judged: Judged;
  task: ParticipantTask;
  party: Party;
}

/** What a person costs: of a new one always, else where the age asks for another fare than the chosen one. */
export function FareNotice({ judged, task, party }: FareNoticeProps) {
  const words = wordsOf({ judged, task, party });
  return (
    <div role="status" aria-live="polite">
      {words && (
        <p className={styles.notice} data-tone={judged.decision ? 'warning' : 'info'}>
          {words}
        </p>
      )}
    </div>
  );
}

function wordsOf({ judged: { decision, fare, chosenCents, age }, task, party }: FareNoticeProps): string | undefined {
  const { totalCents, trip } = party;
  const isNew = task.kind === 'add';
  if (decision && !decision.fare) return errorCatalogue.NO_FARE_FOR_AGE.message;
  if (!fare || (!decision && !isNew)) return undefined;
  const why =
    decision && age !== null
      ? fareByAgeInWords(age, fare, chosenCents)
      : `${fare.label}: ${formatMoney(fare.priceCents)}.`;
  const total = totalChangeInWords(totalCents, totalCents - (isNew ? 0 : chosenCents) + fare.priceCents);
  const places = needsPlace(task, fare.takesPlace) ? `Ocupa uma vaga. ${formatPlacesLeft(trip.placesLeft)}.` : '';
  return [why, total, places].filter(Boolean).join(' ');
}

/** Whether the person takes a place that they have not taken yet. */
function needsPlace(task: ParticipantTask, takesPlace: boolean): boolean {
  return takesPlace && (task.kind === 'add' || !task.participant.takesPlace);
}
