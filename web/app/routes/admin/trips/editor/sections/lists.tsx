import { EditorSection } from '../section';
import { LinesField, LongTextField } from './inputs';
import styles from './sections.module.css';

/** Lists: included, not included, what to bring. */
export function Lists() {
  return (
    <EditorSection id="listas" lead="Um item por linha: listas prontas podem ser coladas de uma vez.">
      <div className={styles.lists}>
        <LinesField name="included" label="O que está incluso" />
        <LinesField name="excluded" label="O que não está incluso" />
        <LinesField name="bring" label="O que levar" />
      </div>
    </EditorSection>
  );
}

export function Risks() {
  return (
    <EditorSection id="riscos" lead="O que a pessoa precisa saber antes de contratar: esforço, água, altura, clima.">
      <LongTextField name="risks" label="Riscos e cuidados" counted={2_000} />
    </EditorSection>
  );
}
