import { moneyText } from '@passeio/contract/money';
import type { BankAccounts, BankCharge, BankPix } from './accounts.ts';
import { type BankSystem, type Condition, conditions } from './api.ts';
import { type NoticeMode, noticeModes } from './notices.ts';

/** Markup that is safe to send. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | Html[] | false | undefined;

/** Writes markup: what is put in is escaped, unless it is markup itself. */
function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, index) => (index === 0 ? '' : written(parts[index - 1])) + text).join(''));
}

function written(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(({ text }) => text).join('');
  return String(part).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The style of the bank's pages. */
const style = `
:root { color-scheme: light dark; --ink: #1c2430; --paper: #f3f5f9; --card: #fff; --line: #d8dee8; --soft: #5a6676;
  --brand: #4a3aa8; --brand-ink: #fff; --good: #1b7a43; --bad: #b3261e; --focus: #4a3aa8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ecf3; --paper: #12151b; --card: #1c212a; --line: #343c49;
  --soft: #a3afc0; --brand: #3d2f92; --good: #6fd39a; --bad: #ff9d94; --focus: #b9aeff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
header { background: var(--brand); color: var(--brand-ink); padding: 1rem; }
header a { color: inherit; font-weight: 700; font-size: 1.25rem; text-decoration: none; }
header > p { padding-top: .125rem; font-size: .875rem; }
header > * { max-width: 38rem; margin: 0 auto; display: block; }
main { max-width: 40rem; margin: 0 auto; }
main { padding: 1rem; display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
section { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem; }
h1 { font-size: 1.375rem; margin: 0 0 .5rem; } h2 { font-size: 1.125rem; margin: 0 0 .5rem; }
h3 { font-size: 1rem; margin: .75rem 0 .5rem; } details { margin-top: .75rem; }
main p { margin: 0 0 .5rem; } main p:last-child { margin-bottom: 0; }
.amount { font-size: 2rem; font-weight: 700; line-height: 1.2; margin: 0; }
.soft { color: var(--soft); font-size: .875rem; overflow-wrap: anywhere; }
.code { font: .8125rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
.good { color: var(--good); font-weight: 600; } .bad { color: var(--bad); font-weight: 600; }
ul { list-style: none; margin: 0; padding: 0; }
li { border-top: 1px solid var(--line); padding: .75rem 0; display: flex; gap: .75rem; justify-content: space-between;
  align-items: center; } li:first-child { border-top: 0; padding-top: 0; } li:last-child { padding-bottom: 0; }
li > div { min-width: 0; }
form { display: grid; gap: .75rem; } form.row { grid-template-columns: repeat(auto-fill, minmax(min(100%, 11.5rem), 1fr)); gap: .5rem; }
label { display: grid; gap: .25rem; font-size: .875rem; font-weight: 600; }
input, select, textarea { font: inherit; font-size: 1rem; font-weight: 400; width: 100%; padding: .625rem .75rem; border: 1px solid var(--soft);
  border-radius: .5rem; background: var(--card); color: var(--ink); min-height: 2.75rem; }
button, .button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1.25rem; border-radius: .5rem;
  border: 1px solid var(--brand); background: var(--brand); color: var(--brand-ink); cursor: pointer;
  text-decoration: none; display: inline-block; white-space: nowrap; }
button.plain, .button.plain { background: transparent; color: var(--ink); border-color: var(--soft); }
button[aria-pressed="true"] { background: var(--brand); color: var(--brand-ink); }
summary { cursor: pointer; font-weight: 600; min-height: 2.75rem; display: flex; align-items: center; }
summary::before { content: "▸"; margin-right: .5rem; } [open] > summary::before { content: "▾"; }
a { color: inherit; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
header :focus-visible { outline-color: var(--brand-ink); }
`;

const SHOWN = 30;
const when = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});

