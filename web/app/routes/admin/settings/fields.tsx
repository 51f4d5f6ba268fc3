import { NativeSelect, type NativeSelectProps, Textarea, TextInput } from '@mantine/core';
import { type OperatorField, type OperatorSetting, operatorTable } from '@passeio/contract/operator/operator';
import grid from '~/ui/editing/field-grid.module.css';
import { cnpjMask, MaskedInput, phoneMask } from '~/ui/inputs/masked-input';
import { RichTextEditor } from '~/ui/rich-text-editor/rich-text-editor';
import { useOperatorField, useOperatorState } from './operator-form';

interface FieldProps {
  name: OperatorField;
  /** Instead of the entry's. */
  hint?: string;
}

/** The input of a setting, as its entry says; lines are validated on blur. */
export function SettingField({ name, hint }: FieldProps) {
  const entry: OperatorSetting = operatorTable[name];
  const { label, input, inputMode, autoComplete = 'off', max, placeholder, wide } = entry;
  const { value, error, change, leave } = useOperatorField(name);
  const revision = useOperatorState((state) => state.revision);
  const description = hint ?? entry.hint;
  const all = { name, label, description, className: wide ? grid.wide : undefined, size: 'md', error, onBlur: leave };
  const line = { ...all, autoComplete, placeholder, inputMode };
  switch (input) {
    case 'html':
      return <RichTextEditor {...{ name, label, description, value, onChange: change }} {...(error && { error })} />;
    case 'text':
      return (
        <Textarea
          {...all}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={max}
          value={value}
          onChange={(event) => change(event.currentTarget.value)}
        />
      );
    case 'cnpj':
    case 'phone':
      return (
        <MaskedInput
          // It keeps its own text.
          key={revision}
          {...line}
          mask={input === 'cnpj' ? cnpjMask : phoneMask}
          type={input === 'phone' ? 'tel' : undefined}
          defaultValue={value}
          onInput={(event) => change(event.currentTarget.value)}
        />
      );
    default:
      return (
        <TextInput
          {...line}
          type={inputMode === 'email' ? 'email' : undefined}
          maxLength={max}
          value={value}
          onChange={(event) => change(event.currentTarget.value)}
        />
      );
  }
}

export function ChoiceField({
  name,
  data,
  ...props
}: Omit<FieldProps, 'hint'> & Pick<NativeSelectProps, 'data' | 'className'>) {
  const { label, hint }: OperatorSetting = operatorTable[name];
  const { value, error, change } = useOperatorField(name);
  return (
    <NativeSelect
      name={name}
      label={label}
      description={hint}
      size="md"
      data={data}
      value={value}
      error={error}
      onChange={(event) => change(event.currentTarget.value)}
      {...props}
    />
  );
}
