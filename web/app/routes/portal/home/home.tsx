import { tripPagePath } from '@passeio/contract/public-paths';
import type { Trip } from '@passeio/contract/trips/trips';
import { uncapitalised } from '@passeio/contract/words';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { presentTripCard } from '~/features/trips/present-trip-card';
import type { TripCardData } from '~/features/trips/trip-card';
import { avifSrcSet, cardImage, sharedImagePath, TripPicture } from '~/features/trips/trip-picture';
import { describePage } from '~/lib/page-meta';
import { apiContext } from '~/lib/render.server';
import { useOrigin, useSettings } from '~/lib/settings';
import { StructuredData } from '~/routes/portal/seo/structured-data';
import { Notice } from '~/ui/feedback/notice';
import { buttonClass } from '~/ui/inputs/button';
import { Icon } from '~/ui/media/icon';
import { PrefetchLink } from '~/ui/navigation/prefetch-link';
import { agencyFacts } from '../seo/facts';
import { ContactBanner } from '../shared/contact-banner';
import { groupByMonth } from '../shared/months';
import { loadNextTrips } from '../shared/next-trips.server';
import pageStyles from '../shared/page.module.css';
import { TripCards } from '../shared/trip-cards';
import { PAGE_SIZE } from '../trips/trip-search-address';
import type { Route } from './+types/home';
import styles from './home.module.css';

const HERO_SIZES = '(min-width: 62rem) 60vw, 100vw';

/** Hero: the operator's slogan beside the next trip's picture. */
function Hero({ trip }: { trip: TripCardData | undefined }) {
  const { name, tagline, heroText } = useSettings();
  return (
    <section className={styles.hero}>
      <div className={styles.picture}>
        <TripPicture image={trip?.image ?? null} sizes={HERO_SIZES} priority decorative />
        {trip && <NextTrip trip={trip} />}
      </div>
      <div className={styles.words}>
        <h1>{tagline || name}</h1>
        {heroText && <p className={`${pageStyles.lead} ${styles.lead}`}>{heroText}</p>}
        <p className={`${pageStyles.row} ${styles.actions}`}>
          <PrefetchLink to="/portal/passeio" className={buttonClass()}>
            Ver os passeios
          </PrefetchLink>
          <a href="#como-funciona" className={`${pageStyles.link} ${styles.how}`}>
            Como funciona
          </a>
        </p>
      </div>
    </section>
  );
}

function NextTrip({ trip }: { trip: TripCardData }) {
  return (
    <PrefetchLink to={tripPagePath(trip.slug)} className={styles.next}>
      <span>
        <small>Próxima saída: {trip.dates}</small>
        <span className={styles.nextTitle}>{trip.title}</span>
        <span className={`${pageStyles.row} ${styles.nextFacts}`}>
          <strong>{trip.price}</strong>
          {trip.childPrice && <span>{trip.childPrice}</span>}
          <span>{trip.places}</span>
        </span>
      </span>
      <span className={pageStyles.icon}>
        <Icon name="right" />
      </span>
    </PrefetchLink>
  );
}

const steps = [
  {
    title: 'Reserve',
    text: 'Escolha o passeio e clique em “Quero participar!”. A vaga fica guardada em seu nome até o prazo do sinal.',
  },
  {
    title: 'Pague o sinal por Pix',
    text: 'O código Pix e o prazo ficam na página da sua reserva. O valor está na página de cada passeio, antes de você reservar.',
  },
  {
    title: 'Acompanhe a reserva',
    text: 'O pagamento confirma a sua vaga. A situação, o restante a pagar e os dados de quem vai estão em “Minhas reservas”.',
  },
  {
    title: 'Embarque',
    text: 'Documento na mão, no ponto de embarque mais perto de você. Daí em diante é só passear.',
  },
];

