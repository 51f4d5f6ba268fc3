import { expect } from 'vitest';
import { makeChoiceLink } from '../src/domains/departures/index.ts';
import { emailReader } from '../src/domains/email-facts/index.ts';
import type { EmailLinkRequest } from '../src/domains/messages/index.ts';
import { makeGiftCardLink } from '../src/domains/payments/index.ts';
import { reservationFiles } from '../src/domains/reservations/index.ts';
import { makeReviewLink } from '../src/domains/reviews/index.ts';
import { makeAlertLink } from '../src/domains/trip-alerts/index.ts';
import { type Jobs, startJobs } from '../src/platform/jobs/jobs.ts';
import { fakeMailTransport } from '../src/ports/mail/fake.ts';
import type { Mail } from '../src/ports/mail/port.ts';
import type { TestApp } from './app.ts';
import { workEmails } from './work-queues.ts';

export interface Mailbox {
  /** Queues that are worked, for what queues e-mails. */
  jobs: Jobs;
  /**
   * Sends what is queued and due; it is noon, so that reminders do not wait. Returns the mails since the last delivery,
   * their texts with single spaces.
   */
  deliver(clock?: () => Date): Promise<Mail[]>;
  close(): Promise<void>;
}

const NOON = new Date('2026-06-01T15:00:00Z');

/** Works the mail queue of an application with the fake transport; close it after the test. */
export async function openMailbox({ app, db, pool }: TestApp): Promise<Mailbox> {
  const { logger, storage } = app.deps;
  const jobs = await startJobs(pool, logger);
  const transport = fakeMailTransport();
  const { publicUrl } = app.deps.config;
  const readEmail = emailReader(db, 'https://passeio.example', app.deps.emailCodeKey);
  const makeLink = async (request: EmailLinkRequest) => {
    if (request.does === 'review') return makeReviewLink(db, publicUrl, request.reservationId);
    if (request.does === 'tripAlert') return makeAlertLink(db, publicUrl, request.alertId);
    if (request.does === 'giftCard') return makeGiftCardLink(db, app.deps.giftCardKey, publicUrl, request.giftCardId);
    return request.does === 'departureChoice' ? makeChoiceLink(db, publicUrl, request) : undefined;
  };
  const countUnsent = async () =>
    (
      await pool.query(
        "select count(*)::integer from pgboss.job where name in ('emails', 'mail') and state < 'completed' and start_after <= now()",
      )
    ).rows;
  // Nothing leaves between two deliveries: what happens there may take an e-mail's reason away.
  let open = Promise.withResolvers<void>();
  let now = NOON;
  const held: Jobs = {
    ...jobs,
    work: (queue, handle) =>
      jobs.work(queue, async (...job: Parameters<typeof handle>) => {
        await open.promise;
        await handle(...job);
      }),
  };
  return {
    jobs,
    async deliver(clock = () => NOON) {
      now = clock();
      open.resolve();
      // A worker fetches when it starts, then once a second.
      await workEmails({
        ...{ jobs: held, db, storage, transport, makeLink, readEmail, clock: () => now },
        files: reservationFiles({ db, storage, publicUrl: 'https://passeio.example' }),
      });
      await expect.poll(countUnsent).toEqual([{ count: 0 }]);
      open = Promise.withResolvers();
      return transport.sent.splice(0).map((mail) => ({ ...mail, text: mail.text.replaceAll(/\s+/g, ' ') }));
    },
    async close() {
      open.reject(new Error('the mailbox is closed'));
      open.promise.catch(() => undefined);
      await jobs.stop();
    },
  };
}
