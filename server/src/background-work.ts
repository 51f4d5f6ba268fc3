import type { FailedWork } from '@passeio/contract/failed-work';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { sendAnnouncements } from './domains/announcements/index.ts';
import { deleteOldEntries } from './domains/audit/audit.queries.ts';
import { watchConnections } from './domains/connections/index.ts';
import { followMessage } from './domains/conversations/index.ts';
import { applyOverdueChoices, notifyCancelled, notifyGuaranteed } from './domains/departures/index.ts';
import { notifyOfBackups } from './domains/health/notify-of-backups.ts';
import {
  deleteOldImports,
  giveUpLostImports,
  importQueue,
  type QueuedImport,
  workOnImport,
} from './domains/imports/index.ts';
import { erasePeople } from './domains/manifest/final-manifest/erase-people.ts';
import { decideShares } from './domains/manifest/rooms/decide-shares.ts';
import { deleteOldEmails, emailSender, mailQueue, type SendingDeps } from './domains/messages/index.ts';
import {
  chargeNextInstalment,
  confirmNotice,
  deleteOldReceipts,
  issueBatches,
  issueByRule,
  noticeQueues,
  notifyOfCardReturns,
  pollProvider,
  type QueuedNotice,
  readEndedInvoices,
  removeUnusedReceipt,
  sendGiftCards,
  sendInvoices,
  startedReceipts,
  synchronizeCharges,
  updateSentRefunds,
  webhookRegistration,
} from './domains/payments/index.ts';
import {
  buildExport,
  deleteOldFiscalRecords,
  eraseIdlePeople,
  erasureQueue,
  exportQueue,
  finishErasure,
  type QueuedErasure,
  type QueuedExport,
  removeOldExports,
} from './domains/privacy/index.ts';
import { pushQueue, pushSender, type QueuedPush } from './domains/push/index.ts';
import { notifyNewReservations, remindInstalments, sendReminders } from './domains/reminders/index.ts';
import {
  deleteEndedPayerLinks,
  deleteOldAuthorizations,
  releaseOverdue,
  removeUnusedAuthorization,
  reservationsOfTrips,
  startedAuthorizations,
  sweepHolds,
} from './domains/reservations/index.ts';
import { seatTravellers } from './domains/seating/index.ts';
import { deleteOldAlerts, sendAlerts } from './domains/trip-alerts/index.ts';
import {
  finishSeriesChanges,
  removedImages,
  removeUnusedFiles,
  replacedImages,
  startedImages,
} from './domains/trips/index.ts';
import { endStaffForDay } from './domains/users/index.ts';
import { deleteEndedWaitingLinks } from './domains/waiting-list/index.ts';
import {
  deleteOldChats,
  followWish,
  messageQueue,
  messageSender,
  type QueuedMessage,
  type QueuedReports,
  reportQueue,
  type StoredMessage,
  unknownEnder,
  unknownQueue,
  warnOfBudget,
  workReports,
} from './domains/whatsapp/index.ts';
import type { ChangeNotifier } from './platform/changes/change-notifier.ts';
import { Semaphore } from './platform/concurrency/semaphore.ts';
import type { Database } from './platform/database/connect.ts';
import { eraseCounted } from './platform/database/erased-counts.ts';
import type { Jobs, Queue } from './platform/jobs/jobs.ts';
import { repeat } from './platform/process/repeat.ts';
import type { Recovery } from './platform/recovery/recovery.ts';
import type { ConnectionsAtWork } from './ports/connections/port.ts';
import { handRecorded, type PaymentProvider, type ProviderKind, type Providers } from './ports/payments/port.ts';
import type { PushService } from './ports/push/port.ts';
import type { Storage } from './ports/storage/port.ts';

/** Queries what is due, at once and again so long after it is done, in milliseconds. */
export interface Sweep {
  name: string;
  /** The provider that it follows. */
  follows?: string;
  /** For administrators. */
  label: string;
  everyMs: number;
  run(signal: AbortSignal): Promise<void>;
  /** What follows from a run that is missed or fails. */
  ifMissed: string;
}

