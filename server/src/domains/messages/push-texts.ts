import type { QueuedPush } from '../push/index.ts';
import type { NotifiedKind } from './queued-email.ts';

type PushText = Pick<QueuedPush, 'title' | 'body' | 'onTheDay'>;

/**
 * What the payer's devices say once an e-mail of a kind about their reservation was sent, or would have been to a payer
 * without an address. A lock screen shows it: it names no person, trip or amount.
 */
export const pushTexts: Record<NotifiedKind, readonly PushText[]> = {
  waitingOffer: [
    { title: 'Abriram vagas', body: 'As vagas que você esperava estão guardadas para você. Veja até quando.' },
  ],
  paymentConfirmed: [{ title: 'Pagamento recebido', body: 'O seu pagamento chegou. Veja a sua reserva.' }],
  tripChanged: [{ title: 'O seu passeio mudou', body: 'Veja o que mudou na sua reserva.' }],
  departureSoon: [
    { title: 'O seu passeio está chegando', body: 'Veja a hora e o local do seu embarque.' },
    { title: 'É hoje', body: 'O seu passeio sai daqui a pouco. Veja o local do embarque.', onTheDay: true },
  ],
};
