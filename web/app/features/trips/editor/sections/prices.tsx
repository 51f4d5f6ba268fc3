import { formatMoney } from '~/lib/formats';
import { parseMoney } from '~/lib/parse-money';
import { useFormState } from '../form-context';
import { MoneyField, NumberField } from '../inputs';
import { EditorSection } from '../section';
import styles from './sections.module.css';

/** Fares by age at departure, and the deposit. */
export function Prices() {
  return (
    <EditorSection id="preco" lead="A idade que conta é a do dia da saída.">
      <div className={styles.triple}>
        <MoneyField name="priceCents" label="Adulto" description="O valor “a partir de”" />
        <MoneyField name="childPriceCents" label="Criança (6 a 12)" description="Vazio: paga como adulto" />
        <MoneyField name="lapChildPriceCents" label="De colo (até 5)" description="Vazio: não vai de colo" />
      </div>
      <div className={styles.withHint}>
        <NumberField name="depositPercent" label="Sinal" unit="%" maxLength={3} />
        <Deposit />
      </div>
    </EditorSection>
  );
}

function Deposit() {
  const words = useFormState(({ fields }) => {
    const price = parseMoney(fields.priceCents);
    const percent = Number(fields.depositPercent || Number.NaN);
    if (!price || !(percent >= 0 && percent <= 100)) return '';
    if (percent === 0) return 'Sem sinal: a vaga é garantida só com o valor total.';
    return `${formatMoney(Math.round((price * percent) / 100))} por adulto garantem a vaga.`;
  });
  return (
    <p className={styles.hint} role="status">
      {words}
    </p>
  );
}
