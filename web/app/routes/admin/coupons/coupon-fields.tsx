import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { MultiSelect, Switch, TagsInput, TextInput } from '@mantine/core';
import type { CouponEffect } from '@passeio/contract/discounts/coupon-lines';
import { type Coupon, couponEffects } from '@passeio/contract/discounts/coupons';
import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import { useQuery } from '@tanstack/react-query';
import { load } from '~/features/session/queries';
import { useFormats } from '~/lib/formats';
import { formatMoneyInput, parseMoney } from '~/lib/parse-money';
import { instantOf, localOf } from '~/lib/zoned-time';
import type { FormOf } from '~/ui/editing/use-schema-form';
import { ChoiceGroup } from '~/ui/inputs/choice-group';
import { DayInput } from '~/ui/inputs/day-input';
import { MoneyInput } from '~/ui/inputs/money-input';
import { Grid } from '~/ui/layout/grid';

const TRIPS = 100;
const DAY_MS = 86_400_000;

/** What a coupon does, for whom and how often: all but its code. Days are whole days of the operator's calendar. */
export function CouponFields({ form, tripIds = [] }: { form: FormOf<CouponValues>; tripIds?: readonly string[] }) {
  const { today, formatShortDate } = useFormats();
  const { data: trips } = useQuery(load(tripRoutes.list, { query: { upcoming: true, page: 1, size: TRIPS } }));
  const choices = (trips?.data ?? []).map(({ id, title, date }) => ({
    value: id,
    label: `${title}, ${formatShortDate(date)}`,
  }));
  const unlisted = tripIds.filter((id) => !choices.some(({ value }) => value === id));
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
      <MultiSelect
        size="md"
        label="Só nestes passeios"
        description="Sem nenhum, vale para todos"
        data={[...choices, ...unlisted.map((id) => ({ value: id, label: 'Passeio que não está na lista' }))]}
        searchable
        clearable
        {...form.getInputProps('tripIds')}
      />
      <Grid min="10rem" gap={1}>
        <DayInput
          label="Vale desde"
          field="from"
          today={today}
          value={form.values.from}
          onChange={(day) => form.setFieldValue('from', day)}
          error={form.errors.from}
        />
        <DayInput
          label="Vale até"
          description="Esse dia incluído"
          field="until"
          today={today}
          value={form.values.until}
          onChange={(day) => form.setFieldValue('until', day)}
          error={form.errors.until}
        />
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
      <Switch size="md" label="Está valendo" {...form.getInputProps('isActive', { type: 'checkbox' })} />
    </>
  );
}

function NumberField(props: React.ComponentProps<typeof TextInput>) {
  return <TextInput size="md" inputMode="numeric" maxLength={7} placeholder="sem limite" {...props} />;
}

export type CouponValues = ReturnType<typeof valuesOf>;

/** What stands in the fields. */
export function valuesOf(coupon: Coupon | undefined, timeZone: string) {
  const money = (cents: number | null | undefined) => (cents ? formatMoneyInput(cents) : '');
  const count = (value: number | null | undefined) => (value ? String(value) : '');
  const effect: CouponEffect = coupon?.effect ?? 'percent';
  const until = coupon?.validUntil && new Date(Date.parse(coupon.validUntil) - 1).toISOString();
  return {
    effect,
    value: coupon ? (effect === 'percent' ? String(coupon.value) : formatMoneyInput(coupon.value)) : '',
    fareLabels: coupon?.fareLabels ?? [],
    tripIds: coupon?.tripIds ?? [],
    from: coupon?.validFrom ? localOf(coupon.validFrom, timeZone).slice(0, 10) : '',
    until: until ? localOf(until, timeZone).slice(0, 10) : '',
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
  // What is no number stays text, which the schema refuses.
  const count = (typed: string) => (typed.trim() === '' ? null : /^\d+$/.test(typed.trim()) ? Number(typed) : typed);
  const money = (typed: string) => (typed.trim() === '' ? null : (parseMoney(typed) ?? typed));
  return {
    ...same,
    value: values.effect === 'percent' ? count(value) : money(value),
    validFrom: from ? instantOf(`${from}T00:00`, timeZone) : null,
    validUntil: until ? instantOf(`${dayAfter(until)}T00:00`, timeZone) : null,
    maxUses: count(maxUses),
    maxUsesPerClient: count(maxUsesPerClient),
    maxDiscountCents: money(maxDiscountCents),
    minPeople: count(minPeople) ?? 1,
    minTotalCents: money(minTotalCents) ?? 0,
  };
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}
