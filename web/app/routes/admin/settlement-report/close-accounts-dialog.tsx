import { Group, Stack, Text, Textarea } from '@mantine/core';
import {
  type NamedOpenItem,
  openKinds,
  type SettlementFigures,
  type SettlementReport,
  settlementReportDraft,
} from '@passeio/contract/payments/settlement-report';
import { tripMoneyRoutes } from '@passeio/contract/payments/trip-money-routes';
import { plural } from '@passeio/contract/words';
import { useState } from 'react';
import { api } from '~/features/session/api';
import { reload } from '~/features/session/queries';
import { ApiError } from '~/lib/api';
import { formatMoney } from '~/lib/formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { showAlert } from '~/ui/feedback/alert';

interface CloseAccountsDialogProps {
  report: SettlementReport;
  onClose: () => void;
}

/** Refusals because the accounts are not as they were shown. */
const stale = ['CLOSING_OPEN', 'CLOSING_CHANGED', 'CLOSING_DONE'];

/** The result to be frozen; where something is open, it is accepted by name with a reason. */
export function CloseAccountsDialog({ report, onClose }: CloseAccountsDialogProps) {
  const { trip, figures, open, closed } = report;
  const [isAccepted, setAccepted] = useState(false);
  return (
    <FormDialog
      title="Fechar contas"
      lead="Os valores ficam guardados com a data e o seu nome, e não mudam mais. O que vier depois aparece à parte."
      submit="Fechar contas"
      disabled={closed !== null}
      initial={{ note: '' }}
      schema={settlementReportDraft.refine(
        ({ accepted }) => accepted.length === open.length,
        'Confirme que as contas fecham com essas pendências.',
      )}
      toBody={({ note }) => ({
        resultCents: figures.resultCents,
        accepted: isAccepted
          ? open.map(({ kind, reservationId, amountCents }) => ({ kind, reservationId, amountCents }))
          : [],
        note,
      })}
      save={async (body) => {
        try {
          await api.call(tripMoneyRoutes.closeAccounts, { params: { tripId: trip.id }, body, toast: false });
        } catch (error) {
          if (error instanceof ApiError && stale.includes(error.code)) {
            setAccepted(false);
            void reload();
          }
          throw error;
        }
      }}
      onSaved={() => {
        onClose();
        showAlert('success', 'Contas fechadas.');
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p>
            Resultado: <strong>{formatMoney(figures.resultCents)}</strong>, {compareWithForecast(figures)}.
          </p>
          {figures.people.unknown > 0 && (
            <Text c="dimmed">
              De {plural(figures.people.unknown, 'pessoa')} ninguém informou se viajou. Isso não impede o fechamento.
            </Text>
          )}
          {open.length > 0 && (
            <>
              <Stack gap={8} px="md" py={14} bdrs="lg" bg="var(--warning-tint)">
                <p>Ainda em aberto:</p>
                <OpenItemNames open={open} />
                <Group component="label" wrap="nowrap" gap={10} mih={44}>
                  <input
                    type="checkbox"
                    checked={isAccepted}
                    onChange={(event) => setAccepted(event.currentTarget.checked)}
                  />
                  Fechar com {open.length === 1 ? 'esta pendência' : 'estas pendências'}
                </Group>
              </Stack>
              <Textarea
                label="Motivo"
                description="Por que as contas fecham assim"
                size="md"
                autosize
                minRows={2}
                maxLength={300}
                {...form.getInputProps('note')}
              />
            </>
          )}
        </>
      )}
    </FormDialog>
  );
}

/** As "R$ 340,00 acima do previsto". */
export function compareWithForecast({ resultCents, forecastCents }: SettlementFigures): string {
  const difference = resultCents - forecastCents;
  if (difference === 0) return 'como previsto';
  return `${formatMoney(Math.abs(difference))} ${difference > 0 ? 'acima' : 'abaixo'} do previsto`;
}

/** What is open, without links. */
export function OpenItemNames({ open }: { open: NamedOpenItem[] }) {
  return (
    <Stack component="ul" gap={4} style={{ overflowWrap: 'anywhere' }}>
      {open.map(({ kind, reservationId, amountCents, code, payer }) => (
        <li key={`${kind} ${reservationId}`}>
          <strong>{payer}</strong> ({code}): {openKinds[kind].toLocaleLowerCase('pt-BR')}
          {kind !== 'receipt' && ` ${formatMoney(amountCents)}`}
        </li>
      ))}
    </Stack>
  );
}
