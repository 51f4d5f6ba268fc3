import type { Timeline, TimelineItem } from '@passeio/contract/reservations/timeline';

/** What somebody did to a reservation; by default its payer. */
export function newItem(more: Partial<TimelineItem> = {}): TimelineItem {
  return {
    id: crypto.randomUUID(),
    at: '2026-11-12T18:05:00.000Z',
    who: 'payer',
    name: 'Você',
    sentence: 'Você reservou para 3 pessoas',
    details: [],
    changes: null,
    ...more,
  };
}

/** A timeline as the API answers it. */
export function timelineOf(data: TimelineItem[], hasEarlier = false): { json: Timeline } {
  return { json: { data, hasEarlier } };
}
