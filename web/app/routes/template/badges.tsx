import { tripSituations } from '@passeio/contract/trips/trips';
import { ReservationStatusBadge } from '~/features/reservations/status-badge';
import { SituationBadge } from '~/features/trips/situation-badge';
import { pageMeta } from '~/lib/page-meta';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { Section, SectionCard } from '~/ui/layout/section';
import { Avatar } from '~/ui/media/avatar';
import { sampleStatuses } from './samples';
import styles from './template.module.css';

export const meta = pageMeta('Etiquetas');
export const handle = { title: 'Etiquetas' };

export default function Badges() {
  return (
    <>
      <Section title="Situação" lead="A cor só repete o que as palavras dizem.">
        <SectionCard title="De um passeio">
          <div className={styles.row}>
            {tripSituations.map((situation) => (
              <SituationBadge key={situation} situation={situation} />
            ))}
          </div>
        </SectionCard>
        <SectionCard title="De uma reserva">
          <div className={styles.row}>
            {sampleStatuses.map((status) => (
              <ReservationStatusBadge key={`${status.key} ${status.label}`} status={status} />
            ))}
          </div>
        </SectionCard>
        <SectionCard title="Tons">
          <div className={styles.row}>
            <StatusBadge color="good">Tudo certo</StatusBadge>
            <StatusBadge color="waiting">Falta algo</StatusBadge>
            <StatusBadge color="bad">Não vai acontecer</StatusBadge>
            <StatusBadge color="news">Pode ir</StatusBadge>
            <StatusBadge color="quiet">O resto</StatusBadge>
          </div>
        </SectionCard>
      </Section>
      <Section title="Pessoas" lead="Sempre ao lado do nome.">
        <SectionCard>
          <div className={styles.row}>
            <Avatar name="Helena Prado" />
            <span>Helena Prado</span>
            <Avatar name="Iara" large />
            <span>Iara</span>
          </div>
        </SectionCard>
      </Section>
    </>
  );
}
