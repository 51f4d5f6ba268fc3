// Without schemas, so that lists stay light.

import type { ChatFacts } from '../chat-facts.ts';
import { dateFormat, formatNight, formatTime } from '../format-moments.ts';
import { fillFields, type OwnWording, type Wording } from '../messages/message-templates.ts';
import { type WhatsAppTemplateKey, whatsAppLabel, whatsAppTemplates } from '../messages/whatsapp-templates.ts';
import { moneyText } from '../money.ts';
import { pagePaths } from '../paths.ts';
import { firstName, uncapitalised } from '../words.ts';
import { participantFieldLabels } from './participants.ts';

const DAY_MS = 86_400_000;

/** Who writes, from which site, and when. */
export interface ChatSender {
  operator: string;
  /** The site's, for links. */
  origin: string;
  timeZone: string;
  /** Milliseconds since 1970. */
  now: number;
  /** The operator's own wordings; messages without one have the default. */
  wordings: readonly Pick<OwnWording, 'key' | 'text'>[];
}

/** Somebody of the reservation other than its payer, who is written to. `link`: a page of their own. */
export interface ChatParticipant {
  id: string;
  name: string;
  link?: string;
}

/** A message that is ready to be sent. `topic`: what for, as in "falta o sinal". */
export interface ChatMessage {
  key: WhatsAppTemplateKey;
  topic: string;
  text: string;
}

/** The operator's own wording of a text, or the default. */
export function whatsAppWording(key: WhatsAppTemplateKey, wordings: ChatSender['wordings']): Pick<Wording, 'text'> {
  return wordings.find((own) => own.key === key) ?? whatsAppTemplates[key].wording;
}

type Clock = Pick<ChatSender, 'timeZone' | 'now'>;

// The first that holds is what a message is about; all of them are what staff may choose.
const reasons: [WhatsAppTemplateKey, (facts: ChatFacts, clock: Clock) => boolean][] = [
  ['whatsAppChoice', ({ status, until }) => status === 'departure_cancelled' && until !== null],
  ['whatsAppRequest', ({ status, until }) => status === 'request_pending' && until !== null],
  ['whatsAppTomorrow', isLeavingSoon],
  ['whatsAppReceipt', ({ status }) => status === 'receipt_review'],
  ['whatsAppDeposit', ({ status, depositCents }) => status === 'deposit_due' && depositCents > 0],
  ['whatsAppOverdue', ({ status, dueCents }) => status === 'balance_overdue' && dueCents > 0],
  ['whatsAppBalance', ({ status, dueCents }) => (status === 'balance_due' || status === 'booked') && dueCents > 0],
  ['whatsAppData', (facts, { now }) => isActive(facts) && facts.missing.length > 0 && !hasLeft(facts, now)],
  ['whatsAppRefund', ({ refund }) => refund !== null],
];

/** The message for a moment of a reservation, `whatsAppTalk` if nothing is pending. */
export function momentOf(facts: ChatFacts, clock: Clock): WhatsAppTemplateKey {
  return reasons.find(([, holds]) => holds(facts, clock))?.[0] ?? 'whatsAppTalk';
}

/** Whether a text is true of a reservation; `whatsAppTalk` is of everyone whose reservation stands. */
export function concerns(key: WhatsAppTemplateKey, facts: ChatFacts, clock: Clock): boolean {
  if (key === 'whatsAppTalk') return isActive(facts);
  return reasons.find(([reason]) => reason === key)?.[1](facts, clock) ?? false;
}

/** The message to the payer: that of the moment, or `key`; `link`: to a page that needs no account. */
export function messageToPayer(
  facts: ChatFacts,
  sender: ChatSender,
  key: WhatsAppTemplateKey = momentOf(facts, sender),
  link: string = linkFor(key, facts, sender),
): ChatMessage {
  const values = { ...valuesOf(key, facts, sender), primeiro_nome: firstName(facts.payer.name), link };
  return { key, topic: topicOf(key, facts, sender), text: textOf(key, values, sender) };
}

/**
 * The message to somebody of the reservation who does not pay: of the boarding, of their own data, or of nothing in
 * particular. Money is the payer's matter.
 */
