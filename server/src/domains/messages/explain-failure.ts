// SMTP responses begin with a code, connection errors with Node's name. The first match counts: a full mailbox is also
// "unavailable".
const reasons: [RegExp, string][] = [
  [
    /\b(EAUTH|53[0458]|authentication|invalid login)\b/i,
    'O servidor de e-mail recusou o usuário ou a senha da configuração.',
  ],
  [/\b(452|552|4\.2\.2|5\.2\.2|quota|mailbox( is)? full)\b/i, 'A caixa de entrada da pessoa está cheia.'],
  [/\b(spam|blocked|blocklist|blacklist\w*|5\.7\.\d+)\b/i, 'O servidor de e-mail barrou a mensagem como indesejada.'],
  [
    /\b(550|551|553|5\.1\.[1-3]|unknown user|user unknown|no such user)\b/i,
    'O endereço não existe ou não recebe mensagens.',
  ],
  [
    /ECONN|ENOTFOUND|EDNS|EAI_AGAIN|ESOCKET|ETIMEDOUT|EHOSTUNREACH|time(d )?out|greeting|connection/i,
    'O servidor de e-mail não respondeu.',
  ],
  [/\b(421|450|451)\b/, 'O servidor de e-mail pediu para tentar mais tarde.'],
];

/** Explains in Portuguese why an e-mail failed, from the last error's message. */
export function explainFailure(message: string): string {
  return reasons.find(([pattern]) => pattern.test(message))?.[1] ?? 'O servidor de e-mail não aceitou a mensagem.';
}
