// What Meta's OpenAPI document lacks, as the examples of the documentation have it: payments in Brazil, echoes of the
// app, states of templates, and people who show no telephone. "?" ends the name of what may be absent; "=" begins a word
// that is always the same.

const amount = { value: 50_000, offset: 100 };

const order = {
  reference_id: 'unique-reference-id',
  type: '=digital-goods',
  payment_type: '=br',
  payment_settings: [
    {
      type: '=pix_dynamic_code',
      pix_dynamic_code: {
        ...{ code: '00020101021226700014br.gov.bcb.pix', merchant_name: 'Account holder name' },
        ...{ key: '39580525000189', key_type: 'CNPJ' },
      },
    },
  ],
  currency: '=BRL',
  total_amount: amount,
  order: {
    status: '=pending',
    'expiration?': { timestamp: '1726627150', description: 'cancellation-explanation' },
    tax: { value: 0, offset: 100, 'description?': 'optional text' },
    items: [{ retailer_id: '1234567', name: 'Cake', amount, quantity: 1 }],
    subtotal: amount,
  },
};

const interactive = (content: object) => ({
  messaging_product: '=whatsapp',
  recipient_type: '=individual',
  'to?': '5535988112001',
  'recipient?': 'BR.1502576394655843',
  'biz_opaque_callback_data?': 'ours',
  type: '=interactive',
  interactive: content,
});

export const examples = {
  order_details: interactive({
    type: '=order_details',
    body: { text: 'Your message content' },
    action: { name: '=review_and_pay', parameters: order },
  }),
  order_status: interactive({
    type: '=order_status',
    body: { text: 'Your message content' },
    action: {
      name: '=review_order',
      parameters: { reference_id: 'unique-reference-id', order: { status: 'completed', 'description?': 'optional' } },
    },
  }),
  /** Of a template, in its components. */
  order_button: {
    type: '=button',
    sub_type: '=order_details',
    index: '0',
    parameters: [{ type: '=action', action: { order_details: order } }],
  },
  /** How such a template is submitted. */
  order_template: {
    name: 'order_details_template',
    language: 'pt_BR',
    category: '=UTILITY',
    'parameter_format?': 'POSITIONAL',
    display_format: '=ORDER_DETAILS',
    components: [{ type: 'BODY' }],
  },
  smb_message_echoes: {
    messaging_product: '=whatsapp',
    metadata: { display_phone_number: '15550783881', phone_number_id: '106540352242922' },
    message_echoes: [
      {
        ...{ from: '15550783881', 'to?': '16505551234', 'to_user_id?': 'US.13491208655302741918' },
        ...{ id: 'wamid.1', timestamp: '1700255121', type: 'text', 'text?': { body: 'Here is the information' } },
        'image?': {
          id: '1003383421387256',
          mime_type: 'image/jpeg',
          sha256: 'SfInY0gGKTsJlUWbwxC1k',
          'caption?': 'Here',
        },
      },
    ],
  },
  message_template_status_update: {
    event: 'APPROVED',
    message_template_id: 1_689_556_908_129_832,
    message_template_name: 'order_confirmation',
    message_template_language: 'pt_BR',
    reason: 'NONE',
    'message_template_category?': 'UTILITY',
  },
} as const;

/** What of a value is unlike an example: what it has beyond, lacks, or has of another type. */
export function unlike(example: unknown, value: unknown, at = ''): string[] {
  if (Array.isArray(example)) {
    if (!Array.isArray(value) || value.length === 0) return [`${at} is no list`];
    return value.flatMap((one, index) => unlike(example[0], one, `${at}/${index}`));
  }
  if (typeof example === 'string' && example.startsWith('=')) {
    return value === example.slice(1) ? [] : [`${at} is not ${example.slice(1)}`];
  }
  if (typeof example !== 'object' || example === null) {
    return typeof value === typeof example ? [] : [`${at} is no ${typeof example}`];
  }
  if (typeof value !== 'object' || value === null) return [`${at} is no object`];
  const found = value as Record<string, unknown>;
  const named = Object.entries(example).map(
    ([key, one]) => [key.replace(/\?$/, ''), one, key.endsWith('?')] as [string, unknown, boolean],
  );
  const beyond = Object.keys(found).filter((key) => !named.some(([name]) => name === key));
  return [
    ...beyond.map((key) => `${at}/${key} is not documented`),
    ...named.flatMap(([name, one, mayBeAbsent]) => {
      if (found[name] === undefined) return mayBeAbsent ? [] : [`${at}/${name} is missing`];
      return unlike(one, found[name], `${at}/${name}`);
    }),
  ];
}
