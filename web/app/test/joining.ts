import { expect } from 'vitest';
import { enrol } from '~/features/reservations/enrolment/join';
import type { Joining } from '~/features/trips/join-button';
import { formatsIn } from '~/lib/formats';

/** Reserves as the portal does, without opening the reservation's page, which would end the test. */
export const joining: Joining = {
  async reserve(trip, choice) {
    const outcome = await enrol(trip, choice, formatsIn('America/Sao_Paulo'));
    if (outcome.kind === 'choice') return { refused: outcome.error };
    return outcome.kind === 'reserved' ? 'done' : 'failed';
  },
  wait: async () => expect.unreachable('there are places'),
  leave: async () => expect.unreachable('nobody waits'),
};
