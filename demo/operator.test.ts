import { expect, it } from 'vitest';
import { readOperator } from './content.ts';

it.each([
  'Trocar passageiro',
  'Comprovante enviado',
  'valor a receber',
  'Veja quanto você recebe',
  'Avisaremos',
  'data prevista',
  'expira',
  'Pedir cancelamento',
  'antes de cancelar',
])('the demonstration’s texts name no screen and no message that the product does not have: %s', async (words) => {
  const { contactHtml, cancellationPolicyHtml } = await readOperator();
  expect(`${contactHtml} ${cancellationPolicyHtml}`).not.toContain(words);
});
