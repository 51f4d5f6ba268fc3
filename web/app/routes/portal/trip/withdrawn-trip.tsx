import type { TripCardData } from '~/features/trips/trip-card';
import { buttonClass } from '~/ui/inputs/button';
import { PrefetchLink } from '~/ui/navigation/prefetch-link';
import { ContactBanner } from '../contact/contact-banner';
import pageStyles from '../shared/page.module.css';
import { TripCards } from '../shared/trip-cards';
import styles from './withdrawn-trip.module.css';

/** Page of a withdrawn trip, with the next departures. */
export function WithdrawnTrip({ others }: { others: TripCardData[] }) {
  return (
    <>
      <div className={pageStyles.page}>
        <header className={styles.head}>
          <h1 className={pageStyles.title}>Este passeio saiu da agenda</h1>
          <p className={pageStyles.lead}>
            Ele não está mais aberto para reservas.{' '}
            {others.length > 0
              ? 'Mas a estrada continua: veja quem sai em seguida.'
              : 'Estamos preparando as próximas datas: fale com a gente para saber em primeira mão.'}{' '}
            Se você já tem uma reserva, ela está em <a href="/minhasreservas">Minhas reservas</a>.
          </p>
        </header>
        {others.length > 0 && (
          <section aria-labelledby="proximos">
            <div className={styles.heading}>
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
