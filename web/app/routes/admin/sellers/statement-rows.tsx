import { Button, Text, TextInput } from '@mantine/core';
import {
  type CommissionStatementList,
  commissionClosing,
  commissionPayment,
} from '@passeio/contract/sellers/commission-statements';
import { commissionRoutes } from '@passeio/contract/sellers/seller-routes';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EndToEndIdInput } from '~/features/reservations/passengers/end-to-end-id-input';
import { SellerSelect } from '~/features/sellers/seller-select';
import { monthText, StatementContent, StatementRow } from '~/features/sellers/statement';
import { api } from '~/features/session/api';
import { load } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { formatMoney, useFormats } from '~/lib/formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { LoadedDialog } from '~/ui/dialogs/loaded-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { DayInput } from '~/ui/inputs/day-input';
import { Rows } from '~/ui/layout/rows';
import { CopyButton } from '~/ui/sharing/share-buttons';
import { KeyBySeller } from './seller-state';

type Statement = CommissionStatementList['data'][number];

interface StatementRowsProps {
  statements: readonly Statement[];
  /** Where those of several sellers stand in one list. */
  namesSeller?: boolean;
  /** On a card. */
  plain?: boolean;
}

/** Statements, each to be read, downloaded and, once, paid. */
export function StatementRows({ statements, namesSeller = false, plain = false }: StatementRowsProps) {
  const [opened, setOpened] = useState<Statement>();
  const [paid, setPaid] = useState<Statement>();
  return (
    <>
      <Rows aria-label="Extratos" plain={plain}>
        {statements.map((statement) => (
          <StatementRow
            key={statement.id}
            statement={statement}
            {...(namesSeller && { seller: statement.seller.name })}
            download={(format) =>
              api.download(commissionRoutes.exportStatement, {
                params: { statementId: statement.id },
                query: { format },
              })
            }
            onOpen={() => setOpened(statement)}
          >
            {!statement.payment && statement.totalCents > 0 && may('confirm_money') && (
              <Button
                size="md"
                aria-label={`Pagar o extrato de ${monthText(statement.month)} de ${statement.seller.name}`}
                onClick={() => setPaid(statement)}
              >
                Pagar
              </Button>
            )}
          </StatementRow>
        ))}
      </Rows>
      {opened && <OpenedStatement statement={opened} onClose={() => setOpened(undefined)} />}
      {paid && <PaymentDialog statement={paid} onClose={() => setPaid(undefined)} />}
    </>
  );
}

function OpenedStatement({ statement, onClose }: { statement: Statement; onClose: () => void }) {
  const query = useQuery(load(commissionRoutes.readStatement, { params: { statementId: statement.id } }));
  return (
    <LoadedDialog
      wide
      title={`Extrato de ${monthText(statement.month)}`}
      query={query}
      failure="Não foi possível abrir o extrato."
      onClose={onClose}
    >
      {(opened) => <StatementContent statement={opened} />}
    </LoadedDialog>
  );
}

/** Records the Pix by which a statement was paid. */
function PaymentDialog({ statement, onClose }: { statement: Statement; onClose: () => void }) {
  const { id, month, totalCents, seller } = statement;
  const { today } = useFormats();
  return (
    <FormDialog
      title={`Pagar ${formatMoney(totalCents)} a ${seller.name}`}
      lead={`Extrato de ${monthText(month)}. Faça o Pix no banco e marque aqui: não dá para desfazer.`}
      submit="Marcar como pago"
      initial={{ endToEndId: '', paidOn: today }}
      schema={commissionPayment}
      save={(body) => api.call(commissionRoutes.pay, { params: { statementId: id }, body, toast: false })}
      onSaved={() => {
        showAlert('success', `Extrato de ${seller.name} marcado como pago.`);
        onClose();
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          {seller.pixKey ? (
            <>
              <Text style={{ overflowWrap: 'anywhere' }}>
                Chave Pix: <strong>{seller.pixKey}</strong>
              </Text>
              <KeyBySeller at={seller.keyBySellerAt} />
              <CopyButton text={seller.pixKey} label="Copiar chave" done="Chave copiada!" />
            </>
          ) : (
            <Text c="var(--warning)">Este vendedor ainda não tem chave Pix no cadastro.</Text>
          )}
          <EndToEndIdInput
            description="Está no comprovante do Pix e começa com E"
            data-autofocus
            {...form.getInputProps('endToEndId')}
            value={form.values.endToEndId}
          />
          <DayInput
            label="Pago em"
            field="paidOn"
            max={today}
            today={today}
            value={form.values.paidOn}
            error={form.errors.paidOn}
            onChange={(day) => form.setFieldValue('paidOn', day)}
          />
        </>
      )}
    </FormDialog>
  );
}

interface CloseMonthDialogProps {
  /** Whose month, where that is known. */
  seller?: { id: string; name: string };
  onClose: () => void;
}

/** Closes the statement of a seller's month. */
export function CloseMonthDialog({ seller, onClose }: CloseMonthDialogProps) {
  const { today } = useFormats();
  return (
    <FormDialog
      title={seller ? `Fechar o mês de ${seller.name}` : 'Fechar um mês'}
      lead="Entra o que já pode ser pago, de passeios que voltaram até o fim do mês. O extrato nunca muda depois."
      submit="Fechar extrato"
      initial={{ sellerId: seller?.id ?? '', month: monthBefore(today) }}
      schema={commissionClosing}
      fields={{ COMMISSION_MONTH_CLOSED: 'month', COMMISSION_MONTH_AHEAD: 'month' }}
      save={(body) => api.call(commissionRoutes.close, { body, toast: false })}
      onSaved={({ totalCents, month }) => {
        showAlert('success', `Extrato de ${monthText(month)} fechado: ${formatMoney(totalCents)}.`);
        onClose();
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          {!seller && <SellerSelect data-autofocus {...form.getInputProps('sellerId')} value={form.values.sellerId} />}
          <TextInput
            size="md"
            label="Mês"
            type="month"
            max={today.slice(0, 7)}
            data-autofocus={seller !== undefined || undefined}
            {...form.getInputProps('month')}
          />
        </>
      )}
    </FormDialog>
  );
}

/** The month before that of a day, as "2026-11". */
function monthBefore(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7);
}
