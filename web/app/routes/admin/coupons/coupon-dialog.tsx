import { Button, TextInput } from '@mantine/core';
import { couponRoutes } from '@passeio/contract/discounts/coupon-routes';
import { type Coupon, couponDraft } from '@passeio/contract/discounts/coupons';
import { RESERVATION_CODE_ALPHABET } from '@passeio/contract/fields';
import { SellerSelect } from '~/features/sellers/seller-select';
import { api } from '~/features/session/api';
import { useFormats } from '~/lib/formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { DayInput } from '~/ui/inputs/day-input';
import { Grid } from '~/ui/layout/grid';
import { bodyOf, CouponFields, NumberField, valuesOf } from './coupon-fields';
import { readCount, storedValidity, typedValidity } from './offer-fields';

interface CouponDialogProps {
  /** The one that is changed; none: a new one is made. */
  coupon: Coupon | undefined;
  onClose: () => void;
  onSaved: (coupon: Coupon) => void;
}

const GENERATED_LENGTH = 8;

/** A code without characters that look alike. */
function generateCode(): string {
  const random = crypto.getRandomValues(new Uint32Array(GENERATED_LENGTH));
  return Array.from(random, (one) => RESERVATION_CODE_ALPHABET[one % RESERVATION_CODE_ALPHABET.length]).join('');
}

/** What stands in the fields of the places that are kept. */
const keptOf = (coupon: Coupon | undefined, timeZone: string) => ({
  placesSetAside: coupon?.placesSetAside ? String(coupon.placesSetAside) : '',
  keptUntil: typedValidity({ validFrom: null, validUntil: coupon?.setAsideUntil ?? null }, timeZone).until,
});

/** Makes or changes a coupon. */
export function CouponDialog({ coupon, onClose, onSaved }: CouponDialogProps) {
  const { timeZone, today } = useFormats();
  return (
    <FormDialog
      title={coupon ? `Cupom ${coupon.code}` : 'Novo cupom'}
      lead={coupon && coupon.uses > 0 ? 'Quem já usou continua com o desconto que tem.' : undefined}
      submit={coupon ? 'Salvar' : 'Criar cupom'}
      initial={{
        ...valuesOf(coupon, timeZone),
        ...keptOf(coupon, timeZone),
        code: coupon?.code ?? '',
        sellerId: coupon?.sellerId ?? '',
      }}
      schema={couponDraft}
      toBody={({ code, placesSetAside, keptUntil, sellerId, ...values }) => ({
        ...bodyOf(values, timeZone),
        code,
        placesSetAside: readCount(placesSetAside),
        sellerId: sellerId || null,
        setAsideUntil: storedValidity({ from: '', until: keptUntil }, timeZone).validUntil,
      })}
      fields={{
        COUPON_CODE_TAKEN: 'code',
        COUPON_LIMIT_TAKEN: 'maxUses',
        validFrom: 'from',
        validUntil: 'until',
        setAsideUntil: 'keptUntil',
      }}
      save={(body) =>
        coupon
          ? api.call(couponRoutes.change, { params: { couponId: coupon.id }, body, toast: false })
          : api.call(couponRoutes.create, { body, toast: false })
      }
      onSaved={onSaved}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            size="md"
            label="Código"
            description="Maiúsculas e minúsculas valem o mesmo"
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            data-autofocus
            {...form.getInputProps('code')}
          />
          {!coupon && (
            <Button variant="subtle" size="sm" mih={44} onClick={() => form.setFieldValue('code', generateCode())}>
              Gerar um código
            </Button>
          )}
          <CouponFields form={form} tripIds={coupon?.tripIds ?? []}>
            <Grid min="10rem" gap={1}>
              <NumberField
                label="Vagas guardadas"
                description="Em cada passeio"
                {...form.getInputProps('placesSetAside')}
                placeholder="nenhuma"
              />
              <DayInput
                label="Guardar até"
                description="Sem data, até a saída"
                field="keptUntil"
                today={today}
                value={form.values.keptUntil}
                error={form.errors.keptUntil}
                onChange={(day) => form.setFieldValue('keptUntil', day)}
              />
            </Grid>
            <SellerSelect
              description="As reservas com o cupom contam como venda dele"
              nobody="Nenhum"
              {...form.getInputProps('sellerId')}
              value={form.values.sellerId}
            />
          </CouponFields>
        </>
      )}
    </FormDialog>
  );
}
