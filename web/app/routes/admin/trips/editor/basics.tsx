import { useFormats } from '~/lib/formats';
import fields from '~/ui/editing/field-grid.module.css';
import { Grid } from '~/ui/layout/grid';
import { RichTextEditor } from '~/ui/rich-text-editor/rich-text-editor';
import { LinesField, LongTextField, MomentField, SwitchField, TextField } from './inputs';
import { EditorSection } from './section';
import { useField } from './trip-form';

const MAX_SUMMARY = 240;

/** Title, summary and description. */
export function Basics() {
  const { value, error, change } = useField('description');
  return (
    <EditorSection id="basico" lead="O nome e o texto que convidam para o passeio.">
      <TextField name="title" label="Título" maxLength={120} />
      <LongTextField
        name="summary"
        label="Resumo"
        description={`Uma ou duas frases para os cartões do portal, com até ${MAX_SUMMARY} caracteres`}
        counted={MAX_SUMMARY}
      />
      <RichTextEditor
        name="description"
        label="Descrição"
        description="Pode colar do Word ou do WhatsApp: o texto fica limpo"
        value={value}
        onChange={change}
        error={error}
      />
      <SwitchField
        name="showDescription"
        label="Mostrar a descrição na janela do passeio"
        description="A página do passeio mostra sempre"
      />
    </EditorSection>
  );
}

/** Departure and return in the operator's time zone. */
export function When() {
  const { timeZone } = useFormats();
  const { value: departure } = useField('date');
  const { value: back, change } = useField('returnDate');

  /** Most trips return on the day of departure: follows it until another day is chosen. */
  function followDeparture(day: string): void {
    if (back.day === '' || back.day === departure.day) change({ ...back, day });
  }

  return (
    <EditorSection id="quando" lead={`${zoneName(timeZone)}, onde quer que você esteja.`}>
      <div className={fields.grid}>
        <MomentField name="date" label="Saída" onDay={followDeparture} />
        <MomentField name="returnDate" label="Volta" min={departure.day} />
      </div>
    </EditorSection>
  );
}

/** "Horário de Brasília". */
function zoneName(timeZone: string): string {
  const format = new Intl.DateTimeFormat('pt-BR', { timeZone, timeZoneName: 'longGeneric' });
  const name = format.formatToParts(new Date()).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  // Intl says "Padrão", which Brazil has dropped since it abolished daylight saving time.
  return name.replace('Horário Padrão', 'Horário');
}

/** Lists: included, not included, what to bring. */
export function Lists() {
  return (
    <EditorSection id="listas" lead="Um item por linha: listas prontas podem ser coladas de uma vez.">
      <Grid min="15rem" gap={1.25}>
        <LinesField name="included" label="O que está incluso" />
        <LinesField name="excluded" label="O que não está incluso" />
        <LinesField name="bring" label="O que levar" />
      </Grid>
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
