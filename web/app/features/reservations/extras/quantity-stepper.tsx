import { ActionIcon, Group, Input, TextInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';

interface QuantityStepperProps {
  label: string;
  description?: ReactNode;
  value: number;
  least: number;
  most: number;
  error?: ReactNode;
  onChange: (value: number) => void;
}

/** A label with a small number between a minus and a plus button. */
export function QuantityStepper({ label, description, value, least, most, error, onChange }: QuantityStepperProps) {
  const id = useId();
  // What is being typed may not be a number yet.
  const [typed, setTyped] = useState<string>();
  const lowest = Math.min(least, most);
  const [isLeast, isMost] = [value <= lowest, value >= most];
  return (
    <Group justify="space-between" gap="4px 12px" wrap="nowrap">
      <div>
        <Input.Label htmlFor={id} size="md">
          {label}
        </Input.Label>
        {description && (
          <Input.Description size="md" id={`${id}description`}>
            {description}
          </Input.Description>
        )}
        {error && (
          <Input.Error size="md" id={`${id}error`} role="alert">
            {error}
          </Input.Error>
        )}
      </div>
      <Group gap={4} wrap="nowrap">
        <Step label={`Menos um: ${label}`} isOff={isLeast} onPress={() => onChange(value - 1)}>
          <IconMinus size={20} aria-hidden />
        </Step>
        <TextInput
          id={id}
          w={52}
          size="md"
          type="number"
          inputMode="numeric"
          autoComplete="off"
          min={lowest}
          max={most}
          aria-invalid={Boolean(error) || undefined}
          aria-describedby={
            [description && `${id}description`, error && `${id}error`].filter(Boolean).join(' ') || undefined
          }
          styles={{ input: { textAlign: 'center', paddingInline: 0, appearance: 'textfield' } }}
          value={typed ?? value}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={() => setTyped(undefined)}
          onChange={({ currentTarget: { value: text } }) => {
            setTyped(text);
            if (/^\d{1,4}$/.test(text)) onChange(Math.min(Math.max(Number(text), lowest), most));
          }}
        />
        <Step label={`Mais um: ${label}`} isOff={isMost} onPress={() => onChange(value + 1)}>
          <IconPlus size={20} aria-hidden />
        </Step>
      </Group>
    </Group>
  );
}

interface StepProps {
  label: string;
  isOff: boolean;
  onPress: () => void;
  children: ReactNode;
}

// Not `disabled`: a button that is pressed to its limit would lose the focus.
function Step({ label, isOff, onPress, children }: StepProps) {
  return (
    <ActionIcon
      variant="default"
      size={44}
      radius="xl"
      aria-label={label}
      aria-disabled={isOff || undefined}
      data-disabled={isOff || undefined}
      onClick={() => !isOff && onPress()}
    >
      {children}
    </ActionIcon>
  );
}
