import type { AuditEntry } from '@passeio/contract/audit';

/** The page of the thing that an entry tells of; undefined when it is gone. */
export function subjectPath({ type, id, isThere, tripId }: AuditEntry['subject']): string | undefined {
  if (!isThere) return undefined;
  switch (type) {
    case 'person':
      return `/admin/usuarios/${id}`;
    case 'trip':
      return `/admin/passeios/${id}`;
    case 'reservation':
      return `/admin/passeios/${tripId}/passageiros`;
    case 'message':
      return '/admin/mensagens';
    case 'settings':
      return '/admin/configuracoes';
  }
}
