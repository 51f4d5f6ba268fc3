import { ActionIcon } from '@mantine/core';
import type { ChatFacts } from '@passeio/contract/chat-facts';
import { paymentRoutes } from '@passeio/contract/reservations/payment-routes';
import { reservationLinkRoutes } from '@passeio/contract/reservations/reservation-link-routes';
import { IconCopy } from '@tabler/icons-react';
import { explainFailure } from '~/lib/explain-failure';
import { showAlert } from '~/ui/feedback/alert';
import { ActionMenu } from '~/ui/navigation/action-menu';
import type { MenuEntry } from '~/ui/navigation/loaded-menu';
import { api } from '../session/api';
import { may } from '../session/user-store';

/** What staff copies of a reservation, to send it to its payer by hand. */
export function copyEntries(facts: ChatFacts): MenuEntry[] {
  const isToPay = facts.dueCents > 0 && (facts.state === 'held' || facts.state === 'booked');
  // Both show amounts.
  if (!may('see_money')) return [];
  return [
    { label: 'Copiar link da reserva', onSelect: () => void copy('Link copiado!', makeLink(facts)) },
    ...(isToPay
      ? [{ label: 'Copiar código Pix', onSelect: () => void copy('Código Pix copiado!', makePix(facts)) }]
      : []),
  ];
}

/** The button of a row whose reservation has no other menu. */
export function CopyForPayer({ facts }: { facts: ChatFacts }) {
  const entries = copyEntries(facts);
  if (entries.length === 0) return null;
  return (
    <ActionMenu
      width={230}
      transitionProps={{ duration: 0 }}
      entries={entries}
      button={
        <ActionIcon variant="subtle" size={44} aria-label={`Copiar para ${facts.payer.name}: reserva ${facts.code}`}>
          <IconCopy size={20} aria-hidden />
        </ActionIcon>
      }
    />
  );
}

async function makeLink({ id }: ChatFacts): Promise<string> {
  return (await api.call(reservationLinkRoutes.create, { params: { reservationId: id }, toast: false })).url;
}

async function makePix({ id, state, depositCents, dueCents }: ChatFacts): Promise<string> {
  const rest = state === 'booked' ? 'balance' : 'full';
  const purpose = depositCents > 0 && depositCents < dueCents ? 'deposit' : rest;
  const call = { params: { reservationId: id }, body: { purpose }, toast: false } as const;
  const { payload } = await api.call(paymentRoutes.requestCharge, call);
  if (!payload) throw new Error('A charge without a code');
  return payload;
}

/** A browser lets a page copy at once only, so it is given what is still to come. */
async function copy(done: string, text: Promise<string>): Promise<void> {
  try {
    const blob = text.then((copied) => new Blob([copied], { type: 'text/plain' }));
    await Promise.all([text, navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])]);
    showAlert('success', done);
  } catch (error) {
    const isRefused = error instanceof DOMException || error instanceof TypeError;
    showAlert(
      'error',
      isRefused ? 'O navegador não deixou copiar. Abra a reserva e copie de lá.' : explainFailure(error),
    );
  }
}
