import { Box, Button, Group, Text, TextInput, Title } from '@mantine/core';
import type { Passenger } from '@passeio/contract/boarding/passengers';
import { formatDay } from '@passeio/contract/format-moments';
import { invoiceRoutes } from '@passeio/contract/payments/invoices';
import type { IssuedInvoice } from '@passeio/contract/payments/issued-invoices';
import {
  chargePurposes,
  entryKinds,
  type LedgerEntry,
  paymentMethods,
  type Receipt,
  receiptStates,
  refundReasons,
  refundStates,
  reversalDraft,
} from '@passeio/contract/payments/payments';
import { nameAmong } from '@passeio/contract/reservations/participant-names';
import { paymentRoutes } from '@passeio/contract/reservations/payment-routes';
import type { ReservationForStaff } from '@passeio/contract/reservations/staff-reservation';
import { extraText } from '@passeio/contract/trips/extras';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { SlipButton } from '~/features/payments/slip-button';
import { extraSums } from '~/features/reservations/extras/extra-lines';
import { InstalmentLines } from '~/features/reservations/payment/instalment-lines';
import { MoneyLine } from '~/features/reservations/payment/money-line';
import { type PaymentChoice, paymentChoices, standingOfShare } from '~/features/reservations/payment/payment-choices';
import { saveReceipt } from '~/features/reservations/payment/receipt-file';
import { useSplit } from '~/features/reservations/payment/use-split';
import { isActive } from '~/features/reservations/status/reservation-states';
import { api } from '~/features/session/api';
import { failureText } from '~/features/session/identity/error';
import { load } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { formatCalendarDate, formatMoney, useFormats } from '~/lib/formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { Loaded } from '~/ui/dialogs/loaded-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import { useCopy } from '~/ui/inputs/use-copy';
import table from '~/ui/layout/data-table.module.css';
import { Row, Rows } from '~/ui/layout/rows';
import { TitledCard } from '~/ui/layout/titled-card';
import { moneyEntries } from '../reservation-tasks/actions';
import type { Task } from '../reservation-tasks/task';
import { EntryButtons } from './entry-buttons';
import { Invoices } from './invoices-part';

interface MoneySectionProps {
  reservation: ReservationForStaff;
  /** The passenger whose reservation it is. */
  passenger: Passenger | undefined;
  onTask: (task: Task) => void;
}

/** How the total comes about, what was asked for, what came and what went back; what can be done with it. */
export function MoneySection({ reservation, passenger, onTask }: MoneySectionProps) {
  const query = useQuery(load(paymentRoutes.readLedger, { params: { reservationId: reservation.id } }));
  const invoices = useQuery({
    ...load(invoiceRoutes.listInvoices, { params: { reservationId: reservation.id } }),
    refetchInterval: ({ state }) => (state.data?.issued.some(waitsForGovernment) ? POLL_MS : false),
  });
  const [wrong, setWrong] = useState<LedgerEntry>();
  const { charge, refunds } = reservation;
  const split = useSplit(reservation);
  return (
    <TitledCard title="Dinheiro">
      <PriceLines reservation={reservation} />
      {charge ? <OpenCharge charge={charge} /> : <Charging reservation={reservation} />}
      {refunds.length > 0 && <Refunds refunds={refunds} />}
      <Loaded query={query} failure="Não foi possível carregar os pagamentos.">
        {({ data, receipts }) => (
          <>
            {receipts.length > 0 && <Receipts receipts={receipts} />}
            <Part title="Lançamentos">
              {data.length === 0 ? (
                <Text variant="hint">Nenhum pagamento registrado ainda.</Text>
              ) : (
                <Entries reservationId={reservation.id} payments={data} onReverse={setWrong} />
              )}
            </Part>
          </>
        )}
      </Loaded>
      <Loaded query={invoices} failure="Não foi possível carregar as notas.">
        {(noted) =>
          (reservation.cancellable || reservation.receivedCents > 0 || noted.data.length + noted.issued.length > 0) && (
            <Part title="Nota fiscal">
              <Invoices reservation={reservation} invoices={noted} />
            </Part>
          )
        }
      </Loaded>
      <EntryButtons
        entries={[
          ...(passenger ? moneyEntries(passenger, onTask) : []),
          ...(split ? [{ label: split.label, onSelect: split.run }] : []),
        ]}
      />
      {wrong && <ReversalDialog entry={wrong} reservationId={reservation.id} onClose={() => setWrong(undefined)} />}
    </TitledCard>
  );
}

