import { ActionIcon, Group, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import styles from './copy-code.module.css';

/** How long the button shows that it copied. */
const COPIED_MS = 2500;

/** A reservation's code with a copy button. */
export function CopyCode({ code }: { code: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy(): Promise<void> {
    // Without clipboard access the code can still be selected.
    await navigator.clipboard?.writeText(code).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  }

  const Icon = copied ? IconCheck : IconCopy;
  return (
    <Group component="span" display="inline-flex" gap={4} wrap="nowrap">
      <span className={styles.code}>{code}</span>
      <ActionIcon variant="subtle" size={44} my={-10} onClick={copy} aria-label={`Copiar código ${code}`}>
        <Icon size={18} aria-hidden />
      </ActionIcon>
      <Text span c="dimmed" fz="sm" role="status">
        {copied && 'Código copiado!'}
      </Text>
    </Group>
  );
}
