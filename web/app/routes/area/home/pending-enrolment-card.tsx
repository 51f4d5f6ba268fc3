import { Button, Group } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import { partyLabel } from '@passeio/contract/reservations/party-label';
import type { Enrolment } from '@passeio/contract/reservations/reservations';
import type { Trip } from '@passeio/contract/trips/trips';
import { cardImage } from '~/features/trips/card';
import { JoinButton } from '~/features/trips/join-button';
import { type PartyChoice, readChoice } from '~/features/trips/party/party-choice';
import { BalanceLine } from '~/features/trips/party/party-picker';
import { PolicyLine } from '~/features/trips/party/policy-line';
import { type TripTerms, termsOf } from '~/features/trips/terms';
import { TripPicture } from '~/features/trips/trip-picture';
import { formatMoney, formatPlacesLeft, useFormats } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { useJoining } from '../page/use-joining';
import banner from './next-departure.module.css';
import styles from './pending-enrolment-card.module.css';

interface PendingEnrolmentCardProps {
  trip: Trip;
  choice: Enrolment;
  onDropped: () => void;
}

/** The pending enrolment: reserve it or wait for it, change it on the trip's page, or dismiss it. */
export function PendingEnrolmentCard({ trip, choice, onDropped }: PendingEnrolmentCardProps) {
  const { formatLongDate, formatTime } = useFormats();
  const joining = useJoining();
  const terms = termsOf(trip, useSettings(), Date.now());
  const chosen = readChoice({ ...trip, ...terms }, choice);
  const { isOutdated, obstacle, shortage, wish } = chosen;
  return (
    <section className={`${banner.banner} ${styles.card}`} aria-labelledby="desejo">
      <div className={banner.picture}>
        <TripPicture image={cardImage(trip)} sizes="(min-width: 62em) 24rem, 100vw" />
      </div>
      <div className={banner.body}>
        <h2 id="desejo" className={`${banner.title} ${styles.title}`}>
          <span className={`${banner.kicker} ${styles.kicker}`}>
            {shortage ? 'Você quer ir: ' : 'Você está reservando: '}
          </span>
          <a href={pagePaths.trip(trip.slug)}>{trip.title}</a>
        </h2>
        <p className={banner.date}>
          {formatLongDate(trip.date)}, às {formatTime(trip.date)}
        </p>
        {isOutdated ? (
          <p className={styles.choice}>{OUTDATED}</p>
        ) : (
          <ChoiceInWords choice={chosen} trip={trip} terms={terms} />
        )}
        <Group gap="0.5rem 0.75rem" align="flex-start" my="md">
          {!isOutdated && (
            <JoinButton
              trip={trip}
              joining={joining}
              choice={choice}
              wish={wish}
              obstacle={obstacle}
              shortage={shortage}
              label="Concluir reserva"
            />
          )}
          <Button component="a" href={pagePaths.trip(trip.slug)} size="md" variant="default">
            {isOutdated ? 'Escolher de novo' : 'Mudar'}
          </Button>
          <Button size="md" variant="subtle" onClick={onDropped}>
            Agora não
          </Button>
        </Group>
        {!isOutdated && <PolicyLine />}
      </div>
    </section>
  );
}

const OUTDATED = 'As tarifas ou os pontos de embarque mudaram depois da sua escolha.';

/** Who goes and where they board, as "2 adultos, 1 criança · embarque 05:30 Varginha"; the price. */
function ChoiceInWords({ choice, trip, terms }: { choice: PartyChoice; trip: Trip; terms: TripTerms }) {
  const { offered, party, boardingPoint, quote } = choice;
  const boarding = boardingPoint && `embarque ${boardingPoint.time} ${boardingPoint.place}`;
  return (
    <>
      <p className={styles.choice}>{[partyLabel(offered, party), boarding].filter(Boolean).join(' · ')}</p>
      <p className={styles.facts}>
        Total <strong>{formatMoney(quote.totalCents)}</strong>
        {quote.depositCents > 0 && terms.balanceDue && ` · Sinal ${formatMoney(quote.depositCents)}`}
        <span>{formatPlacesLeft(trip.placesLeft)}</span>
      </p>
      {quote.totalCents > 0 && <BalanceLine {...terms} />}
    </>
  );
}