const POLL_MS = 3_000;
const waitsForGovernment = ({ state, isBeingCancelled }: IssuedInvoice) => state === 'sent' || isBeingCancelled;

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} mt={12} pt={12} style={{ borderTop: '1px solid var(--border)' }}>
      <Title id={id} order={3} fz="0.9375rem" mb={4}>
        {title}
      </Title>
      {children}
    </Box>
  );
}

function PriceLines({ reservation }: Pick<MoneySectionProps, 'reservation'>) {
  const { participants, adjustments, totalCents, depositCents, receivedCents, dueCents } = reservation;
  const { toReturnCents, retainedCents, creditCents } = reservation;
  const fares = participants.reduce((sum, { priceCents }) => sum + priceCents, 0);
  const extras = extraSums(reservation.lines);
  const roomCents = totalOfRooms(reservation);
  return (
    <dl>
      {adjustments.length + extras.length + roomCents > 0 && <MoneyLine label="Tarifas" cents={fares} />}
      {roomCents > 0 && <MoneyLine label="Quartos" cents={roomCents} />}
      {extras.map((sum) => (
        <MoneyLine key={sum.id} label={extraText(sum)} cents={sum.totalCents} />
      ))}
      {adjustments.map(({ id, isPenalty, amountCents, reason }) => (
        <MoneyLine
          key={id}
          label={isPenalty ? 'Multa' : amountCents < 0 ? 'Desconto' : 'Acréscimo'}
          note={reason}
          cents={amountCents}
        />
      ))}
      <MoneyLine label="Total" cents={totalCents} strong />
      {depositCents < totalCents && <MoneyLine label="Sinal" cents={depositCents} />}
      {isActive(reservation) && <InstalmentLines instalments={reservation.instalments} />}
      {reservation.shares?.map((share) => {
        const person = participants.find(({ id }) => id === share.participantId);
        const label = `Parte de ${person ? nameAmong(person, participants) : 'uma pessoa'}`;
        return (
          <MoneyLine key={share.participantId} label={label} note={standingOfShare(share)} cents={share.amountCents} />
        );
      })}
      <MoneyLine label="Recebido" cents={receivedCents} />
      {dueCents > 0 && <MoneyLine label="Falta pagar" cents={dueCents} strong />}
      {retainedCents > 0 && <MoneyLine label="Multa" note="Fica com a operadora" cents={retainedCents} />}
      {toReturnCents > 0 && <MoneyLine label="A devolver" cents={toReturnCents} strong />}
      {creditCents > 0 && <MoneyLine label="Crédito de quem paga" note="Para qualquer reserva" cents={creditCents} />}
    </dl>
  );
}

const totalOfRooms = ({ lines }: MoneySectionProps['reservation']) =>
  lines.filter(({ kind }) => kind === 'room').reduce((sum, { totalCents }) => sum + totalCents, 0);

/** What the payer is asked to pay now. */
function OpenCharge({ charge }: { charge: NonNullable<ReservationForStaff['charge']> }) {
  const { formatMoment } = useFormats();
  const { purpose, amountCents, method, expiresAt, dueOn, confirmsItself, txid, payload } = charge;
  const { copied, copy } = useCopy(payload ?? '');
  return (
    <Part title="Cobrança aberta">
      <Group justify="space-between" gap="0 1rem">
        <span>
          {chargePurposes[purpose] ?? 'Pagamento'} por {method === 'card' ? 'cartão' : 'Pix'}
        </span>
        <Text span fw={650} className={table.number}>
          {formatMoney(amountCents)}
        </Text>
      </Group>
      <Text variant="hint" style={{ overflowWrap: 'anywhere' }}>
        {dueOn && `Vence em ${formatDay(dueOn)} · `}
        {expiresAt ? `Vale até ${formatMoment(expiresAt)}` : 'Sem prazo'} ·{' '}
        {confirmsItself ? 'confirma-se sozinha' : 'precisa de comprovante'} · {txid}
      </Text>
      {payload && (
        <Button size="md" variant="default" mt={8} onClick={() => void copy()}>
          <span role="status">{copied ? 'Código copiado!' : 'Copiar código Pix'}</span>
        </Button>
      )}
    </Part>
  );
}