function HowItWorks() {
  return (
    <section id="como-funciona" className={styles.band} aria-labelledby="como-funciona-titulo">
      <div className={`${pageStyles.column} ${styles.section}`}>
        <h2 id="como-funciona-titulo" className={pageStyles.heading}>
          Como funciona
        </h2>
        <ol className={styles.steps}>
          {steps.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <p className={pageStyles.policy}>
          Mudou de planos? Leia a{' '}
          <PrefetchLink to="/portal/politicacancelamento">política de cancelamento</PrefetchLink> antes de reservar.
        </p>
      </div>
    </section>
  );
}

export { PortalError as ErrorBoundary } from '../shared/portal-error';

const SHOWN = 6;

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const { trips, total, formats } = await loadNextTrips(api, { size: PAGE_SIZE });
  const opening = featured(trips);
  // The hero's trip is not repeated below, unless there are few others.
  const others = total > SHOWN ? trips.filter((trip) => trip !== opening) : trips;
  const months = groupByMonth(trips, formats).map(({ key, name }) => ({ key, name }));
  return {
    opening: opening && presentTripCard(opening, formats),
    trips: others.slice(0, SHOWN).map((trip) => presentTripCard(trip, formats)),
    total,
    months,
  };
}

export function meta(args: Route.MetaArgs) {
  const settings = args.matches[0].loaderData?.settings;
  const image = args.loaderData?.opening?.image;
  return [
    ...describePage(args, {
      description: settings && [settings.tagline, settings.heroText].filter(Boolean).join(' '),
      image: image ? { ...image, path: sharedImagePath(image) } : undefined,
    }),
    // Preloads the LCP picture.
    ...(image
      ? [
          {
            tagName: 'link' as const,
            rel: 'preload',
            as: 'image',
            type: 'image/avif',
            imageSrcSet: avifSrcSet(image),
            imageSizes: HERO_SIZES,
            fetchPriority: 'high',
          },
        ]
      : []),
  ];
}

export default function Home({ loaderData: { opening, trips, total, months } }: Route.ComponentProps) {
  const settings = useSettings();
  const origin = useOrigin();
  return (
    <>
      <StructuredData facts={import.meta.env.SSR ? agencyFacts(settings, origin) : null} />
      <Hero trip={opening} />
      <Assurances />
      <section className={`${pageStyles.column} ${styles.section}`} aria-labelledby="proximos">
        <div className={`${pageStyles.spread} ${styles.top}`}>
          <h2 id="proximos" className={pageStyles.heading}>
            Próximos passeios
          </h2>
          {total > trips.length && (
            <PrefetchLink to="/portal/passeio" className={pageStyles.link}>
              Ver todos os {total} passeios
              <Icon name="right" size={18} />
            </PrefetchLink>
          )}
        </div>
        {months.length > 1 && <Months months={months} />}
        {trips.length > 0 ? (
          <TripCards trips={trips} />
        ) : (
          <Notice
            title="Estamos preparando as próximas datas"
            text="Ainda não há passeios abertos. Fale com a gente para saber em primeira mão."
          />
        )}
      </section>
      <HowItWorks />
      <ContactBanner />
    </>
  );
}

/** Months with departures; each links to its part of the list. */
function Months({ months }: { months: { key: string; name: string }[] }) {
  return (
    <nav className={`${pageStyles.row} ${styles.months}`} aria-label="Passeios por mês">
      {months.map(({ key, name }) => (
        <Link key={key} to={`/portal/passeio#mes-${key}`} className={pageStyles.pill}>
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** The hero's trip: the next one with a picture and places left. */
function featured(trips: Trip[]): Trip | undefined {
  return trips.find((trip) => cardImage(trip) && trip.placesLeft > 0) ?? trips.find(cardImage);
}

/** Trust signals from the operator's settings. */
function Assurances() {
  const { cadastur, whatsapp, openingHours } = useSettings();
  return (
    <ul className={`${pageStyles.column} ${pageStyles.grid} ${styles.assurances}`}>
      {cadastur && (
        <Assurance icon="check" title="Agência registrada">
          CADASTUR <span className={styles.number}>{cadastur}</span>
        </Assurance>
      )}
      <Assurance icon="ticket" title="Vaga no seu nome">
        Reserve aqui e garanta com o sinal por Pix
      </Assurance>
      {whatsapp && (
        <Assurance icon="chat" title="Gente que responde">
          No WhatsApp
          {openingHours && `, de ${uncapitalised(openingHours)}`}
        </Assurance>
      )}
    </ul>
  );
}

interface AssuranceProps {
  icon: ComponentProps<typeof Icon>['name'];
  title: string;
  children: ReactNode;
}

function Assurance({ icon, title, children }: AssuranceProps) {
  return (
    <li>
      <span className={pageStyles.icon}>
        <Icon name={icon} size={22} />
      </span>
      <span>
        <strong>{title}</strong>
        <small>{children}</small>
      </span>
    </li>
  );
}
