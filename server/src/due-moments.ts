import type { RawBuilder } from 'kysely';
import { announcementMoments } from './domains/announcements/index.ts';
import { cancellationMoments, choiceMoments, guaranteeMoments } from './domains/departures/index.ts';
import { importMoments } from './domains/imports/index.ts';
import { allotmentMoments } from './domains/inventory/index.ts';
import { shareMoments } from './domains/manifest/rooms/decide-shares.ts';
import {
  cardReturnMoments,
  chargeMoments,
  giftCardMoments,
  pollMoments,
  refundMoments,
  sendingMoments,
  writingMoments,
} from './domains/payments/index.ts';
import { acknowledgementMoments, instalmentMoments, reminderMoments } from './domains/reminders/index.ts';
import { holdMoments, releaseMoments } from './domains/reservations/index.ts';
import { seatingMoments } from './domains/seating/index.ts';
import { alertMoments } from './domains/trip-alerts/index.ts';
import { seriesMoments } from './domains/trips/index.ts';
import { staffDayMoments } from './domains/users/index.ts';
import { waitingMoments } from './domains/waiting-list/index.ts';
import { budgetMoments } from './domains/whatsapp/index.ts';

/**
 * When sweeps, and jobs by the clock that cannot wait for the night, have something to do: queries of moments `at`, by the
 * name of the work. They wake an operator that sleeps; one that is awake runs its sweeps anyway.
 */
export const dueMoments: Record<string, readonly RawBuilder<unknown>[]> = {
  holds: [holdMoments, waitingMoments, allotmentMoments],
  'new-reservations': [acknowledgementMoments],
  reminders: [reminderMoments],
  instalments: [instalmentMoments, releaseMoments],
  announcements: [announcementMoments],
  'trip-alerts': [alertMoments],
  'gift-cards': [giftCardMoments],
  'gift-card-returns': [cardReturnMoments],
  'series-changes': [seriesMoments],
  'guaranteed-departures': [guaranteeMoments],
  'cancelled-departures': [cancellationMoments],
  'overdue-choices': [choiceMoments],
  'lost-imports': [importMoments],
  seats: [seatingMoments],
  'shared-rooms': [shareMoments],
  invoices: [writingMoments, sendingMoments],
  charges: [chargeMoments],
  'payment-poll': [pollMoments],
  'sent-refunds': [refundMoments],
  'staff-for-a-day': [staffDayMoments],
  'whatsapp-budget': [budgetMoments],
  // What happened elsewhere: while the operator is awake, and every night.
  connections: [],
  'ended-invoices': [],
  'webhook-registration': [],
};
