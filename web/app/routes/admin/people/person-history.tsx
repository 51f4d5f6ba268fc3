import { Button, Text } from '@mantine/core';
import type { AuditList } from '@passeio/contract/audit';
import { auditRoutes } from '@passeio/contract/audit-routes';
import { Link } from 'react-router';
import { AuditEntry } from '~/features/audit/audit-entry';
import { answered, api } from '~/features/session/api';
import { formatNumericDate, formatTime } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { PageSection, SectionCard } from '../../area/page/page-section';
import styles from './person-lists.module.css';
import { useLoadMore } from './use-load-more';

/** A person's audit entries, newest first. */
export function PersonHistory({ userId, first }: { userId: string; first: AuditList }) {
  const { timeZone } = useSettings();
  const { rows, hasMore, isPending, showMore } = useLoadMore(first, (page) =>
    answered(api.call(auditRoutes.readHistory, { params: { userId }, query: { page, size: first.page.size } })),
  );
  return (
    <PageSection
      title="Histórico"
      lead={
        <>
          O que foi feito com este cadastro. Veja também{' '}
          <Link to={`/admin/auditoria?actorId=${userId}`}>o que esta pessoa fez</Link>.
        </>
      }
    >
      <SectionCard>
        {rows.length === 0 ? (
          <Text c="dimmed">Nada registrado até agora.</Text>
        ) : (
          <ul className={styles.list}>
            {rows.map((entry) => (
              <li key={entry.id} className={styles.entry}>
                <AuditEntry
                  entry={entry}
                  timeZone={timeZone}
                  when={`${formatNumericDate(entry.at, timeZone)}, ${formatTime(entry.at, timeZone)}`}
                  showSubject={false}
                />
              </li>
            ))}
          </ul>
        )}
        {hasMore && (
          <Button size="md" variant="default" loading={isPending} onClick={showMore} mt="lg">
            Mostrar mais
          </Button>
        )}
      </SectionCard>
    </PageSection>
  );
}
