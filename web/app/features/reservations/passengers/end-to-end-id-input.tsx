import { TextInput, type TextInputProps } from '@mantine/core';

interface EndToEndIdInputProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  value: string;
  onChange: (typed: string) => void;
}

/** The id of a Pix between banks, as the statement shows it. */
export function EndToEndIdInput({ onChange, ...props }: EndToEndIdInputProps) {
  return (
    <TextInput
      label="Identificador do Pix"
      description="Opcional. Está no extrato e começa com E"
      size="md"
      autoComplete="off"
      spellCheck={false}
      maxLength={40}
      {...props}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
