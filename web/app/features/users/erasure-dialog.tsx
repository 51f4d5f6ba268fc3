import { Text } from '@mantine/core';
import { erasureDraft } from '@passeio/contract/privacy/privacy';
import { z } from '@passeio/contract/zod';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { PasswordField } from './password-field';

export interface ErasureDialogProps {
  /** The person confirms with their password; staff needs none. */
  asksPassword: boolean;
  erase: (password: string) => Promise<unknown>;
  onErased: () => void;
  onClose: () => void;
}

/** Confirms an erasure, which cannot be undone. */
export function ErasureDialog({ asksPassword, erase, onErased, onClose }: ErasureDialogProps) {
  return (
    <FormDialog
      title="Excluir conta e dados?"
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
            <strong>Sai agora, e não volta:</strong> a conta e o acesso, contatos, documentos, acompanhantes,
            observações e respostas, comprovantes, avaliações, e-mails e mensagens.
          </Text>
          <Text>
            <strong>Fica:</strong> de quem pagou, nome, CPF, valores, datas e passeio, até 31 de dezembro do sexto ano,
            como manda a lei fiscal, fora das telas do dia a dia. Na auditoria fica o que foi feito, sem dados pessoais.
          </Text>
          <Text>Com reserva em andamento, pagamento, devolução, crédito ou vale-presente em aberto, ainda não dá.</Text>
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
