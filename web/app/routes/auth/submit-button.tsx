import { Button } from '@mantine/core';
import { type ReactNode, useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Sends the form of a page that the server rendered. It waits until the scripts are there: sent before that, the
 * form would go to an address that takes none, and what was typed would be lost.
 */
export function SubmitButton({ busy, children }: { busy: boolean; children: ReactNode }) {
  const hydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <Button type="submit" size="md" fullWidth loading={busy} disabled={!hydrated}>
      {children}
    </Button>
  );
}
