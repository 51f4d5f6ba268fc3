import { tripPagePath } from '@passeio/contract/public-paths';
import { cancellationTexts } from '@passeio/contract/reservations/cancellation-texts';
import { reviewRoutes } from '@passeio/contract/reviews/review-routes';
import type { TripReviews } from '@passeio/contract/reviews/reviews';
import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import { type Trip as TripData, tripSituationLabels } from '@passeio/contract/trips/trips';
import { plural } from '@passeio/contract/words';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { data, Link, redirect } from 'react-router';
import { StarRow } from '~/features/reviews/star-row';
import { extrasOnSale } from '~/features/trips/extras';
import { Gallery } from '~/features/trips/gallery';
import { instalmentsNow } from '~/features/trips/payment-plan';
import { presentTripCard } from '~/features/trips/present-trip-card';
import { SituationMark } from '~/features/trips/situation-mark';
import type { TripCardData } from '~/features/trips/trip-card';
import { cardImage, sharedImagePath, TripPicture } from '~/features/trips/trip-picture';
import { ApiError } from '~/lib/api';
import { FALLBACK_MESSAGE } from '~/lib/explain-failure';
import { formatsIn, useFormats } from '~/lib/formats';
import { describePage } from '~/lib/page-meta';
import { apiContext, loaded } from '~/lib/render.server';
import { useOrigin, useSettings } from '~/lib/settings';
import { StructuredData } from '~/routes/portal/seo/structured-data';
import { showAlert } from '~/ui/feedback/alert';
import { Button, buttonClass } from '~/ui/inputs/button';
import { Icon } from '~/ui/media/icon';
import { PrefetchLink } from '~/ui/navigation/prefetch-link';
import { RichText } from '~/ui/text/rich-text';
import { tripFacts } from '../seo/facts';
import { ContactBanner } from '../shared/contact-banner';
import { useJoining } from '../shared/joining';
import { loadNextTrips } from '../shared/next-trips.server';
import pageStyles from '../shared/page.module.css';
import { TripCards } from '../shared/trip-cards';
import type { Route } from './+types/trip';
import type { AlertForm } from './alert-form';
import { ShareTrip } from './share-trip';
import styles from './trip.module.css';
import { TripBooking } from './trip-booking';
import { factsOf, type TripFact } from './trip-facts';

export { PortalError as ErrorBoundary } from '../shared/portal-error';

/** Number of other trips offered on a withdrawn trip's page. */
const OTHERS = 3;
/** Number of other dates on a trip's page. */
const OTHER_DATES = 60;

export async function loader({ context, params }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const trip = await loaded(api.call(tripRoutes.read, { params: { id: params.slug } }).catch(whyGone));
  if (typeof trip === 'object') {
    const [{ data: reviews }, { trips, formats }] = await Promise.all([
      loaded(api.call(reviewRoutes.listOfTrip, { params: { id: trip.id } })),
      loadNextTrips(api, { size: OTHER_DATES, otherDatesOf: trip.id }),
    ]);
    // The address of a date that is past leads to the next.
    const [next] = trips;
    if (trip.situation === 'closed' && next) throw redirect(tripPagePath(next.slug));
    const otherDates = trips.map((other): OtherDate => {
      const { slug, dates, price, places } = presentTripCard(other, formats);
      const { date, returnDate, priceCents, placesLeft } = other;
      return { slug, dates, price, places, isSoldOut: placesLeft <= 0, date, returnDate, priceCents };
    });
    const situationLabel = tripSituationLabels[trip.situation];
    return {
      trip: { ...trip, extras: extrasOnSale(trip, Date.now()) },
      reviews,
      otherDates,
      mainSlug: next && next.date < trip.date ? next.slug : trip.slug,
      situationLabel,
      facts: factsOf(trip, formats),
      days: [...Map.groupBy(trip.itinerary, ({ day }) => day)],
      cancellation: cancellationTexts(trip.cancellationTiers, trip.date),
      instalments: instalmentsNow(trip, formats.timeZone, Date.now()),
      renderedAt: Date.now(),
    };
  }
  const { trips, formats } = await loadNextTrips(api, { size: OTHERS });
  return data(
    { trip: null, isCancelled: trip === 'cancelled', others: trips.map((other) => presentTripCard(other, formats)) },
    { status: 410 },
  );
}