export function messageToParticipant(
  facts: ChatFacts,
  sender: ChatSender,
  { id, name, link = '' }: ChatParticipant,
  key: WhatsAppTemplateKey = participantMoment(facts, sender, id),
): ChatMessage {
  const dados = fieldsText(ownFields(facts, id)) || 'conferir os seus dados';
  const values = { ...valuesOf(key, facts, sender), dados, primeiro_nome: firstName(name), link };
  return { key, topic: topicOf(key, facts, sender), text: textOf(key, values, sender) };
}

/** What a message is about where its reservation is not at hand, as in "falta o sinal". */
export function topicOfKey(key: string): string {
  return uncapitalised(whatsAppLabel(key) ?? '');
}

function participantMoment(facts: ChatFacts, clock: Clock, id: string): WhatsAppTemplateKey {
  if (isLeavingSoon(facts, clock)) return 'whatsAppTomorrow';
  const isAsked = ownFields(facts, id).length > 0 && concerns('whatsAppData', facts, clock);
  return isAsked ? 'whatsAppData' : 'whatsAppTalk';
}

// Who accompanies somebody is for the payer to say.
function ownFields({ missing }: ChatFacts, participantId: string): string[] {
  const own = missing.find((one) => one.id === participantId)?.fields ?? [];
  return own.filter((field) => field !== 'companionId');
}

function topicOf(key: WhatsAppTemplateKey, { trip }: ChatFacts, { timeZone, now }: Clock): string {
  const isToday = key === 'whatsAppTomorrow' && daysUntil(trip.date, { timeZone, now }) === 0;
  return isToday ? 'o embarque é hoje' : topicOfKey(key);
}

function textOf(key: WhatsAppTemplateKey, values: Record<string, string>, { operator, wordings }: ChatSender): string {
  const { text } = whatsAppWording(key, wordings);
  return fillFields(withoutLeadIns(text, values), { ...values, empresa: operator });
}

// "Pague por aqui: {link}" at the end of a line, and the name that follows "Olá".
const LEAD_IN = /[^.!?\n]*:[ \t]*\{([a-z_0-9]+)\}[ \t]*$/gm;
const ADDRESSED = /, *\{(primeiro_nome)\}/g;

/** What leads to an empty field goes with it. */
function withoutLeadIns(text: string, values: Record<string, string>): string {
  const drop = (words: string, name: string) => (values[name] === '' ? '' : words);
  return text.replaceAll('\r\n', '\n').replace(LEAD_IN, drop).replace(ADDRESSED, drop);
}

function valuesOf(key: WhatsAppTemplateKey, facts: ChatFacts, sender: ChatSender): Record<string, string> {
  const { code, trip, missing, depositCents, dueCents, refund } = facts;
  const cents = key === 'whatsAppRefund' ? refund?.amountCents : key === 'whatsAppDeposit' ? depositCents : dueCents;
  return {
    codigo: code,
    passeio: trip.title,
    saida: momentLabel(trip.date, sender),
    embarque: boardingLine(facts, sender),
    valor: amountText(cents ?? 0),
    prazo: deadlineText(key, facts, sender),
    dados: missingText(missing),
  };
}

// Intl separates the currency by a space that does not break, which some telephones show as a box. Staff who may not
// see an amount can still ask for it.
function amountText(cents: number): string {
  return Number.isNaN(cents) ? 'o valor combinado' : moneyText(cents).replaceAll('\u00a0', ' ');
}

/** Whether a text leads to a page, which a payer without an account opens by a link of their own. */
export function needsPayerLink(key: WhatsAppTemplateKey, { payer }: ChatFacts, { wordings }: ChatSender): boolean {
  return !payer.hasAccount && whatsAppWording(key, wordings).text.includes('{link}');
}

/** The page that a text leads to; for a payer without an account only by a link. */
function linkFor(key: WhatsAppTemplateKey, { code, payer }: ChatFacts, { origin }: ChatSender): string {
  if (!payer.hasAccount) return '';
  return origin + (key === 'whatsAppTomorrow' ? pagePaths.voucher(code) : pagePaths.reservation(code));
}

function deadlineText(key: WhatsAppTemplateKey, { until, refund }: ChatFacts, sender: Clock): string {
  if (key === 'whatsAppRefund') return refund ? dayLabel(`${refund.promisedFor}T12:00:00Z`, utc(sender)) : '';
  if (until) return momentLabel(until, sender);
  return key === 'whatsAppDeposit' ? 'o pagamento' : '';
}

