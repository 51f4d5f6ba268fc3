import { Button, Group, Stack } from '@mantine/core';
import { formatMoney } from '~/lib/formats';
import { Card } from '~/ui/layout/card';
import type { BoardingSync, BoardingSyncState } from './boarding-sync';

interface AnsweredProps {
  boarding: BoardingSync;
  state: BoardingSyncState;
}

/** Cash that came late, and taps and cash that the server refused, until somebody has read why. */
export function Answered({ boarding, state: { taps, payments, late, saved } }: AnsweredProps) {
  const people = saved?.list.people ?? [];
  const refused = [
    ...taps.map(({ id, participantId, refusal }) => {
      return { id, refusal, about: people.find((one) => one.id === participantId)?.name ?? 'Toque recusado' };
    }),
    ...payments.map(({ id, code, amountCents, refusal }) => {
      const payer = people.find((one) => one.code === code)?.payer ?? `Reserva ${code}`;
      return { id, refusal, about: `${payer}: ${formatMoney(amountCents)} em dinheiro não registrados.` };
    }),
  ].filter(({ refusal }) => refusal !== null);
  if (refused.length + late.length === 0) return null;
  return (
    <Stack component="ul" gap={8} mb={12}>
      {late.map(({ id, code, amountCents }) => (
        <Card component="li" tone="success" key={id}>
          <span role="status">
            <strong>
              Reserva {code}: {formatMoney(amountCents)} em dinheiro enviados.
            </strong>{' '}
            A equipe recebeu a sua anotação e decide sobre ela. Entregue o dinheiro à equipe.
          </span>
        </Card>
      ))}
      {refused.map(({ id, about, refusal }) => (
        <Card component="li" tone="danger" key={id}>
          <Group gap={12} justify="space-between" wrap="nowrap" role="alert">
            <span>
              <strong>{about}</strong> <span>{refusal}</span>
            </span>
            <Button size="md" variant="default" onClick={() => void boarding.dismiss(id)}>
              Entendi
            </Button>
          </Group>
        </Card>
      ))}
    </Stack>
  );
}