/** A whole page. */
export function page(title: string, nonce: string, content: Html): string {
  return html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Banco de demonstração</title>
<style nonce="${nonce}">${new Html(style)}</style>
</head>
<body>
<header><a href="/">Banco de demonstração</a><p>Aqui nenhum dinheiro é de verdade.</p></header>
<main>${content}</main>
</body>
</html>`.text;
}

/** What is to be paid, what was paid, and how the bank is. */
export function homePage(system: BankSystem): Html {
  const { accounts } = system;
  const open = [...accounts.charges.values()].filter(({ status }) => status === 'ATIVA').reverse();
  const paid = [...accounts.pix.values()].reverse();
  return html`
${codeForm()}
<section><h1>Cobranças em aberto</h1>
${open.length === 0 && html`<p class="soft">Nenhuma por enquanto. Reserve um passeio e escolha pagar com Pix.</p>`}
<ul>${open.slice(0, SHOWN).map((charge) => chargeLine(accounts, charge))}</ul></section>
<section><h2>Pix pagos</h2>
${paid.length === 0 && html`<p class="soft">Nenhum por enquanto.</p>`}
<ul>${paid.slice(0, SHOWN).map((pix) => pixLine(accounts, pix))}</ul></section>
<section><h2>Experimentar</h2>
<h3>Como o banco está</h3>
<form class="row" method="post" action="/banco">${conditionButtons(system.condition)}</form>
${
  accounts.delayed.length > 0 &&
  html`<h3>Avisos guardados: ${accounts.delayed.length}</h3>
<form class="row" method="post" action="/avisos"><button>Entregar do último para o primeiro</button></form>`
}
<details><summary>Pix sem cobrança</summary>
<form method="post" action="/avulso">${paymentFields('', 'Cliente de Demonstração')}
<button>Enviar Pix</button></form></details>
</section>`;
}

/** Where a charge is paid. */
export function payPage(accounts: BankAccounts, charge: BankCharge): Html {
  const amount = moneyText(charge.amountCents);
  return html`
<section>
<h1>Pagar com Pix</h1>
<p class="amount">${amount}</p>
<p>${charge.description}</p>
<p>${statusText(accounts, charge)}</p>
<p class="soft">Código da cobrança:<br><span class="code">${charge.txid}</span></p>
</section>
<section>
<form method="post" action="/pagar/${charge.txid}">
<input type="hidden" name="valor" value="${decimal(charge.amountCents)}">
<input type="hidden" name="nome" value="${charge.payer?.nome ?? 'Cliente de Demonstração'}">
<button>${charge.status === 'CONCLUIDA' ? 'Pagar de novo' : `Pagar ${amount}`}</button>
</form>
<details><summary>Pagar de outro jeito</summary>
<form method="post" action="/pagar/${charge.txid}">
${paymentFields(decimal(charge.amountCents), charge.payer?.nome ?? 'Cliente de Demonstração')}
<label>Quantas vezes<select name="vezes"><option value="1">Uma vez</option><option value="2">Duas vezes</option></select></label>
<button>Pagar assim</button>
</form></details>
</section>`;
}

/** What was paid, and what went back. */
export function pixPage(accounts: BankAccounts, pix: BankPix): Html {
  return html`
<section>
<h1 class="good">Pix enviado</h1>
<p class="amount">${moneyText(pix.amountCents)}</p>
<p>De ${pix.payerName}, em ${when.format(pix.at)}</p>
<p class="soft">Identificador do Pix:<br><span class="code">${pix.endToEndId}</span></p>
<p>Pode voltar à página da sua reserva: ela se atualiza sozinha.</p>
</section>
${refundsOf(accounts, pix)}
${accounts.leftOf(pix) > 0 && refundForm(accounts, pix)}
<p><a class="button plain" href="/">Ver tudo</a></p>`;
}

/** Something that is not there. */
export const missingPage = (text: string): Html =>
  html`<section><h1>Não encontramos</h1><p>${text}</p></section>${codeForm()}`;

const decimal = (cents: number) => (cents / 100).toFixed(2).replace('.', ',');

function codeForm(): Html {
  return html`<section><form method="post" action="/codigo">
<label>Pix copia e cola<textarea name="codigo" rows="2" required></textarea></label>
<button>Continuar</button></form></section>`;
}

function chargeLine(accounts: BankAccounts, charge: BankCharge): Html {
  return html`<li><div><strong>${moneyText(charge.amountCents)}</strong><br>${charge.description}
<div class="soft">${charge.txid}${accounts.isExpired(charge) && ' · vencida'}</div></div>
<a class="button" href="/pagar/${charge.txid}">Pagar</a></li>`;
}

function pixLine(accounts: BankAccounts, pix: BankPix): Html {
  const back = pix.refunds.reduce((sum, refund) => sum + (accounts.refundedAt(refund) ? refund.amountCents : 0), 0);
  return html`<li><div><strong>${moneyText(pix.amountCents)}</strong>
${back > 0 && html`<br><span class="good">Devolvidos ${moneyText(back)}</span>`}
<br>${pix.payerName}, ${when.format(pix.at)}<div class="soft">${pix.txid}</div></div>
<a class="button plain" href="/pix/${pix.endToEndId}">Ver</a></li>`;
}

function refundsOf(accounts: BankAccounts, { refunds }: BankPix): Html | undefined {
  if (refunds.length === 0) return undefined;
  return html`<section><h2>Devoluções</h2><ul>${refunds.map((refund) => {
    const at = accounts.refundedAt(refund);
    return html`<li><strong>${moneyText(refund.amountCents)}</strong>
<span>${at ? `Devolvido em ${when.format(at)}` : 'Em processamento'}</span></li>`;
  })}</ul></section>`;
}

// As who received it does in the application of a bank.
function refundForm(accounts: BankAccounts, pix: BankPix): Html {
  return html`<section><details><summary>Devolver, como quem recebeu</summary>
<form method="post" action="/devolver/${pix.endToEndId}">
<label>Valor em reais<input name="valor" value="${decimal(accounts.leftOf(pix))}" inputmode="decimal" required></label>
<button>Devolver</button></form></details></section>`;
}

function statusText(accounts: BankAccounts, charge: BankCharge): Html {
  if (charge.status === 'CONCLUIDA') return html`<span class="good">Já foi paga.</span>`;
  if (charge.status !== 'ATIVA') return html`<span class="bad">Foi retirada por quem recebe.</span>`;
  const until = when.format(charge.createdAt + charge.expiresInS * 1_000);
  if (accounts.isExpired(charge)) return html`<span class="bad">Venceu em ${until}.</span>`;
  return html`<span class="soft">Válida até ${until}</span>`;
}

function conditionButtons(current: Condition): Html[] {
  return Object.entries(conditions).map(
    ([condition, label]) => html`<button class="plain" name="estado" value="${condition}"
aria-pressed="${String(condition === current)}">${label}</button>`,
  );
}

function paymentFields(amount: string, name: string): Html {
  const modes = Object.entries(noticeModes) as [NoticeMode, string][];
  return html`<label>Valor em reais<input name="valor" inputmode="decimal" required value="${amount}"></label>
<label>Quem paga<input name="nome" maxlength="100" required value="${name}"></label>
<label>O aviso à agência chega<select name="aviso">${modes.map(
    ([mode, label]) => html`<option value="${mode}">${label}</option>`,
  )}</select></label>`;
}