/** Makes the Pix code that the payer would make, to be sent to them. */
function Charging({ reservation }: Pick<MoneySectionProps, 'reservation'>) {
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (purpose: PaymentChoice['purpose']) => {
      const call = { params: { reservationId: reservation.id }, body: { purpose }, toast: false };
      return api.call(paymentRoutes.requestCharge, call);
    },
  });
  const choices = paymentChoices(reservation);
  if (choices.length === 0) return null;
  return (
    <Part title="Código Pix para enviar">
      {error && <FormNotice>{failureText(error) ?? 'Não foi possível gerar o código. Tente de novo.'}</FormNotice>}
      <Group gap={8}>
        {choices.map(({ purpose, amountCents }) => (
          <Button
            key={purpose}
            size="md"
            variant="default"
            loading={isPending && variables === purpose}
            onClick={() => mutate(purpose)}
          >
            Gerar Pix de {formatMoney(amountCents)}
          </Button>
        ))}
      </Group>
    </Part>
  );
}

function Refunds({ refunds }: Pick<ReservationForStaff, 'refunds'>) {
  const { formatNumericDate } = useFormats();
  return (
    <Part title={refunds.length === 1 ? 'Devolução' : 'Devoluções'}>
      <ul>
        {refunds.map(({ id, state, amountCents, reason, promisedFor, paidAt, asCredit, pixKey }) => (
          <Group component="li" key={id} py={4} gap="0 1rem" justify="space-between">
            <div>
              {asCredit ? 'Virou crédito' : refundStates[state]}
              <Text variant="hint">
                {refundReasons[reason]} ·{' '}
                {paidAt ? formatNumericDate(paidAt) : `até ${formatCalendarDate(promisedFor)}`}
                {state === 'due' && ` · ${pixKey ? `chave ${pixKey}` : 'sem chave Pix'}`}
              </Text>
            </div>
            <Text span fw={650} className={table.number}>
              {formatMoney(amountCents)}
            </Text>
            {state !== 'paid' && (
              <Button component={Link} to="/admin/pagamentos/devolucoes" size="md" variant="light">
                Ver em Devoluções
              </Button>
            )}
          </Group>
        ))}
      </ul>
    </Part>
  );
}

/** Every receipt that was sent, the newest first. */
function Receipts({ receipts }: { receipts: Receipt[] }) {
  return (
    <Part title={receipts.length === 1 ? 'Comprovante' : 'Comprovantes'}>
      <ul>
        {receipts.map((receipt) => (
          <SentReceipt key={receipt.id} receipt={receipt} />
        ))}
      </ul>
    </Part>
  );
}

function SentReceipt({ receipt }: { receipt: Receipt }) {
  const { formatDateAndTime } = useFormats();
  const { id, state, reason, createdAt, hasFile } = receipt;
  const when = formatDateAndTime(createdAt);
  return (
    <Group component="li" gap="xs" py={8} justify="space-between" wrap="nowrap">
      <div>
        <strong>{receiptStates[state]}</strong>
        <Text variant="hint">
          Enviado em {when}
          {reason && ` · ${reason}`}
          {!hasFile && ' · arquivo já apagado'}
        </Text>
      </div>
      {state === 'submitted' && (
        <Button component={Link} to={`/admin/pagamentos?comprovante=${id}`} size="md" variant="light">
          Conferir
        </Button>
      )}
      {state !== 'submitted' && hasFile && (
        <Button
          size="md"
          variant="default"
          aria-label={`Baixar o comprovante de ${when}`}
          onClick={() => void saveReceipt(id)}
        >
          Baixar
        </Button>
      )}
    </Group>
  );
}

