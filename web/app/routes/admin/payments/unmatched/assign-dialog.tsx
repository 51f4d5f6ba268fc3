import { statementRoutes } from '@passeio/contract/payments/statement-routes';
import { type UnmatchedPayment, unmatchedAssignment } from '@passeio/contract/payments/statements';
import { send } from '~/features/session/queries';
import { formatMoney } from '~/lib/formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { finish } from '../desk-call';
import { ReservationCombobox } from '../reservation-combobox';
import styles from '../statement/statement.module.css';

interface AssignDialogProps {
  payment: UnmatchedPayment;
  onClose: () => void;
}

/** Says which reservation a Pix is for. */
export function AssignDialog({ payment: { id, amountCents, payerName }, onClose }: AssignDialogProps) {
  return (
    <FormDialog
      title="Conciliar Pix"
      lead={`${formatMoney(amountCents)}${payerName ? ` de ${payerName}` : ''}. O valor entra na reserva; o que passar do que falta vira devolução.`}
      submit="Conciliar"
      initial={{ code: '', isDeliberate: false }}
      schema={unmatchedAssignment}
      toBody={({ code, isDeliberate }) => ({ code, ...(isDeliberate && { isDeliberate }) })}
      fields={{ RESERVATION_NOT_FOUND: 'code' }}
      save={(body) =>
        finish(
          send(statementRoutes.assignUnmatched, { params: { paymentId: id }, body }),
          `${formatMoney(amountCents)} lançados na reserva ${body.code}.`,
        )
      }
      onClose={onClose}
    >
      {(form) => (
        <>
          <ReservationCombobox
            inline
            label="Reserva"
            description="Código, ou nome, CPF ou telefone de quem fez a reserva"
            data-autofocus
            typed={form.values.code}
            error={form.errors.code}
            onType={(code) => {
              form.setValues({ code, isDeliberate: false });
              form.clearErrors();
            }}
          />
          {form.errors.isDeliberate && (
            <div>
              <p className={styles.error} role="alert">
                {form.errors.isDeliberate}
              </p>
              <label className={styles.anyway}>
                <input
                  type="checkbox"
                  checked={form.values.isDeliberate}
                  onChange={({ currentTarget }) => {
                    form.setFieldValue('isDeliberate', currentTarget.checked);
                    // A change clears it.
                    form.setFieldError('isDeliberate', form.errors.isDeliberate);
                  }}
                />
                É outro pagamento
              </label>
            </div>
          )}
        </>
      )}
    </FormDialog>
  );
}
