import { config, z } from 'zod';

config({
  // Default sentences.
  customError: (issue) => {
    if (issue.code === 'unrecognized_keys') return `Campo desconhecido: ${issue.keys.join(', ')}.`;
    if (issue.code === 'invalid_type' && issue.input === undefined) return 'Preencha este campo.';
    return 'Valor inválido. Confira e tente de novo.';
  },
  // Zod's compiled validators need `new Function`, which our Content-Security-Policy forbids.
  jitless: 'document' in globalThis,
});

export { z };
