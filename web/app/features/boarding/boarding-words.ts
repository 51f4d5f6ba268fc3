import { plural } from '@passeio/contract/words';
import type { Formats } from '~/lib/formats';
import { type BoardingSyncState, unsent } from './boarding-sync';

/** What stands with the server, as in "Sem sinal. 3 toques por enviar." */
export function standingWords({ taps, isReached, saved, failure }: BoardingSyncState, formats: Formats): string {
  const waiting = unsent(taps).length;
  const toSend = `${plural(waiting, 'toque')} por enviar.`;
  if (failure) return waiting > 0 ? `${failure.message} ${toSend}` : failure.message;
  if (isReached === false) {
    if (waiting > 0) return `Sem sinal. ${toSend}`;
    return saved ? `Sem sinal. Lista de ${formats.formatMoment(saved.savedAt)}.` : 'Sem sinal.';
  }
  if (waiting > 0) return isReached ? `Enviando ${plural(waiting, 'toque')}…` : toSend;
  if (isReached && saved) return `Tudo enviado às ${formats.formatTime(saved.savedAt)}.`;
  return 'Atualizando…';
}

/** Text without accents and capitals, to search in. */
export function searchable(text: string): string {
  return text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The reservation's code in what a voucher's QR code says, or in what somebody typed; null if there is none. */
export function codeIn(text: string): string | null {
  const [, code = text] = /\/voucher\/([^/?#]+)/.exec(text) ?? [];
  return /^[A-Z0-9]{6}$/i.test(code.trim()) ? code.trim().toUpperCase() : null;
}
