import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What this process exports; several servers are summed by Prometheus. No label holds input or data of people. */
export const registry = new Registry();
const registers = [registry];

// The boundaries that OpenTelemetry recommends for HTTP servers.
const OF_REQUESTS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
// From a payer who waits with the bank's application open to one who pays the next day.
const OF_CONFIRMATIONS = [5, 10, 20, 30, 60, 120, 300, 600, 1_800, 3_600, 14_400, 86_400];

export const requestSeconds = new Histogram({
  name: 'http_server_request_duration_seconds',
  help: 'Requests by the pattern of their route; "cached" for answers from memory, "unknown" for no route',
  labelNames: ['route', 'method', 'status'] as const,
  buckets: OF_REQUESTS,
  registers,
});

export const reservationsTotal = new Counter({
  name: 'passeio_reservations_total',
  help: 'Reservations that entered a state, new ones included',
  labelNames: ['channel', 'state'] as const,
  registers,
});

export const holdsTotal = new Counter({
  name: 'passeio_holds_total',
  help: 'Holds that began (held), and what became of them (booked, expired, cancelled)',
  labelNames: ['outcome'] as const,
  registers,
});

export const confirmationSeconds = new Histogram({
  name: 'passeio_pix_confirmation_seconds',
  help: 'Time from a charge to its confirmed payment, without those by card',
  buckets: OF_CONFIRMATIONS,
  registers,
});

export const jobsTotal = new Counter({
  name: 'passeio_jobs_total',
  help:
    'Attempts of jobs: done, retried (failed, will be tried again), failed (given up after all retries), ' +
    'expected_error (given up at once, as foreseen)',
  labelNames: ['queue', 'outcome'] as const,
  registers,
});

export const whatsAppMessagesTotal = new Counter({
  name: 'passeio_whatsapp_messages_total',
  help:
    'Messages handed to WhatsApp: accepted, postponed (tried again), refused, token_refused (the connection has to be ' +
    'made anew), unknown (waits for its status)',
  labelNames: ['outcome'] as const,
  registers,
});

/** A gauge whose values are read when Prometheus asks. */
export function readGauge<Label extends string = never>(name: string, help: string, ...labelNames: Label[]) {
  return new Gauge<Label>({ name, help, labelNames, registers });
}
