import { Stack } from '@mantine/core';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { formatMoney } from '~/lib/formats';
import { Card } from '~/ui/layout/card';
import { Answered } from './answered';
import type { BoardingSync } from './boarding-sync';
import { unsent } from './outbox';

interface UnsentCashProps {
  boarding: BoardingSync;
  /** What to do where the server does not take it. */
  otherwise: string;
}

/** Where the boarding is not open: sends the cash that this phone still has of it, and says what became of it. */
export function UnsentCash({ boarding, otherwise }: UnsentCashProps) {
  const state = useStore(boarding.store);
  useEffect(() => boarding.start(), [boarding]);
  const waiting = unsent(state.payments);
  if (state.payments.length + state.late.length === 0) return null;
  const progress =
    state.isReached === false
      ? 'Sem sinal: este aparelho envia quando a internet voltar e esta página estiver aberta.'
      : state.failure
        ? otherwise
        : 'Enviando…';
  return (
    <Stack gap={12} my={16}>
      {waiting.length > 0 && (
        <Card tone="warning" gap="small">
          {waiting.map(({ id, code, amountCents }) => (
            <strong key={id}>
              Reserva {code}: {formatMoney(amountCents)} em dinheiro, por enviar
            </strong>
          ))}
          <span role="status">{progress}</span>
        </Card>
      )}
      <Answered boarding={boarding} state={state} />
    </Stack>
  );
}
