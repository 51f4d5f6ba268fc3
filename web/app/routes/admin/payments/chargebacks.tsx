import { Anchor, Button, TextInput } from '@mantine/core';
import { formatDay } from '@passeio/contract/format-moments';
import { reservationPagePath } from '@passeio/contract/pages';
import { giftCardRoutes } from '@passeio/contract/payments/gift-card-routes';
import type { GiftCardReturn } from '@passeio/contract/payments/gift-cards';
import { statementRoutes } from '@passeio/contract/payments/statement-routes';
import { type Chargeback, chargebackCheck, chargebackKinds } from '@passeio/contract/payments/statements';
import { capitalised } from '@passeio/contract/words';
import { Fragment, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { send } from '~/features/session/queries';
import { formatMoney, useFormats } from '~/lib/formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { finish } from './payments-inbox';

const WHY: Record<Chargeback['kind'], string> = {
  card: 'Quem tem o cartão não reconheceu a compra, e o banco tirou o valor da sua conta.',
  med_fraud: 'Quem pagou disse ao banco que foi fraude.',
  med_operational: 'O banco de quem pagou disse que o Pix foi um erro.',
  med: 'Quem pagou contestou o Pix no banco.',
  unfit: 'O banco devolveu mais do que a reserva ainda tinha.',
};

/** Money of a reservation that a bank took back. The reservation stays as it is: staff talks with the payer, and decides. */
export function TakenBack({ chargeback }: { chargeback: Chargeback }) {
  const { id, kind, amountCents, recordedCents, noticedAt, answerBy, decisionBy, reservation } = chargeback;
  const { formatNumericDate } = useFormats();
  const what = kind === 'unfit' ? 'devolução' : 'contestação';
  const link = (
    <Anchor component={Link} to={reservationPagePath(reservation.id)}>
      {reservation.code}
    </Anchor>
  );
  return (
    <FormNotice tone="info">
      <strong>
        {chargebackKinds[kind] ?? 'Contestação'}: {formatMoney(amountCents)}
      </strong>
      , em {formatNumericDate(noticedAt)}. {WHY[kind] ?? ''}{' '}
      {answerBy && decisionBy && (
        <>
          Responda ao banco até <strong>{formatDay(answerBy)}</strong>; a decisão sai até {formatDay(decisionBy)}.{' '}
        </>
      )}
      {kind === 'unfit' ? (
        <>
          Nada mudou na reserva {link}, de {reservation.payer}: compare com o histórico de pagamentos dela e acerte o
          que faltar.{' '}
        </>
      ) : (
        <>
          A reserva {link} continua como está{recordedText(recordedCents, amountCents)}. Fale com {reservation.payer}{' '}
          para receber de outro jeito, ou cancele a reserva. Se você ganhar a disputa, registre o valor na reserva.{' '}
        </>
      )}
      <SeenTo
        title={`Encerrar ${what}`}
        label={`Já cuidei disso: ${what} da reserva ${reservation.code}`}
        lead={`A ${what} sai desta lista. ${
          recordedCents > 0
            ? `Os ${formatMoney(recordedCents)} seguem fora da conta e faltando na reserva ${reservation.code}.`
            : `A reserva ${reservation.code} fica como está agora.`
        }`}
        save={(body) =>
          finish(
            send(statementRoutes.checkChargeback, { params: { chargebackId: id }, body }),
            `${capitalised(what)} da reserva ${reservation.code} encerrada.`,
          )
        }
      />
    </FormNotice>
  );
}

/** A gift card that is blocked because its payment went back. */
export function TakenBackCard({ taken }: { taken: GiftCardReturn }) {
  const { giftCard, returnedCents, blockedCents, noticedAt, reservations } = taken;
  const { formatNumericDate } = useFormats();
  const name = `vale ${giftCard.last4}`;
  return (
    <FormNotice tone="info">
      <strong>
        Vale-presente {giftCard.last4}: {formatMoney(returnedCents)} devolvidos
      </strong>
      , em {formatNumericDate(noticedAt)}. O banco devolveu o pagamento do vale de {formatMoney(giftCard.valueCents)},
      de {giftCard.buyer}.{' '}
      {blockedCents > 0 ? `Bloqueamos os ${formatMoney(blockedCents)} que ele tinha.` : 'Ele não tinha saldo.'}{' '}
      {reservations.length > 0 && (
        <>
          Ele pagou{' '}
          {reservations.map(({ id, code, cents }, index) => (
            <Fragment key={id}>
              {index > 0 && ', '}
              {formatMoney(cents)} da reserva{' '}
              <Anchor component={Link} to={reservationPagePath(id)}>
                {code}
              </Anchor>
            </Fragment>
          ))}
          : decida se ela continua.{' '}
        </>
      )}
      Para liberar o vale, emita-o de novo em “Vales-presente”.{' '}
      <SeenTo
        title="Encerrar devolução do vale"
        label={`Já cuidei disso: ${name}`}
        lead={`Sai desta lista. O ${name} fica como está agora.`}
        save={(body) =>
          finish(
            send(giftCardRoutes.checkReturn, { params: { giftCardId: giftCard.id }, body }),
            `Devolução do ${name} encerrada.`,
          )
        }
      />
    </FormNotice>
  );
}

function recordedText(recordedCents: number, amountCents: number): string {
  if (recordedCents === amountCents) return ', e o valor voltou a faltar nela';
  return recordedCents > 0 ? `, e ${formatMoney(recordedCents)} voltaram a faltar nela` : '';
}

interface SeenToProps {
  title: string;
  label: string;
  lead: ReactNode;
  save: (body: { note: string }) => Promise<unknown>;
}

/** The button by which staff says that it has seen to a task, with a note for the history. */
function SeenTo({ title, label, lead, save }: SeenToProps) {
  const [isClosing, setClosing] = useState(false);
  return (
    <>
      <Button size="md" variant="default" mt="xs" display="block" aria-label={label} onClick={() => setClosing(true)}>
        Já cuidei disso
      </Button>
      {isClosing && (
        <FormDialog
          title={title}
          lead={lead}
          submit="Encerrar"
          initial={{ note: '' }}
          schema={chargebackCheck}
          save={save}
          onClose={() => setClosing(false)}
        >
          {(form) => (
            <TextInput
              label="O que foi combinado (opcional)"
              description="Fica no histórico da equipe"
              data-autofocus
              size="md"
              autoComplete="off"
              maxLength={200}
              {...form.getInputProps('note')}
            />
          )}
        </FormDialog>
      )}
    </>
  );
}