function whyGone(error: unknown): 'cancelled' | 'withdrawn' {
  if (!(error instanceof ApiError) || error.status !== 410) throw error;
  return error.code === 'TRIP_CANCELLED' ? 'cancelled' : 'withdrawn';
}

export function meta(args: Route.MetaArgs) {
  const shown = args.loaderData;
  if (!shown) return describePage(args, { title: 'Passeio não encontrado', hidden: true });
  if (shown.trip === null) {
    const title = shown.isCancelled ? 'Saída cancelada' : 'Este passeio saiu da agenda';
    return describePage(args, { title, hidden: true });
  }
  const { trip, mainSlug } = shown;
  const { formatTripDates } = formatsIn(args.matches[0].loaderData?.settings.timeZone ?? 'America/Sao_Paulo');
  const image = cardImage(trip);
  return describePage(args, {
    title: trip.title,
    description: [formatTripDates(trip).replace(/\.$/, ''), trip.summary].filter(Boolean).join('. '),
    image: image ? { ...image, path: sharedImagePath(image) } : undefined,
    // Of all dates one address, for search engines.
    path: tripPagePath(mainSlug),
  });
}

export default function TripPage({ loaderData }: Route.ComponentProps) {
  return loaderData.trip === null ? (
    <WithdrawnTrip others={loaderData.others} isCancelled={loaderData.isCancelled} />
  ) : (
    <TripOnSale {...loaderData} />
  );
}

interface TripOnSaleProps {
  trip: TripData;
  reviews: TripReviews['data'];
  otherDates: OtherDate[];
  situationLabel: string;
  facts: TripFact[];
  /** The itinerary, by day. */
  days: [day: number, steps: TripData['itinerary']][];
  /** What cancelling costs from now on, sentence by sentence. */
  cancellation: string[];
  /** In which the rest is paid. */
  instalments: number;
  renderedAt: number;
}

