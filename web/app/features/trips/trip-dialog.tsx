import { publicFares } from '@passeio/contract/fare-labels';
import { tripPagePath } from '@passeio/contract/public-paths';
import { cancellationTexts } from '@passeio/contract/reservations/cancellation-texts';
import type { Enrolment } from '@passeio/contract/reservations/reservations';
import type { Trip } from '@passeio/contract/trips/trips';
import { type MouseEvent, useEffect, useId, useRef } from 'react';
import { Link } from 'react-router';
import { formatPlacesLeft, useFormats } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { openModal } from '~/ui/dialogs/modal';
import { Icon } from '~/ui/media/icon';
import { RichText } from '~/ui/text/rich-text';
import { Gallery } from './gallery';
import { closedReasonOf, JoinButton, type Joining, type OwnPlace } from './join-button';
import { FareTable, PartyPicker, PartySummary } from './party-picker';
import { instalmentsNow } from './payment-plan';
import { SituationBadge } from './situation-badge';
import { termsOf } from './terms';
import styles from './trip-dialog.module.css';
import { useParty } from './use-party';

interface TripDialogProps {
  trip: Trip;
  joining: Joining;
  place?: OwnPlace | undefined;
  /** What was chosen before signing in. */
  pending?: Enrolment;
  onClose: () => void;
  /** Replaces the link to the trip's page. */
  onFollow?: (event: MouseEvent) => void;
}

/** Dialog with a trip's summary; two columns if the description is shown. */
export function TripDialog({ trip, joining, place, pending, onClose, onFollow }: TripDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const words = useRef<HTMLElement>(null);
  const title = useId();
  const picker = useId();
  const settings = useSettings();
  const now = Date.now();
  const instalments = instalmentsNow(trip, settings.timeZone, now);
  const offer = { ...trip, ...termsOf(trip, settings, now), instalments };
  const form = useParty(offer, pending);
  const isChoosing = !place && !closedReasonOf(trip);
  useEffect(() => {
    openModal(dialog.current);
    // Focuses the scrollable content, so that arrow keys scroll it.
    words.current?.focus({ preventScroll: true });
  }, []);
  const close = () => dialog.current?.close();

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Esc and the button
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-wide={trip.showDescription || undefined}
      aria-labelledby={title}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      <div className={styles.frame}>
        <button type="button" className={styles.close} onClick={close} aria-label="Fechar">
          <Icon name="close" size={22} />
        </button>
        <div className={styles.content}>
          <div className={styles.images}>
            <Gallery
              images={trip.tripImages}
              title={trip.title}
              sizes={trip.showDescription ? '(min-width: 62rem) 30rem, 100vw' : '(min-width: 40rem) 34rem, 100vw'}
              priority
            />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <section ref={words} className={styles.words} aria-labelledby={title} tabIndex={0}>
            <SituationBadge situation={trip.situation} />
            <h2 id={title} className={styles.title}>
              {trip.title}
            </h2>
            <TripLine trip={trip} />
            {trip.showDescription && <RichText html={trip.description} className={styles.description} />}
            {isChoosing ? (
              <div className={styles.fares}>
                <PartyPicker trip={offer} form={form} headingId={picker} />
              </div>
            ) : (
              publicFares(trip.fares).length > 1 && (
                <div className={styles.fares}>
                  <FareTable trip={trip} />
                </div>
              )
            )}
            <CancellationLine trip={trip} />
          </section>
        </div>
        <div className={styles.foot} data-choosing={isChoosing || undefined}>
          {isChoosing && <PartySummary form={form} headingId={picker} />}
          <JoinButton trip={trip} joining={joining} {...form} place={place} onJoined={close} />
          <Link to={tripPagePath(trip.slug)} className={styles.more} onClick={onFollow ?? close}>
            Ver página do passeio
            <Icon name="right" size={18} />
          </Link>
        </div>
      </div>
    </dialog>
  );
}

function TripLine({ trip }: Pick<TripDialogProps, 'trip'>) {
  const { formatTripDates, formatDuration } = useFormats();
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Quando</dt>
        <dd>
          {formatTripDates(trip)} <small>{formatDuration(trip)}</small>
        </dd>
      </div>
      <div>
        <dt>Vagas</dt>
        <dd>{formatPlacesLeft(trip.placesLeft)}</dd>
      </div>
    </dl>
  );
}

function CancellationLine({ trip }: { trip: Trip }) {
  const [cancellation] = cancellationTexts(trip.cancellationTiers, trip.date);
  return (
    cancellation && (
      <dl className={styles.facts}>
        <div>
          <dt>Cancelamento</dt>
          <dd>{cancellation}</dd>
        </div>
      </dl>
    )
  );
}