/** A queue that every process works. */
export interface QueueWork {
  queue: Queue;
  /** Its jobs: one in all processes at these times (UTC). Otherwise they are enqueued by what causes them. */
  cron?: string;
  /** How a job is done; undefined where this installation has none. */
  handler(parts: WorkParts): ((data: never, jobId: string, isLast: boolean) => Promise<void>) | undefined;
  /** What follows from a job that waits or fails. */
  ifMissed: string;
  /** What administrators read of jobs that failed for good; null for e-mails, which they see one by one. */
  shown: Pick<FailedWork, 'label' | 'ifFailed'> | null;
}

interface SweepParts {
  db: Database;
  jobs: Pick<Jobs, 'enqueue' | 'enqueueAll' | 'hasJob'>;
  changes: ChangeNotifier;
  storage: Storage;
  logger: Logger;
  /** Origin of links in e-mails. */
  publicUrl: string;
  providers: Providers;
  /** Where a provider that does not sign its notices sends them; undefined if it cannot reach us. */
  webhookUrlOf?: ((provider: PaymentProvider) => string) | undefined;
  /** The archive of the embedded database, which only this process has. */
  recovery?: Recovery | undefined;
  /** None in most tests. */
  connections?: ConnectionsAtWork | undefined;
}

/** What all of it needs. */
export interface WorkParts extends SweepParts {
  jobs: Jobs;
  mail: SendingDeps;
  /** None where devices are not notified. */
  push?: PushService | undefined;
  /** Deletes expired sessions of the identity provider. */
  deleteExpiredSessions: () => Promise<number>;
  rarely?: RunnerParts['rarely'];
}

interface RunnerParts {
  db: Database;
  logger: Pick<Logger, 'warn'>;
  /** For a process with many databases: runs at the same time, and how many times longer the pauses are. */
  rarely?: { atOnce: number; pauses: number } | undefined;
}

