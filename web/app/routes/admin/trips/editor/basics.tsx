import { tripFields } from '@passeio/contract/trips/trip-table';
import { useFormats } from '~/lib/formats';
import fields from '~/ui/editing/field-grid.module.css';
import { Grid } from '~/ui/layout/grid';
import { MomentField, TripInput } from './inputs';
import { EditorSection } from './section';
import { isLineList } from './trip-fields';
import { useField } from './trip-form';

/** Title, summary and description. */
export function Basics() {
  return <EditorSection id="basico" lead="O nome e o texto que convidam para o passeio." />;
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
        <MomentField name="date" onDay={followDeparture} />
        <MomentField name="returnDate" min={departure.day} />
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
        {tripFields.filter(isLineList).map((name) => (
          <TripInput key={name} name={name} />
        ))}
      </Grid>
    </EditorSection>
  );
}

export function Risks() {
  return (
    <EditorSection id="riscos" lead="O que a pessoa precisa saber antes de contratar: esforço, água, altura, clima." />
  );
}