interface EntriesProps {
  reservationId: string;
  payments: LedgerEntry[];
  onReverse: (entry: LedgerEntry) => void;
}

function Entries({ reservationId, payments, onReverse }: EntriesProps) {
  const { formatDateAndTime } = useFormats();
  return (
    <Rows plain>
      {payments.map((entry) => {
        const { id, kind, direction, method, amountCents, note, payerName, endToEndId, occurredAt, reversedBy } = entry;
        // What the bank gave back is no longer there; a reversal is final.
        const isFinal = kind.startsWith('reversal') || (kind === 'refund' && entry.recordedVia === 'provider');
        const label = `${entryKinds[kind]} de ${formatMoney(amountCents)}`;
        const isOut = direction === 'out';
        return (
          <Row key={id}>
            <span>
              {entryKinds[kind]} · {paymentMethods[method]}
            </span>
            <Text span fw={650} className={table.number} {...(isOut && { c: 'var(--danger)' })}>
              {formatMoney(isOut ? -amountCents : amountCents)}
            </Text>
            <Text variant="hint" w="100%">
              {formatDateAndTime(occurredAt)} · {recorderOf(entry)}
              {payerName && ` · de ${payerName}`}
              {note && ` · ${note}`}
              {endToEndId && ` · ${endToEndId}`}
            </Text>
            {entry.feeCents != null && (
              <Text variant="hint" w="100%">
                Taxa {formatMoney(entry.feeCents)} · líquido {formatMoney(amountCents - entry.feeCents)}
                {entry.settlesOn && ` · na conta em ${formatCalendarDate(entry.settlesOn)}`}
              </Text>
            )}
            {reversedBy && (
              <Text variant="hint" w="100%">
                Estornado
              </Text>
            )}
            {!isOut && !kind.startsWith('reversal') && (
              <SlipButton
                reservationId={reservationId}
                entryId={id}
                size="compact-md"
                variant="subtle"
                ml={-8}
                aria-label={`Baixar recibo: ${label}`}
              />
            )}
            {!reversedBy && !isFinal && may('confirm_money') && (
              <Button
                size="compact-md"
                variant="subtle"
                color="red"
                ml={-8}
                aria-label={`Estornar lançamento: ${label}`}
                onClick={() => onReverse(entry)}
              >
                Estornar lançamento
              </Button>
            )}
          </Row>
        );
      })}
    </Rows>
  );
}

/** Who wrote an entry down. */
function recorderOf({ recordedVia, recordedBy, method }: LedgerEntry): string {
  if (recordedVia === 'person') return recordedBy || 'Equipe';
  return recordedVia === 'provider' && method === 'pix' ? 'Pix automático' : 'Automático';
}

interface ReversalDialogProps {
  entry: LedgerEntry;
  reservationId: string;
  onClose: () => void;
}

/** Asks why an entry is wrong; its opposite goes into the ledger, nothing is deleted. */
function ReversalDialog({ entry, reservationId, onClose }: ReversalDialogProps) {
  return (
    <FormDialog
      title="Estornar lançamento"
      lead={`${entryKinds[entry.kind]} de ${formatMoney(entry.amountCents)}. Use quando foi lançado por engano: entra um lançamento contrário, e os dois ficam no histórico.`}
      submit="Estornar"
      danger
      initial={{ reason: '' }}
      schema={reversalDraft}
      save={(body) => {
        const params = { reservationId, entryId: entry.id };
        return api.call(paymentRoutes.reverse, { params, body, toast: false });
      }}
      onSaved={() => {
        showAlert('success', 'Lançamento estornado.');
        onClose();
      }}
      onClose={onClose}
    >
      {(form) => (
        <TextInput
          label="Motivo"
          data-autofocus
          size="md"
          autoComplete="off"
          maxLength={200}
          {...form.getInputProps('reason')}
        />
      )}
    </FormDialog>
  );
}
