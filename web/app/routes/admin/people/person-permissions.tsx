import { Stack, Switch } from '@mantine/core';
import { type Permission, permissionKeys, permissions, withImplied } from '@passeio/contract/users/permissions';
import { userRoutes } from '@passeio/contract/users/user-routes';
import { type PersonDetails, personChange } from '@passeio/contract/users/users';
import { z } from '@passeio/contract/zod';
import { apiInPlace, orRedirect } from '~/features/session/api';
import { formatMoneyInput, parseMoney } from '~/lib/parse-money';
import { FormActions } from '~/ui/editing/form-actions';
import { FormNotice } from '~/ui/editing/form-notice';
import { useSchemaForm } from '~/ui/editing/use-schema-form';
import { showAlert } from '~/ui/feedback/alert';
import { MoneyInput } from '~/ui/inputs/money-input';
import { SectionCard } from '~/ui/layout/section';

const { permissions: chosen, refundLimitCents } = personChange.shape;

const schema = z.object({
  permissions: chosen,
  refundLimitCents: z
    .string()
    .transform((typed, context) => {
      const cents = parseMoney(typed);
      if (cents === undefined) context.addIssue({ code: 'custom', message: 'Informe um valor, como 200,00.' });
      return cents ?? null;
    })
    .pipe(refundLimitCents.unwrap()),
});

/** What an operator may do beyond the daily work, and up to how much they refund. */
export function PersonPermissions({ person }: { person: PersonDetails }) {
  const { id, version, refundLimitCents: limit } = person;
  const { form, failure, isPending, reset, props } = useSchemaForm({
    initial: {
      permissions: [...(person.permissions ?? permissionKeys)],
      refundLimitCents: limit === null ? '' : formatMoneyInput(limit),
    },
    schema,
    save: ({ permissions: given, ...change }) => {
      // Who has all of them gets those that are added later too.
      const all = given?.length === permissionKeys.length ? null : given;
      return orRedirect(apiInPlace.call(userRoutes.change, { body: { id, version, permissions: all, ...change } }));
    },
    onSaved: () => showAlert('success', 'Permissões salvas.'),
  });
  const given = form.values.permissions;
  const isDirty = form.isDirty();

  return (
    <SectionCard
      title="Permissões"
      lead="O dia a dia todo operador faz: reservas, pessoas, embarque e mensagens. O resto você escolhe aqui, e vale na hora."
    >
      <form {...props}>
        <Stack gap="md" mt="md">
          <PermissionBoxes given={given} onChange={(chosen) => form.setFieldValue('permissions', chosen)} />
          {given.includes('refund') && (
            <MoneyInput
              name="refundLimitCents"
              label="Devolver até, por reserva"
              description="Sem valor: sem limite"
              {...form.getInputProps('refundLimitCents')}
              value={form.values.refundLimitCents}
            />
          )}
          {failure && <FormNotice>{failure}</FormNotice>}
          <FormActions save="Salvar permissões" dirty={isDirty} busy={isPending} onUndo={() => reset()} />
        </Stack>
      </form>
    </SectionCard>
  );
}

interface PermissionBoxesProps {
  given: readonly Permission[];
  onChange: (given: Permission[]) => void;
}

/** The permissions to choose from. What another one implies stays. */
export function PermissionBoxes({ given, onChange }: PermissionBoxesProps) {
  const without = (key: Permission) => withImplied(given.filter((one) => one !== key));
  return permissionKeys.map((key) => (
    <Switch
      key={key}
      size="md"
      label={permissions[key].label}
      description={`Pode ${permissions[key].about}`}
      checked={given.includes(key)}
      disabled={given.includes(key) && without(key).includes(key)}
      onChange={(event) => onChange(event.currentTarget.checked ? withImplied([...given, key]) : without(key))}
    />
  ));
}
