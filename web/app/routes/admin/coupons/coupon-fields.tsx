import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { Switch, TagsInput, Text, TextInput } from '@mantine/core';
import type { CouponEffect } from '@passeio/contract/discounts/coupon-lines';
import { type Coupon, couponEffects } from '@passeio/contract/discounts/coupons';
import type { ReactNode } from 'react';
import { formatMoneyInput } from '~/lib/parse-money';
import type { FormOf } from '~/ui/editing/use-schema-form';
import { ChoiceGroup } from '~/ui/inputs/choice-group';
import { MoneyInput } from '~/ui/inputs/money-input';
import { Grid } from '~/ui/layout/grid';
import { readAmount, readCount, storedValidity, TripsField, typedValidity, ValidityFields } from './offer-fields';

interface CouponFieldsProps {
  form: FormOf<CouponValues>;
  tripIds?: readonly string[];
  /** What belongs to its trips. */
  children?: ReactNode;
}

/** What a coupon does, for whom and how often: all but its code. Days are whole days of the operator's calendar. */
export function CouponFields({ form, tripIds = [], children }: CouponFieldsProps) {
  return (
    <>
      <ChoiceGroup
        legend="Desconto"
        choices={Object.entries(couponEffects) as [CouponEffect, string][]}
        value={form.values.effect}
        onChange={(effect) => form.setFieldValue('effect', effect)}
      />
      {form.values.effect === 'percent' ? (
        <TextInput
          size="md"
          label="Quantos por cento"
          inputMode="numeric"
          maxLength={3}
          rightSection="%"
          {...form.getInputProps('value')}
        />
      ) : (
        <MoneyInput
          label={form.values.effect === 'fixed' ? 'Preço de cada tarifa' : 'Valor do desconto'}
          {...form.getInputProps('value')}
          value={form.values.value}
        />
      )}
      <TagsInput
        size="md"
        label="Só nestas tarifas"
        description="Nome da tarifa e Enter. Sem nenhuma, vale para todas"
        maxTags={20}
        {...form.getInputProps('fareLabels')}
      />
      <TripsField stored={tripIds} {...form.getInputProps('tripIds')} />
      {children}
      <Grid min="10rem" gap={1}>
        <ValidityFields values={form.values} errors={form.errors} onChange={form.setFieldValue} />
        <NumberField label="Usos ao todo" {...form.getInputProps('maxUses')} />
        <NumberField label="Usos por cliente" {...form.getInputProps('maxUsesPerClient')} />
        <MoneyInput
          label="Desconto ao todo"
          {...form.getInputProps('maxDiscountCents')}
          value={form.values.maxDiscountCents}
        />
        <NumberField label="Mínimo de pessoas" {...form.getInputProps('minPeople')} />
        <MoneyInput
          label="Valor mínimo da reserva"
          {...form.getInputProps('minTotalCents')}
          value={form.values.minTotalCents}
        />
        <TextInput
          size="md"
          label="Etiqueta"
          description="Só a equipe vê"
          maxLength={40}
          {...form.getInputProps('tag')}
        />
      </Grid>
      <Switch
        size="md"
        label="Só para a primeira reserva da pessoa"
        {...form.getInputProps('firstOnly', { type: 'checkbox' })}
      />
      {(form.values.firstOnly || form.values.maxUsesPerClient !== '') && (
        <Text size="sm" c="dimmed">
          Quem reserva sem conta passa desse limite com outro nome ou telefone. Se isso importa, limite também os usos
          ao todo.
        </Text>
      )}
      <Switch size="md" label="Está valendo" {...form.getInputProps('isActive', { type: 'checkbox' })} />
    </>
  );
}

export function NumberField(props: React.ComponentProps<typeof TextInput>) {
  return <TextInput size="md" inputMode="numeric" maxLength={7} placeholder="sem limite" {...props} />;
}

export type CouponValues = ReturnType<typeof valuesOf>;

/** What stands in the fields. */
export function valuesOf(coupon: Coupon | undefined, timeZone: string) {
  const money = (cents: number | null | undefined) => (cents ? formatMoneyInput(cents) : '');
  const count = (value: number | null | undefined) => (value ? String(value) : '');
  const effect: CouponEffect = coupon?.effect ?? 'percent';
  return {
    effect,
    value: coupon ? (effect === 'percent' ? String(coupon.value) : formatMoneyInput(coupon.value)) : '',
    fareLabels: coupon?.fareLabels ?? [],
    tripIds: coupon?.tripIds ?? [],
    ...typedValidity(coupon, timeZone),
    maxUses: count(coupon?.maxUses),
    maxUsesPerClient: count(coupon?.maxUsesPerClient),
    maxDiscountCents: money(coupon?.maxDiscountCents),
    minPeople: coupon && coupon.minPeople > 1 ? String(coupon.minPeople) : '',
    minTotalCents: money(coupon?.minTotalCents),
    tag: coupon?.tag ?? '',
    firstOnly: coupon?.firstOnly ?? false,
    isActive: coupon?.isActive ?? true,
  };
}

/** What is sent of the fields. */
export function bodyOf(values: CouponValues, timeZone: string) {
  const { from, until, value, maxUses, maxUsesPerClient, maxDiscountCents, minPeople, minTotalCents, ...same } = values;
  return {
    ...same,
    value: values.effect === 'percent' ? readCount(value) : readAmount(value),
    ...storedValidity({ from, until }, timeZone),
    maxUses: readCount(maxUses),
    maxUsesPerClient: readCount(maxUsesPerClient),
    maxDiscountCents: readAmount(maxDiscountCents),
    minPeople: readCount(minPeople) ?? 1,
    minTotalCents: readAmount(minTotalCents) ?? 0,
  };
}