function TripOnSale({
  trip,
  reviews,
  otherDates,
  situationLabel,
  facts,
  days,
  cancellation: tiers,
  instalments,
  renderedAt,
}: TripOnSaleProps) {
  const settings = useSettings();
  const origin = useOrigin();
  const joining = useJoining();
  const now = useNow(renderedAt);
  const { withdrawalDays } = settings.terms;
  return (
    <div className={`${pageStyles.page} ${styles.page}`}>
      <StructuredData facts={import.meta.env.SSR ? tripFacts(trip, otherDates, { settings, origin }) : null} />
      {/* Visitors from the schedule have it; for others it is not worth its bytes beforehand. */}
      <Link to="/portal/passeio" className={`${pageStyles.link} ${styles.back}`}>
        <Icon name="left" size={18} />
        Todos os passeios
      </Link>
      <div className={styles.gallery}>
        <Gallery images={trip.tripImages} title={trip.title} sizes="(min-width: 75rem) 75rem, 100vw" priority />
      </div>
      <div className={styles.columns}>
        <header>
          <SituationMark situation={trip.situation} label={situationLabel} />
          <h1 className={pageStyles.title}>{trip.title}</h1>
          {trip.summary && <p className={pageStyles.lead}>{trip.summary}</p>}
          <ShareTrip trip={trip} address={`${origin}/portal/passeio/${trip.slug}`} />
        </header>
        <TripBooking trip={trip} joining={joining} now={now} instalments={instalments} next={otherDates[0]} />
        <div className={styles.story}>
          <section className={styles.facts} aria-label="Resumo">
            <dl>
              {facts.map(({ icon, label, text, note }) => (
                <div key={label}>
                  <dt>
                    <Icon name={icon} size={22} />
                    {label}
                  </dt>
                  <dd>
                    {text}
                    {note && <small>{note}</small>}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
          <Section title="Outras datas" shown={otherDates.length > 0}>
            <OtherDates dates={otherDates} />
          </Section>
          <Fold title="Sobre o passeio" shown={trip.description !== ''}>
            <RichText html={trip.description} />
          </Fold>
          <Section title="Quem foi conta" shown={reviews.length > 0}>
            <Reviews reviews={reviews} />
          </Section>
          <Plan trip={trip} days={days} />
          <Fold title="Perguntas e respostas" shown={trip.faq.length > 0}>
            {trip.faq.map(({ question, answer }) => (
              <details key={question} className={styles.question}>
                <summary>{question}</summary>
                <p>{answer}</p>
              </details>
            ))}
          </Fold>
          <Fold title="Cancelamento" shown={tiers.length > 0 || withdrawalDays !== null}>
            <ul className={styles.tiers}>
              {withdrawalDays !== null && <li>{withdrawalText(withdrawalDays)}</li>}
              {tiers.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </Fold>
          <Section title="Próxima data" shown>
            <NextDateAlert key={trip.id} tripId={trip.id} />
          </Section>
          <p className={pageStyles.policy}>
            Antes de reservar, leia a{' '}
            <PrefetchLink to="/portal/politicacancelamento">política de cancelamento</PrefetchLink>.
          </p>
        </div>
      </div>
    </div>
  );
}

function withdrawalText(days: number): string {
  return `Até ${plural(days, 'dia')} depois de reservar, antes da saída: sem multa, é seu direito de arrependimento`;
}

/** The time of rendering until hydration, then the current time: a cached page may be hours old. */
function useNow(renderedAt: number): number {
  const [now, setNow] = useState(renderedAt);
  useEffect(() => setNow(Date.now()), []);
  return now;
}

function Plan({ trip, days }: Pick<TripOnSaleProps, 'trip' | 'days'>) {
  return (
    <>
      <Fold title="Roteiro" shown={days.length > 0}>
        <Itinerary days={days} />
      </Fold>
      <Fold title="Pontos de embarque" shown={trip.boardingPoints.length > 0}>
        <BoardingPoints trip={trip} />
      </Fold>
      <div className={`${pageStyles.grid} ${styles.lists}`}>
        <Fold title="O que está incluso" shown={trip.included.length > 0}>
          <Items items={trip.included} kind="yes" />
        </Fold>
        <Fold title="O que não está incluso" shown={trip.excluded.length > 0}>
          <Items items={trip.excluded} kind="no" />
        </Fold>
        <Fold title="O que levar" shown={trip.bring.length > 0}>
          <Items items={trip.bring} kind="bring" />
        </Fold>
      </div>
      <Fold title="Riscos e cuidados" shown={trip.risks !== ''}>
        <p className={styles.risks}>{trip.risks}</p>
      </Fold>
    </>
  );
}

/** Itinerary; grouped by day on longer trips. */
function Itinerary({ days }: Pick<TripOnSaleProps, 'days'>) {
  return days.map(([day, steps]) => (
    <div key={day} className={styles.day}>
      {days.length > 1 && <h3>Dia {day}</h3>}
      <ol>
        {steps.map(({ time, text }) => (
          <li key={`${time}-${text}`} className={styles.step}>
            {time && <time>{time}</time>}
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </div>
  ));
}

function BoardingPoints({ trip: { boardingPoints, tripImages } }: { trip: TripData }) {
  return (
    <ul className={styles.points}>
      {boardingPoints.map(({ time, place, address, imageId }) => (
        <li key={`${time}-${place}`}>
          <Icon name="pin" size={22} />
          <span>
            {place}
            {address && (
              <small>
                {address}
                <a href={mapLink(address)} target="_blank" rel="noreferrer" aria-label={`Ver no mapa: ${place}`}>
                  Ver no mapa
                </a>
              </small>
            )}
            {tripImages
              .filter(({ id }) => id === imageId)
              .map((image) => (
                <span key={image.id} className={styles.place}>
                  <TripPicture image={image} sizes="20rem" />
                </span>
              ))}
          </span>
          <time>{time}</time>
        </li>
      ))}
    </ul>
  );
}

function mapLink(address: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;
}

/** A button, until somebody wants the form. */
function NextDateAlert({ tripId }: { tripId: string }) {
  const [Form, setForm] = useState<typeof AlertForm>();
  const open = () =>
    import('./alert-form').then(
      ({ AlertForm }) => setForm(() => AlertForm),
      () => showAlert('error', FALLBACK_MESSAGE),
    );

  return (
    <>
      <p>Avisamos por e-mail, uma vez, quando houver outra data.</p>
      {Form ? (
        <Form tripId={tripId} />
      ) : (
        <Button look="quiet" onClick={() => void open()}>
          Avise-me da próxima data
        </Button>
      )}
    </>
  );
}

/** List of what is included (`yes`), not included (`no`), or to bring. */
function Items({ items, kind }: { items: string[]; kind: 'yes' | 'no' | 'bring' }) {
  return (
    <ul className={styles.items} data-kind={kind}>
      {items.map((item) => (
        <li key={item}>
          <Icon name={kind === 'no' ? 'close' : 'check'} />
          {item}
        </li>
      ))}
    </ul>
  );
}

/** Published by the operator, with the author's consent: first name and month only. */
function Reviews({ reviews }: { reviews: TripReviews['data'] }) {
  const { formatMonthAndYear } = useFormats();
  return (
    <ul className={styles.reviews}>
      {reviews.map(({ stars, sentence, firstName, date }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list of a page never changes
        <li key={index}>
          <StarRow stars={stars} className={styles.stars} />
          {sentence && <p>{sentence}</p>}
          <small>
            {firstName}, {formatMonthAndYear(date)}
          </small>
        </li>
      ))}
    </ul>
  );
}

function Section({ title, shown, children }: { title: string; shown: boolean; children: ReactNode }) {
  if (!shown) return null;
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** A section that is closed on phones, whose page would otherwise be ten screens long. */
function Fold({ title, shown, children }: ComponentProps<typeof Section>) {
  if (!shown) return null;
  return (
    <details ref={openIfWide} className={styles.fold}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {children}
    </details>
  );
}

/** The server renders every fold closed: it does not know the window. */
function openIfWide(fold: HTMLDetailsElement | null): void {
  if (fold && innerWidth >= 992) fold.open = true;
}

export interface OtherDate
  extends Pick<TripCardData, 'slug' | 'dates' | 'price' | 'places'>,
    Pick<TripData, 'date' | 'returnDate' | 'priceCents'> {
  isSoldOut: boolean;
}

/** The other coming departures of a trip. */
function OtherDates({ dates }: { dates: OtherDate[] }) {
  return (
    <ul className={`${pageStyles.grid} ${styles.dates}`}>
      {dates.map(({ slug, dates: days, price, places, isSoldOut }) => (
        <li key={slug}>
          <PrefetchLink to={tripPagePath(slug)} className={`${pageStyles.outlined} ${styles.date}`}>
            <strong>{days}</strong>
            <span>{price}</span>
            <span className={styles.left} data-none={isSoldOut || undefined}>
              {places}
            </span>
          </PrefetchLink>
        </li>
      ))}
    </ul>
  );
}

interface WithdrawnTripProps {
  others: TripCardData[];
  /** Whether the operator cancelled the departure. */
  isCancelled: boolean;
}

/** Page of a withdrawn trip or a cancelled departure, with the next ones. */
function WithdrawnTrip({ others, isCancelled }: WithdrawnTripProps) {
  return (
    <>
      <div className={pageStyles.page}>
        <header>
          <h1 className={pageStyles.title}>{isCancelled ? 'Saída cancelada' : 'Este passeio saiu da agenda'}</h1>
          <p className={pageStyles.lead}>
            {isCancelled
              ? 'Esta saída não vai acontecer. Quem tinha reserva é avisado por nós.'
              : 'Ele não está mais aberto para reservas.'}{' '}
            {others.length > 0
              ? 'Mas a estrada continua: veja quem sai em seguida.'
              : 'Estamos preparando as próximas datas: fale com a gente para saber em primeira mão.'}{' '}
            Se você já tem uma reserva, ela está em <a href="/minhasreservas">Minhas reservas</a>.
          </p>
        </header>
        {others.length > 0 && (
          <section aria-labelledby="proximos">
            <div className={`${pageStyles.spread} ${styles.others}`}>
              <h2 id="proximos">Próximos passeios</h2>
              <PrefetchLink to="/portal/passeio" className={buttonClass('quiet')}>
                Ver todos os passeios
              </PrefetchLink>
            </div>
            <TripCards trips={others} inSight={1} />
          </section>
        )}
      </div>
      <ContactBanner />
    </>
  );
}
