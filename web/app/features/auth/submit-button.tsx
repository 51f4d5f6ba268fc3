import { Button } from '@mantine/core';
import { type ReactNode, useSyncExternalStore } from 'react';

const never = () => () => {};

/** Submit button of a server-rendered form, disabled until hydration: a native submit would lose what was typed. */
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
