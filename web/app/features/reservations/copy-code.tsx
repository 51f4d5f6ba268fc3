import { ActionIcon, Group, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useCopy } from '~/ui/inputs/use-copy';

/** A reservation's code with a copy button; without clipboard access it can still be selected. */
export function CopyCode({ code }: { code: string }) {
  const { copied, copy } = useCopy(code);
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <Group component="span" display="inline-flex" gap={4} wrap="nowrap">
      <Text span ff="monospace" fz="lg" fw={700} lts="0.08em">
        {code}
      </Text>
      <ActionIcon variant="subtle" size={44} my={-10} onClick={copy} aria-label={`Copiar código ${code}`}>
        <Icon size={18} aria-hidden />
      </ActionIcon>
      <Text span c="dimmed" fz="sm" role="status">
        {copied && 'Código copiado!'}
      </Text>
    </Group>
  );
}
