import { Text } from '@mantine/core';
import { erasureDraft } from '@passeio/contract/privacy/privacy';
import { z } from '@passeio/contract/zod';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { PasswordField } from './password-field';

export interface ErasureDialogProps {
  /** The owner of the data: a person with an account, a payer without, or somebody who travels with a payer. */
  whose?: keyof typeof texts;
  /** The person confirms with their password; staff needs none, and who has a link has none. */
  asksPassword: boolean;
  erase: (password: string) => Promise<unknown>;
  onErased: () => void;
  onClose: () => void;
}

const OF_PAYER =
  'contatos, documentos, acompanhantes, observações e respostas, comprovantes, avaliações, e-mails e mensagens.';
const FISCAL = `de quem pagou, nome, CPF, valores, datas e passeio, até 31 de dezembro do sexto ano, como manda a lei fiscal, fora das telas do dia a dia. Na auditoria fica o que foi feito, sem dados pessoais.`;
const OPEN = 'Com reserva em andamento, pagamento, devolução, crédito ou vale-presente em aberto, ainda não dá.';
const texts = {
  account: { title: 'Excluir conta e dados?', goes: `a conta e o acesso, ${OF_PAYER}`, stays: FISCAL, open: OPEN },
  guest: { title: 'Excluir meus dados?', goes: `nome, ${OF_PAYER}`, stays: FISCAL, open: OPEN },
  companion: {
    title: 'Excluir meus dados?',
    goes: 'nome, nascimento, documento, telefone, observações, respostas e mensagens.',
    stays: 'a reserva de quem pagou, sem os seus dados.',
    open: 'Antes da volta do passeio ainda não dá: a lista de passageiros precisa deles.',
  },
};

/** Confirms an erasure, which cannot be undone. */
export function ErasureDialog({ whose = 'account', asksPassword, erase, onErased, onClose }: ErasureDialogProps) {
  const { title, goes, stays, open } = texts[whose];
  return (
    <FormDialog
      title={title}
      submit="Excluir"
      danger
      initial={{ password: '' }}
      schema={asksPassword ? erasureDraft : z.object({ password: z.string() })}
      save={({ password }) => erase(password)}
      onSaved={onErased}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text>
            <strong>Sai agora, e não volta:</strong> {goes}
          </Text>
          <Text>
            <strong>Fica:</strong> {stays}
          </Text>
          <Text>{open}</Text>
          {asksPassword && (
            <PasswordField
              {...form.getInputProps('password')}
              label="Senha da conta"
              autoComplete="current-password"
              data-autofocus
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
