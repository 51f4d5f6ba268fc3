import type { TripCardData } from '~/features/trips/trip-card';
import { avifSrcSet, sharedImagePath } from '~/features/trips/trip-picture';
import { describePage } from '~/lib/page-meta';
import { apiContext } from '~/lib/render.server';
import { useOrigin, useSettings } from '~/lib/settings';
import { Icon } from '~/ui/icon';
import { Notice } from '~/ui/notice';
import { PrefetchLink } from '~/ui/prefetch-link';
import { StructuredData } from '~/ui/structured-data';
import type { Route } from './+types/home';
import { ContactCall } from './contact-call';
import { agencyFacts } from './facts';
import { HERO_SIZES, Hero } from './hero';
import styles from './home.module.css';
import { HowItWorks } from './how-it-works';
import { nextTrips } from './next-trips.server';
import { TripCards } from './trip-cards';

export { PortalError as ErrorBoundary } from './portal-error';

const SHOWN = 6;

export function loader({ context }: Route.LoaderArgs) {
  return nextTrips(context.get(apiContext), SHOWN);
}

export function meta(args: Route.MetaArgs) {
  const settings = args.matches[0].loaderData?.settings;
  const image = featured(args.loaderData?.trips ?? [])?.image;
  return [
    ...describePage(args, {
      description: settings && [settings.tagline, settings.heroText].filter(Boolean).join(' '),
      image: image ? { ...image, path: sharedImagePath(image) } : undefined,
    }),
    // The largest thing on the page starts on its way before the rest is read.
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

export default function Home({ loaderData: { trips, total } }: Route.ComponentProps) {
  const settings = useSettings();
  const origin = useOrigin();
  const { timeZone } = settings;
  return (
    <>
      <StructuredData facts={agencyFacts(settings, origin)} />
      <Hero trip={featured(trips)} />
      <section className={styles.section} aria-labelledby="proximos">
        <div className={styles.heading}>
          <h2 id="proximos" className={styles.title}>
            Próximos passeios
          </h2>
          {total > trips.length && (
            <PrefetchLink to="/portal/passeio" className={styles.all}>
              Ver todos os {total} passeios
              <Icon name="right" size={18} />
            </PrefetchLink>
          )}
        </div>
        {trips.length > 0 ? (
          <TripCards trips={trips} timeZone={timeZone} />
        ) : (
          <Notice
            title="Estamos preparando as próximas datas"
            text="Ainda não há passeios abertos. Fale com a gente para saber em primeira mão."
          />
        )}
      </section>
      <HowItWorks />
      <ContactCall />
    </>
  );
}

/** The trip whose picture opens the page: the next one that has a picture and places. */
function featured(trips: TripCardData[]): TripCardData | undefined {
  return trips.find(({ image, placesLeft }) => image && placesLeft > 0) ?? trips.find(({ image }) => image);
}
