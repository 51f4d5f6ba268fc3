import { formatDay } from '@passeio/contract/format-moments';
import { moneyText } from '@passeio/contract/money';
import { type Html, html, when } from '../page.ts';
import { type BankAccounts, type BankCharge, type BankPix, disputes } from './accounts.ts';
import { type BankSystem, type Condition, conditions } from './api.ts';
import { type NoticeMode, noticeModes } from './notices.ts';

const SHOWN = 30;

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
${accounts.leftOf(pix) > 0 && disputeForm(accounts, pix)}
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
<span>${refund.dispute && `${disputes[refund.dispute]}. `}${at ? `Devolvido em ${when.format(at)}` : 'Em processamento'}</span></li>`;
  })}</ul></section>`;
}

// As who received it does in the application of a bank.
function refundForm(accounts: BankAccounts, pix: BankPix): Html {
  return html`<section><details><summary>Devolver, como quem recebeu</summary>
<form method="post" action="/devolver/${pix.endToEndId}">
<label>Valor em reais<input name="valor" value="${decimal(accounts.leftOf(pix))}" inputmode="decimal" required></label>
<button>Devolver</button></form></details></section>`;
}

// As the payer does in their bank, which decides at once.
function disputeForm(accounts: BankAccounts, pix: BankPix): Html {
  return html`<section><details><summary>Contestar, como quem pagou (MED)</summary>
<form method="post" action="/contestar/${pix.endToEndId}">
<label>Valor em reais<input name="valor" value="${decimal(accounts.leftOf(pix))}" inputmode="decimal" required></label>
<label>Motivo<select name="natureza">${Object.entries(disputes).map(
    ([kind, label]) => html`<option value="${kind}">${label}</option>`,
  )}</select></label>
<label>O aviso à agência chega<select name="aviso">${noticeOptions()}</select></label>
<button>Contestar</button></form></details></section>`;
}

function statusText(accounts: BankAccounts, charge: BankCharge): Html {
  if (charge.status === 'CONCLUIDA') return html`<span class="good">Já foi paga.</span>`;
  if (charge.status !== 'ATIVA') return html`<span class="bad">Foi retirada por quem recebe.</span>`;
  const until = when.format(accounts.endOf(charge));
  if (accounts.isExpired(charge)) return html`<span class="bad">Venceu em ${until}.</span>`;
  const { due } = charge;
  return html`<span class="soft">${due && `Vence em ${formatDay(due.on)}. `}Válida até ${until}</span>`;
}

function conditionButtons(current: Condition): Html[] {
  return Object.entries(conditions).map(
    ([condition, label]) => html`<button class="plain" name="estado" value="${condition}"
aria-pressed="${String(condition === current)}">${label}</button>`,
  );
}

const noticeOptions = () =>
  (Object.entries(noticeModes) as [NoticeMode, string][]).map(
    ([mode, label]) => html`<option value="${mode}">${label}</option>`,
  );

function paymentFields(amount: string, name: string): Html {
  return html`<label>Valor em reais<input name="valor" inputmode="decimal" required value="${amount}"></label>
<label>Quem paga<input name="nome" maxlength="100" required value="${name}"></label>
<label>O aviso à agência chega<select name="aviso">${noticeOptions()}</select></label>`;
}
