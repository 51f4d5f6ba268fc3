import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';

/** When a wait is longer than people expect. */
const SLOW_MS = 5_000;

/** Says of a page that is loading that it takes longer than usual, once it does. */
export function SlowNotice() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Text role="status" mb={isSlow ? 'md' : undefined} style={{ textWrap: 'pretty' }}>
      {isSlow && 'O servidor está demorando para responder. Continuamos tentando…'}
    </Text>
  );
}
