import { Text } from '@mantine/core';

/** Beside what sends a person's data. */
export function PrivacyLink() {
  return (
    <Text fz="sm" c="dimmed">
      Como cuidamos dos seus dados:{' '}
      <a href="/portal/privacidade" target="_blank" rel="noopener">
        aviso de privacidade
      </a>
      .
    </Text>
  );
}
