import { type AuditEntry, type AuditFilters, auditFilters } from '@passeio/contract/audit';
import { reservationPagePath } from '@passeio/contract/pages';
import type { z } from '@passeio/contract/zod';
import { tripPaths } from '~/lib/trip-paths';

/** Filters of the audit log, from the page's URL. Dates are in the operator's time zone. */
export type AuditSearch = Partial<AuditFilters> & Pick<AuditFilters, 'page'>;

/** Parses the filters from a URL; ignores invalid values. */
export function readAuditSearch(params: URLSearchParams): AuditSearch {
  const read = <Schema extends z.ZodType>(name: string, schema: Schema) =>
    schema.safeParse(params.get(name) ?? undefined).data as z.output<Schema> | undefined;
  const { shape } = auditFilters;
  return {
    q: read('q', shape.q),
    action: read('action', shape.action),
    subject: read('subject', shape.subject),
    subjectId: read('subjectId', shape.subjectId),
    actorId: read('actorId', shape.actorId),
    from: read('from', shape.from),
    to: read('to', shape.to),
    page: read('page', shape.page) ?? 1,
  };
}

/** Whether any filter is set; the page number is none. */
export function isNarrowed({ page: _page, ...filters }: AuditSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

/** Path of the subject's page; undefined if the subject no longer exists. */
export function subjectPath({ type, id, isThere }: AuditEntry['subject']): string | undefined {
  if (!isThere) return undefined;
  switch (type) {
    case 'person':
      return `/admin/usuarios/${id}`;
    case 'trip':
      return tripPaths.edit(id);
    case 'reservation':
      return reservationPagePath(id);
    case 'vehicle':
      return `/admin/veiculos/${id}`;
    case 'crew':
      return '/admin/quem-trabalha';
    case 'message':
      return '/admin/mensagens';
    case 'settings':
      return '/admin/configuracoes';
    case 'connection':
      return `/admin/conexoes/${id}`;
  }
}
