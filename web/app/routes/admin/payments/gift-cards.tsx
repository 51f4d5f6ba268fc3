import { Box, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { pageNumber } from '@passeio/contract/pages';
import { giftCardRoutes } from '@passeio/contract/payments/gift-card-routes';
import {
  giftCardDecision,
  giftCardEntryKinds,
  giftCardPayment,
  giftCardRefund,
  giftCardStates,
  type StaffGiftCard,
} from '@passeio/contract/payments/gift-cards';
import { moneyMethods, paymentMethods } from '@passeio/contract/payments/payments';
import { IconGift } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { EndToEndIdInput } from '~/features/reservations/passengers/end-to-end-id-input';
import { load, preload, send } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { formatCalendarDate, formatMoney, useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { formatMoneyInput } from '~/lib/parse-money';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { EmptyState } from '~/ui/feedback/empty-state';
import { MoneyInput, typedCents } from '~/ui/inputs/money-input';
import { ListPages, SearchField } from '~/ui/layout/list-tools';
import toolStyles from '~/ui/layout/list-tools.module.css';
import { Row, Rows } from '~/ui/layout/rows';
import type { Route } from './+types/gift-cards';
import { finish } from './payments-inbox';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Vales-presente');
export const handle = { title: 'Pagamentos' };

export function clientLoader({ request: { url } }: Route.ClientLoaderArgs) {
  const params = new URL(url).searchParams;
  const q = params.get('q')?.trim().slice(0, 100) || undefined;
  return preload(load(giftCardRoutes.list, { query: { q, page: pageNumber.catch(1).parse(params.get('page')) } }));
}

type Task = { card: StaffGiftCard; does: 'pay' | 'refund' | 'revoke' | 'reissue' };

/** Gift cards: who bought them, what they have, and what staff does with them. */
export default function GiftCards({ loaderData }: Route.ComponentProps) {
  const { data, page } = useSuspenseQuery(loaderData).data;
  const [params] = useSearchParams();
  const [task, setTask] = useState<Task>();
  const close = () => setTask(undefined);
  const isSearched = params.has('q');
  return (
    <>
      {(data.length > 0 || isSearched) && (
        <search className={toolStyles.tools}>
          <SearchField label="Buscar por nome, e-mail ou fim do código" />
        </search>
      )}
      {data.length > 0 ? (
        <Rows aria-label="Vales-presente">
          {data.map((card) => (
            <GiftCardRow key={card.id} card={card} onTask={(does) => setTask({ card, does })} />
          ))}
        </Rows>
      ) : (
        <EmptyState
          icon={IconGift}
          title={isSearched ? 'Nenhum vale encontrado' : 'Nenhum vale-presente ainda'}
          text={
            isSearched
              ? 'Confira o nome, o e-mail ou os quatro últimos caracteres do código.'
              : 'Para vender vales no site, ligue a venda em Configurações, Reservas.'
          }
        />
      )}
      <ListPages page={page} one="vale" many="vales" />
      {task?.does === 'pay' && <PaidDialog card={task.card} onClose={close} />}
      {task?.does === 'refund' && <RefundDialog card={task.card} onClose={close} />}
      {(task?.does === 'revoke' || task?.does === 'reissue') && (
        <DecisionDialog card={task.card} does={task.does} onClose={close} />
      )}
    </>
  );
}

function GiftCardRow({ card, onTask }: { card: StaffGiftCard; onTask: (does: Task['does']) => void }) {
  const { formatNumericDate } = useFormats();
  const { state, last4, valueCents, balanceCents, buyer, recipient, sendOn, sentAt, createdAt, entries } = card;
  const isPaid = state === 'active' || state === 'revoked';
  return (
    <Row>
      <Box flex="1 1 16rem" miw={0}>
        <Text fw={600}>
          {formatMoney(valueCents)} · {giftCardStates[state]}
          {isPaid && ` · final\u00A0${last4}`}
        </Text>
        <Text fz={13} style={{ overflowWrap: 'anywhere' }}>
          De {buyer.name} ({buyer.email}), em {formatNumericDate(createdAt)}
          {recipient.name && `. Para ${recipient.name}${recipient.email && ` (${recipient.email})`}`}
          {sentAt ? `. Enviado em ${formatNumericDate(sentAt)}` : sendOn && `. Sai em ${formatCalendarDate(sendOn)}`}
        </Text>
        {isPaid && <Text fz={13}>Saldo {formatMoney(balanceCents)}</Text>}
        {entries.length > 1 && (
          <details>
            <summary>Movimentos</summary>
            {entries.map(({ id, kind, amountCents, at, reason, reservationCode }) => (
              <Text key={id} fz={13} c="dimmed">
                {formatNumericDate(at)} · {giftCardEntryKinds[kind]} {formatMoney(amountCents)}
                {reservationCode && ` · reserva ${reservationCode}`}
                {reason && ` · ${reason}`}
              </Text>
            ))}
          </details>
        )}
      </Box>
      <Group gap={8}>
        {tasksOf(card).map((does) => (
          <Button key={does} size="md" variant="default" onClick={() => onTask(does)}>
            {labels[does]}
          </Button>
        ))}
      </Group>
    </Row>
  );
}

const labels: Record<Task['does'], string> = {
  pay: 'Confirmar pagamento',
  refund: 'Devolver valor',
  revoke: 'Cancelar',
  reissue: 'Emitir de novo',
};

/** What staff may do with a gift card. */
function tasksOf({ state, balanceCents }: StaffGiftCard): Task['does'][] {
  const isActive = state === 'active';
  const refund = isActive && balanceCents > 0 && may('refund') ? (['refund'] as const) : [];
  if (!may('confirm_money')) return [...refund];
  if (!isActive && state !== 'revoked') return ['pay'];
  return [...refund, ...(isActive ? (['revoke'] as const) : []), 'reissue'];
}

const typedRefund = giftCardRefund.extend({ amountCents: typedCents.pipe(giftCardRefund.shape.amountCents) });

function RefundDialog({ card: { id, balanceCents, buyer }, onClose }: { card: StaffGiftCard; onClose: () => void }) {
  return (
    <FormDialog
      title="Devolver valor do vale"
      lead={`O vale tem ${formatMoney(balanceCents)}. Devolva a ${buyer.name} e registre aqui: o saldo diminui, e avisamos por e-mail.`}
      submit="Registrar devolução"
      initial={{ amountCents: formatMoneyInput(balanceCents), method: 'pix', endToEndId: '', note: '' }}
      schema={typedRefund}
      toBody={({ endToEndId, ...typed }) => ({
        ...typed,
        ...(typed.method === 'pix' && endToEndId.trim() && { endToEndId }),
      })}
      fields={{ END_TO_END_ID_USED: 'endToEndId', GIFT_CARD_SHORT: 'amountCents', REFUND_ABOVE_LIMIT: 'amountCents' }}
      save={(body) =>
        finish(send(giftCardRoutes.refund, { params: { giftCardId: id }, body }), 'Devolução registrada.')
      }
      onClose={onClose}
    >
      {(form) => (
        <>
          <MoneyInput
            label="Valor devolvido"
            data-autofocus
            {...form.getInputProps('amountCents')}
            value={form.values.amountCents}
          />
          <NativeSelect
            label="Como foi devolvido"
            size="md"
            data={moneyMethods.map((value) => ({ value, label: paymentMethods[value] }))}
            {...form.getInputProps('method')}
          />
          {form.values.method === 'pix' && (
            <EndToEndIdInput {...form.getInputProps('endToEndId')} value={form.values.endToEndId} />
          )}
          <TextInput
            label="Observação"
            description="Opcional. Por exemplo, por que o vale foi devolvido"
            size="md"
            autoComplete="off"
            maxLength={200}
            {...form.getInputProps('note')}
          />
        </>
      )}
    </FormDialog>
  );
}

function PaidDialog({ card: { id, valueCents, buyer }, onClose }: { card: StaffGiftCard; onClose: () => void }) {
  return (
    <FormDialog
      title="Confirmar pagamento"
      lead={`${formatMoney(valueCents)} de ${buyer.name}. Confirme só depois de ver o valor na conta: o vale passa a valer e sai por e-mail.`}
      submit="Confirmar pagamento"
      initial={{ endToEndId: '' }}
      schema={giftCardPayment}
      toBody={({ endToEndId }) => (endToEndId.trim() ? { endToEndId } : {})}
      fields={{ END_TO_END_ID_USED: 'endToEndId' }}
      save={(body) =>
        finish(send(giftCardRoutes.recordPayment, { params: { giftCardId: id }, body }), 'Vale-presente valendo.')
      }
      onClose={onClose}
    >
      {(form) => (
        <EndToEndIdInput
          value={form.values.endToEndId}
          error={form.errors.endToEndId}
          onChange={(value) => form.setFieldValue('endToEndId', value)}
        />
      )}
    </FormDialog>
  );
}

const decisions = {
  revoke: {
    title: 'Cancelar o vale-presente',
    lead: 'O código deixa de valer. O saldo só volta se você emitir o vale de novo.',
    route: giftCardRoutes.revoke,
    done: 'Vale-presente cancelado.',
  },
  reissue: {
    title: 'Emitir de novo',
    lead: 'O vale ganha outro código e outro link, com o saldo que tinha, e sai por e-mail. O código e o link antigos deixam de valer.',
    route: giftCardRoutes.reissue,
    done: 'Vale-presente emitido de novo.',
  },
} as const;

interface DecisionProps {
  card: StaffGiftCard;
  does: keyof typeof decisions;
  onClose: () => void;
}

function DecisionDialog({ card: { id }, does, onClose }: DecisionProps) {
  const { title, lead, route, done } = decisions[does];
  return (
    <FormDialog
      title={title}
      lead={lead}
      submit={title}
      initial={{ reason: '' }}
      schema={giftCardDecision}
      save={(body) => finish(send(route, { params: { giftCardId: id }, body }), done)}
      onClose={onClose}
    >
      {(form) => <TextInput label="Motivo" size="md" maxLength={200} {...form.getInputProps('reason')} />}
    </FormDialog>
  );
}
