import { Button, Text } from '@mantine/core';
import { amountCents } from '@passeio/contract/fields';
import { moneyText } from '@passeio/contract/money';
import { z } from '@passeio/contract/zod';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '~/lib/api';
import { explainFailure } from '~/lib/explain-failure';
import { formatMoney } from '~/lib/formats';
import { formatMoneyInput } from '~/lib/parse-money';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { MoneyInput, typedCents } from '~/ui/inputs/money-input';
import { PixCode, ScannedCode } from '~/ui/inputs/pix-code';
import styles from './boarding.module.css';
import type { BoardingSync } from './boarding-sync';

/** Time between two questions whether a shown code was paid, or is there at last. */
const POLL_MS = 4_000;

interface ReceiveMoneyProps {
  boarding: BoardingSync;
  code: string;
  payer: string;
  /** What nobody has paid or taken yet, as this phone knows. */
  leftCents: number;
  /** The payer sent a receipt that staff has not reviewed. */
  hasReceipt: boolean;
  /** A guide's cash counts once staff has confirmed it. */
  isGuide: boolean;
  onClose: () => void;
}

/** Takes what is due of a reservation on the spot: cash, also without a signal, or a code that the payer scans. */
export function ReceiveMoney({ boarding, code, payer, leftCents, hasReceipt, isGuide, onClose }: ReceiveMoneyProps) {
  const schema = z.strictObject({
    amount: typedCents.pipe(amountCents.max(leftCents, `Falta pagar só ${moneyText(leftCents)}.`)),
  });
  return (
    <FormDialog
      title={`Receber de ${payer}`}
      lead={
        leftCents > 0
          ? `Reserva ${code}. Falta pagar ${formatMoney(leftCents)}.`
          : `Reserva ${code}. Não falta pagar nada.`
      }
      submit="Recebi em dinheiro"
      disabled={leftCents === 0}
      initial={{ amount: formatMoneyInput(leftCents) }}
      schema={schema}
      save={async ({ amount }) => {
        try {
          await boarding.receive(code, amount);
        } catch (error) {
          console.warn('Payment not stored', error);
          throw new ApiError(500, { message: 'Este aparelho não conseguiu guardar o recebimento. Tente de novo.' });
        }
      }}
      onClose={onClose}
    >
      {(form) =>
        leftCents === 0 ? (
          <FormNotice tone="info">Recebido: a reserva está paga.</FormNotice>
        ) : (
          <>
            {hasReceipt && (
              <FormNotice tone="info">
                Quem paga já enviou um comprovante, que a equipe ainda vai conferir. Pergunte antes de receber de novo.
              </FormNotice>
            )}
            <MoneyInput
              label="Valor em dinheiro"
              description={isGuide ? 'A equipe confirma quando receber de você.' : undefined}
              {...form.getInputProps('amount')}
              value={form.values.amount}
            />
            <PixToScan key={leftCents} boarding={boarding} code={code} leftCents={leftCents} />
          </>
        )
      }
    </FormDialog>
  );
}

/** The code by which the payer pays everything, once it is asked for. */
function PixToScan({ boarding, code, leftCents }: Pick<ReceiveMoneyProps, 'boarding' | 'code' | 'leftCents'>) {
  const [isAsked, setAsked] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['door-charge', code, leftCents],
    queryFn: () => boarding.charge(code),
    enabled: isAsked,
    networkMode: 'always',
    staleTime: 'static',
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data && !(state.data.payload ?? state.data.address) ? POLL_MS : false),
  });
  useEffect(() => {
    if (!data) return;
    const timer = setInterval(() => void boarding.sync(), POLL_MS);
    return () => clearInterval(timer);
  }, [boarding, data]);

  const shown = data?.payload ?? data?.address;
  if (data && shown) {
    return (
      <div className={styles.pix}>
        {data.payload ? (
          <PixCode payload={data.payload} amount={formatMoney(data.amountCents)} autoFocus={false} />
        ) : (
          <ScannedCode text={shown} label={`QR code para pagar ${formatMoney(data.amountCents)}`} />
        )}
        <Text variant="hint">
          {data.confirmsItself
            ? `Quem paga aponta a câmera para o QR code. Esta tela avisa quando ${formatMoney(data.amountCents)} entrarem.`
            : 'Quem paga aponta a câmera para o QR code e envia o comprovante pela página da reserva.'}
        </Text>
      </div>
    );
  }
  return (
    <>
      {error && (
        <FormNotice>{error instanceof ApiError && error.status > 0 ? error.message : explainFailure(error)}</FormNotice>
      )}
      <Button
        size="md"
        variant="default"
        loading={isFetching || data !== undefined}
        onClick={() => (isAsked ? void refetch() : setAsked(true))}
      >
        Mostrar Pix de {formatMoney(leftCents)}
      </Button>
    </>
  );
}
