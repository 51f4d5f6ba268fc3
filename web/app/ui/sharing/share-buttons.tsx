import { Button } from '@mantine/core';
import { IconCheck, IconCopy, IconShare } from '@tabler/icons-react';
import { useCopy } from '../inputs/use-copy';
import hidden from '../text/visually-hidden.module.css';

interface CopyButtonProps {
  text: string;
  label?: string;
  /** What it says then. */
  done?: string;
}

/** Copies a text, and says so. Where the browser does not let it, the text stands beside it to be selected. */
export function CopyButton({ text, label = 'Copiar link', done = 'Link copiado!' }: CopyButtonProps) {
  const { copied, copy } = useCopy(text);
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <>
      <Button variant="default" size="md" leftSection={<Icon size={20} aria-hidden />} onClick={copy}>
        {copied ? done : label}
      </Button>
      <p className={hidden.hidden} role="status">
        {copied && done}
      </p>
    </>
  );
}

/** Hands a text to the system's sharing; nothing where it has none. */
export function ShareButton({ text }: { text: string }) {
  if (!('share' in navigator)) return null;
  return (
    <Button
      variant="default"
      size="md"
      leftSection={<IconShare size={20} aria-hidden />}
      // Rejected where the person closes the system's dialog.
      onClick={() => void navigator.share({ text }).catch(() => undefined)}
    >
      Compartilhar de outro jeito
    </Button>
  );
}
