import { TextInput } from '@mantine/core';
import { couponRoutes } from '@passeio/contract/discounts/coupon-routes';
import { couponBatch, type MadeCoupons } from '@passeio/contract/discounts/coupons';
import { api } from '~/features/session/api';
import { useFormats } from '~/lib/formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { Grid } from '~/ui/layout/grid';
import { bodyOf, CouponFields, valuesOf } from './coupon-fields';

interface BatchDialogProps {
  onClose: () => void;
  onMade: (made: MadeCoupons) => void;
}

/** Makes many coupons that differ in their codes only; usually each is used once. */
export function BatchDialog({ onClose, onMade }: BatchDialogProps) {
  const { timeZone } = useFormats();
  return (
    <FormDialog
      title="Criar em lote"
      lead="Cada código é o começo que você escolhe e mais 8 letras e números sorteados."
      submit="Criar cupons"
      initial={{ ...valuesOf(undefined, timeZone), maxUses: '1', prefix: '', count: '' }}
      schema={couponBatch}
      toBody={({ prefix, count, ...values }) => ({
        ...bodyOf(values, timeZone),
        prefix,
        count: /^\d+$/.test(count.trim()) ? Number(count) : count,
      })}
      fields={{ validFrom: 'from', validUntil: 'until' }}
      save={(body) => api.call(couponRoutes.createBatch, { body, toast: false })}
      onSaved={onMade}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Grid min="10rem" gap={1}>
            <TextInput
              size="md"
              label="Começo do código"
              name="prefix"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={32}
              data-autofocus
              {...form.getInputProps('prefix')}
            />
            <TextInput
              size="md"
              label="Quantos"
              description="Até 1.000"
              inputMode="numeric"
              maxLength={4}
              {...form.getInputProps('count')}
            />
          </Grid>
          <CouponFields form={form} />
        </>
      )}
    </FormDialog>
  );
}
