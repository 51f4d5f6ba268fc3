import type { ChatAddress, ChatContent, PixOrder, TemplateDraft } from './port.ts';

/** A message as Meta's API wants it. `id`: ours, which comes back with each status. */
export function messageOnTheWire(to: ChatAddress, content: ChatContent, id: string): object {
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    ...(to.phone === null ? { recipient: to.bsuid } : { to: to.phone.replace('+', '') }),
    ...contentOnTheWire(content),
    biz_opaque_callback_data: id,
  };
}

function contentOnTheWire(content: ChatContent): object {
  switch (content.type) {
    case 'text':
      return { type: 'text', text: { body: content.body, preview_url: false } };
    case 'template':
      return { type: 'template', template: templateOnTheWire(content) };
    case 'order_details':
      return {
        type: 'interactive',
        interactive: {
          type: 'order_details',
          body: { text: content.body },
          action: { name: 'review_and_pay', parameters: orderOnTheWire(content.order) },
        },
      };
    case 'order_status':
      return {
        type: 'interactive',
        interactive: {
          type: 'order_status',
          body: { text: content.body },
          action: {
            name: 'review_order',
            parameters: { reference_id: content.reference, order: { status: content.status } },
          },
        },
      };
  }
}

function templateOnTheWire({ name, language, parameters, button }: Extract<ChatContent, { type: 'template' }>) {
  const texts = parameters.map((text) => ({ type: 'text', text }));
  const action = button && buttonOnTheWire(button);
  return {
    name,
    language: { policy: 'deterministic', code: language },
    components: [
      ...(texts.length > 0 ? [{ type: 'body', parameters: texts }] : []),
      ...(action ? [{ type: 'button', index: '0', ...action }] : []),
    ],
  };
}

function buttonOnTheWire(button: NonNullable<Extract<ChatContent, { type: 'template' }>['button']>) {
  if ('path' in button) return { sub_type: 'url', parameters: [{ type: 'text', text: button.path }] };
  const order_details = orderOnTheWire(button.order);
  return { sub_type: 'order_details', parameters: [{ type: 'action', action: { order_details } }] };
}

function orderOnTheWire(order: PixOrder): object {
  const { reference, amountCents, item, code, merchant, key, keyKind, expiresAtMs } = order;
  const amount = inHundredths(amountCents);
  return {
    reference_id: reference,
    type: 'digital-goods',
    payment_type: 'br',
    payment_settings: [
      {
        type: 'pix_dynamic_code',
        pix_dynamic_code: { code, merchant_name: merchant, key, key_type: keyKind },
      },
    ],
    currency: 'BRL',
    total_amount: amount,
    order: {
      status: 'pending',
      ...(expiresAtMs !== null && {
        expiration: { timestamp: String(Math.floor(expiresAtMs / 1_000)), description: 'O prazo deste Pix acabou.' },
      }),
      tax: { ...inHundredths(0), description: 'Incluídos' },
      items: [{ retailer_id: reference, name: item, amount, quantity: 1 }],
      subtotal: amount,
    },
  };
}

const inHundredths = (cents: number) => ({ value: cents, offset: 100 });

/** A template as it is submitted. */
export function draftOnTheWire({ name, language, category, body, examples, button }: TemplateDraft): object {
  const isPix = button?.kind === 'payment';
  return {
    name,
    language,
    category,
    parameter_format: 'POSITIONAL',
    ...(isPix && { display_format: 'ORDER_DETAILS' }),
    components: [
      { type: 'BODY', text: body, ...(examples.length > 0 && { example: { body_text: [examples] } }) },
      ...(button ? [{ type: 'BUTTONS', buttons: [drawnButton(button)] }] : []),
    ],
  };
}

function drawnButton(button: NonNullable<TemplateDraft['button']>): object {
  if (button.kind === 'payment') return { type: 'ORDER_DETAILS', text: 'Copy Pix code' };
  const { label, url, example } = button;
  return { type: 'URL', text: label, url: `${url}{{1}}`, example: [`${url}${example}`] };
}
