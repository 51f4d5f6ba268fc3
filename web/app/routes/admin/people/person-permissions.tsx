import { Stack, Switch } from '@mantine/core';
import {
  type Permission,
  permissionKeys,
  permissions,
  withImplied,
  withRefundUpTo,
} from '@passeio/contract/permissions';
import { userRoutes } from '@passeio/contract/users/user-routes';
import { type PersonDetails, personChange } from '@passeio/contract/users/users';
import { z } from '@passeio/contract/zod';
import { Fragment } from 'react';
import { api } from '~/features/session/api';
import { formatMoneyInput, parseMoney } from '~/lib/parse-money';
import { FormActions } from '~/ui/editing/form-actions';
import { FormNotice } from '~/ui/editing/form-notice';
import { type FormOf, useSchemaForm } from '~/ui/editing/use-schema-form';
import { showAlert } from '~/ui/feedback/alert';
import { MoneyInput } from '~/ui/inputs/money-input';
import { SectionCard } from '~/ui/layout/section';

/** Permissions as a form has them; `refundLimitCents` as it was typed. */
export interface PermissionValues extends Record<string, unknown> {
  permissions: Permission[];
  refundLimitCents: string;
  refundsAnything: boolean;
}

/** Permissions as the API takes them: null for all, with those that are added later. Refunding needs a limit or none. */
export function permissionsToSend({ permissions, refundLimitCents, refundsAnything }: PermissionValues) {
  const typed = parseMoney(refundLimitCents);
  const mayRefund = permissions.includes('refund') && (refundsAnything || typed !== null);
  const given = mayRefund ? permissions : (withRefundUpTo(permissions, undefined) ?? []);
  // NaN is no amount of money, which the schema refuses.
  const limit = mayRefund && !refundsAnything ? (typed ?? Number.NaN) : null;
  return { permissions: given.length === permissionKeys.length ? null : given, refundLimitCents: limit };
}

const schema = z.object({
  permissions: personChange.shape.permissions,
  refundLimitCents: personChange.shape.refundLimitCents,
});

/** What an operator may do beyond the daily work, and up to how much they refund. */
export function PersonPermissions({ person }: { person: PersonDetails }) {
  const { id, version, refundLimitCents: limit } = person;
  const given = [...(person.permissions ?? permissionKeys)];
  const { form, failure, isPending, reset, props } = useSchemaForm<PermissionValues, typeof schema, PersonDetails>({
    initial: {
      permissions: given,
      refundLimitCents: limit === null ? '' : formatMoneyInput(limit),
      refundsAnything: given.includes('refund') && limit === null,
    },
    schema,
    toBody: permissionsToSend,
    save: (change) => api.call(userRoutes.change, { body: { id, version, ...change }, toast: false }),
    onSaved: () => showAlert('success', 'Permissões salvas.'),
  });
  const isDirty = form.isDirty();

  return (
    <SectionCard
      title="Permissões"
      lead="O dia a dia todo operador faz: reservas, pessoas, embarque e mensagens. O resto você escolhe aqui, e vale na hora."
    >
      <form {...props}>
        <Stack gap="md" mt="md">
          <PermissionFields form={form} />
          {failure && <FormNotice>{failure}</FormNotice>}
          <FormActions save="Salvar permissões" dirty={isDirty} busy={isPending} onUndo={() => reset()} />
        </Stack>
      </form>
    </SectionCard>
  );
}

/** The permissions to choose from; with the permission to refund, up to how much. What another one implies stays. */
export function PermissionFields<Values extends PermissionValues>({ form }: { form: FormOf<Values> }) {
  const { permissions: given, refundLimitCents, refundsAnything } = form.values;
  const change = (values: Partial<PermissionValues>) => form.setValues(values as Partial<Values>);
  const without = (key: Permission) => withImplied(given.filter((one) => one !== key));
  return permissionKeys.map((key) => (
    <Fragment key={key}>
      <Switch
        size="md"
        label={permissions[key].label}
        description={`Pode ${permissions[key].about}`}
        checked={given.includes(key)}
        disabled={given.includes(key) && without(key).includes(key)}
        onChange={(event) =>
          change({ permissions: event.currentTarget.checked ? withImplied([...given, key]) : without(key) })
        }
      />
      {key === 'refund' && given.includes('refund') && (
        <Stack gap="xs" pl={60}>
          <MoneyInput
            label="Devolver até, por reserva"
            description="Sem valor, não devolve nada"
            {...form.getInputProps('refundLimitCents')}
            value={refundLimitCents}
            disabled={refundsAnything}
          />
          <Switch
            size="md"
            label="Sem limite"
            checked={refundsAnything}
            onChange={(event) => change({ refundsAnything: event.currentTarget.checked })}
          />
        </Stack>
      )}
    </Fragment>
  ));
}
