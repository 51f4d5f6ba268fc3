import { NativeSelect, type NativeSelectProps, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { type OperatorField, operatorLabels } from '@passeio/contract/operator/operator';
import type { MaskInputOptions } from 'maska';
import { MaskedInput } from '~/ui/inputs/masked-input';
import { RichTextEditor } from '~/ui/rich-text-editor/rich-text-editor';
import { useOperatorField, useOperatorState } from './operator-form';

interface FieldProps {
  name: OperatorField;
  description?: string;
  className?: string | undefined;
}

type LineProps = FieldProps &
  Pick<TextInputProps, 'autoComplete' | 'inputMode' | 'maxLength' | 'placeholder' | 'type' | 'required'>;

/** Text input; validated on blur. */
export function LineField({ name, ...props }: LineProps) {
  const { value, error, change, leave } = useOperatorField(name);
  return (
    <TextInput
      name={name}
      label={operatorLabels[name]}
      size="md"
      autoComplete="off"
      withAsterisk={false}
      value={value}
      error={error}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={leave}
      {...props}
    />
  );
}

/** Masked text input. */
export function MaskedField({ name, mask, ...props }: LineProps & { mask: MaskInputOptions }) {
  const { value, error, change, leave } = useOperatorField(name);
  const revision = useOperatorState((state) => state.revision);
  return (
    <MaskedInput
      // It keeps its own text.
      key={revision}
      mask={mask}
      name={name}
      label={operatorLabels[name]}
      size="md"
      autoComplete="off"
      defaultValue={value}
      error={error}
      onInput={(event) => change(event.currentTarget.value)}
      onBlur={leave}
      {...props}
    />
  );
}

/** Textarea. */
export function LongField({ name, max, ...props }: FieldProps & { max: number }) {
  const { value, error, change, leave } = useOperatorField(name);
  return (
    <Textarea
      name={name}
      label={operatorLabels[name]}
      size="md"
      autosize
      minRows={2}
      maxRows={8}
      maxLength={max}
      value={value}
      error={error}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={leave}
      {...props}
    />
  );
}

export function ChoiceField({ name, data, ...props }: FieldProps & Pick<NativeSelectProps, 'data'>) {
  const { value, error, change } = useOperatorField(name);
  return (
    <NativeSelect
      name={name}
      label={operatorLabels[name]}
      size="md"
      data={data}
      value={value}
      error={error}
      onChange={(event) => change(event.currentTarget.value)}
      {...props}
    />
  );
}

/** Rich-text field. */
export function RichField({ name, description }: { name: OperatorField; description: string }) {
  const { value, error, change } = useOperatorField(name);
  return (
    <RichTextEditor
      name={name}
      label={operatorLabels[name]}
      description={description}
      {...(error ? { error } : {})}
      value={value}
      onChange={change}
    />
  );
}
