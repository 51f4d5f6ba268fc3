import type { TripCardData } from '~/features/trips/trip-card';
import { buttonClass } from '~/ui/inputs/button';
import { PrefetchLink } from '~/ui/navigation/prefetch-link';
import { ContactBanner } from '../contact/contact-banner';
import pageStyles from '../shared/page.module.css';
import { TripCards } from '../shared/trip-cards';
import styles from './withdrawn-trip.module.css';

interface WithdrawnTripProps {
  others: TripCardData[];
  /** Whether the operator cancelled the departure. */
  isCancelled: boolean;
}

/** Page of a withdrawn trip or a cancelled departure, with the next ones. */
export function WithdrawnTrip({ others, isCancelled }: WithdrawnTripProps) {
  return (
    <>
      <div className={pageStyles.page}>
        <header className={styles.head}>
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
