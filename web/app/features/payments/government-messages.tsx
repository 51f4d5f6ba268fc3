import { Text } from '@mantine/core';
import type { IssuedInvoice } from '@passeio/contract/payments/issued-invoices';

/** What the government said about a note, in its words, with what to do. `lead`: before each. */
export function GovernmentMessages({ messages, lead = '' }: Pick<IssuedInvoice, 'messages'> & { lead?: string }) {
  return messages.map(({ code, text, advice }) => (
    <Text key={`${code} ${text}`} variant="hint" w="100%" style={{ overflowWrap: 'anywhere' }}>
      {lead}
      {code}: {text} {advice && <strong>{advice}</strong>}
    </Text>
  ));
}
