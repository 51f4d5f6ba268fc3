import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import {
  allWeekdays,
  type CrewList,
  type CrewMember,
  crewMemberDraft,
  crewRoles,
  weekdays,
} from '@passeio/contract/crew/crew';
import { crewRoutes } from '@passeio/contract/crew/crew-routes';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { api } from '~/features/session/api';
import { useFormats } from '~/lib/formats';
import { formatContact } from '~/lib/number-formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import type { FormOf } from '~/ui/editing/use-schema-form';
import { CheckGroup } from '~/ui/inputs/choice-group';
import { DayInput } from '~/ui/inputs/day-input';
import { MaskedInput, phoneMask } from '~/ui/inputs/masked-input';

interface MemberDialogProps {
  /** The one who is changed. */
  member?: CrewMember | undefined;
  accounts: CrewList['accounts'];
  onClose: () => void;
  onSaved: (member: CrewMember) => void;
}

const dayLabels = Object.values(weekdays);

/** Adds or changes a guide or driver. */
export function MemberDialog({ member, accounts, onClose, onSaved }: MemberDialogProps) {
  const initial = valuesOf(member);
  return (
    <FormDialog
      title={member ? member.name : 'Adicionar pessoa'}
      lead={member?.userId ? 'Nome e telefone são os da conta.' : undefined}
      submit="Salvar"
      initial={initial}
      schema={crewMemberDraft}
      toBody={bodyOf}
      fields={(name) => (name === 'isGuide' || name === 'isDriver' ? 'does' : name)}
      save={(body) =>
        member
          ? api.call(crewRoutes.change, {
              params: { id: member.id },
              body: { ...body, version: member.version },
              toast: false,
            })
          : api.call(crewRoutes.create, { body, toast: false })
      }
      onSaved={onSaved}
      onClose={onClose}
    >
      {(form) => (
        <>
          {!member?.userId && <AccountField form={form} member={member} accounts={accounts} />}
          {form.values.userId === '' && (
            <>
              <TextInput
                data-autofocus
                size="md"
                label="Nome"
                name="name"
                autoComplete="off"
                maxLength={60}
                {...form.getInputProps('name')}
              />
              <MaskedInput
                mask={phoneMask}
                size="md"
                label="Telefone com DDD (opcional)"
                name="phone"
                type="tel"
                inputMode="tel"
                autoComplete="off"
                defaultValue={initial.phone}
                error={form.errors.phone}
                onInput={(event) => form.setFieldValue('phone', event.currentTarget.value)}
              />
            </>
          )}
          <CheckGroup
            name="does"
            legend="Faz"
            error={textOf(form.errors.does)}
            choices={Object.values(crewRoles)}
            value={form.values.does}
            onChange={(does) => form.setFieldValue('does', does)}
          />
          <CheckGroup
            name="weekdays"
            legend="Dias em que trabalha"
            error={textOf(form.errors.weekdays)}
            choices={dayLabels}
            value={form.values.weekdays}
            onChange={(days) => form.setFieldValue('weekdays', days)}
          />
          <DaysOff form={form} />
        </>
      )}
    </FormDialog>
  );
}

type Values = ReturnType<typeof valuesOf>;

interface AccountFieldProps extends Pick<MemberDialogProps, 'member' | 'accounts'> {
  form: FormOf<Values>;
}

function AccountField({ form, member, accounts }: AccountFieldProps) {
  // Who has an account already may be given it as somebody else; a new entry would be a second one.
  const offered = accounts.filter(({ memberId }) => member !== undefined || memberId === null);
  return (
    <NativeSelect
      size="md"
      label="Conta"
      description="Com conta de guia, a pessoa vê as próprias saídas e faz o embarque nas que guia"
      data={[{ value: '', label: 'Sem conta' }, ...offered.map(({ id, name }) => ({ value: id, label: name }))]}
      {...form.getInputProps('userId')}
    />
  );
}

function DaysOff({ form }: { form: FormOf<Values> }) {
  const { timeZone } = useFormats();
  const today = todayAt(timeZone);
  return (
    <Stack component="fieldset" gap="xs" miw={0}>
      <legend>Folgas e férias</legend>
      {form.values.daysOff.map(({ key, from, to }, index) => (
        <div key={key}>
          <Group gap="xs" align="start" grow wrap="nowrap">
            <DayInput
              label="De"
              field={`daysOff.${index}.from`}
              today={today}
              min={today}
              value={from}
              error={form.errors[`daysOff.${index}.from`]}
              onChange={(day) => form.setFieldValue(`daysOff.${index}`, { key, from: day, to: to < day ? day : to })}
            />
            <DayInput
              label="Até"
              field={`daysOff.${index}.to`}
              today={today}
              min={from || today}
              value={to}
              error={form.errors[`daysOff.${index}.to`]}
              onChange={(day) => form.setFieldValue(`daysOff.${index}.to`, day)}
            />
          </Group>
          <Button
            size="md"
            variant="subtle"
            px="xs"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => form.removeListItem('daysOff', index)}
          >
            Tirar folga
          </Button>
        </div>
      ))}
      {form.errors.daysOff && <Text role="alert">{form.errors.daysOff}</Text>}
      <Group>
        <Button
          size="md"
          variant="default"
          leftSection={<IconPlus size={20} aria-hidden />}
          onClick={() => form.insertListItem('daysOff', { key: crypto.randomUUID(), from: '', to: '' })}
        >
          Adicionar folga
        </Button>
      </Group>
    </Stack>
  );
}

function textOf(error: unknown): string | undefined {
  return error ? String(error) : undefined;
}

function todayAt(timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());
}

function valuesOf(member: CrewMember | undefined) {
  const does = [(member?.isGuide ?? true) && crewRoles.guide, member?.isDriver && crewRoles.driver];
  return {
    userId: member?.userId ?? '',
    name: member?.name ?? '',
    phone: member?.phone ? formatContact(member.phone) : '',
    does: does.filter((one) => typeof one === 'string') as string[],
    weekdays: (member?.weekdays ?? allWeekdays).map((day) => weekdays[day as keyof typeof weekdays] as string),
    daysOff: (member?.daysOff ?? []).map((one) => ({ ...one, key: one.from })),
  };
}

function bodyOf({ userId, name, phone, does, weekdays: days, daysOff }: Values) {
  return {
    userId: userId || null,
    ...(userId ? { name: '', phone: '' } : { name, phone }),
    isGuide: does.includes(crewRoles.guide),
    isDriver: does.includes(crewRoles.driver),
    weekdays: allWeekdays.filter((day) => days.includes(weekdays[day as keyof typeof weekdays])),
    daysOff: daysOff.map(({ from, to }) => ({ from, to: to || from })),
  };
}