// Calendar days have no time zone.
function utc({ now }: Clock): Clock {
  return { now, timeZone: 'UTC' };
}

/** "sábado, 5 de dezembro"; with the year if it is another than this one. */
function dayLabel(instant: string, { timeZone, now }: Clock): string {
  const yearOf = (at: number) => dateFormat({ year: 'numeric', timeZone }).format(at);
  const isThisYear = yearOf(Date.parse(instant)) === yearOf(now);
  const day = { weekday: 'long', day: 'numeric', month: 'long', timeZone } as const;
  return dateFormat(isThisYear ? day : { ...day, year: 'numeric' }).format(Date.parse(instant));
}

/** "sábado, 5 de dezembro, às 05:30"; at night with ", madrugada de sexta para sábado". */
function momentLabel(instant: string, clock: Clock): string {
  return `${dayLabel(instant, clock)}, às ${timeLabel(instant, clock.timeZone)}`;
}

function timeLabel(instant: string, timeZone: string): string {
  const night = formatNight(instant, timeZone);
  // Set off by a comma, because texts put departures in parentheses.
  return formatTime(instant, timeZone) + (night ? `, ${night}` : '');
}

/** "04:30 – Três Corações; 05:10 – Varginha", with the day where it is not that of the departure. */
function boardingLine({ boarding, trip }: ChatFacts, clock: Clock): string {
  if (boarding.length === 0) return 'a combinar com a nossa equipe';
  return boarding
    .map(({ at, place }) => {
      const isOnTheDay = dayLabel(at, clock) === dayLabel(trip.date, clock);
      return `${isOnTheDay ? timeLabel(at, clock.timeZone) : momentLabel(at, clock)} – ${place}`;
    })
    .join('; ');
}

/** "documento e nascimento" if only the payer lacks data, else "você: documento; José: nascimento". */
function missingText(missing: ChatFacts['missing']): string {
  const [only] = missing;
  if (missing.length === 1 && only?.isPayer) return fieldsText(only.fields);
  return missing.map(({ name, isPayer, fields }) => `${isPayer ? 'você' : name}: ${fieldsText(fields)}`).join('; ');
}

function fieldsText(fields: readonly string[]): string {
  const labels: Readonly<Record<string, string>> = participantFieldLabels;
  return new Intl.ListFormat('pt-BR').format(fields.map((field) => labels[field] ?? field));
}

function isActive({ state }: ChatFacts): boolean {
  return state === 'held' || state === 'booked';
}

function hasLeft({ trip }: ChatFacts, now: number): boolean {
  return Date.parse(trip.date) <= now;
}

// Unconfirmed payers have nothing to prepare; people who boarded know.
const preparing = ['booked', 'added_deposit_due', 'balance_due', 'balance_overdue', 'paid', 'receipt_review'];

function isLeavingSoon(facts: ChatFacts, clock: Clock): boolean {
  if (facts.state !== 'booked' || !preparing.includes(facts.status) || hasLeft(facts, clock.now)) return false;
  return daysUntil(facts.trip.date, clock) <= 1;
}

/** Days of the operator's calendar from today to a departure. */
function daysUntil(instant: string, { timeZone, now }: Clock): number {
  const dayOf = (at: number) =>
    Date.parse(dateFormat({ year: 'numeric', month: '2-digit', day: '2-digit', timeZone }, 'en-CA').format(at));
  return Math.round((dayOf(Date.parse(instant)) - dayOf(now)) / DAY_MS);
}

/** Text for a person on the waiting list; `offer`: the places held for them. */
export function waitingText(
  {
    name,
    trip,
    offer,
  }: { name: string; trip: { title: string; date: string }; offer: { until: string | null } | null },
  sender: Pick<ChatSender, 'operator' | 'timeZone' | 'now'>,
): string {
  const departure = `${trip.title} (${momentLabel(trip.date, sender)})`;
  const hello = greetingText(name, sender);
  if (!offer) return `${hello} É sobre a lista de espera de ${departure}.`;
  const until = offer.until ? ` até ${momentLabel(offer.until, sender)}` : '';
  return `${hello} Abriram vagas em ${departure}, e elas estão guardadas para você${until}.`;
}

/** Text for a contact without a reservation. */
export function greetingText(name: string, { operator }: Pick<ChatSender, 'operator'>): string {
  return `Olá, ${firstName(name)}! Aqui é da ${operator}.`;
}