export interface BackgroundWork {
  /** Stops the sweeps, and waits for the runs at work. */
  stop: () => Promise<void>;
  /** Ends when each sweep has run once, or failed. */
  firstRuns: Promise<void>;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** All sweeps, those that follow payment providers for each that there is at this moment. */
export function sweeps({ webhookUrlOf, recovery, connections, ...parts }: SweepParts): Sweep[] {
  const { all } = parts.providers;
  return [
    {
      name: 'holds',
      label: 'Fim das vagas guardadas e lista de espera',
      everyMs: 15 * SECOND_MS,
      run: (signal) => sweepHolds({ ...parts, ...bankToAsk(parts) }, signal),
      ifMissed: 'Holds end and waiting lists are served by the next run.',
    },
    {
      name: 'new-reservations',
      label: 'Avisos de novas reservas',
      everyMs: 5 * SECOND_MS,
      run: () => notifyNewReservations(parts),
      ifMissed: 'Payers read of their new reservations after the next run.',
    },
    {
      name: 'reminders',
      label: 'Lembretes',
      everyMs: MINUTE_MS,
      run: (signal) => sendReminders(parts, { signal }),
      ifMissed: 'Reminders go out with the next run, unless the moment of the next reminder of their kind has come.',
    },
    {
      name: 'instalments',
      label: 'Parcelas e restantes atrasados',
      everyMs: MINUTE_MS,
      run: async (signal) => {
        await remindInstalments({ ...parts, chargeInstalment: instalmentCharger(parts) }, { signal });
        await releaseOverdue(parts, { signal });
      },
      ifMissed: 'Payers are reminded of instalments, and overdue reservations cancelled, with the next run.',
    },
    {
      name: 'announcements',
      label: 'Mensagens agendadas',
      everyMs: 10 * SECOND_MS,
      run: (signal) => sendAnnouncements(parts, { signal }),
      ifMissed: 'Scheduled announcements go out with the next run.',
    },
    {
      name: 'trip-alerts',
      label: 'Avisos da próxima data',
      everyMs: MINUTE_MS,
      run: (signal) => sendAlerts(parts, { signal }),
      ifMissed: 'People who wait for a date of a trip read of it after the next run.',
    },
    {
      name: 'gift-cards',
      label: 'Envio de vales-presente',
      everyMs: MINUTE_MS,
      run: (signal) => sendGiftCards(parts, { signal }),
      ifMissed: 'Gift cards go out, and unpaid ones end, with the next run.',
    },
    {
      name: 'gift-card-returns',
      label: 'Avisos de devolução aos vales-presente',
      everyMs: 30 * SECOND_MS,
      run: () => notifyOfCardReturns(parts),
      ifMissed: 'Payers read of it after the next run.',
    },
    ...departureSweeps(parts),
    {
      name: 'lost-imports',
      label: 'Importações interrompidas',
      everyMs: 15 * SECOND_MS,
      run: () => giveUpLostImports(parts),
      ifMissed: 'Imports whose servers died are open again after the next run.',
    },
    {
      name: 'seats',
      label: 'Poltronas automáticas',
      everyMs: MINUTE_MS,
      run: (signal) => seatTravellers(parts, { signal }),
      ifMissed: 'Travellers without a seat get one with the next run; after departure, none.',
    },
    {
      name: 'shared-rooms',
      label: 'Prazo de quem divide quarto',
      everyMs: 10 * MINUTE_MS,
      run: (signal) => decideShares(parts, { signal }),
      ifMissed: 'People who share a room with nobody are notified, or get a single, with the next run.',
    },
    ...(recovery ? recoverySweeps(parts, recovery) : []),
    ...(connections
      ? [connectionSweep(connections), invoiceSweep(parts, connections), endedInvoiceSweep(parts, connections)]
      : []),
    ...all.flatMap((provider) => providerSweeps(parts, provider)),
    ...all.flatMap((provider) =>
      provider.notices.readSigned ? [] : [registrationSweep(parts, provider, webhookUrlOf?.(provider))],
    ),
    ...(all.length > 0 ? [refundSweep(parts)] : []),
  ];
}

function bankToAsk(parts: SweepParts): { askBank?: () => Promise<void> } {
  return parts.providers.all.length > 0 ? { askBank: () => pollAll(parts) } : {};
}

function instalmentCharger(parts: SweepParts) {
  const mayCharge = parts.providers.starting(handRecorded.method) !== undefined;
  return mayCharge ? (reservationId: string) => chargeNextInstalment(parts, reservationId) : undefined;
}

const connectionSweep = (connections: ConnectionsAtWork): Sweep => ({
  name: 'connections',
  label: 'Conexões mudadas em outro servidor',
  everyMs: MINUTE_MS,
  run: () => connections.reload(),
  ifMissed: 'A connection that another server has changed takes effect here with the notice of it, or the next run.',
});

const departureSweeps = (parts: SweepParts): Sweep[] => [
  {
    name: 'series-changes',
    label: 'Mudanças em várias datas',
    everyMs: 15 * SECOND_MS,
    run: (signal) => finishSeriesChanges({ ...parts, follower: reservationsOfTrips(parts) }, signal),
    ifMissed: 'Changes of many dates that a stopped process has left are finished by the next run.',
  },
  {
    name: 'guaranteed-departures',
    label: 'Avisos de saída garantida',
    everyMs: 10 * SECOND_MS,
    run: () => notifyGuaranteed(parts),
    ifMissed: 'Payers read of it after the next run.',
  },
  {
    name: 'cancelled-departures',
    label: 'Avisos de saída cancelada',
    everyMs: 10 * SECOND_MS,
    run: (signal) => notifyCancelled(parts, { signal }),
    ifMissed: 'Payers read of it, and their reservations end, with the next run.',
  },
  {
    name: 'overdue-choices',
    label: 'Escolhas vencidas de saídas canceladas',
    everyMs: 10 * SECOND_MS,
    run: (signal) => applyOverdueChoices(parts, { signal }),
    ifMissed: 'Payers who did not choose in time are refunded by the next run.',
  },
];

const invoiceSweep = (parts: SweepParts, connections: ConnectionsAtWork): Sweep => ({
  name: 'invoices',
  label: 'Emissão e envio de notas fiscais',
  everyMs: 2 * SECOND_MS,
  run: async (signal) => {
    const { fiscal } = connections;
    if (!fiscal) return;
    const errors: unknown[] = [];
    const steps = [
      () => issueByRule(parts.db),
      () => issueBatches({ ...parts, fiscal }, signal),
      () => sendInvoices({ ...parts, fiscal }, signal),
    ];
    // One that fails keeps no other waiting.
    for (const step of steps) await step().catch((error) => errors.push(error));
    if (errors.length > 0) throw errors[0];
  },
  ifMissed: 'Notes that were asked for are written, and notes and cancellations that wait are sent, by the next run.',
});

const endedInvoiceSweep = (parts: SweepParts, connections: ConnectionsAtWork): Sweep => ({
  name: 'ended-invoices',
  label: 'Notas canceladas fora daqui',
  everyMs: 5 * MINUTE_MS,
  run: async (signal) => {
    const { fiscal } = connections;
    if (fiscal) await readEndedInvoices({ ...parts, fiscal }, signal);
  },
  ifMissed: 'Notes that were cancelled at the government stay authorised here until the next run.',
});

const recoverySweeps = ({ db, ...parts }: SweepParts, recovery: Recovery): Sweep[] => [
  {
    name: 'wal-archive',
    label: 'Arquivo do banco (WAL)',
    everyMs: SECOND_MS,
    run: () => recovery.ship(db),
    ifMissed: 'WAL waits on the disk of the database, and is archived by the next run.',
  },
  {
    name: 'base-backup',
    label: 'Cópia de segurança do banco',
    everyMs: MINUTE_MS,
    run: (signal) => recovery.backUpIfDue(db, signal),
    ifMissed: 'The base backup is tried again an hour later; until then more WAL has to be replayed.',
  },
  {
    name: 'backup-failures',
    label: 'Avisos de falha das cópias de segurança',
    everyMs: MINUTE_MS,
    run: () => notifyOfBackups({ db, ...parts }),
    ifMissed: 'Administrators read of a failed backup after the next run; "Saúde" shows it at once.',
  },
];

// One that does not answer holds up no other.
async function pollAll(parts: SweepParts): Promise<void> {
  const polls = await Promise.allSettled(parts.providers.all.map((provider) => pollProvider({ ...parts, provider })));
  for (const poll of polls) if (poll.status === 'rejected') throw poll.reason;
}

const registrationSweep = (
  { providers }: SweepParts,
  provider: PaymentProvider,
  webhookUrl: string | undefined,
): Sweep => ({
  ...sweepName(providers, provider, 'webhook-registration', 'Endereço dos avisos do banco'),
  everyMs: MINUTE_MS,
  follows: provider.name,
  run: webhookRegistration(() => providers.named(provider.name), webhookUrl),
  ifMissed: 'The provider sends notices to an earlier address, or none: payments are found by polling.',
});

const refundSweep = (parts: SweepParts): Sweep => ({
  name: 'sent-refunds',
  label: 'Andamento das devoluções',
  everyMs: 15 * SECOND_MS,
  run: () => updateSentRefunds(parts),
  ifMissed: 'Refunds stay sent until the next run.',
});

// Names of the first of a kind stay, whichever it is: monitoring knows them.
function sweepName({ starting }: Providers, { name, kind }: PaymentProvider, work: string, label: string) {
  if (starting(kind)?.name !== name) return { name: `${name}-${work}`, label: `${label} (${name})` };
  return { name: kind === 'card' ? `card-${work}` : work, label };
}

function providerSweeps(parts: SweepParts, provider: PaymentProvider): Sweep[] {
  const follows = provider.name;
  // The account may have got new secrets since.
  const withProvider = async (work: (provider: PaymentProvider) => Promise<void>) => {
    const now = parts.providers.named(follows);
    if (now) await work(now);
  };
  const at = provider.kind === 'card' ? 'no provedor de cartão' : 'no banco';
  return [
    {
      ...sweepName(parts.providers, provider, 'charges', `Cobranças ${at}`),
      follows,
      everyMs: 15 * SECOND_MS,
      run: (signal) => withProvider((now) => synchronizeCharges({ ...parts, provider: now }, signal)),
      ifMissed: 'Charges are created and withdrawn at the provider by the next run.',
    },
    {
      ...sweepName(parts.providers, provider, 'payment-poll', `Consulta de pagamentos ${at}`),
      follows,
      everyMs: MINUTE_MS,
      run: () => withProvider((now) => pollProvider({ ...parts, provider: now })),
      ifMissed: 'Payments without a notice are found by the next run; holds that may be paid wait for it.',
    },
  ];
}

const noticeWork = (kind: ProviderKind, label: string): QueueWork => ({
  queue: noticeQueues[kind],
  handler: (parts) => (notice: QueuedNotice) => confirmNotice({ ...parts, kind }, notice),
  ifMissed: 'Payments that were noticed wait, and are retried for an hour; polling finds them too.',
  shown: {
    label,
    ifFailed: 'O pagamento avisado pode ainda não estar na reserva. A consulta de cada minuto também o encontra.',
  },
});
const files = 'Files that nobody needs are kept until a process works the queue.';
const emails = 'E-mails wait, and are retried for 27 hours; then staff sends or discards them.';
const nightly = (name: string, cron: string) => ({
  queue: { name, batchSize: 1, retryLimit: 36, retryDelay: 5, retryDelayMax: 3_600 },
  cron,
  ifMissed: 'Made up for once a process runs; what is to be deleted is kept until then.',
});

/** Messages by WhatsApp, in and out. */
const chatWork: readonly QueueWork[] = [
  {
    queue: messageQueue,
    handler: ({ connections, ...parts }) =>
      connections && ((queued: QueuedMessage) => messageSender({ ...parts, connections })(queued)),
    ifMissed: 'Messages wait, and are tried for an hour and a half; then their e-mails leave.',
    shown: {
      label: 'Enviar mensagem de WhatsApp',
      ifFailed: 'A mensagem não saiu. Confira a conversa, e escreva ao cliente se for preciso.',
    },
  },
  {
    queue: unknownQueue,
    handler: (parts) => (queued: QueuedMessage) => unknownEnder(parts)(queued),
    ifMissed: 'Messages of which nobody knows whether they left wait longer for their e-mails.',
    shown: {
      label: 'Mensagem de WhatsApp sem resposta',
      ifFailed: 'Não se sabe se a mensagem chegou, e o e-mail não saiu no lugar dela. Confira com o cliente.',
    },
  },
  {
    queue: reportQueue,
    handler: (parts) => {
      // What follows from a message of a contact.
      const follow = async (message: StoredMessage) => {
        await followWish(parts.db, message);
        await followMessage(parts, message);
      };
      return (queued: QueuedReports) => workReports({ ...parts, follow }, queued);
    },
    ifMissed: 'Messages of clients, and what became of ours, wait in the queue.',
    shown: {
      label: 'Receber mensagens do WhatsApp',
      ifFailed: 'Uma mensagem de cliente pode faltar na conversa. Ela está no aplicativo do WhatsApp.',
    },
  },
  {
    ...nightly('old-chats', '55 6 * * *'),
    handler:
      ({ db, storage }) =>
      () =>
        deleteOldChats(db, storage),
    shown: {
      label: 'Apagar mensagens antigas do WhatsApp',
      ifFailed: 'Mensagens, fotos e áudios antigos ficam guardados além do prazo, até a próxima noite.',
    },
  },
  {
    ...nightly('whatsapp-budget', '5 * * * *'),
    ifMissed: 'Administrators read later that most of the budget is spent.',
    handler: (parts) => () => warnOfBudget(parts),
    shown: {
      label: 'Conferir o orçamento do WhatsApp',
      ifFailed: 'Ninguém foi avisado do orçamento do mês. Confira a página WhatsApp.',
    },
  },
];

/** All queues. */
export const queueWork: readonly QueueWork[] = [
  {
    queue: mailQueue,
    handler: ({ mail }) => emailSender(mail),
    ifMissed: emails,
    shown: null,
  },
  ...chatWork,
  {
    queue: pushQueue,
    handler: ({ push, ...parts }) => push && ((one: QueuedPush) => pushSender({ ...parts, push })(one)),
    ifMissed:
      'Devices are notified late, or not at all; the e-mail beside it says the same, where the payer has an address.',
    shown: {
      label: 'Avisos no aparelho',
      ifFailed: 'O aviso não apareceu no celular ou computador da pessoa. Quem tem e-mail recebeu o mesmo por e-mail.',
    },
  },
  noticeWork(handRecorded.method, 'Avisos de pagamento'),
  noticeWork('card', 'Avisos de pagamento com cartão'),
  {
    queue: removedImages,
    handler:
      ({ db, storage }) =>
      ({ ids }: { ids: string[] }) =>
        removeUnusedFiles(db, storage, ids),
    ifMissed: files,
    shown: {
      label: 'Apagar fotos retiradas de passeios',
      ifFailed: 'As fotos não aparecem mais no site, mas os arquivos continuam ocupando espaço.',
    },
  },
  {
    queue: replacedImages,
    handler:
      ({ db, storage }) =>
      ({ ids }: { ids: string[] }) =>
        removeUnusedFiles(db, storage, ids),
    ifMissed: files,
    shown: {
      label: 'Apagar fotos trocadas em várias datas',
      ifFailed: 'As fotos não aparecem mais no site, mas os arquivos continuam ocupando espaço.',
    },
  },
  {
    queue: startedImages,
    handler:
      ({ db, storage }) =>
      ({ ids }: { ids: string[] }) =>
        removeUnusedFiles(db, storage, ids),
    ifMissed: files,
    shown: {
      label: 'Conferir fotos enviadas',
      ifFailed: 'Se um envio parou no meio, os arquivos que sobraram continuam ocupando espaço.',
    },
  },
  {
    queue: startedReceipts,
    handler:
      ({ db, storage }) =>
      ({ id }: { id: string }) =>
        removeUnusedReceipt(db, storage, id),
    ifMissed: files,
    shown: {
      label: 'Conferir comprovantes enviados',
      ifFailed: 'Se um envio parou no meio, o arquivo que sobrou continua guardado.',
    },
  },
  {
    queue: startedAuthorizations,
    handler:
      ({ db, storage }) =>
      ({ id }: { id: string }) =>
        removeUnusedAuthorization(db, storage, id),
    ifMissed: files,
    shown: {
      label: 'Conferir autorizações de viagem enviadas',
      ifFailed: 'Se um envio parou no meio, o arquivo que sobrou continua guardado.',
    },
  },
  {
    queue: exportQueue,
    handler: (parts) => (one: QueuedExport) => buildExport({ ...parts, voucherFiles: parts.mail.files?.voucher }, one),
    ifMissed: 'People wait for the copy of their data.',
    shown: {
      label: 'Cópias de dados pedidas por clientes',
      ifFailed: 'A pessoa não recebeu a cópia dos dados dela. Tente de novo: a lei dá 15 dias.',
    },
  },
  {
    queue: erasureQueue,
    handler:
      ({ storage }) =>
      (one: QueuedErasure) =>
        finishErasure(storage, one),
    ifMissed: 'Files of erased people stay, and a restored backup does not know of the erasure.',
    shown: {
      label: 'Apagar arquivos de quem pediu exclusão',
      ifFailed: 'Os dados já foram apagados do banco; comprovantes da pessoa ainda ocupam espaço. Tente de novo.',
    },
  },
  {
    ...nightly('old-fiscal-records', '30 6 * * *'),
    handler:
      ({ db }) =>
      () =>
        deleteOldFiscalRecords(db),
    shown: {
      label: 'Apagar registros fiscais vencidos',
      ifFailed: 'Nome e CPF de quem já foi excluído ficam guardados além do prazo, até a próxima noite.',
    },
  },
  {
    ...nightly('old-exports', '15 * * * *'),
    handler:
      ({ db, storage }) =>
      () =>
        removeOldExports(db, storage),
    shown: {
      label: 'Apagar cópias de dados vencidas',
      ifFailed: 'Cópias que já não abrem continuam ocupando espaço, até a próxima hora.',
    },
  },
  {
    ...nightly('old-receipts', '20 6 * * *'),
    handler:
      ({ db, storage }) =>
      () =>
        deleteOldReceipts(db, storage),
    shown: {
      label: 'Apagar comprovantes antigos',
      ifFailed: 'Comprovantes de viagens que já passaram ficam guardados além do prazo, até a próxima noite.',
    },
  },
  {
    ...nightly('old-authorizations', '25 6 * * *'),
    handler:
      ({ db, storage }) =>
      () =>
        deleteOldAuthorizations(db, storage),
    shown: {
      label: 'Apagar autorizações de viagem antigas',
      ifFailed: 'Autorizações de menores que já viajaram ficam guardadas além do prazo, até a próxima noite.',
    },
  },
  {
    ...nightly('old-emails', '40 6 * * *'),
    handler:
      ({ db }) =>
      () =>
        deleteOldEmails(db),
    shown: {
      label: 'Apagar o histórico antigo de e-mails',
      ifFailed: 'A lista de e-mails antigos fica guardada além do prazo, até a próxima noite.',
    },
  },
  {
    queue: importQueue,
    handler:
      ({ db, changes, jobs }) =>
      (queued: QueuedImport, _: string, isLast: boolean) =>
        workOnImport({ db, changes, jobs }, queued, isLast),
    ifMissed: 'Imports that were confirmed or are to be undone wait; their page says so.',
    shown: {
      label: 'Importar planilhas',
      ifFailed: 'Nada da planilha foi importado ou desfeito. Confirme de novo na página Importar.',
    },
  },
  {
    ...nightly('old-imports', '50 6 * * *'),
    handler:
      ({ db }) =>
      () =>
        deleteOldImports(db),
    shown: {
      label: 'Apagar importações antigas',
      ifFailed: 'As linhas de planilhas importadas ficam guardadas além do prazo, até a próxima noite.',
    },
  },
  {
    ...nightly('old-trip-alerts', '45 6 * * *'),
    handler:
      ({ db }) =>
      () =>
        deleteOldAlerts(db),
    shown: {
      label: 'Apagar e-mails de quem pediu aviso da próxima data',
      ifFailed: 'Nomes e e-mails que já não servem ficam guardados além do prazo, até a próxima noite.',
    },
  },
  {
    ...nightly('expired-sessions', '50 6 * * *'),
    handler:
      ({ db, deleteExpiredSessions }) =>
      async () =>
        void (await eraseCounted(db, 'sessions', deleteExpiredSessions)),
    shown: {
      label: 'Apagar acessos vencidos',
      ifFailed: 'Ninguém entra com eles; só ocupam espaço, até a próxima noite.',
    },
  },
  {
    ...nightly('staff-for-a-day', '10 * * * *'),
    handler:
      ({ db }) =>
      () =>
        endStaffForDay(db),
    shown: {
      label: 'Encerrar acessos por um dia',
      ifFailed: 'Quem tinha acesso por um dia já não entra; só o registro disso falta.',
    },
  },
  {
    ...nightly('ended-payer-links', '10 7 * * *'),
    handler:
      ({ db }) =>
      async () => {
        await deleteEndedPayerLinks(db);
        await deleteEndedWaitingLinks(db);
      },
    shown: {
      label: 'Apagar links de reservas antigas',
      ifFailed: 'Links que já não abrem nada ficam guardados até a próxima noite.',
    },
  },
  {
    ...nightly('old-audit', '40 7 * * *'),
    handler:
      ({ db }) =>
      () =>
        deleteOldEntries(db),
    shown: {
      label: 'Apagar registros antigos da auditoria',
      ifFailed: 'Registros de mais de seis anos ficam guardados até a próxima noite.',
    },
  },
  {
    ...nightly('connections', '30 9 * * *'),
    handler:
      ({ connections: atWork, ...parts }) =>
      async () => {
        if (atWork) await watchConnections({ ...parts, atWork });
      },
    shown: {
      label: 'Conferir conexões e certificados que vencem',
      ifFailed: 'Ninguém foi avisado de certificados que vencem. Confira a página Conexões.',
    },
  },
  {
    ...nightly('old-lists', '0 7 * * *'),
    handler:
      ({ db }) =>
      () =>
        erasePeople(db),
    shown: {
      label: 'Apagar nomes das listas finais',
      ifFailed: 'Os nomes de quem já viajou ficam guardados além do prazo, até a próxima noite.',
    },
  },
  {
    ...nightly('idle-people', '20 7 * * *'),
    handler: (parts) => () => eraseIdlePeople(parts),
    shown: {
      label: 'Apagar dados de quem não viaja há muito tempo',
      ifFailed: 'Os dados ficam guardados além do prazo que você escolheu, até a próxima noite.',
    },
  },
];

/** Works all queues and starts all sweeps in this process. */
export async function startBackgroundWork(parts: WorkParts): Promise<BackgroundWork> {
  await startQueues(queueWork, parts);
  const runner = sweepRunner(parts);
  const stop = followProviders(() => sweeps(parts), runner, parts.providers);
  return { stop, firstRuns: runner.firstRuns() };
}

/** Sweeps of `current`, of which those of providers start and stop as providers come and go. */
function followProviders(current: () => Sweep[], runner: SweepRunner, providers: Providers): () => Promise<void> {
  const running = new Map<string, () => Promise<void>>();
  const keyOf = ({ name, follows = '' }: Sweep) => `${name} ${follows}`;
  const follow = () => {
    const wanted = new Map(current().map((sweep) => [keyOf(sweep), sweep]));
    for (const [key, stop] of running) {
      if (wanted.has(key)) continue;
      running.delete(key);
      void stop();
    }
    for (const [key, sweep] of wanted) {
      if (!running.has(key)) running.set(key, runner.start(sweep));
    }
  };
  follow();
  const stopFollowing = providers.onChange?.(follow);
  return async () => {
    stopFollowing?.();
    await Promise.all([...running.values()].map((stop) => stop()));
    await runner.end();
  };
}

/** Works queues in this process, until `parts.jobs` stop. */
export async function startQueues(all: readonly QueueWork[], parts: WorkParts): Promise<void> {
  for (const { queue, cron, handler } of all) {
    const handle = handler(parts);
    if (handle && cron) await parts.jobs.workAtTimes(queue, cron, handle as () => Promise<void>);
    else if (handle) await parts.jobs.work(queue, handle);
  }
}

/** Starts sweeps in this process. Returns how to stop, which waits for the runs at work. */
export function startSweeps(all: readonly Sweep[], parts: RunnerParts): () => Promise<void> {
  const runner = sweepRunner(parts);
  const stops = all.map(runner.start);
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
    await runner.end();
  };
}

type SweepRunner = ReturnType<typeof sweepRunner>;

function sweepRunner({ db, logger, rarely }: RunnerParts) {
  const turns = rarely && new Semaphore({ permits: rarely.atOnce, maxQueued: 1_000, timeoutMs: MINUTE_MS });
  const notes = successNotes(db);
  const firstRuns: Promise<void>[] = [];
  return {
    /** Returns how to stop it. */
    start({ name, everyMs, run, ifMissed }: Sweep): () => Promise<void> {
      const first = Promise.withResolvers<void>();
      firstRuns.push(first.promise);
      const work = async (signal: AbortSignal) => {
        await (turns ? turns.run(() => run(signal), signal) : run(signal));
        notes.add(name);
      };
      const onError = (error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        logger.warn({ work: name, reason, ifMissed }, 'background work failed; the next run tries again');
      };
      const workUnlessStopped = async (signal: AbortSignal) => {
        await work(signal)
          .catch((error) => signal.aborted || onError(error))
          .finally(first.resolve);
      };
      return repeat(workUnlessStopped, everyMs * (rarely?.pauses ?? 1), onError);
    },
    /** Ends when all that were started have run, or failed. */
    firstRuns: async () => void (await Promise.all(firstRuns)),
    end: () => notes.write(),
  };
}

const NOTED_EVERY_MS = 15 * SECOND_MS;
const NOTED_AFTER_MS = SECOND_MS / 2;

/** Notes which sweeps succeeded, for all servers, now and then and together: some run every few seconds. */
function successNotes(db: Database) {
  const names = new Set<string>();
  let writtenMs = Number.NEGATIVE_INFINITY;
  let writing: NodeJS.Timeout | undefined;
  const write = async () => {
    clearTimeout(writing);
    writing = undefined;
    const noted = [...names].sort();
    names.clear();
    if (noted.length === 0) return;
    writtenMs = performance.now();
    await db
      .insertInto('sweep_runs')
      .values(noted.map((name) => ({ name, succeeded_at: sql<Date>`clock_timestamp()` })))
      .onConflict((known) => known.column('name').doUpdateSet({ succeeded_at: sql<Date>`excluded.succeeded_at` }))
      .execute()
      // They are noted again with their next runs.
      .catch(() => undefined);
  };
  return {
    add(name: string) {
      names.add(name);
      const delay = Math.max(NOTED_AFTER_MS, writtenMs + NOTED_EVERY_MS - performance.now());
      writing ??= setTimeout(write, delay).unref();
    },
    write,
  };
}
